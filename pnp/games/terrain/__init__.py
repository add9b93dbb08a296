"""Terrain Storm: everybody builds an island of dominoes to match requests and win awards."""
