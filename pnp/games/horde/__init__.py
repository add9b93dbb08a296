"""The Horde of Upwind: a solo card game on a field of four by four, and its competition for two."""
