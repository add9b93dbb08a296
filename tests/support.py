"""Helpers for tests: a small valid game, sheets of a game, and a readable log of what is drawn."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Group, Image, Link, Place, Text, Use
from pnp.draw.drawing import Path as DrawnPath
from pnp.geometry import Matrix, parse_paper
from pnp.pipeline import make_sheets
from pnp.sheets.sheet import PrintOptions, SheetSet

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "content"
ICONS = ROOT / "templates" / "icons"
GOLDEN = Path(__file__).resolve().parent / "golden"

DEMO: dict[str, str] = {
    "game.yaml": """\
id: demo
title: Demo
players: [2, 4]
age: 8
minutes: [10, 20]
author: a tester
licence: CC0
components:
  deck: 3
  map: 1
  coins: 4
""",
    "palette.yaml": """\
roles:
  fire: {colour: "#c0392b", pattern: lines}
  water: {colour: "#2e86c1", pattern: waves}
distinct:
  - [fire, water]
""",
    "faces.yaml": """\
faces:
  front:
    parts:
      - {part: box, fill: "{{ card.role }}", texture: true}
      - {part: box, at: [4, 4, "100% - 8", 20], fill: paper, radius: 2}
      - {part: text, at: [5, 5, 53, 18], text: "{{ card.title }}", size: [8, 16], align: center, valign: middle}
      - {part: icon, at: [20, 35, 20, 20], icon: "{{ card.icon }}", colour: "on-{{ card.role }}"}
  back:
    parts:
      - {part: box, fill: accent}
      - {part: art, art: rays, colour: paper}
  map:
    parts:
      - part: hexes
        cells: ["www", "wfw", "www"]
        legend: {w: {fill: water}, f: {fill: fire, icon: star}}
  coin:
    parts:
      - {part: pips, at: [3, 5, 12, 8], icon: star, count: "{{ coin.value }}", colour: gold}
""",
    "cards.yaml": """\
decks:
  deck:
    title: Deck
    size: tcg
    front: front
    back: back
    fields: {title: text, role: role, icon: icon}
    cards:
      - {title: Spark, role: fire, icon: star}
      - {title: Wave, role: water, icon: anchor, copies: 2}
""",
    "boards.yaml": """\
boards:
  map: {title: Map, face: map, size: [150, 150]}
""",
    "pieces.yaml": """\
pieces:
  coins:
    title: Coins
    shape: round
    size: [18, 18]
    front: coin
    each: coin in coins
    copies: "{{ coin.copies }}"
""",
    "data.yaml": """\
coins:
  - {value: 1, copies: 3}
  - {value: 2, copies: 1}
