"""Faults and how they are shown: file, line, column, the line itself, a caret and a hint."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

V = TypeVar("V")


class Span(NamedTuple):
    """A place in a file; lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_column: int


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
        place = self.span._asdict() if self.span else {}
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


class Report:
    """Collects the faults of a phase, each only once."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def error(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Note an error."""
        self._found[Diagnostic("error", code, message, span, hint)] = None

    def warning(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Note a warning."""
        self._found[Diagnostic("warning", code, message, span, hint)] = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All faults, in the order of their places."""
        return sorted(self._found, key=Diagnostic.sort_key)

    @property
    def failed(self) -> bool:
        """Say whether there is any error."""
        return any(d.is_error for d in self._found)

    def raise_if_failed(self) -> None:
        """End the phase with all its faults if one of them is an error."""
        if self.failed:
            raise Problems(self.diagnostics)


def fail(code: str, message: str, span: Span | None = None, hint: str | None = None) -> Problems:
    """Make the exception for a single error."""
    return Problems([Diagnostic("error", code, message, span, hint)])


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the closest known word, or None."""
    from difflib import get_close_matches

    candidates = [str(k) for k in known]
    close = get_close_matches(name, candidates, n=1, cutoff=0.6)
    if not close:
        folded = {k.casefold(): k for k in candidates}
        close = [folded[m] for m in get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)]
    return f"did you mean '{close[0]}'?" if close else None


def one_of(name: str, known: Iterable[str], most: int = 12) -> str:
    """Return the hint for an unknown name: the closest word, else what there is."""
    names = sorted(str(k) for k in known)
    shown = ", ".join(names[:most]) + (" …" if len(names) > most else "")
    return did_you_mean(name, names) or f"known: {shown or 'none'}"


def pick(name: str, known: Mapping[str, V], what: str) -> V:
    """Return the entry of a name that a user gave; a ValueError says what there is instead."""
    if name not in known:
        raise ValueError(f"there is no {what} '{name}'; {one_of(name, known)}")
    return known[name]


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
    """Show faults as text: place, code, message, the source line with a caret, hint."""
    return "\n".join(_render_one(d, sources) for d in diagnostics)


def _render_one(diagnostic: Diagnostic, sources: Mapping[str, str]) -> str:
    head = f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
    span = diagnostic.span
    if span is None:
        return head + (f"\n   = hint: {diagnostic.hint}" if diagnostic.hint else "")
    lines = [f"{span.file}:{span.line}:{span.column}: {head}"]
    number = str(span.line)
    gutter = " " * len(number)
    source = sources[span.file].split("\n") if span.file in sources else []
    if 0 < span.line <= len(source):
        text = source[span.line - 1].rstrip("\r").expandtabs(1)
        start = max(0, span.column - 1 - 80)
        shown = text[start : start + 120]
        carets = "^" * max(1, min(span.end_column, start + 121) - span.column)
        lines += [
            f" {gutter} |",
            f" {number} | {shown}",
            f" {gutter} | {' ' * (span.column - 1 - start)}{carets}",
        ]
    if diagnostic.hint:
        lines.append(f" {gutter} = hint: {diagnostic.hint}")
    return "\n".join(lines)


def tally(diagnostics: Iterable[Diagnostic]) -> str:
    """Count errors and warnings in words."""
    found = list(diagnostics)
    errors = sum(d.is_error for d in found)
    warnings = len(found) - errors
    words = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(words) or "no faults"
