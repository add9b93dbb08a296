"""Path data: the commands of a path as absolute segments of the display list."""

import re

from pnp.context import limits
from pnp.draw.drawing import Outline, Segment
from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.values import LARGEST, NUMBER
from pnp.limits import how_to_raise

_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|" + NUMBER.pattern)
_ARCS = re.compile(r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARC = re.compile(rf"[\s,]*({NUMBER.pattern})[\s,]*({NUMBER.pattern})[\s,]*({NUMBER.pattern})[\s,]*([01])[\s,]*([01])")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def too_many_segments(name: str, most: int) -> SvgFault:
    """Return the fault of a drawing that has no end."""
    return SvgFault(f"{name}: more than {most} segments; {how_to_raise('svg_segments')}")


def parse_path(d: str, name: str = "path", dx: float = 0, dy: float = 0) -> Outline:
    """Turn SVG path data into absolute segments."""
    d = _ARCS.sub(lambda m: m[1] + _ARC.sub(r" \1 \2 \3 \4 \5 ", m[2]), d)  # flags may stand without a space
    tokens = _TOKEN.findall(d)
    leftover = _TOKEN.sub("", d).strip(" ,\t\r\n")
    if leftover:
        raise SvgFault(f"{name}: '{leftover[:20]}' is no path data")
    if len(tokens) > 7 * limits().svg_segments:
        raise too_many_segments(name, limits().svg_segments)
    return tuple(_PathReader(tokens, name, dx, dy).read())


class _PathReader:
    """Walks path commands and keeps the current point."""

    def __init__(self, tokens: list[str], name: str, dx: float, dy: float) -> None:
        self.tokens, self.name = tokens, name
        self.dx, self.dy = dx, dy
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[str, float, float] | None = None
        self.out: list[Segment] = []

    def read(self) -> list[Segment]:
        i, command = 0, ""
        while i < len(self.tokens):
            if self.tokens[i].isalpha():
                command = self.tokens[i]
                i += 1
            elif not command or command in "Zz":
                raise SvgFault(f"{self.name}: path data must start with a command")
            count = _ARGUMENTS[command.upper()]
            try:
                arguments = [float(t) for t in self.tokens[i : i + count]]
            except ValueError:
                raise SvgFault(f"{self.name}: {command} needs {count} numbers") from None
            if len(arguments) < count:
                raise SvgFault(f"{self.name}: {command} needs {count} numbers")
            if not self.out and command not in "Mm":
                raise SvgFault(f"{self.name}: a path must start with M")
            i += count
            self._command(command, arguments)
            if command in "Mm":
                command = "L" if command == "M" else "l"
        return self.out

    def _command(self, command: str, a: list[float]) -> None:
        kind, relative = command.upper(), command.islower()
        ox, oy = (self.x, self.y) if relative else (0.0, 0.0)
        control, self.control = self.control, None
        if kind == "Z":
            self.out.append(("Z",))
            self.x, self.y = self.start_x, self.start_y
        elif kind == "M":
            self.x, self.y = ox + a[0], oy + a[1]
            self.start_x, self.start_y = self.x, self.y
            self._add("M", self.x, self.y)
        elif kind in "LHV":
            x = self.x if kind == "V" else ox + a[0]
            y = self.y if kind == "H" else oy + a[-1]
            self.x, self.y = x, y
            self._add("L", x, y)
        elif kind in "CS":
            if kind == "S":
                mirrored = control is not None and control[0] == "C"
                first = (2 * self.x - control[1], 2 * self.y - control[2]) if mirrored and control else (self.x, self.y)
            else:
                first = (ox + a[0], oy + a[1])
            x2, y2, x, y = ox + a[-4], oy + a[-3], ox + a[-2], oy + a[-1]
            self._cubic(first[0], first[1], x2, y2, x, y)
            self.control = ("C", x2, y2)
        elif kind in "QT":
            if kind == "T":
                mirrored = control is not None and control[0] == "Q"
                qx, qy = (
                    (2 * self.x - control[1], 2 * self.y - control[2]) if mirrored and control else (self.x, self.y)
                )
            else:
                qx, qy = ox + a[0], oy + a[1]
            x, y = ox + a[-2], oy + a[-1]
            x0, y0 = self.x, self.y
            self._cubic(
                x0 + 2 / 3 * (qx - x0), y0 + 2 / 3 * (qy - y0), x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), x, y
            )
            self.control = ("Q", qx, qy)
        else:
            self._arc(a[0], a[1], a[2], bool(a[3]), bool(a[4]), ox + a[5], oy + a[6])

    def _add(self, op: str, *numbers: float) -> None:
        shifted = [n + (self.dy if i % 2 else self.dx) for i, n in enumerate(numbers)]
        if not all(-LARGEST <= n <= LARGEST for n in shifted):
            raise SvgFault(f"{self.name}: a number of the path is too large")
        self.out.append((op, *shifted))

    def _cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._add("C", x1, y1, x2, y2, x, y)
        self.x, self.y = x, y

    def _arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        from pnp.draw.arcs import arc_to_cubics

        for x1, y1, x2, y2, px, py in arc_to_cubics(self.x, self.y, rx, ry, turn, large, sweep, x, y):
            self._cubic(x1, y1, x2, y2, px, py)
        self.x, self.y = x, y
