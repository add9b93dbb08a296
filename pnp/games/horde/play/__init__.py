"""The Horde of Upwind in play."""
