"""Texts with {{ … }} in them: filled in from content, and unable to do anything else.

Most templates only name a value (``{{ card.title }}``); those are filled in directly.
Anything more goes to Jinja, imported only then, in a sandbox with a step budget: a
stranger's template can reach no file, no attribute of Python and cannot run for ever.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.context import limits, meter
from pnp.diagnostics import one_of
from pnp.limits import how_to_raise
from pnp.load.budget import pay_for
from pnp.load.values import Names, TemplateFault, counted, show

if TYPE_CHECKING:
    from pnp.load.jinja import Compiled

_PATH = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d{1,6}\])*"
_SIMPLE = re.compile(r"\{\{-?\s*(" + _PATH + r")\s*-?\}\}")
_STEP = re.compile(r"[A-Za-z_]\w*|\d+")
_SPECIAL = re.compile(r"\{[{%#]")
_COPIED_PER_STEP = 50
_LITERAL_WORDS = frozenset(("true", "false", "none", "True", "False", "None", "loop", "range"))


class Template:
    """A compiled text; `constant` if nothing has to be filled in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.constant = "{" not in text or not _SPECIAL.search(text)
        self._pieces = None if self.constant else _simple_pieces(text)
        self._jinja: Compiled | None = None

    def render(self, names: Names) -> str:
        """Fill the template in."""
        if self.constant:
            return self.text
        if self._pieces is not None:
            return "".join([counted(p if isinstance(p, str) else show(p.resolve(names))) for p in self._pieces])
        return self._compiled().render(names)

    def value(self, names: Names) -> Any:
        """Return the value itself if the text is one single {{ … }}, else the filled-in text."""
        if self._pieces is not None and len(self._pieces) == 1 and not isinstance(self._pieces[0], str):
            return self._pieces[0].resolve(names)
        if self.constant or self._pieces is not None:
            return self.render(names)
        return self._compiled().value(names)

    def looked_up(self) -> Mapping[str, int]:
        """Return the names that it looks up, each with a place where it does."""
        if self.constant:
            return {}
        if self._pieces is None:
            return self._compiled().looked_up()
        return {str(p.steps[0]): p.offset for p in reversed(self._pieces) if isinstance(p, _Lookup)}

    def _compiled(self) -> "Compiled":
        if self._jinja is None:
            from pnp.load.jinja import Compiled

            self._jinja = Compiled(self.text)
        else:
            pay_for(self.text)
        return self._jinja


class _Lookup:
    """A dotted path into the names."""

    __slots__ = ("length", "offset", "steps")

    def __init__(self, path: str, offset: int) -> None:
        self.offset = offset
        self.length = len(path)
        self.steps: list[str | int] = [int(s) if s.isdigit() else s for s in _STEP.findall(path)]

    def resolve(self, names: Names) -> Any:
        value: Any = names
        for step in self.steps:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                raise self._missing(value, step) from None
        return value

    def _missing(self, container: Any, step: str | int) -> TemplateFault:
        if isinstance(container, Mapping):
            hint = one_of(str(step), [k for k in container if not str(k).startswith("_")])
        else:
            hint = None
        return TemplateFault("undefined", f"'{step}' is not defined here", self.offset, self.length, hint)


def _simple_pieces(text: str) -> list[str | _Lookup] | None:
    pieces: list[str | _Lookup] = []
    end = 0
    for match in _SIMPLE.finditer(text):
        if match[0].startswith("{{-") or match[0].endswith("-}}"):
            return None
        if match[1].split(".")[0] in _LITERAL_WORDS:
            return None
        if match.start() > end:
            pieces.append(text[end : match.start()])
        pieces.append(_Lookup(match[1], match.start(1)))
        end = match.end()
    if end < len(text):
        pieces.append(text[end:])
    if any(isinstance(p, str) and _SPECIAL.search(p) for p in pieces):
        return None
    return pieces


@lru_cache(maxsize=4096)
def compile_text(text: str) -> Template:
    """Return the compiled template of a text, compiled once."""
    return Template(text)


class _Count:
    """The whole numbers from one bound to another: '1..6' or '1..clock.rounds'."""

    def __init__(self, first: str, last: str, offset: int) -> None:
        self.bounds = [int(b) if b.isdigit() else _Lookup(b, offset) for b in (first, last)]
        self.offset, self.length = offset, len(first) + 2 + len(last)
        self.steps = [f"{first}..{last}"]

    def resolve(self, names: Names) -> list[int]:
        first, last = (b.resolve(names) if isinstance(b, _Lookup) else b for b in self.bounds)
        most = limits().loop_values
        if not all(isinstance(b, int) and not isinstance(b, bool) and 0 <= b <= most for b in (first, last)):
            raise TemplateFault(
                "loop",
                f"'{self.steps[0]}' needs whole numbers up to {most}",
                self.offset,
                self.length,
                how_to_raise("loop_values"),
            )
        return list(range(first, last + 1))


class Loop:
    """'name in table' or 'name in 1..6' over the names; several of them nest, the first one outermost."""

    _FORM = re.compile(rf"\s*([A-Za-z_]\w*)\s+in\s+(?:({_PATH})|(\d+|{_PATH})\.\.(\d+|{_PATH}))\s*")

    def __init__(self, each: str | Iterable[str]) -> None:
        self.steps: list[tuple[str, _Lookup | _Count]] = []
        for text in [each] if isinstance(each, str) else each:
            match = self._FORM.fullmatch(text)
            if not match:
                raise TemplateFault(
                    "loop", f"'{text}' is not of the form 'name in table' or 'name in 1..6'", 0, len(text)
                )
            over = _Lookup(match[2], match.start(2)) if match[2] else _Count(match[3], match[4], match.start(3))
            self.steps.append((match[1], over))

    def __iter__(self) -> Iterator[Any]:  # pragma: no cover - guards against misuse
        raise TypeError("use Loop.over(names)")

    def over(self, names: Names) -> Iterator[tuple[dict[str, Any], tuple[int, ...]]]:
        """Yield the names of each round, with the positions in the lists that gave them."""
        yield from self._nest(dict(names), 0, ())

    def _nest(
        self, names: dict[str, Any], depth: int, at: tuple[int, ...]
    ) -> Iterator[tuple[dict[str, Any], tuple[int, ...]]]:
        if depth == len(self.steps):
            yield names, at
            return
        name, lookup = self.steps[depth]
        values = lookup.resolve(names)
        if isinstance(values, Mapping):
            copied = sum(len(v) for v in values.values() if isinstance(v, Mapping))
            meter().spend("game_steps", copied // _COPIED_PER_STEP)
            values = [{"id": k, **v} if isinstance(v, Mapping) else {"id": k, "value": v} for k, v in values.items()]
        if not isinstance(values, (list, tuple)):
            raise TemplateFault(
                "loop", f"'{'.'.join(map(str, lookup.steps))}' is not a list", lookup.offset, lookup.length
            )
        meter().spend("game_steps", len(values))
        key = f"{name}_index"
        for i, value in enumerate(values):
            yield from self._nest({**names, name: value, key: i}, depth + 1, (*at, i))


@lru_cache(maxsize=1024)
def compile_loop(each: str | tuple[str, ...]) -> Loop:
    """Return the compiled form of a loop, compiled once."""
    return Loop(each)
