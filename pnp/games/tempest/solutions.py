"""Solutions: the play that proves par, a small map for every round, each day on a page that stands upside down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.draw.drawing import Drawing, Group, Item, Path, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.games.tempest.daypages import PageMaker
from pnp.games.tempest.daysheet import HEAD, page_head
from pnp.games.tempest.paper import draw_map
from pnp.games.tempest.retold import DayStory, Round, retell, summed
from pnp.games.tempest.scenario import FINAL
from pnp.games.tempest.sheetblocks import SMALL, Pen
from pnp.geometry import Matrix, Rect, Size

_COLUMNS = 2
_GAP = 6.0
_LARGEST = 62.0
_ROWS = 5
"""Rows of rounds on one page; longer days go on on a second."""


def solution_pages(
    maker: PageMaker, painter: Painter, page: Size, scenario: Mapping[str, Any]
) -> Iterator[tuple[str, Drawing]]:
    """Yield a page (for very long days more) for each day of the witness."""
    for story in retell(maker.content, scenario):
        name = "final day" if story.title == FINAL else f"day {story.title}"
        for first in range(0, len(story.rounds), _ROWS * _COLUMNS):
            rounds = story.rounds[first : first + _ROWS * _COLUMNS]
            items = _head(maker, painter, page, scenario, story, name)
            items += _rounds(Pen(painter, 8.0), rounds, Rect(0, HEAD, page.w, page.h - HEAD))
            turned = Group(tuple(items), Matrix(-1, 0, 0, -1, page.w, page.h))
            yield f"solution, {name}", Drawing(page, (turned,))


def _head(
    maker: PageMaker, painter: Painter, page: Size, scenario: Mapping[str, Any], story: DayStory, name: str
) -> list[Item]:
    result = story.result
    home = result.get("rescued", [])
    words = f"{', '.join(home)} home" if home else "nobody home"
    subtitle = f"One way to play the sealed decks: {words} in round {result.get('rounds', 0)}"
    return page_head(painter, page.w, "key", f"Solution: {name}", subtitle, maker.corner(scenario, story.title))


def _rounds(pen: Pen, rounds: Sequence[Round], box: Rect) -> list[Item]:
    """Draw the rounds in two columns, read row by row."""
    items: list[Item] = []
    rows = -(-len(rounds) // _COLUMNS)
    high = box.h / max(rows, 3)
    width = (box.w - _GAP * (_COLUMNS - 1)) / _COLUMNS
    for i, one in enumerate(rounds):
        row, column = divmod(i, _COLUMNS)
        cell = Rect(box.x + column * (width + _GAP), box.y + row * high, width, high)
        if row:
            line = segment(cell.x, cell.y - 1.6, cell.right, cell.y - 1.6)
            items.append(Path(line, stroke=pen.ink("line"), width=0.15))
        side = min(_LARGEST, high - 3.2, width * 0.6)
        items += draw_map(pen.painter, one.view, Rect(cell.x, cell.y, side, side))
        _words(pen, one, Rect(cell.x + side + 3, cell.y, width - side - 3, high - 3.2), items)
    return items


def _words(pen: Pen, one: Round, box: Rect, out: list[Item]) -> None:
    """Set what happens in a round beside its map."""
    pen.line(f"Round {one.number}", Rect(box.x, box.y, box.w, 5.5), 11, out, bold=True, family="serif",
             colour="storm-deck")  # fmt: skip
    lines = [f"Storm {one.storm}."]
    if one.card:
        moves = ", ".join(one.moves) or "stay"
        lines.append(f"You {one.card}: {moves}.")
    elif one.moves:
        lines.append(", ".join(one.moves) + ".")
    events = summed(one.events)
    if events:
        lines.append("; ".join(events) + ".")
    style = TextStyle("sans", False, False, SMALL, 9.5, "left", "top", 1.16)
    place = Rect(box.x, box.y + 6.2, box.w, box.h - 6.2)
    pen.painter.set_text("\n\n".join(lines), style, place, pen.ink("ink"), out)
