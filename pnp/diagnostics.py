"""Faults and how they are shown: file, line, column, the line itself, a caret and a hint."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeVar

V = TypeVar("V")

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer terminals, end lines unseen or turn the order of writing round; no text of a game needs one."""

_LONGEST_MESSAGE = 600
_MOST_FAULTS = 1000
_MOST_COMPARED = 100_000
"""How many names are looked at for hints before faults do without: a file may hold thousands of misspelt ones."""
_MOST_MEASURED = 50
_MOST_PAIRS = 10_000_000
"""Pairs of letters that are compared exactly."""
_LONGEST_COMPARED = 100
_SIMILAR = 0.67
"""How much of two names must be alike; `file` and `title` are less so."""


class Span(NamedTuple):
    """A place in a file; lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_column: int
    cell: str = ""
    """What a spreadsheet calls it."""

    def __str__(self) -> str:
        """Return the place as people write it."""
        return f"{self.file}, {self.cell}" if self.cell else f"{self.file}:{self.line}:{self.column}"


class Diagnostic(NamedTuple):
    """One fault: what is wrong, where, and what to do."""

    severity: str
    code: str
    message: str
    span: Span | None = None
    hint: str | None = None

    @property
    def is_error(self) -> bool:
        """Say whether this stops a build."""
        return self.severity == "error"

    def sort_key(self) -> tuple[str, int, int, str]:
        """Order by place, then by code."""
        span = self.span or Span("", 0, 0, 0)
        return (span.file, span.line, span.column, self.code)

    def as_json(self) -> dict[str, Any]:
        """Return the fault for programs."""
        place = {key: value for key, value in self.span._asdict().items() if value != ""} if self.span else {}
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            **place,
        }


class Problems(Exception):
    """Raised when a phase found errors: later phases must not run."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics[:3]))

    def __reduce__(self) -> tuple[Any, ...]:
        return Problems, (self.diagnostics,)


EXHAUSTED = (MemoryError, RecursionError, OverflowError)
"""What Python raises where the machine cannot follow."""
_EXHAUSTED: dict[type[BaseException], str] = {
    MemoryError: "there is not enough memory for this",
    RecursionError: "this is nested deeper than Python can follow",
    OverflowError: "a number here is larger than Python can work with",
}
EXHAUSTED_HINT = "make it smaller, lower the limits that were raised, or give pnp more memory"


def _why(error: BaseException) -> str:
    return next(words for kind, words in _EXHAUSTED.items() if isinstance(error, kind))


def exhausted(error: BaseException) -> "Diagnostic":
    """Return the fault for what no place is known of."""
    return Diagnostic("error", "exhausted", _why(error), None, EXHAUSTED_HINT)


