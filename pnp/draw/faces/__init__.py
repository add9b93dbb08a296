"""Faces: templates of a few part kinds, filled in with one record and drawn in one style.

Each kind of part has a module here that draws it. A new kind is a type beside the others in `pnp.model` and a module
in this folder, which is found by being there.
"""

from importlib import import_module
from pkgutil import iter_modules

from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.painter import KINDS, GameDrawing, Painter, is_constant

__all__ = ["KINDS", "FaceFault", "GameDrawing", "Painter", "is_constant"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
