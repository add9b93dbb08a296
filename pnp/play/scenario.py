"""Scenarios: generated from a seed, validated by named checks, certified by play.

This is the road that the scenarios of all games travel. Nothing is printed that breaks a hard rule; a seed that
breaks a soft one is passed over and named.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pnp.diagnostics import fail
from pnp.load.game import GameContent, load_or_raise
from pnp.play.checks import Violation
from pnp.play.deal import Certificate, Deal, Seal, Sealed
from pnp.play.game import AnyPlayRoom, BalanceRoute, ScenarioPrinter, ScenarioRoute, find_game
from pnp.play.options import typed_options
from pnp.play.state import AnyState, Illegal
from pnp.run.parallel import run_parallel

MOST_TRIES = 2000
"""How many seeds may be passed over before the search gives up."""


class PassedOver(NamedTuple):
    """A seed that was not taken, and why."""

    seed: int
    reasons: tuple[str, ...]

    @classmethod
    def breaking(cls, seed: int, found: Iterable[Violation]) -> "PassedOver":
        """Return a seed that breaks rules."""
        return cls(seed, tuple(dict.fromkeys(f"{v.check} {v.name}" for v in found)))


Scenario = Sealed[Deal, Certificate]
Made: TypeAlias = Scenario | PassedOver
"""What becomes of a seed."""


class Playable(NamedTuple):
    """A game with an engine: its content and the code that plays it."""

    game: GameContent
    room: AnyPlayRoom

    @property
    def scenario(self) -> ScenarioRoute[Any, Any, Any, Any, Any, Any]:
        """How it is dealt and judged."""
        return self.room.scenario

    @property
    def balance(self) -> BalanceRoute[Any, Any]:
        """How it is measured."""
        return self.room.balance

    @property
    def content(self) -> Any:
        """The content in the form that the engine plays with."""
        return self.game.compiled

    def options(self, given: Mapping[str, object]) -> msgspec.Struct:
        """Return the scenario options of the game, typed; unknown ones and wrong values are faults."""
        found: msgspec.Struct = typed_options(self.scenario.options, given)
        return found

    def generate(self, seed: int, options: msgspec.Struct) -> Deal:
        """Return the deal of a seed; options that the game cannot meet are faults."""
        try:
            deal: Deal = self.scenario.generate(self.content, seed, options)
        except (ValueError, Illegal) as error:
            raise fail("option", str(error)) from None
        return deal

    def violations(self, deal: Deal, *, soft: bool) -> list[Violation]:
        """Return every rule that a deal breaks."""
        return self.scenario.checks.run(self.scenario.subject(self.content, deal), soft=soft)

    def first_violation(self, deal: Deal) -> Violation | None:
        """Return the first rule that a deal breaks, if any."""
        return self.scenario.checks.first(self.scenario.subject(self.content, deal))

    def new_game(self, deal: Deal) -> AnyState:
        """Return the game at its start."""
        state: AnyState = self.scenario.new_game(self.content, deal)
        return state

    def seal(self, options: msgspec.Struct) -> Seal:
        """Return what a good scenario is sealed with."""
        verdicts = {check.id: "ok" for check in self.scenario.checks.checks}
        return Seal(content=self.game.hash, options=msgspec.to_builtins(options), verdicts=verdicts)


def has_engine(game: GameContent) -> bool:
    """Say whether a game has code or a play.yaml that plays it."""
    return _room(game) is not None


def _room(game: GameContent) -> AnyPlayRoom | None:
    own = find_game(game.id)
    if own is not None:
        return own.play() if own.play is not None else None
    if game.run is None:
        return None
    room: AnyPlayRoom = import_module("pnp.engine.room").room_of(game.compiled)
    return room


def scenario_printer(game: GameContent) -> ScenarioPrinter | None:
    """Return what draws the scenarios of a game, if something does."""
    own = find_game(game.id)
    if own is not None:
        return own.print().scenario
    if game.run is None:
        return None
    printer: ScenarioPrinter = import_module("pnp.engine.pages").scenario_printables
    return printer


def playable(game: GameContent) -> Playable:
    """Return the playing side of a game, or say that it has none."""
    room = _room(game)
    if room is None:
        hint = "write a play.yaml, or see 'how to add a game in Python' in the docs"
        raise fail("engine", f"'{game.id}' has no engine, so it has no scenarios", None, hint)
    return Playable(game, room)


def make_scenario(play: Playable, seed: int, options: msgspec.Struct) -> Made:
    """Generate, validate and certify one seed's scenario."""
    deal = play.generate(seed, options)
    found = play.violations(deal, soft=True)
    hard = [v for v in found if v.hard]
    if hard:
        raise fail("scenario", f"seed {seed} breaks {hard[0].check} {hard[0].name}: {hard[0].message}")
    if found:
        return PassedOver.breaking(seed, found)
    certificate = play.scenario.certify(play.content, deal, options)
    reason = play.scenario.unsuited(play.content, certificate, options)
    if reason is not None:
        return PassedOver(seed, (reason,))
    sealed = Sealed(deal, certificate, play.seal(options))
    prove(play, sealed)
    return sealed


def prove(play: Playable, scenario: Scenario) -> None:
    """Replay the witness of a scenario, if it has one; a witness that breaks a rule is a fault."""
    state = play.new_game(scenario.deal)
    proof = play.scenario.proof(scenario.certificate)
    for number, action in enumerate(proof.actions if proof is not None else (), 1):
        try:
            state.apply(action)
        except Illegal as refusal:
            message = f"seed {scenario.seed}: step {number} of the witness is illegal: {refusal.message}"
            raise fail("witness", message) from None


def find_scenarios(
    play: Playable, seed: int, count: int, options: msgspec.Struct, on_pass: Callable[[PassedOver], None], jobs: int = 1
) -> Iterator[Scenario]:
    """Yield `count` scenarios from a seed upwards; seeds that fail are passed over and named."""
    found = 0
    seeds = range(seed, seed + MOST_TRIES + count)
    if count == 1 or jobs == 1:
        tried: Generator[Made, None, None] = (make_scenario(play, candidate, options) for candidate in seeds)
    else:
        work = partial(make_scenario, options=options)
        tried = run_parallel(work, seeds, jobs, setup=partial(_prepare, play.game.folder))
    with closing(tried):
        for made in tried:
            if isinstance(made, PassedOver):
                on_pass(made)
                continue
            yield made
            found += 1
            if found == count:
                return
    raise fail("scenario", f"no {'further ' if found else ''}good scenario within {MOST_TRIES} seeds from {seed}")


def _prepare(folder: Path) -> Playable:
    return playable(load_or_raise(folder.parent, folder.name))
