"""The routes of play: scenario, validate, referee and balance, each readable at a glance."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Report, fail, one_of
from pnp.load.document import Document, PathKeys, read_document
from pnp.load.game import GameContent, load_or_raise
from pnp.load.library import content_folder, game_names, nearest_file
from pnp.play.checks import Violation
from pnp.play.compare import damage
from pnp.play.options import typed_options
from pnp.play.reading import read_scenario
from pnp.play.scenario import PassedOver, Playable, Scenario, find_scenarios, has_engine, playable
from pnp.play.state import Illegal
from pnp.sheets.jobs import SOLUTIONS
from pnp.sheets.sheet import PrintOptions, SheetSet


def open_game(content: Path, name: str) -> Playable:
    """Load a game that can be played, or raise why not."""
    return playable(load_or_raise(content, name))


# ----------------------------------------------------------------- scenario


def scenarios(
    play: Playable, seed: int, count: int, given: Mapping[str, Any], on_pass: Callable[[PassedOver], None], jobs: int
) -> Iterator[Scenario]:
    """Yield good scenarios from a seed upwards."""
    yield from find_scenarios(play, seed, count, play.options(given), on_pass, jobs)


def scenario_pdfs(
    game: GameContent, sets: Sequence[SheetSet], options: PrintOptions, name: str, what: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the sheets of scenarios as a PDF by its name, and apart from it what spoils them."""
    from pnp.export.sheets import info_of, scenario_pdf

    for end, about, secret in (("", what, False), (f"-{SOLUTIONS}", f"{what}, {SOLUTIONS}", True)):
        chosen = [s for s in sets if s.secret == secret]
        if chosen:
            yield f"{name}{end}.pdf", scenario_pdf(chosen, info_of(game, about, options))


def for_the_printer(
    game: GameContent, sets: Sequence[SheetSet], options: PrintOptions
) -> tuple[list[SheetSet], list[str]]:
    """Return the sheets as the chosen printer needs them, and what it may lose of them."""
    if options.printer is None:
        return list(sets), []
    from pnp.sheets.printer import correct, flip_of

    report = Report()
    made = correct(sets, options, flip_of(options.backs), game.words.layout, report)
    report.raise_if_failed()
    return made, [note for after, before in zip(made, sets, strict=True) for note in after.notes[len(before.notes) :]]


