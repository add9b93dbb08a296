"""Marks that craft cutters look for on a printed sheet before they cut it."""

from pnp.draw.drawing import Item, Path, Segment, rectangle
from pnp.geometry import Rect, Size
from pnp.sheets.grid import EDGE_CLEARANCE, LABEL_HEIGHT, LABEL_LINE

_SQUARE, _ARM, _LINE, _BOX_LINE = 5.0, 20.0, 0.5, 1.0
_AIR = 1.0
BLACK = "#000000"


def marks_inset(label_lines: int) -> float:
    """Return how far from the paper's edge the marks stand: clear of the label at the foot."""
    return EDGE_CLEARANCE + LABEL_HEIGHT + (label_lines - 1) * LABEL_LINE + _AIR


def cutter_margin(label_lines: int) -> float:
    """Return how far pieces keep from the paper's edge, so that they lie within the marks and touch none."""
    return marks_inset(label_lines) + _SQUARE + _AIR


def registration_marks(cutter: str, page: Size, label_lines: int) -> list[Item]:
    """Return a Silhouette's three marks (a square and two corners), or the box that frames a Cricut's picture."""
    frame = Rect(0, 0, *page).inset(marks_inset(label_lines))
    if cutter == "cricut":
        return [Path(rectangle(frame), stroke=BLACK, width=_BOX_LINE)]
    right: tuple[Segment, ...] = (
        ("M", frame.right - _ARM, frame.y),
        ("L", frame.right, frame.y),
        ("L", frame.right, frame.y + _ARM),
    )
    left: tuple[Segment, ...] = (
        ("M", frame.x, frame.bottom - _ARM),
        ("L", frame.x, frame.bottom),
        ("L", frame.x + _ARM, frame.bottom),
    )
    square = Path((("R", frame.x, frame.y, _SQUARE, _SQUARE),), fill=BLACK)
    return [square, Path(right, stroke=BLACK, width=_LINE), Path(left, stroke=BLACK, width=_LINE)]
