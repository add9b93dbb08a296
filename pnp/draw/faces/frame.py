"""The area that the parts of a face are measured in, and the names that their templates are filled in with."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.draw.drawing import Held
from pnp.draw.faces.fault import FaceFault, template_fault
from pnp.geometry import Rect, Size
from pnp.limits import MOST_ROUNDS
from pnp.load.template import compile_loop, compile_text
from pnp.load.values import Names, TemplateFault
from pnp.model import SMALLEST_TEXT, Box, Each, Holding

EDGE = 0.01
"""How near to an edge counts as touching it, in mm."""

_LENGTH = re.compile(r"\s*(?:(-?\d+(?:\.\d+)?)\s*%)?\s*(?:([-+]?)\s*(\d+(?:\.\d+)?))?\s*")


class Frame(NamedTuple):
    """The area of a face: its size, how far fills may bleed, the names for templates, and how deep faces are nested."""

    size: Size
    bleed: float
    names: Names
    depth: int
    safe: float = 0.0
    """How far what matters keeps from the edges; 0 where nothing is cut."""
    least_size: float = SMALLEST_TEXT
    """The least size of a text, as the face says."""

    def within(self, size: Size, names: Names) -> "Frame":
        """Return the frame of what is drawn in a place of this one, which is cut nowhere."""
        return Frame(size, 0.0, names, self.depth + 1)

    def naming(self, names: Mapping[str, Any]) -> "Frame":
        """Return the same area with more names."""
        return self._replace(names={**self.names, **names})

    # ------------------------------------------------------------ values

    def text(self, text: str, field: str) -> str:
        """Fill a template field in."""
        return filled(text, self.names, field)

    def value(self, text: str, field: str) -> Any:
        """Work a template field out to a value."""
        try:
            return compile_text(text).value(self.names)
        except TemplateFault as fault:
            raise template_fault(fault, field) from None

    def number(self, value: int | str, field: str, most: int) -> int:
        """Work a field out to a whole number within bounds."""
        result = self.value(value, field) if isinstance(value, str) else value
        if isinstance(result, str) and re.fullmatch(r"\s*\d{1,6}\s*", result):
            result = int(result)
        if isinstance(result, float) and result.is_integer():
            result = int(result)
        if isinstance(result, bool) or not isinstance(result, int):
            raise FaceFault("type", f"'{field}' must be a whole number, not '{result}'", field)
        if not 0 <= result <= most:
            raise FaceFault("range", f"'{field}' must be between 0 and {most}, not {result}", field)
        return result

    def asks(self, value: str | bool) -> bool:
        """Say whether a condition holds."""
        if isinstance(value, bool):
            return value
        if "{" not in value:
            hint = f'to ask whether it is true, write "{{{{ {value.strip()} }}}}"'
            raise FaceFault("when", f"'{value}' is a plain text, not a question", "when", hint=hint)
        result = self.value(value, "when")
        return (
            result.strip().lower() not in ("", "false", "none", "0", "no") if isinstance(result, str) else bool(result)
        )

    def rounds(self, each: Each) -> list[Names]:
        """Return the names of every round of a loop."""
        try:
            rounds: list[Names] = []
            for names, _ in compile_loop(each if isinstance(each, str) else tuple(each)).over(self.names):
                rounds.append(names)
                if len(rounds) > MOST_ROUNDS:
                    raise FaceFault("range", f"more than {MOST_ROUNDS} repetitions", "each")
            return rounds
        except TemplateFault as fault:
            raise template_fault(fault, "each") from None

    def held(self, holds: Holding | list[Holding]) -> tuple[Held, ...]:
        """Fill in what a place holds."""
        return tuple(
            Held(self.text(h.piece, "holds"), max(1, self.number(h.count, "holds", 200)), h.stacked)
            for h in (holds if isinstance(holds, list) else [holds])
        )

    # ------------------------------------------------------------ places

    def length(self, value: float | str, whole: float, field: str = "at") -> float:
        """Work a length out in mm."""
        if not isinstance(value, str):
            return value
        text = self.text(value, field)
        parsed = _length(text)
        if parsed is None:
            raise FaceFault("length", f'\'{text}\' is not a length such as 12, "50%" or "100% - 4"', field)
        return parsed[0] * whole + parsed[1]

    def measured(self, at: Box) -> Rect:
        """Return the box of a part in mm, which must lie within the area."""
        w, h = self.size
        box = Rect(self.length(at[0], w), self.length(at[1], h), self.length(at[2], w), self.length(at[3], h))
        if box.w < 0 or box.h < 0 or not Rect(0, 0, w, h).contains(box):
            shown = ", ".join(f"{v:g}" for v in box)
            message = f"the part [{shown}] reaches outside the face of {w:g} × {h:g} mm"
            raise FaceFault("outside", message, "at", hint=_inside(box, self.size))
        return box

    def into_bleed(self, box: Rect) -> Rect:
        """Stretch a box into the bleed on the sides where it touches the face's edge."""
        if not self.bleed:
            return box
        b, (w, h) = self.bleed, self.size
        left = b if box.x < EDGE else 0.0
        top = b if box.y < EDGE else 0.0
        right = b if box.right > w - EDGE else 0.0
        bottom = b if box.bottom > h - EDGE else 0.0
        return Rect(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)


def _inside(box: Rect, size: Size) -> str:
    """Return the hint that says how a box would lie inside an area."""
    x, y = max(0.0, box.x), max(0.0, box.y)
    w, h = min(box.right, size.w) - x, min(box.bottom, size.h) - y
    if w <= 0 or h <= 0:
        return "'at' is [left, top, width, height] from the upper left corner, in mm or percent"
    inside = ", ".join(f"{v:.4g}" for v in (x, y, w, h))
    return (
        f"'at' is [left, top, width, height]: [{inside}] is what lies inside; what touches the edge runs into the bleed"
    )


def filled(text: str, names: Names, field: str) -> str:
    """Fill a template field in."""
    template = compile_text(text)
    if template.constant:
        return text
    try:
        return template.render(names)
    except TemplateFault as fault:
        raise template_fault(fault, field) from None


@lru_cache(maxsize=4096)
def _length(text: str) -> tuple[float, float] | None:
    match = _LENGTH.fullmatch(" ".join(text.split())) if len(text) < 100 else None
    if not match or (match[1] is None and match[3] is None):
        return None
    share = float(match[1]) / 100 if match[1] is not None else 0.0
    mm = float(match[3]) * (-1 if match[2] == "-" else 1) if match[3] is not None else 0.0
    return share, mm