def scenario_text(scenario: Scenario, file_format: str) -> bytes:
    """Return a scenario as a JSON or YAML file."""
    record = scenario.record()
    if file_format == "yaml":
        import yaml

        text: str = yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
        return text.encode()
    return (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode()


# ----------------------------------------------------------------- validate


class Verdict(NamedTuple):
    """What the validator says of one file."""

    file: str
    game: str
    diagnostics: list[Diagnostic]
    violations: list[Violation]
    rules: int
    """How many rules were asked."""
    source: str


def read_record(path: Path) -> Document:
    """Read a scenario or recorded game (YAML or JSON) with the place of every value."""
    from pnp.export.files import finish

    finish(path.parent)
    report = Report()
    document = read_document(path, path.as_posix(), report)
    if document is None:
        hint = None if os.path.lexists(path) else nearest_file(path)
        raise Problems(d._replace(hint=d.hint or hint) for d in report.diagnostics)
    return document


def open_recorded(document: Document, choice: Path | str | None, path: PathKeys = ("game",)) -> Playable:
    """Load the game that a file names, or say at that place why it cannot be played."""
    name: Any = document.data
    for key in path:
        name = name.get(key) if isinstance(name, dict) else None
    span = document.span(path) if isinstance(document.data, dict) else document.span()
    content = content_folder(choice, name if isinstance(name, str) else None)
    known = game_names(content)
    if not isinstance(name, str):
        raise fail("game", "the file names no game", span, f"write game: NAME; known: {', '.join(known)}")
    if name not in known:
        raise fail("game", f"'{name}' is not a game in {content}", span, one_of(name, known))
    game = load_or_raise(content, name)
    if not has_engine(game):
        raise fail("engine", f"'{name}' has no engine, so it has no scenarios", span)
    return playable(game)


def validate(path: Path, choice: Path | str | None, *, soft: bool) -> Verdict:
    """Check a scenario file against every rule of its game."""
    document = read_record(path)
    play = open_recorded(document, choice)
    name = play.game.id
    found = read_scenario(play, document.data, soft=soft).violations
    cite = Citations(play.game.folder.parent, name) if found else None
    diagnostics = []
    for violation in found:
        assert cite is not None
        rules = "; ".join(cite.of(clause) for clause in violation.clauses)
        message = f"{violation.message} ({violation.name}: {rules})" if rules else violation.message
        severity = "error" if violation.hard else "warning"
        diagnostics.append(Diagnostic(severity, violation.check, message, document.span(violation.path)))
    asked = sum(soft or check.hard for check in play.scenario.checks.checks)
    return Verdict(path.as_posix(), name, diagnostics, found, asked, document.text)


class Citations:
    """Clause ids with number, title and page of the rulebook."""

    def __init__(self, content: Path, game: str) -> None:
        from pnp.pipeline import compile_game_rules

        self.rules = compile_game_rules(content, game)

    def of(self, clause_id: str) -> str:
        """Return a clause as people find it in the book."""
        clause = self.rules.rulebook.clause(clause_id)
        if clause is None:
            return clause_id
        page = self.rules.pages.get(f"rule-{clause_id}")
        return f"rule {clause.number} “{clause.title}”" + (f", page {page}" if page else "")

    def text(self, clause_id: str) -> str:
        """Return what a clause says, without its markup."""
        from pnp.pipeline import without_links

        clause = self.rules.rulebook.clause(clause_id)
        return "" if clause is None else without_links(clause.text)


# ------------------------------------------------------------------ balance


class Balance(NamedTuple):
    """A measured game: what was played (no options: all runs of a full report), the figures, how many games it took."""

    game: GameContent
    options: Any
    games: int
    summary: dict[str, Any]


def balance_options(game: GameContent, given: Mapping[str, Any]) -> Any:
    """Return the options of a game's measurement."""
    return typed_options(playable(game).balance.options, given)


def measure(
    play: Playable, seed: int, games: int, given: Mapping[str, Any], jobs: int, progress: Callable[[int, int], None]
) -> Balance:
    """Simulate games and sum them up; without options, every run of the game's full report."""
    from pnp.play.simulate import simulate

    options = balance_options(play.game, given)
    route = play.balance
    report = route.report_options(play.content) if not given else None
    runs = report or [options]
    counts = [route.games_for(run, games) if report else games for run in runs]
    tasks = [(seed + i, run) for run, count in zip(runs, counts, strict=True) for i in range(count)]
    try:
        records = list(simulate(play.game, tasks, jobs, lambda n: progress(n, len(tasks))))
    except (ValueError, Illegal) as error:
        raise fail("option", str(error)) from None
    summary = {**route.summarise(records), **route.explain(play.game)}
    return Balance(play.game, None if report else options, len(records), summary)


def read_report(path: Path, game: str) -> Document:
    """Read a balance report that was written earlier, for comparison."""
    document = read_record(path)
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("figures"), dict) or "game" not in data:
        raise fail("report", "this is no balance report", document.span(), "pnp balance writes one: balance.json")
    if data["game"] != game:
        message = f"this report is about '{data['game']}', not '{game}'"
        raise fail("report", message, document.span(("game",)), f"compare with a report of {game}")
    report = Report()
    for place, fault in damage(data["figures"], ("figures",)):
        report.error("report", fault, document.span(place), "the report is damaged; pnp balance writes a new one")
    for key in ("games", "options", "content"):
        if key not in data:
            report.error("report", f"the report has no '{key}'", document.span(), "pnp balance writes it")
    report.raise_if_failed()
    return document
