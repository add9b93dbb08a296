"""Scenarios: generated from a seed, validated by named checks, certified by play.

A game with an engine offers modules of its own (`scenario`, `checks`); this is the road
that all of them travel. Nothing is printed that breaks a hard rule; a seed that breaks a
soft one is passed over and named.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from pnp.diagnostics import fail, one_of
from pnp.load.game import GameContent, plugin
from pnp.play.checks import Violation
from pnp.play.state import OVER, Illegal, State

MOST_TRIES = 2000
"""How many seeds may be passed over before the search gives up."""


class PassedOver(NamedTuple):
    """A seed that was not taken, and why."""

    seed: int
    reasons: tuple[str, ...]


class Playable(NamedTuple):
    """A game with an engine: its content and the modules that play it."""

    game: GameContent
    scenario: Any
    checks: Any

    @property
    def content(self) -> Any:
        """The content in the form that the engine plays with."""
        return self.game.compiled

    def options(self, given: Mapping[str, Any]) -> Any:
        """Return the scenario options of the game, typed; unknown ones and wrong values are faults."""
        return typed_options(self.scenario.Options, given)

    def violations(self, scenario: Any, *, soft: bool) -> list[Violation]:
        """Return every rule that a scenario breaks."""
        found: list[Violation] = self.checks.CHECKS.run(self.checks.Subject(self.content, scenario), soft=soft)
        return found

    def new_game(self, scenario: Mapping[str, Any]) -> State:
        """Return the game at its start."""
        state: State = self.scenario.new_game(self.content, scenario)
        return state


def has_engine(game: GameContent) -> bool:
    """Say whether a game has code that plays it."""
    return None not in (plugin(game.id, "scenario"), plugin(game.id, "checks"), game.compiled)


def playable(game: GameContent) -> Playable:
    """Return the playing side of a game, or say that it has none."""
    scenario, checks = plugin(game.id, "scenario"), plugin(game.id, "checks")
    if not has_engine(game):
        raise fail(
            "engine", f"'{game.id}' has no engine, so it has no scenarios", None, "see 'how to add a game' in the docs"
        )
    return Playable(game, scenario, checks)


def typed_options(kind: type[Any], given: Mapping[str, Any]) -> Any:
    """Return options of a game from plain values; faults name what is allowed."""
    known = kind.__struct_fields__
    for name in given:
        if name not in known:
            raise fail("option", f"there is no option '{name}'", None, one_of(name, known))
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise fail("option", f"wrong option: {error}") from None


def make_scenario(play: Playable, seed: int, options: Any) -> dict[str, Any] | PassedOver:
    """Generate, validate and certify one seed's scenario."""
    try:
        scenario: dict[str, Any] = play.scenario.generate(play.content, seed, options)
    except (ValueError, Illegal) as error:
        raise fail("option", str(error)) from None
    found = play.violations(scenario, soft=True)
    hard = [v for v in found if v.hard]
    if hard:
        raise fail("scenario", f"seed {seed} breaks {hard[0].check} {hard[0].name}: {hard[0].message}")
    if found:
        return PassedOver(seed, tuple(dict.fromkeys(f"{v.check} {v.name}" for v in found)))
    certificate = play.scenario.certify(play.content, scenario, options)
    sealed = {**scenario, **certificate}
    reason = play.scenario.unsuited(play.content, sealed, options) if hasattr(play.scenario, "unsuited") else None
    if reason is not None:
        return PassedOver(seed, (reason,))
    prove(play, sealed)
    verdicts = {check.id: "ok" for check in play.checks.CHECKS.checks}
    return {**sealed, "content": play.game.hash, "options": msgspec.to_builtins(options), "verdicts": verdicts}


def prove(play: Playable, scenario: Mapping[str, Any]) -> None:
    """Replay the witness of a scenario, if it has one; a witness that breaks a rule is a fault."""
    witness = scenario.get("witness")
    actions = witness.get("actions") if isinstance(witness, Mapping) else None
    if not actions:
        return
    state = play.new_game(scenario)
    for number, action in enumerate(actions, 1):
        try:
            state.apply(action)
        except Illegal as refusal:
            message = f"seed {scenario.get('seed')}: step {number} of the witness is illegal: {refusal.message}"
            raise fail("witness", message) from None


def find_scenarios(
    play: Playable, seed: int, count: int, options: Any, on_pass: Callable[[PassedOver], None]
) -> Iterator[dict[str, Any]]:
    """Yield `count` scenarios from a seed upwards; seeds that fail are passed over and named."""
    found = 0
    for candidate in range(seed, seed + MOST_TRIES + count):
        made = make_scenario(play, candidate, options)
        if isinstance(made, PassedOver):
            on_pass(made)
            continue
        yield made
        found += 1
        if found == count:
            return
    raise fail("scenario", f"no {'further ' if found else ''}good scenario within {MOST_TRIES} seeds from {seed}")


def finished(state: State) -> bool:
    """Say whether a game has ended."""
    return state.to_act() == OVER
