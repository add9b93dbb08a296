"""Scenarios that game.yaml orders. A seed that is not good enough any more gives its place to the next good one.

Whoever changes a number may spoil an ordered seed. That stops no build: another seed is taken, in words, and
`pnp scenario GAME --reseed` writes it down.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from pnp.diagnostics import Problems, Report, fail
from pnp.load.document import Document, parse
from pnp.load.game import GameContent
from pnp.model import ScenarioOrder
from pnp.play.deal import Sealed
from pnp.play.reading import read_scenario
from pnp.play.scenario import MOST_TRIES, Made, PassedOver, Playable, Scenario, make_scenario, playable

NEAR = 50
"""How many seeds a build looks at for one that takes the place of another."""

_POOR = "passed over"
"""The key under which the store keeps why a seed is not good."""

Progress = Callable[[str], None]


class ScenarioStore(Protocol):
    """Where certified scenarios are kept between builds."""

    def get(self, game: GameContent, seed: int, options: Mapping[str, object]) -> dict[str, object] | None:
        """Return a scenario that was certified before."""

    def put(self, game: GameContent, seed: int, options: Mapping[str, object], scenario: Mapping[str, object]) -> None:
        """Keep a scenario."""


class Filled(NamedTuple):
    """An order and the scenario that fills it: None if no seed near is good."""

    number: int
    order: ScenarioOrder
    scenario: Scenario | None
    reasons: tuple[str, ...] = ()
    """Why the ordered seed was passed over."""


def ordered_scenarios(game: GameContent, store: ScenarioStore, report: Report, progress: Progress) -> list[Scenario]:
    """Return the scenarios that game.yaml orders; what is wrong with an order is told at its place."""
    document, found = game.documents["game"], []
    for filled in _fill(game, store, report, progress, NEAR):
        if filled.scenario is not None:
            found.append(filled.scenario)
        if filled.reasons:
            order, made = filled.order, filled.scenario
            instead = (
                f"seed {made.seed} takes its place"
                if made is not None
                else f"nor is any of the next {NEAR}, and the scenario is left out"
            )
            report.warning(
                "scenario",
                f"seed {order.seed} is not good enough any more ({', '.join(filled.reasons)}): {instead}",
                document.span(("scenarios", filled.number)),
                f"pnp scenario {game.id} --reseed writes good seeds into game.yaml",
            )
    return found


def reseeded(game: GameContent, store: ScenarioStore, progress: Progress) -> tuple[str, list[str]]:
    """Return game.yaml with a good seed in every order and all else as it was, and what has changed."""
    report, document = Report(), game.documents["game"]
    seeds: dict[int, int] = {}
    said = []
    for number, order, made, reasons in _fill(game, store, report, progress, MOST_TRIES):
        if made is None:
            span = document.span(("scenarios", number))
            hint = "ask for less under 'options', or in the limits of a good deal"
            raise fail("scenario", f"no good seed within {MOST_TRIES} from {order.seed}", span, hint)
        if made.seed != order.seed:
            assert made.seed is not None
            seeds[number] = made.seed
            said.append(f"seed {order.seed} → {made.seed} ({', '.join(reasons)})")
    report.raise_if_failed()
    return _with_seeds(document, seeds), said


def _with_seeds(document: Document, seeds: Mapping[int, int]) -> str:
    """Return the text of game.yaml with the seeds of orders replaced."""
    lines = document.text.split("\n")
    places = {number: document.span(("scenarios", number, "seed")) for number in seeds}
    for number, span in sorted(places.items(), key=lambda place: (-place[1].line, -place[1].column)):
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + str(seeds[number]) + line[span.end_column - 1 :]
    text = "\n".join(lines)
    expected = [
        {**order, "seed": seeds.get(number, order["seed"])} for number, order in enumerate(document.data["scenarios"])
    ]
    made = parse(text, document.name, Report())
    if made is None or made.data != {**document.data, "scenarios": expected}:
        hint = "write them there yourself: " + ", ".join(f"{seed} in order {n + 1}" for n, seed in seeds.items())
        raise fail("scenario", "the seeds are not written out in game.yaml", document.span(("scenarios",)), hint)
    return text


def _fill(game: GameContent, store: ScenarioStore, report: Report, progress: Progress, tries: int) -> Iterator[Filled]:
    """Fill the orders of game.yaml one after the other; faults of an order are noted at its place."""
    play, orders, document = playable(game), game.game.scenarios, game.documents["game"]
    taken = {(order.seed, str(order.options)) for order in orders}
    for number, order in enumerate(orders):
        try:
            made = _kept(play, store, order, progress)
            if isinstance(made, PassedOver):
                better = _next_good(play, store, order, taken, tries, progress)
                if better is not None and better.seed is not None:
                    taken.add((better.seed, str(order.options)))
                yield Filled(number, order, better, made.reasons)
            else:
                yield Filled(number, order, made)
        except Problems as problems:
            for fault in problems.diagnostics:
                report.error(fault.code, fault.message, document.span(("scenarios", number)), fault.hint)


def _kept(play: Playable, store: ScenarioStore, order: ScenarioOrder, progress: Progress) -> Made:
    """Return what becomes of an order, from the store if it is known."""
    known = _stored(play, store, order)
    if known is not None:
        return known
    progress(f"{play.game.id}: certifying seed {order.seed}")
    return _keep(play, store, order, make_scenario(play, order.seed, play.options(order.options)))


def _keep(play: Playable, store: ScenarioStore, order: ScenarioOrder, made: Made) -> Made:
    record = {_POOR: list(made.reasons)} if isinstance(made, PassedOver) else made.record()
    store.put(play.game, order.seed, order.options, record)
    return made


def _next_good(
    play: Playable, store: ScenarioStore, order: ScenarioOrder, taken: Set[tuple[int, str]], tries: int, say: Progress
) -> Scenario | None:
    """Return the next good scenario after an ordered one that no other order has."""
    options = play.options(order.options)
    for seed in range(order.seed + 1, order.seed + 1 + tries):
        candidate = ScenarioOrder(seed=seed, options=order.options)
        if (seed, str(order.options)) in taken:
            continue
        made = _stored(play, store, candidate)
        if made is None:
            say(f"{play.game.id}: trying seed {seed}")
            poor = play.first_violation(play.generate(seed, options))
            made = PassedOver.breaking(seed, [poor]) if poor is not None else make_scenario(play, seed, options)
            _keep(play, store, candidate, made)
        if not isinstance(made, PassedOver):
            return made
    return None


def _stored(play: Playable, store: ScenarioStore, order: ScenarioOrder) -> Made | None:
    """Return what became of an order before."""
    kept = store.get(play.game, order.seed, order.options)
    return _known(play, order, kept) or _known_as_poor(order, kept)


def _known_as_poor(order: ScenarioOrder, kept: Mapping[str, object] | None) -> PassedOver | None:
    """Return why an ordered seed was passed over before."""
    reasons = kept.get(_POOR) if kept is not None else None
    if not isinstance(reasons, list) or not all(isinstance(reason, str) for reason in reasons):
        return None
    return PassedOver(order.seed, tuple(reasons))


def _known(play: Playable, order: ScenarioOrder, kept: Mapping[str, object] | None) -> Scenario | None:
    """Return a kept scenario if it is the one that was ordered: made anew as far as that is cheap, then checked.

    Soft rules judge the deal, some by dozens of bot games; one that the seed gives again passed them when it was kept.
    Texts and faces may have changed since, so it is sealed anew.
    """
    try:
        read = read_scenario(play, kept, soft=False)
        options = play.options(order.options)
        known, seal = read.scenario, play.seal(options)
        if known is None or read.violations or replace(known.seal, content=seal.content) != seal:
            return None
        made = play.scenario.generate(play.content, order.seed, options)
        good = known.deal == made and play.scenario.unsuited(play.content, known.certificate, options) is None
        return Sealed(known.deal, known.certificate, seal) if good else None
    except Exception:  # whatever spoilt data leads a game's own code to: the scenario is made anew
        return None
