"""The balance report: figures as rows, as JSON, and as a PDF with plots."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from pnp.draw.charts import Bar, ChartLook, bar_chart, histogram
from pnp.draw.colours import mix
from pnp.draw.drawing import Text
from pnp.draw.flow import Block, Figure, Heading, Look, Paragraph, Table, flow
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Paper, Rect, Size
from pnp.load.game import GameContent
from pnp.play.compare import Change
from pnp.play.game import find_game
from pnp.rules.pages import look_of
from pnp.sheets.components import make_painter
from pnp.words import ReportWords


class Measured(Protocol):
    """What a report is made of."""

    @property
    def game(self) -> GameContent:
        """The game that was played."""

    @property
    def options(self) -> object:
        """How it was played; None for all the runs of a full report."""

    @property
    def games(self) -> int:
        """How many games."""

    @property
    def summary(self) -> Mapping[str, object]:
        """The figures."""


def report_json(measured: Measured) -> bytes:
    """Return the figures for programs."""
    import msgspec

    game = measured.game
    data = {
        "game": game.id,
        "content": game.hash,
        "games": measured.games,
        "options": msgspec.to_builtins(measured.options),
        "figures": measured.summary,
    }
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def report_rows(figures: Mapping[str, object], words: ReportWords, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the figures as (label, value) rows; histograms are left to the plots."""
    for key, value in figures.items():
        label = f"{prefix}{spaced(key)}"
        shown = _shown(value, words)
        if shown is not None:
            yield label, shown
        elif isinstance(value, Mapping):
            yield from report_rows(value, words, f"{label} · ")
        elif isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
            for i, entry in enumerate(value, 1):
                of_entry = _shown(entry, words)
                if of_entry is not None:
                    yield f"{label} {i}", of_entry
                else:
                    yield from report_rows(entry, words, f"{label} {i} · ")


def spaced(key: str) -> str:
    """Write a key as people read it."""
    return str(key).replace("_", " ")


def report_changes(changes: Iterable[Change], words: ReportWords) -> Iterator[tuple[str, str]]:
    """Yield changed figures as (label, before → after) rows."""
    for change in changes:
        before, after = (_shown(side, words, quartiles=False) or "" for side in (change.before, change.after))
        mark = "▲" if (change.errors or 0) > 0 else "▼"
        yield " · ".join(map(spaced, change.path)), f"{before} → {after} {mark}"


_FORMS = {"rate": ".1%", "mean": ".2f", "difference": "+.1%"}
"""How figures of each kind are written, and the bounds of their error."""


def _shown(value: object, words: ReportWords, *, quartiles: bool = True) -> str | None:
    if isinstance(value, Mapping):
        kind = next((kind for kind in _FORMS if kind in value), None)
        if kind is None:
            return None
        figure = words.interval(*(format(value[key], _FORMS[kind]) for key in (kind, "low", "high")))
        known = value.get("quartiles") if kind == "mean" and quartiles else None
        return words.quartiles(figure, " / ".join(map(_number, known))) if known else figure
    if isinstance(value, list):
        if any(isinstance(v, (Mapping, list)) for v in value):
            return None
        return ", ".join(map(_number, value)) or words.none
    return _number(value)


