"""The Horde of Upwind on paper."""
