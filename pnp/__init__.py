"""pnp: a print-and-play generator and rules compiler."""

__version__ = "0.1.0"
