"""What may be chosen about printing: the words stand here once, for the command line, for sheets and for tests."""

from typing import Literal

BACKS = ("duplex-long", "duplex-short", "gutterfold", "none")
"""How backs get behind their fronts; the first is what a build does unless it is told otherwise, as in all these."""

STYLES = ("colour", "lowink", "grey")
MARKS = ("margin", "full", "none")
CUTTERS = ("silhouette", "cricut")
SHOPS = ("x4", "x1a")
SHOP_LAYOUTS = ("single", "sheets")
FORMATS = ("pdf", "svg")

KINDS = ("cards", "boards", "pieces", "rulebook", "scenarios")
"""Kinds of component, as --only knows them."""

Flip = Literal["long", "short"]
"""The edge over which a sheet is turned for its second side."""

FLIPS: dict[str, Flip] = {"long": "long", "short": "short"}
