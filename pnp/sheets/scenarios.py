"""Scenarios on paper: those that game.yaml orders, and any that were found or read.

What spoils them (solutions, sealed decks) is made only when asked for, and lies upside down.
"""

from collections.abc import Sequence

from pnp.context import meter
from pnp.diagnostics import Problems, Report, Span, fail
from pnp.draw.drawing import Group, Symbol
from pnp.draw.faces import FaceFault
from pnp.draw.flow import Overfull
from pnp.draw.style import UnknownRole
from pnp.geometry import Matrix
from pnp.limits import LimitReached
from pnp.load.game import GameContent
from pnp.play.scenario import Scenario, scenario_printer
from pnp.sheets.components import NO_ROOM, canvas_of, make_painter, roomier
from pnp.sheets.layout import lay_out, with_label_room
from pnp.sheets.preflight import preflight
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet


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
    draw = scenario_printer(game)
    if draw is None:
        at = place or game.documents["game"].span()
        raise fail("printing", f"'{game.id}' cannot print scenarios", at, "write them with --format json")
    painter = make_painter(game, options.style)
    options = options._replace(font=painter.families["sans"])
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