def _number(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def report_pdf(measured: Measured, paper: Paper) -> bytes:
    """Return the report as a PDF with tables and plots."""
    game = measured.game
    painter = make_painter(game, "colour")
    look = look_of(painter)
    size = paper.size
    margin = 16.0
    area = Rect(margin, margin, size.w - 2 * margin, size.h - 2 * margin - 6)
    chart = ChartLook(look.ink, look.muted, look.line, mix(painter.style.ink(game.game.cover.role), "#ffffff", 0.4))
    blocks = list(_blocks(measured, look, chart, area.w))
    own = find_game(game.id)
    if own is not None:
        blocks += [
            Figure(d, look, caption, most=Size(1e6, 170))
            for d, caption in own.print().balance(game, painter, measured.summary)
        ]
    pages = flow(blocks, [area])
    words = game.words.report
    title = words.title(game.game.title)
    made = []
    for number, items in enumerate(pages, 1):
        foot = words.foot(title, game.hash, measured.games, number, len(pages))
        made.append(Page(size, [*items, Text(margin, size.h - 10, foot, "sans", 7.0, look.muted)]))
    return write_pdf(made, Info(title, game.game.author, words.subject, game.id))


def _blocks(measured: Measured, look: Look, chart: ChartLook, width: float) -> Iterator[Block]:
    import msgspec

    words = measured.game.words.report
    yield Heading(words.title(measured.game.game.title), look, 0)
    chosen = msgspec.to_builtins(measured.options) or {}
    options = ", ".join(f"{spaced(k)} {v}" for k, v in chosen.items() if v not in (None, "", [])) or words.full
    yield Paragraph(words.about(measured.games, options), look)
    loose = [(spaced(k), s) for k, v in measured.summary.items() if (s := _shown(v, words)) is not None]
    if loose:
        yield Table([[words.figure, words.value], *map(list, loose)], look, shares=(0.5, 0.5))
    for key, value in measured.summary.items():
        if _shown(value, words) is None or (isinstance(value, Mapping) and "histogram" in value):
            yield from _section(spaced(key), value, words, look, chart, width)


def _section(
    title: str, value: object, words: ReportWords, look: Look, chart: ChartLook, width: float, level: int = 1
) -> Iterator[Block]:
    """Write one part of the figures: a plot where there is one, a table for the rest."""
    if not isinstance(value, (Mapping, list)):
        return
    yield Heading(title[0].upper() + title[1:], look, min(level, 3))
    if isinstance(value, list):
        yield from _listed(value, words, look)
        return
    if isinstance(value.get("histogram"), Mapping) and _whole(value["histogram"]):
        yield Figure(histogram(list(value["histogram"].items()), chart, min(width, 150)), look)
        if _shown(value, words) is not None:
            return
    bars = _bars(value)
    if bars:
        percent = "mean" not in next(iter(value.values()))
        yield Figure(bar_chart(bars, chart, min(width, 150), percent=percent), look)
        return
    rows = [[spaced(k), s] for k, v in value.items() if (s := _shown(v, words)) is not None]
    if rows:
        yield Table([[words.figure, words.value], *rows], look, shares=(0.5, 0.5))
    for key, inner in value.items():
        if key != "histogram" and (
            _shown(inner, words) is None or (isinstance(inner, Mapping) and "histogram" in inner)
        ):
            yield from _section(
                f"{title}: {spaced(key)}" if level == 1 else spaced(key), inner, words, look, chart, width, level + 1
            )


def _listed(entries: list[object], words: ReportWords, look: Look) -> Iterator[Block]:
    lines = [entry for entry in entries if isinstance(entry, Mapping)]
    if not lines or len(lines) < len(entries):
        yield Paragraph(", ".join(_number(e) for e in entries), look)
        return
    columns = [k for k in lines[0] if _shown(lines[0][k], words) is not None]
    rows = [[spaced(c) for c in columns]] + [[_shown(line.get(c), words) or "–" for c in columns] for line in lines]
    yield Table(rows, look, size=7.5)


def _bars(value: Mapping[str, object]) -> list[Bar]:
    """Return bars if every entry is a rate, a mean or a difference."""
    figures = {k: v for k, v in value.items() if isinstance(v, Mapping)}
    for key in ("rate", "mean", "difference"):
        if len(value) == len(figures) > 1 and all(key in figure for figure in figures.values()):
            return [Bar(spaced(k), v[key], v["low"], v["high"]) for k, v in figures.items()]
    return []


def _whole(counts: Mapping[str, object]) -> bool:
    return bool(counts) and all(str(k).lstrip("-").isdigit() for k in counts)
