"""Words and drawings for the terminal: long lines broken, blocks of lines set side by side."""

from collections.abc import Iterable, Iterator, Sequence

WIDTH = 100
"""The widest line of a drawing."""

Block = Sequence[str]
"""A small drawing: its lines."""


def wrapped(name: str, words: str) -> Iterator[str]:
    """Break a long line at its spaces, the rest hanging under its beginning."""
    line = name
    for word in words.split(" "):
        if len(line) + len(word) > WIDTH and line.strip() and line != " " * len(name):
            yield line.rstrip()
            line = " " * len(name)
        line += word + " "
    yield line.rstrip()


def listed(name: str, parts: Iterable[str]) -> Iterator[str]:
    """Write parts after a name, separated by commas; a line is broken only between parts."""
    return _whole(name, parts, ", ")


def legend(parts: Iterable[str], name: str = "") -> Iterator[str]:
    """Write what signs mean with room between them; a line is broken only between parts."""
    return _whole(name, parts, 2 * _GLUE + " ")


def _whole(name: str, parts: Iterable[str], between: str) -> Iterator[str]:
    glued = between.join(part.replace(" ", _GLUE) for part in parts)
    return (line.replace(_GLUE, " ").rstrip() for line in wrapped(name, glued))


_GLUE = "\N{NO-BREAK SPACE}"


def cut(words: str, wide: int) -> str:
    """Shorten words that are too long for their place."""
    return words if len(words) <= wide else words[: wide - 1].rstrip() + "…"


def seats(numbers: Iterable[int]) -> str:
    """Name seats (counted from 0) as people do."""
    names = [str(number + 1) for number in numbers]
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def beside(blocks: Iterable[Block], gap: int = 3) -> Iterator[str]:
    """Set blocks side by side; what finds no room goes below, after an empty line."""
    row: list[Block] = []
    used = 0
    first = True
    for block in blocks:
        wide = _wide(block)
        if row and used + gap + wide > WIDTH:
            yield from _row(row, gap, first)
            row, used, first = [], 0, False
        used += wide + (gap if row else 0)
        row.append(block)
    if row:
        yield from _row(row, gap, first)


def _row(blocks: Sequence[Block], gap: int, first: bool) -> Iterator[str]:
    if not first:
        yield ""
    wides = [_wide(block) for block in blocks]
    for number in range(max(len(block) for block in blocks)):
        parts = [
            f"{block[number] if number < len(block) else '':<{wide}}" for block, wide in zip(blocks, wides, strict=True)
        ]
        yield (" " * gap).join(parts).rstrip()


def _wide(block: Block) -> int:
    return max((len(line) for line in block), default=0)
