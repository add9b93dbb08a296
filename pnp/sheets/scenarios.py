"""Scenarios on paper: those that game.yaml orders, and any that were found or read.

What spoils them (solutions, sealed decks) is made only when asked for, and lies upside down.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from pnp.context import meter
from pnp.diagnostics import Problems, Report, Span, fail
from pnp.draw.drawing import Group, Symbol
from pnp.draw.faces import FaceFault
from pnp.draw.flow import Overfull
from pnp.draw.style import UnknownRole
from pnp.geometry import Matrix
from pnp.limits import LimitReached
from pnp.load.game import GameContent
from pnp.model import ScenarioOrder
from pnp.play.game import find_game
from pnp.play.reading import read_scenario
from pnp.play.scenario import PassedOver, Playable, Scenario, make_scenario, playable
from pnp.sheets.components import NO_ROOM, canvas_of, make_painter, roomier
from pnp.sheets.layout import lay_out, with_label_room
from pnp.sheets.preflight import preflight
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet


class ScenarioStore(Protocol):
    """Where certified scenarios are kept between builds."""

    def get(self, game: GameContent, seed: int, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a scenario that was certified before."""

    def put(self, game: GameContent, seed: int, options: Mapping[str, Any], scenario: Mapping[str, Any]) -> None:
        """Keep a scenario."""


def ordered_scenarios(game: GameContent, cache: ScenarioStore, progress: Callable[[str], None]) -> list[Scenario]:
    """Return the scenarios that game.yaml orders; a seed that breaks a rule is a fault at its place."""
    play = playable(game)
    found = []
    report = Report()
    document = game.documents["game"]
    for i, order in enumerate(game.game.scenarios):
        span = document.span(("scenarios", i))
        known = _believed(play, order, cache.get(game, order.seed, order.options))
        if known is not None:
            found.append(known)
            continue
        progress(f"{game.id}: certifying seed {order.seed}")
        try:
            made = make_scenario(play, order.seed, play.options(order.options))
        except Problems as problems:
            for fault in problems.diagnostics:
                report.error(fault.code, fault.message, span, fault.hint)
            continue
        if isinstance(made, PassedOver):
            reasons = ", ".join(made.reasons)
            report.error(
                "scenario", f"seed {order.seed} is not good enough any more: {reasons}", span, "choose another seed"
            )
            continue
        cache.put(game, order.seed, order.options, made.record())
        found.append(made)
    report.raise_if_failed()
    return found


def _believed(play: Playable, order: ScenarioOrder, kept: Mapping[str, Any] | None) -> Scenario | None:
    """Return a kept scenario if it is the one that was ordered: made anew as far as that is cheap, then checked.

    Soft rules judge the deal, some by dozens of bot games; one that the seed gives again passed them when it was kept.
    """
    try:
        read = read_scenario(play, kept, soft=False)
        options = play.options(order.options)
        known = read.scenario
        if known is None or read.violations or known.seal != play.seal(options):
            return None
        made = play.scenario.generate(play.content, order.seed, options)
        good = known.deal == made and play.scenario.unsuited(play.content, known.certificate, options) is None
        return known if good else None
    except Exception:  # whatever spoilt data leads a game's own code to: the scenario is made anew
        return None


def _no_room(message: str, options: PrintOptions, place: Span | None, hint: str | None = None) -> Problems:
    """Return the fault of a sheet that overflows: paper and margins are to blame where others leave more room."""
    if not any(True for _ in roomier(options)):
        return fail("overflow", message, place, hint)
    words = f"a scenario does not fit on {options.paper.name} with margins of {options.margin:g} mm: {message}"
    hint = "choose a4 or letter and a margin of 8 mm, or do without: --only cards,boards,pieces,rulebook"
    return fail("paper", words, place, hint)


def scenario_sets(
    game: GameContent,
    found: Sequence[Scenario],
    options: PrintOptions,
    *,
    solutions: bool,
    place: Span | None = None,
) -> list[SheetSet]:
    """Draw scenarios as sheets, secret ones last; faults stand at the place given, else at the game's file."""
    own = find_game(game.id)
    draw = own.print().scenario if own is not None else None
    if draw is None:
        raise fail("printing", f"'{game.id}' cannot print scenarios", None, "write them with --format json")
    painter = make_painter(game, options.style)
    report = Report()
    report.place = place or game.documents["game"].span()
    sets: list[SheetSet] = []
    for scenario in found:
        seed = scenario.seed or 0  # a scenario made by hand comes from no seed
        meter().restart()
        label = f"{game.game.title} · {game.words.sheet.seed(str(seed))} · {game.hash}"
        options = with_label_room(options, label, [game.game.title], (), game.words.sheet)
        try:
            printables = draw(game, painter, canvas_of(options), scenario, solutions=solutions)
        except FaceFault as fault:
            message = f"seed {seed}: {fault.message}"
            if fault.code in NO_ROOM:
                raise _no_room(message, options, report.place, fault.hint) from None
            raise fail(fault.code, message, report.place, fault.hint) from None
        except LimitReached as limit:
            raise fail("size", f"seed {seed}: {limit}", report.place, limit.hint) from None
        except Overfull as fault:
            raise _no_room(f"seed {seed}: {fault}", options, report.place) from None
        except UnknownRole as fault:
            raise fail("role", f"no palette has the role '{fault}'", report.place) from None
        for printable in printables:
            if printable.secret and not solutions:
                continue
            shown = _upside_down(printable) if printable.secret else printable
            made = lay_out([shown], options, label, game.words, report)
            if made is not None:
                sets.append(made)
    sets.sort(key=lambda made: made.secret)
    preflight(sets, options, report)
    report.raise_if_failed()
    return sets


def _upside_down(printable: Printable) -> Printable:
    """Turn what spoils, so that nobody reads it in passing; the label at the foot stays upright."""

    def turned(symbol: Symbol) -> Symbol:
        w, h = printable.size
        return Symbol((Group(symbol.items, Matrix(-1, 0, 0, -1, w, h)),), symbol.box)

    items = tuple(i._replace(front=turned(i.front), back=i.back and turned(i.back)) for i in printable.items)
    return printable._replace(items=items)
