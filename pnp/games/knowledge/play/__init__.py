"""Tempest of Knowledge in play."""
