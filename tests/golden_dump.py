"""Everything that is drawn, written down so that two checkouts can be compared.

    python tests/golden_dump.py terrain                               what there is
    python tests/golden_dump.py terrain dominoes letter lowink        the log of one component
    python tests/golden_dump.py terrain --records                     the records of a game, as they stand in tests/golden/

The log names no module and no class of the program, only what lies on the paper; numbers are rounded so that the
last digit of a sum, which differs between versions of Python, never shows.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from msgspec import structs
from shipped import GAMES, loaded, ordered, play_of
from support import guide_of, options

from pnp.context import meter
from pnp.diagnostics import Report
from pnp.draw import drawing
from pnp.export.cache import ScenarioCache
from pnp.export.html import rulebook_html
from pnp.load.library import templates_folder
from pnp.pipeline import make_sheets
from pnp.play.game import find_game
from pnp.play.options import typed_options
from pnp.printing import STYLES
from pnp.sheets.scenarios import scenario_sets

PAPERS = ("a4", "letter")
OFF_THE_EDGE = 0.0000137
"""Added before numbers are rounded: halves and their like, which are common, then never lie where rounding turns."""

SLOW_BOTS = ("sampling",)
"""Players that a balance report for the record does without."""

Log = Iterator[str]


def number(value: float) -> str:
    """Write a length."""
    return f"{value + OFF_THE_EDGE:.4f}"


def numbers(values: Iterable[float]) -> str:
    """Write several lengths."""
    return " ".join(map(number, values))


@cache
def outlined(outline: tuple[Any, ...]) -> str:
    """Write an outline down; most come again on other paper and in other styles."""
    return " ".join(_SEGMENTS[kind, len(at)] % tuple([v + OFF_THE_EDGE for v in at]) for kind, *at in outline)


_SEGMENTS = {
    (kind, count): " ".join((kind, *["%.4f"] * count)) for kind, count in zip("MLCRZ", (2, 2, 6, 4, 0), strict=True)
}


class Writer:
    """Writes the drawings of one component down; a symbol that comes again is named by its number."""

    def __init__(self) -> None:
        self.symbols: dict[int, tuple[int, Any]] = {}

    def items(self, items: Iterable[Any], indent: str = "") -> Log:
        """Yield a line for every item, those of groups and new symbols below it."""
        for item in items:
            match item:
                case drawing.Path():
                    flags = f"{' even-odd' if item.even_odd else ''}{' round' if item.round else ''}"
                    dash = f" dash {numbers(item.dash)}" if item.dash else ""
                    stroke = f" stroke {item.stroke} {number(item.width)}{dash}" if item.stroke else ""
                    yield f"{indent}path fill {item.fill}{stroke}{flags}: {outlined(item.outline)}"
                case drawing.Text():
                    yield f"{indent}text {number(item.x)} {number(item.y)} {item.font} {number(item.size)} {item.colour} {item.text!r}"
                case drawing.Group():
                    matrix = f" {numbers(item.matrix)}" if item.matrix else ""
                    clip = f" clip {outlined(item.clip)}" if item.clip else ""
                    yield f"{indent}group{matrix}{clip} {item.tag} {item.alt}".rstrip()
                    yield from self.items(item.items, indent + "  ")
                case drawing.Use():
                    yield from self.symbol(item.symbol, numbers(item.matrix), indent)
                case drawing.Image():
                    yield f"{indent}image {item.kind} {numbers(item.rect)} {sha256(item.data).hexdigest()}"
                case drawing.Link():
                    yield f"{indent}link {numbers(item.rect)} {item.target}"
                case drawing.Anchor():
                    yield f"{indent}anchor {item.name} {number(item.y)}"
                case drawing.Place():
                    holds = [f"{h.number} {h.piece}{' stacked' if h.stacked else ''}" for h in item.holds]
                    yield f"{indent}place {item.shape} {numbers(item.rect)} {item.name!r} holds {', '.join(holds)}"
                case _:
                    raise TypeError(f"nobody wrote down how to log {item!r}")

    def symbol(self, symbol: Any, place: str, indent: str) -> Log:
        """Yield where a symbol lies, and what it is when it comes for the first time."""
        known = self.symbols.get(id(symbol))
        if known is not None:
            yield f"{indent}use #{known[0]} {place}"
            return
        self.symbols[id(symbol)] = (len(self.symbols) + 1, symbol)
        yield f"{indent}use #{len(self.symbols)} {place} box {numbers(symbol.box)}"
        yield from self.items(symbol.items, indent + "  ")


def sheet_set_log(made: Any) -> Log:
    """Yield what a component is and every sheet of it."""
    yield f"{made.title!r}, {made.per_sheet} per sheet, bleed {number(made.bleed)}, two-sided {made.two_sided}"
    yield from (f"note {note!r}" for note in made.notes)
    for p in made.printables:
        yield f"component {p.id} {p.title!r} {p.kind} {numbers(p.size)} {p.shape} of {p.group!r} optional {p.optional} lying {p.landscape}"
        yield from (f"  {item.copies} × {item.label!r}, {'a back' if item.back else 'no back'}" for item in p.items)
    writer = Writer()
    for sheet in made.sheets:
        yield f"sheet {numbers(sheet.size)} {sheet.side} {sheet.title!r} {sheet.label!r} live {numbers(sheet.live)}"
        yield from (f"  cut {outlined(cut)} bleed {number(sheet.bleed)}" for cut in sheet.cuts)
        yield from writer.items(sheet.items, "  ")


@cache
def stamped(game: str) -> Any:
    """Return a game whose hash, which changes with every remark in the content, is always the same."""
    whole = copy(loaded(game))
    whole.hash = "00000000"
    return whole


def built(game: str, paper: str, style: str) -> Iterator[tuple[str, int, Log]]:
    """Yield name, sheets of paper and log of everything that a game prints."""
    whole, chosen = stamped(game), options(paper, style=style)
    meter().restart()
    report = Report()
    made = make_sheets(whole, chosen, (), report)
    assert made is not None, [d.message for d in report.diagnostics]
    for one in (guide_of(made), *made.sets):
        yield one.id, one.paper_count, sheet_set_log(one)
    if made.rules is not None:
        yield "rulebook", made.rules.sheets.paper_count, sheet_set_log(made.rules.sheets)
        yield "rulebook-booklet", made.rules.booklet.paper_count, sheet_set_log(made.rules.booklet)
    if made.rules is not None and paper == PAPERS[0]:
        page = rulebook_html(made.rules.rulebook, made.painter.icons, made.rules.figure, templates_folder()).decode()
        yield "rulebook.html", 0, iter(page.splitlines())
    for file in made.files:
        yield file.name, file.sheets, jobs_log(file)
    if whole.game.scenarios:
        meter().restart()
        found = [
            replace(one, seal=structs.replace(one.seal, content=whole.hash)) for one in ordered(game, ScenarioCache())
        ]
        for i, one in enumerate(scenario_sets(whole, found, chosen, solutions=True), 1):
            yield f"scenario-{i}:{one.id}", one.paper_count, sheet_set_log(one)
    if style == STYLES[0] and find_game(game).play is not None:
        pages = balance_pages(game, paper)
        yield "balance", len(pages), pages_log(pages)


def jobs_log(file: Any) -> Log:
    """Yield the jobs of a file to print, and their pages in order."""
    for job in file.jobs:
        yield f"job {job.name} from {job.first} to {job.last}"
        yield from (f"{s.side} {s.label} {s.title}" for s in job.pages)


@cache
def measured(game: str) -> Any:
    """A small balance report: one game of every run that a full report makes, but those of slow players."""
    from pnp.pipeline_play import Balance
    from pnp.play.simulate import simulate

    play = play_of(game)
    balance = play.room.balance
    wanted = balance.report_options(play.content) or [typed_options(balance.options, {})]
    runs = [run for run in wanted if getattr(run, "bot", "") not in SLOW_BOTS]
    records = list(simulate(play.game, list(enumerate(runs)), 1, lambda _: None))
    summary: dict[str, Any] = balance.summarise(records) | dict(balance.explain(play.game))
    return Balance(stamped(game), None, len(records), summary)


def balance_pages(game: str, paper: str) -> Sequence[Any]:
    """Return the pages of a balance report as they go to the printer, before they become a file."""
    from unittest.mock import patch

    from pnp.export import report

    with patch.object(report, "write_pdf", return_value=b"") as written:
        report.report_pdf(measured(game), options(paper).paper)
    pages: Sequence[Any] = written.call_args.args[0]
    return pages


def pages_log(pages: Sequence[Any]) -> Log:
    """Yield the pages of a report."""
    writer = Writer()
    for page in pages:
        yield f"page {numbers(page.size)}"
        yield from writer.items(page.items, "  ")


def records(game: str, papers: Sequence[str] = PAPERS, styles: Sequence[str] = STYLES) -> Log:
    """Yield a line for every component, paper and style of a game: sheets of paper and the hash of its log."""
    for paper in papers:
        for style in styles:
            for name, sheets, log in built(game, paper, style):
                text = "\n".join(log)
                yield f"{name} {paper} {style} {sheets} {sha256(text.encode()).hexdigest()[:16]}"


def component_log(game: str, component: str, paper: str, style: str) -> Log:
    """Yield the log of one component; name what there is if it is not there."""
    names = []
    for name, _, log in built(game, paper, style):
        if name == component:
            return log
        names.append(name)
    raise SystemExit(f"{game} has no {component}; it has {', '.join(names)}")


def differences(recorded: str, made: str) -> Mapping[str, str]:
    """Return component, paper and style of every record that differs, with what became of it."""
    old, new = (
        {line.rsplit(" ", 2)[0]: line.split(" ")[3:] for line in text.splitlines()} for text in (recorded, made)
    )
    found = {}
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            found[key] = "is gone" if key not in new else "is new" if key not in old else "is drawn differently"
            if key in old and key in new and old[key][0] != new[key][0]:
                found[key] += f", {old[key][0]} → {new[key][0]} sheets"
    return found


def main(game: str = "", component: str = "", paper: str = "a4", style: str = "colour") -> None:
    """Print what the command line asks for."""
    if game not in GAMES:
        raise SystemExit(f"{__doc__}\ngames: {', '.join(GAMES)}")
    if component == "--records":
        lines = records(game)
    elif component:
        lines = component_log(game, component, paper, style)
    else:
        lines = (name for name, _, _ in built(game, paper, style))
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
