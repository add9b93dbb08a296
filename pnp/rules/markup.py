"""The light markup of rule texts: paragraphs, lists and tables; bold, italic and icons are left to the text setter."""

import re
from typing import NamedTuple, TypeAlias


class Para(NamedTuple):
    """A paragraph on one line."""

    text: str


class ListBlock(NamedTuple):
    """A list, numbered or with bullets."""

    items: tuple[str, ...]
    ordered: bool


class TableBlock(NamedTuple):
    """Rows of cells; the first row is the head if a rule of dashes follows it."""

    rows: tuple[tuple[str, ...], ...]
    head: bool


MarkupBlock: TypeAlias = Para | ListBlock | TableBlock

_BULLET = re.compile(r"[-•]\s+(.*)")
_NUMBERED = re.compile(r"\d{1,3}[.)]\s+(.*)")
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?")


def parse_blocks(text: str) -> list[MarkupBlock]:
    """Split a text into blocks; lines of a paragraph or list entry are joined."""
    blocks: list[MarkupBlock] = []
    lines = [line.strip() for line in text.strip().split("\n")]
    i = 0
    while i < len(lines):
        line = lines[i]
        if not line:
            i += 1
        elif line.startswith("|"):
            table, i = _table(lines, i)
            blocks.append(table)
        elif _BULLET.fullmatch(line) or _NUMBERED.fullmatch(line):
            entries, i = _list(lines, i)
            blocks.append(entries)
        else:
            start = i
            while (
                i < len(lines)
                and lines[i]
                and not lines[i].startswith("|")
                and (i == start or not _BULLET.fullmatch(lines[i]))
            ):
                i += 1
            blocks.append(Para(" ".join(lines[start:i])))
    return blocks


def _table(lines: list[str], i: int) -> tuple[TableBlock, int]:
    rows: list[tuple[str, ...]] = []
    head = False
    while i < len(lines) and lines[i].startswith("|"):
        if _RULE.fullmatch(lines[i]):
            head = head or len(rows) == 1
        else:
            rows.append(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", lines[i].strip("|"))))
        i += 1
        while i + 1 < len(lines) and not lines[i] and lines[i + 1].startswith("|"):
            i += 1
    return TableBlock(tuple(rows), head), i


def _list(lines: list[str], i: int) -> tuple[ListBlock, int]:
    ordered = _NUMBERED.fullmatch(lines[i]) is not None
    form = _NUMBERED if ordered else _BULLET
    items: list[str] = []
    while i < len(lines) and lines[i]:
        match = form.fullmatch(lines[i])
        if match:
            items.append(match[1])
        elif lines[i].startswith("|"):
            break
        else:
            items[-1] += " " + lines[i]
        i += 1
    return ListBlock(tuple(items), ordered), i