""",
}
"""A complete game without a fault; tests replace single files."""


def options(paper: str = "a4", **choices: Any) -> PrintOptions:
    """Return print options for a paper by name."""
    parsed = parse_paper(paper)
    assert parsed is not None
    return PrintOptions(parsed, **choices)


def sheets_of(game: Any, paper: str = "a4", only: tuple[str, ...] = (), **choices: Any) -> dict[str, SheetSet]:
    """Draw and lay out a game; return its sheet sets by id, the build guide too."""
    report = Report()
    made = make_sheets(game, options(paper, **choices), only, report)
    assert made is not None, [d.message for d in report.diagnostics]
    printed = [part.made for file in made.files for job in file.jobs for part in job.parts]
    return {s.id: s for s in (*made.sets, *printed)}


IDENTITY = Matrix(1, 0, 0, 1, 0, 0)


def walk_placed(items: Iterable[Any], matrix: Matrix = IDENTITY) -> Iterator[tuple[Any, Matrix]]:
    """Yield every path, text, image, link and anchor with the map from its own place to the page."""
    for item in items:
        if isinstance(item, Group):
            yield from walk_placed(item.items, matrix.after(item.matrix) if item.matrix else matrix)
        elif isinstance(item, Use):
            yield from walk_placed(item.symbol.items, matrix.after(item.matrix))
        else:
            yield item, matrix


def drawn_log(items: Iterable[Any], *, open_symbols: bool = True) -> Iterator[str]:
    """Write a drawing down: kinds, texts, colours, places rounded to 0.1 mm; paths as segments and bounds."""
    yield from _log(items, "", {}, open_symbols)


def _log(items: Iterable[Any], indent: str, symbols: dict[int, int], open_symbols: bool) -> Iterator[str]:
    for item in items:
        if isinstance(item, DrawnPath):
            paint = " ".join(
                part
                for part in (
                    f"fill {item.fill}" if item.fill else "",
                    f"stroke {item.stroke} {item.width:.2f}" if item.stroke else "",
                    "dash " + ",".join(f"{d:g}" for d in item.dash) if item.dash else "",
                )
                if part
            )
            yield f"{indent}path {len(item.outline)} in {_bounds(item.outline)} {paint}"
        elif isinstance(item, Text):
            yield f"{indent}text {_n(item.x)} {_n(item.y)} {item.font} {item.size:g} {item.colour} {item.text!r}"
        elif isinstance(item, Group):
            clip = f" clip {_bounds(item.clip)}" if item.clip else ""
            yield f"{indent}group{_m(item.matrix)}{clip}"
            yield from _log(item.items, indent + "  ", symbols, open_symbols)
        elif isinstance(item, Use):
            known = symbols.get(id(item.symbol))
            if known is not None:
                yield f"{indent}use #{known}{_m(item.matrix)}"
                continue
            number = symbols[id(item.symbol)] = len(symbols) + 1
            if not open_symbols:
                yield f"{indent}use #{number}{_m(item.matrix)}, {len(item.symbol.items)} items"
                continue
            yield f"{indent}use #{number}{_m(item.matrix)}:"
            yield from _log(item.symbol.items, indent + "  ", symbols, open_symbols)
        elif isinstance(item, Image):
            yield f"{indent}image {item.kind} {len(item.data)} bytes"
        elif isinstance(item, Link):
            yield f"{indent}link {item.target}"
        elif isinstance(item, Place):
            held = ", ".join(f"{h.number} {h.piece}{' stacked' if h.stacked else ''}" for h in item.holds)
            yield f"{indent}place {item.shape} {_n(item.rect.w)} × {_n(item.rect.h)} holds {held}"
        elif isinstance(item, Anchor):
            yield f"{indent}anchor {item.name} {_n(item.y)}"


def _n(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _m(matrix: Matrix | None) -> str:
    if matrix is None or matrix == IDENTITY:
        return ""
    turn = " ".join(f"{round(v, 3) + 0.0:g}" for v in matrix[:4])
    at = f" at {_n(matrix.e)} {_n(matrix.f)}"
    return at if turn == "1 0 0 1" else f"{at} by {turn}"


def outline_points(outline: Iterable[Any]) -> list[tuple[float, float]]:
    """Return the points of an outline, those that steer curves included."""
    points: list[tuple[float, float]] = []
    for kind, *numbers in outline:
        if kind == "R":
            x, y, w, h = numbers
            points += [(x, y), (x + w, y + h)]
        else:
            points += list(zip(numbers[::2], numbers[1::2], strict=True))
    return points


def _bounds(outline: Iterable[Any]) -> str:
    points = outline_points(outline)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return f"[{_n(min(xs))} {_n(min(ys))} {_n(max(xs))} {_n(max(ys))}]"


def words_of_pages(data: bytes) -> list[str]:
    """Return the text of each page of a PDF, white space folded, as a reader program finds it."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def guide_of(made: Any) -> Any:
    """Return the build guide of a game that was laid out."""
    (guide,) = (
        part.made for file in made.files for job in file.jobs for part in job.parts if part.made.id == "build-guide"
    )
    return guide


class Golden:
    """Compares texts with their records."""

    def __init__(self, *, update: bool) -> None:
        self.update = update

    def __call__(self, name: str, text: str) -> None:
        """Compare a text with its record, or write the record anew."""
        path = GOLDEN / f"{name}.txt"
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            return
        assert path.is_file(), f"there is no record {path}; make golden writes it"
        recorded = path.read_text("utf-8")
        assert text == recorded, f"{path.name} differs; if the change is wanted, run make golden and read the diff"
