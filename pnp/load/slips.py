"""Slips of the pen in YAML, which its parser tells of in a later line, in words of its own, or not at all.

A text that needs quotes and has none is the commonest of them: it holds a colon, a comma, {{ }} or a #. What is
said here names the line at fault and writes out what was probably meant.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from pnp.diagnostics import Span

_QUOTED = re.compile(r"""(?<![^\s,:\[{(-])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""")
_KEY = re.compile(r"(?:^|[\s{,])([\w.-]+):\s+")
_COMMENT = re.compile(r"(?:^|[:,\[{]|-)\s+(#[\w#]\S*)")
_GLUED = re.compile(r"\s*(?:- )*([A-Za-z_][\w-]*):(\S.*)")
_BARE = re.compile(r"\s*(?:- )*([A-Za-z_][\w-]*)(?:\s+(\S.*))?")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}\b")
_ENDS = re.compile(r"[,}\]]")
_NEEDS_QUOTES = "a text with {{ }} needs quotes"
_LONGEST = 60


class _Mark(Protocol):
    """A place that the parser tells, counted from 0."""

    line: int
    column: int


class Slip(NamedTuple):
    """What was probably meant: message, place and hint."""

    message: str
    span: Span
    hint: str


def quoted(text: str) -> str:
    """Return a text as YAML writes it in quotes, cut if it is long."""
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def find_slip(lines: Sequence[str], name: str, problem: str, mark: _Mark, start: _Mark | None) -> Slip | None:
    """Return the slip behind what the parser stumbled over at a mark, in something that began at another."""
    first = max(0, min(start.line if start is not None else mark.line, mark.line))
    if "flow" in problem or "',' or" in problem:
        for row in range(max(0, first - 1), min(mark.line + 1, len(lines))):
            if found := _in_braces(lines[row], row, name):
                return found
    if mark.line >= len(lines):
        return None
    if "mapping values" in problem or ("',' or" in problem and lines[mark.line][mark.column : mark.column + 1] == ":"):
        return _colon(lines, mark, name)
    if "',' or" in problem and re.search(r"\w\[$", lines[mark.line][: mark.column + 1]):
        return _brackets(lines[mark.line], mark, name)
    if "',' or" in problem and re.search(r"[\"'\]}] +$", lines[mark.line][: mark.column]):
        return _goes_on(lines[mark.line], mark, name)
    if "find expected ':'" in problem:
        return _no_colon(lines, first, name)
    if "expected key" in problem or "'-' indicator" in problem:
        return _beside(lines, mark, name)
    if "alias" in problem or "anchor" in problem or "cannot start any token" in problem:
        return _odd_start(lines[mark.line], mark, name)
    return None


def braces(line: str, column: int, row: int, name: str) -> Slip | None:
    """Return the slip of {{ }} without quotes, if it is the second brace that stands in a column."""
    return _in_braces(line, row, name) if line[column - 1 : column + 1] == "{{" else None


def comment(line: str, column: int, row: int, name: str) -> Slip | None:
    """Return the slip of a value that starts with # and so is none."""
    match = re.match(r"\s+(#\w\S*)", line[column:])
    return _commented(match[1], _span(name, row, column + match.start(1), len(match[1]))) if match else None


def cut_short(line: str, column: int, row: int, name: str) -> Slip | None:
    """Return the slip of a text that goes on behind a # it was probably meant to hold."""
    match = re.match(r"\s+(#\d\S*)", line[column:])
    if match is None:
        return None
    message = f"the text ends before '{match[1]}': after a space, # starts a comment"
    hint = "put the text in quotes, or write '# ' if it is a comment"
    return Slip(message, _span(name, row, column + match.start(1), len(match[1])), hint)


def no_value(key: str, before: object, span: Span) -> Slip:
    """Return the slip of a key without a colon inside of braces: mostly the rest of a text with a comma."""
    word, colon, rest = key.partition(":")
    if colon and rest:
        return Slip(f"a space is missing after the colon of '{word}:'", span, f"write '{word}: {rest}'")
    message = f"'{key}' is no key with a value: inside of braces a comma ends a text"
    text = f"{before}, {key}" if isinstance(before, (str, int, float)) else f"…, {key}"
    return Slip(message, span, f"if it belongs to the text before it, write {quoted(text)}")


def _span(name: str, row: int, column: int, length: int = 1) -> Span:
    return Span(name, row + 1, column + 1, column + 1 + max(1, length))


def _plain(line: str) -> str:
    """Return a line with its quoted texts blanked out."""
    return _QUOTED.sub(lambda m: "x" * len(m[0]), line)


def _commented(text: str, span: Span) -> Slip:
    what = "a colour" if _COLOUR.fullmatch(text) else "a text"
    return Slip(f"after a space, # starts a comment: {what} with # needs quotes", span, f"write {quoted(text)}")


def _in_braces(line: str, row: int, name: str) -> Slip | None:
    plain = _plain(line)
    if "{{" in plain:
        at = plain.index("{{")
        start = max((m.end() for m in _KEY.finditer(plain[: at + 1]) if m.end() <= at), default=at)
        end = _ENDS.search(plain, line.find("}}", at) + 2) if "}}" in line[at:] else None
        text = line[start : end.start() if end else len(line)].rstrip()
        return Slip(_NEEDS_QUOTES, _span(name, row, start, len(text)), f"write {quoted(text)}")
    if match := _COMMENT.search(plain):
        text = re.split(_ENDS, match[1])[0]
        return _commented(text, _span(name, row, match.start(1), len(text)))
    return None


def _colon(lines: Sequence[str], mark: _Mark, name: str) -> Slip | None:
    line = lines[mark.line]
    plain = _plain(line)
    keys = [m for m in _KEY.finditer(plain[: mark.column + 1]) if m.end() <= mark.column]
    if keys:
        start = keys[-1].end()
        end = _ENDS.search(plain, mark.column) if re.search(r"[{\[]", plain[:start]) else None
        text = line[start : end.start() if end else len(line)].rstrip()
        if text.startswith("{{"):
            return Slip(_NEEDS_QUOTES, _span(name, mark.line, start, len(text)), f"write {quoted(text)}")
        hint = f"write {keys[-1][1]}: {quoted(text)}"
        return Slip("a text with a colon and a space needs quotes", _span(name, mark.line, start, len(text)), hint)
    above = next((row for row in range(mark.line - 1, -1, -1) if _says(lines[row])), None)
    if above is None:
        return None
    if found := _no_colon(lines, above, name):
        return found
    own, other = _indent(line), _indent(lines[above])
    if own <= other:
        return None
    message = f"this line is indented deeper than line {above + 1}, which has its value already"
    return Slip(
        message, _span(name, mark.line, own), f"let it begin in column {other + 1} too, or mend line {above + 1}"
    )


def _no_colon(lines: Sequence[str], row: int, name: str) -> Slip | None:
    plain = re.sub(r"\s+#.*", "", _plain(lines[row])).rstrip()
    line = lines[row][: len(plain)]
    start = _indent(line)
    if glued := _GLUED.fullmatch(plain):
        word, value = line[glued.start(1) : glued.end(1)], line[glued.start(2) :]
        message = f"a space is missing after the colon of '{word}:'"
        return Slip(message, _span(name, row, start, len(line) - start), f"write '{word}: {value}'")
    bare = _BARE.fullmatch(plain)
    if bare is None or re.search(r":(\s|$)", plain):
        return None
    written = f"{bare[1]}: {line[bare.start(2) :] if bare[2] else '…'}"
    return Slip("a colon is missing in this line", _span(name, row, start, len(line) - start), f"write '{written}'")


def _beside(lines: Sequence[str], mark: _Mark, name: str) -> Slip | None:
    line = lines[mark.line]
    if _indent(line) < mark.column:
        return _goes_on(line, mark, name)
    above = next((row for row in range(mark.line - 1, -1, -1) if _says(lines[row])), None)
    if above is None:
        return None
    if found := _no_colon(lines, above, name):
        return found
    own, upper = len(line) - len(line.lstrip(" ")), lines[above]
    other = (len(upper) - len(upper.lstrip(" ")) if line[own] == "-" else _indent(upper)) + 1
    if other == own + 1:
        return None
    message = (
        f"this line begins in column {own + 1}, which nothing above it does; line {above + 1} begins in column {other}"
    )
    hint = "let all entries of a mapping or list begin in the same column, with spaces"
    return Slip(message, _span(name, mark.line, own, len(line.strip())), hint)


def _goes_on(line: str, mark: _Mark, name: str) -> Slip:
    span = _span(name, mark.line, mark.column)
    message = "something goes on behind the end of a text, list or mapping"
    return Slip(
        message, span, "put the whole text in quotes, with '' for those inside, or remove what stands behind its end"
    )


def _brackets(line: str, mark: _Mark, name: str) -> Slip:
    """An expression such as hand[me] inside of { } or [ ], where its brackets would begin a list."""
    starts = [m.end() for m in re.finditer(r"[\w.-]+:\s+|[\[{,]\s*", _plain(line)[: mark.column])]
    start = starts[-1] if starts else _indent(line)
    end, depth = start, 0
    while end < len(line) and not (depth == 0 and line[end] in ",]}"):
        depth += (line[end] in "[(") - (line[end] in "])")
        end += 1
    text = line[start:end].rstrip()
    message = "inside of { } or [ ], a text with brackets needs quotes"
    return Slip(message, _span(name, mark.line, start, len(text)), f"write {quoted(text)}")


def _odd_start(line: str, mark: _Mark, name: str) -> Slip | None:
    """A text that starts with a letter that YAML keeps for itself, such as the * of **bold**."""
    match = re.search(r"(?:^|[:,\[{]|-)\s*([*&@`%!].*)", _plain(line))
    if match is None:
        return None
    text = line[match.start(1) :].rstrip()
    if re.search(r"[{\[]", line[: match.start(1)]):
        text = re.split(_ENDS, text)[0]
    message = f"a text that starts with {text[0]} needs quotes"
    return Slip(message, _span(name, mark.line, match.start(1), len(text)), f"write {quoted(text)}")


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    """Return the column of a line's first letter, those behind '- ' of an entry."""
    match = re.match(r"(\s*(?:- +)*)", line)
    return match.end() if match else 0
