"""Terrain Storm in play."""
