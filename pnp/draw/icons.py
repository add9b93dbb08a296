"""Icons: SVG files that hold nothing but paths, read without an XML library and scaled to a box."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.context import limits
from pnp.draw.drawing import Outline, Segment
from pnp.limits import how_to_raise
from pnp.load.document import TooLarge, is_plain_file, read_bytes
from pnp.load.library import templates_folder

_TAG = re.compile(r"<\s*(/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)(?:\s*/\s*|\s*)>")
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?")
_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|" + _NUMBER.pattern)
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_LARGEST = 100_000
_ALLOWED = frozenset(("svg", "path", "g", "title", "desc"))


class IconFault(Exception):
    """What is wrong with an icon file."""


class Icon(NamedTuple):
    """The shapes of an icon in its own box of width × height."""

    width: float
    height: float
    outlines: tuple[Outline, ...]


class IconLibrary:
    """Icons by name: a game's own `icons/` folder first, then the common ones."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self._known: dict[str, Icon | None] = {}

    def get(self, name: str) -> Icon | None:
        """Return an icon, or None if there is none of that name."""
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def names(self) -> list[str]:
        """List every icon's name."""
        return sorted({p.stem for folder in self.folders if folder.is_dir() for p in folder.glob("*.svg")})

    def _find(self, name: str) -> Path | None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,60}", name):
            return None
        paths = (folder / f"{name}.svg" for folder in self.folders)
        try:
            return next((path for path in paths if is_plain_file(path) and not path.is_symlink()), None)
        except OSError as error:
            raise IconFault(f"cannot read the icon '{name}': {error.filename}: {error.strerror}") from None

    def _read(self, name: str) -> Icon | None:
        path = self._find(name)
        return read_icon(path) if path is not None else None


def game_icons(folder: Path) -> IconLibrary:
    """Return the icons of a game's folder, unless they are a link to elsewhere, and the common ones."""
    own = folder / "icons"
    common = templates_folder() / "icons"
    return IconLibrary((common,) if own.is_symlink() else (own, common))


def read_icon(path: Path) -> Icon:
    """Read an SVG file of paths; raise IconFault for anything else."""
    try:
        text = read_bytes(path, limits().image_bytes).decode("utf-8-sig")
    except TooLarge as error:
        raise IconFault(f"{path.name} has {error}; {how_to_raise('image_bytes')}") from None
    except OSError as error:
        raise IconFault(f"cannot read {path.name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise IconFault(f"{path.name} is not UTF-8 text") from None
    return parse_icon(text, path.name)


def parse_icon(text: str, name: str) -> Icon:
    """Parse the path elements of an SVG text."""
    return _parsed(text, name, limits().svg_segments)


@lru_cache(maxsize=512)
def _parsed(text: str, name: str, most: int) -> Icon:
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise IconFault(f"{name}: entities and document types are not allowed")
    body = _without_comments(text, name)
    box = (0.0, 0.0, 100.0, 100.0)
    outlines: list[Outline] = []
    found_svg, segments = False, 0
    for match in _TAG.finditer(body):
        closing, tag, raw = match.groups()
        if tag not in _ALLOWED:
            raise IconFault(f"{name}: <{tag}> is not allowed, only paths")
        attributes = {m[1]: m[2] if m[2] is not None else m[3] for m in _ATTRIBUTE.finditer(raw)}
        if "transform" in attributes or "style" in attributes:
            raise IconFault(f"{name}: transform and style are not allowed")
        if tag == "svg" and not closing:
            found_svg = True
            numbers = [float(n) for n in _NUMBER.findall(attributes.get("viewBox", "0 0 100 100"))]
            if len(numbers) != 4 or not all(0 < n <= _LARGEST for n in numbers[2:]):
                raise IconFault(f"{name}: the viewBox is broken")
            box = (numbers[0], numbers[1], numbers[2], numbers[3])
        elif tag == "path":
            outlines.append(parse_path(attributes.get("d", ""), name, -box[0], -box[1]))
            segments += len(outlines[-1])
            if segments > most:
                raise _too_many_segments(name, most)
    if not found_svg or not outlines:
        raise IconFault(f"{name}: no path in it")
    return Icon(box[2], box[3], tuple(outlines))


def _too_many_segments(name: str, most: int) -> IconFault:
    return IconFault(f"{name}: more than {most} segments; {how_to_raise('svg_segments')}")


def _without_comments(text: str, name: str) -> str:
    """Return an SVG text without its declaration and comments; each is looked at once, however many are left open."""
    start = text.lstrip()
    if start.startswith("<?xml"):
        _, closed, text = start.partition("?>")
        if not closed:
            raise IconFault(f"{name}: the XML declaration is not closed")
    first, *rest = text.split("<!--")
    kept = [first]
    for part in rest:
        _, closed, after = part.partition("-->")
        if not closed:
            raise IconFault(f"{name}: a comment is not closed")
        kept.append(after)
    return "".join(kept)


def parse_path(d: str, name: str = "path", dx: float = 0, dy: float = 0) -> Outline:
    """Turn SVG path data into absolute segments."""
    tokens = _TOKEN.findall(d)
    leftover = _TOKEN.sub("", d).strip(" ,\t\r\n")
    if leftover:
        raise IconFault(f"{name}: '{leftover[:20]}' is no path data")
    if len(tokens) > 7 * limits().svg_segments:
        raise _too_many_segments(name, limits().svg_segments)
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
                raise IconFault(f"{self.name}: path data must start with a command")
            count = _ARGUMENTS[command.upper()]
            try:
                arguments = [float(t) for t in self.tokens[i : i + count]]
            except ValueError:
                raise IconFault(f"{self.name}: {command} needs {count} numbers") from None
            if len(arguments) < count:
                raise IconFault(f"{self.name}: {command} needs {count} numbers")
            if not self.out and command not in "Mm":
                raise IconFault(f"{self.name}: a path must start with M")
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
        if not all(-_LARGEST <= n <= _LARGEST for n in shifted):
            raise IconFault(f"{self.name}: a number of the path is too large")
        self.out.append((op, *shifted))

    def _cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._add("C", x1, y1, x2, y2, x, y)
        self.x, self.y = x, y

    def _arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        from pnp.draw.arcs import arc_to_cubics

        for x1, y1, x2, y2, px, py in arc_to_cubics(self.x, self.y, rx, ry, turn, large, sweep, x, y):
            self._cubic(x1, y1, x2, y2, px, py)
        self.x, self.y = x, y
