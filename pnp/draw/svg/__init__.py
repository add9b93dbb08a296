"""Static SVG as drawing programs and icon sites make it, read into the display list; what is not honoured is told."""

from pnp.draw.svg.art import Art, read_art
from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.paths import parse_path

__all__ = ["Art", "SvgFault", "parse_path", "read_art"]