class Report:
    """Collects the faults of a phase, each only once, and no more than a person can read."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}
        self._failed = False
        self._left_out = 0
        self.place: Span | None = None
        """Where a fault stands that does not say so itself."""
        _HINTS.compared = _HINTS.measured = 0

    def error(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Note an error."""
        self._failed = True
        self._note(Diagnostic("error", code, message, span or self.place, hint))

    def take(self, problems: Problems) -> None:
        """Note the errors that ended something."""
        self._failed = True
        for fault in problems.diagnostics:
            self._note(fault._replace(span=fault.span or self.place))

    def warning(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Note a warning."""
        self._note(Diagnostic("warning", code, message, span or self.place, hint))

    def exhausted(self, error: BaseException, span: Span | None = None) -> None:
        """Note that the machine or Python gave up."""
        self.error("exhausted", _why(error), span, EXHAUSTED_HINT)

    def _note(self, fault: Diagnostic) -> None:
        if len(fault.message) > 2 * _LONGEST_MESSAGE:
            fault = fault._replace(message=fault.message[: 2 * _LONGEST_MESSAGE])
        if len(self._found) < _MOST_FAULTS:
            self._found[fault] = None
        elif fault not in self._found:
            self._left_out += 1

    @property
    def full(self) -> bool:
        """Say whether looking for more faults is of no use."""
        return len(self._found) >= _MOST_FAULTS

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All faults, in the order of their places."""
        found = sorted(self._found, key=Diagnostic.sort_key)
        if self._left_out:
            severity = "error" if self._failed else "warning"
            found.append(Diagnostic(severity, "more", f"{self._left_out} more faults are not shown", self.place))
        return found

    @property
    def failed(self) -> bool:
        """Say whether there is any error."""
        return self._failed

    def raise_if_failed(self) -> None:
        """End the phase with all its faults if one of them is an error."""
        if self.failed:
            raise Problems(self.diagnostics)


class _Hints:
    """How much work hints have been so far."""

    compared = 0
    measured = 0

    @property
    def exhausted(self) -> bool:
        """Say whether faults do without hints from now on."""
        return self.compared > _MOST_COMPARED or self.measured > _MOST_PAIRS


_HINTS = _Hints()


def fail(code: str, message: str, span: Span | None = None, hint: str | None = None) -> Problems:
    """Make the exception for a single error."""
    return Problems([Diagnostic("error", code, message, span, hint)])


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the closest known word, or None."""
    if len(name) > _LONGEST_COMPARED or _HINTS.exhausted:
        return None
    candidates = list(islice(map(str, known), _MOST_COMPARED + 1))
    _HINTS.compared += len(candidates)
    if _HINTS.exhausted:
        return None
    close = _closest(name, candidates)
    if close is None:
        folded = {k.casefold(): k for k in candidates}
        match = _closest(name.casefold(), folded)
        close = folded[match] if match is not None else None
    return f"did you mean '{close}'?" if close is not None else None


def _closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the most similar word; of very many, those that share the most letters are looked at."""
    from collections import Counter
    from difflib import get_close_matches
    from heapq import nlargest

    length, letters = len(name), Counter(name)
    shared = []
    for word in candidates:
        both = length + len(word)
        if both and 2 * min(length, len(word)) >= _SIMILAR * both:
            share = 2 * (letters & Counter(word)).total() / both
            if share >= _SIMILAR:
                shared.append((share, word))
    likely = [word for _, word in nlargest(_MOST_MEASURED, shared)]
    _HINTS.measured += length * sum(map(len, likely))
    close = get_close_matches(name, likely, n=1, cutoff=_SIMILAR)
    return close[0] if close else None


def one_of(name: str, known: Iterable[str], most: int = 12) -> str:
    """Return the hint for an unknown name: the closest word, else what there is."""
    from heapq import nsmallest

    if _HINTS.exhausted:
        return "there are too many faults to look for the right name of each"
    names = [str(k) for k in known]
    hint = did_you_mean(name, names)
    shown = ", ".join(nsmallest(most, names)) + (" …" if len(names) > most else "")
    return hint or f"known: {shown or 'none'}"


def pick(name: str, known: Mapping[str, V], what: str) -> V:
    """Return the entry of a name that a user gave; a ValueError says what there is instead."""
    if name not in known:
        raise ValueError(f"there is no {what} '{name}'; {one_of(name, known)}")
    return known[name]


def on_one_line(text: str) -> str:
    """Return a stranger's text on one line, cut if endless, with escapes for what would steer the terminal."""
    line = CONTROLS.sub(lambda m: m[0].encode("unicode_escape", "surrogatepass").decode(), text).replace("\n", "\\n")
    return line if len(line) <= _LONGEST_MESSAGE else line[: _LONGEST_MESSAGE - 1] + "…"


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
    """Show faults as text: place, code, message, the source line with a caret, hint."""
    lines: dict[str, list[str]] = {}
    return "\n".join(_render_one(d, sources, lines) for d in diagnostics)


def _render_one(diagnostic: Diagnostic, sources: Mapping[str, str], split: dict[str, list[str]]) -> str:
    head = f"{diagnostic.severity}[{diagnostic.code}]: {on_one_line(diagnostic.message)}"
    hint = on_one_line(diagnostic.hint) if diagnostic.hint else ""
    span = diagnostic.span
    if span is None:
        return head + (f"\n   = hint: {hint}" if hint else "")
    lines = [f"{on_one_line(str(span))}: {head}"]
    number = str(span.line)
    gutter = " " * len(number)
    if span.file in sources and span.file not in split:
        split[span.file] = sources[span.file].split("\n")
    source = split.get(span.file, [])
    if 0 < span.line <= len(source):
        text = source[span.line - 1].rstrip("\r")
        start = max(0, span.column - 1 - 80)
        shown = CONTROLS.sub("\ufffd", text[start : start + 120].expandtabs(1))
        carets = "^" * max(1, min(span.end_column, start + 121) - span.column)
        lines += [
            f" {gutter} |",
            f" {number} | {shown}",
            f" {gutter} | {' ' * (span.column - 1 - start)}{carets}",
        ]
    if hint:
        lines.append(f" {gutter} = hint: {hint}")
    return "\n".join(lines)


def tally(diagnostics: Iterable[Diagnostic]) -> str:
    """Count errors and warnings in words."""
    found = list(diagnostics)
    errors = sum(d.is_error for d in found)
    warnings = len(found) - errors
    words = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(words) or "no faults"
