"""Tempest in play."""
