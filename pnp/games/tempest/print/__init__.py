"""Tempest on paper."""
