"""The first files of a game that starts from a spreadsheet: a deck of its rows and a plain face of its columns."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.load.tables import SheetTable

_HEADS = ("title", "name", "card", "titel", "nom", "nombre", "nome", "titre")
_TEXTS = ("text", "rules", "rule", "effect", "description", "ability", "flavour", "flavor", "notes")
_NO_FIELDS = ("copies", "id")
_LONG = 40
"""Letters from which a text is set as a paragraph and not as a line."""
_MOST_LINES, _MOST_BADGES = 4, 4

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})([.,][0-9]{1,15})?")
"""A number, also as a spreadsheet with decimal commas writes it."""

_TOP, _BOTTOM, _LEFT, _WIDTH = 19.0, 84.0, 5.0, 53.5
_LINE, _BADGE = 5.5, 11.0


class Column(NamedTuple):
    """A field of the cards and what it holds."""

    field: str
    kind: str
    longest: int
    everywhere: bool

    @property
    def shown(self) -> str:
        """The template that shows it."""
        return f"{{{{ card.{self.field} }}}}"

    @property
    def label(self) -> str:
        """What it is called on the card."""
        return self.field.replace("_", " ").capitalize()

    @property
    def when(self) -> str:
        """The condition under which a card has it, as a key of a part."""
        return "" if self.everywhere else f', when: "{{{{ card.{self.field} is defined }}}}"'


def columns_of(table: SheetTable) -> list[Column]:
    """Return the columns of a table with the narrowest type that fits every cell."""
    fields = dict.fromkeys(field for record in table.records for field in record)
    found = []
    for field in fields:
        values = [record[field] for record in table.records if field in record]
        numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
        kind = "text"
        if len(numbers) == len(values):
            kind = "whole" if all(isinstance(value, int) for value in numbers) else "number"
        elif all(_NUMBER.fullmatch(str(value)) for value in values):
            kind = "number"
        elif all(isinstance(value, bool) for value in values):
            kind = "flag"
        longest = max(len(str(value)) + _LONG * ("\n" in str(value)) for value in values)
        found.append(Column(field, kind, longest, len(values) == len(table.records)))
    return found


def starter_files(name: str, title: str, file: str, sheet: str, table: SheetTable) -> dict[str, str]:
    """Return the files of a game whose one deck is the table."""
    columns = columns_of(table)
    count = sum(_copies(record.get("copies", 1)) for record in table.records)
    source = json.dumps(file, ensure_ascii=False) + (
        f", sheet: {json.dumps(sheet, ensure_ascii=False)}" if sheet else ""
    )
    return {
        "game.yaml": _GAME.format(id=name, title=_quoted(title), count=count),
        "palette.yaml": _PALETTE,
        "cards.yaml": _CARDS.format(file=source, fields=_fields(columns)),
        "faces.yaml": _FACES + "".join(f"      - {part}\n" for part in _parts(columns)) + _BACK,
    }


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _copies(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 1


def _fields(columns: Sequence[Column]) -> str:
    return ", ".join(f"{c.field}: {c.kind}{'' if c.everywhere else '?'}" for c in columns if c.field not in _NO_FIELDS)


def _parts(columns: Sequence[Column]) -> Iterator[str]:
    """Yield the parts of the face: the head, short texts, numbers at the foot, and paragraphs between them."""
    shown = [column for column in columns if column.field not in _NO_FIELDS]
    head = _head(shown)
    rest = [column for column in shown if column is not head]
    numbers = [column for column in rest if column.kind in ("whole", "number")]
    badges, numbers = numbers[:_MOST_BADGES], numbers[_MOST_BADGES:]
    texts = [column for column in rest if column.kind == "text" and _is_long(column)]
    lines = [column for column in rest if column not in (*badges, *texts)]
    assert {*badges, *texts, *lines} == {*rest}, (numbers, rest)
    if head is not None:
        look = "font: serif, bold: true, size: [8, 16], align: center, valign: middle, colour: on-accent"
        yield _text((5, 4, 53.5, 12), head.shown, look, head)
    y = _TOP
    step = _LINE if len(lines) <= _MOST_LINES or texts else min(_LINE, (_BOTTOM - _TOP) / len(lines))
    for column in lines:
        line = f"**{column.label}:** {column.shown}"
        yield _text((_LEFT, y, _WIDTH, step), line, "size: [7, 9], valign: middle", column)
        y += step
    end = _BOTTOM - (_BADGE + 1 if badges else 0)
    for column in texts:
        high = (end - y) * column.longest / sum(other.longest for other in texts[texts.index(column) :])
        yield _text((_LEFT, y, _WIDTH, high - 1), column.shown, "size: [7, 10]", column)
        y += high
    yield from _badges(badges)


def _badges(columns: Sequence[Column]) -> Iterator[str]:
    width, top = _WIDTH / max(1, len(columns)), _BOTTOM - _BADGE
    number = "font: serif, bold: true, size: [8, 13], align: center, valign: middle"
    label = "size: 7, align: center, valign: middle, colour: muted"
    for i, column in enumerate(columns):
        left = _LEFT + i * width
        frame = _at((left, top, width - 1, _BADGE))
        yield f"{{part: box, at: {frame}, fill: paper, stroke: accent, width: 0.4, radius: 2{column.when}}}"
        yield _text((left, top + 0.5, width - 1, 6), column.shown, number, column)
        yield _text((left, _BOTTOM - 4.5, width - 1, 4), column.label, label, column)


def _text(box: tuple[float, float, float, float], text: str, look: str, column: Column) -> str:
    return f'{{part: text, at: {_at(box)}, text: "{text}", {look}{column.when}}}'


def _at(box: tuple[float, float, float, float]) -> str:
    return f"[{', '.join(f'{round(length, 2):g}' for length in box)}]"


def _head(columns: Sequence[Column]) -> Column | None:
    named = [column for word in _HEADS for column in columns if column.field.casefold() == word]
    short = [column for column in columns if column.kind == "text" and column.longest <= _LONG]
    return next(iter((*named, *short, *columns)), None)


def _is_long(column: Column) -> bool:
    return column.longest > _LONG or column.field.casefold() in _TEXTS


_GAME = """\
# yaml-language-server: $schema=../schema/game.json
# What the game is called and what its box holds. The rows of the spreadsheet are its cards; see cards.yaml.
id: {id}
title: {title}
players: [2, 4]                 # least and most
age: 8
minutes: [20, 40]
version: "0.1"
author: Your name
licence: All rights reserved    # or, say, CC BY 4.0

