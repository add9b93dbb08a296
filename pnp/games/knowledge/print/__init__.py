"""Tempest of Knowledge on paper."""
