"""Terrain Storm on paper."""