# pnp counts what the spreadsheet really holds, so a card that got lost is an error and not a surprise at the table.
components:
  cards: {count}
"""

_PALETTE = """\
# yaml-language-server: $schema=../schema/palette.json
# Faces name roles, never colours: change one here and the whole game follows, low-ink and grey too.
roles:
  accent: {colour: "#2f4b6e", grey: "#4a4a4a"}
  cream:  {colour: "#fbf8f0"}
"""

_CARDS = """\
# yaml-language-server: $schema=../schema/cards.json
# One card for each row of the spreadsheet. Headers are the names of fields: `Hit Points` is {{{{ card.hit_points }}}}.
# A column `copies` says how many of each; a column whose header begins with # is a note of yours.
decks:
  cards:
    title: Cards
    size: poker
    front: front
    back: back
    fields: {{{fields}}}    # ? means: may be empty
    cards: {{file: {file}}}
"""

_FACES = """\
# yaml-language-server: $schema=../schema/faces.json
# A plain face made from the columns, to see all cards at once: move, enlarge and colour its parts as you like.
faces:
  front:
    parts:
      - {part: box, fill: cream}
      - {part: box, at: [0, 0, "100%", 17], fill: accent}
"""

_BACK = """\
  back:
    parts:
      - {part: box, fill: accent}
      - {part: art, art: rings, colour: line}
      - {part: box, at: [6, 34, 51.5, 21], fill: accent, radius: 2}
      - part: text
        at: [8, 36, 47.5, 17]
        text: "{{ game.title }}"
        font: serif
        bold: true
        size: [8, 20]
        align: center
        valign: middle
        colour: on-accent
"""
