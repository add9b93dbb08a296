"""Scenarios: generated from a seed, validated by named checks, certified by play.

A game with an engine offers modules of its own (`scenario`, `checks`); this is the road
that all of them travel. Nothing is printed that breaks a hard rule; a seed that breaks a
soft one is passed over and named.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import msgspec.inspect

from pnp.diagnostics import Problems, fail, one_of
from pnp.load.game import GameContent, load_or_raise
from pnp.parallel import run_parallel
from pnp.play.checks import Violation
from pnp.play.game import AnyPlayRoom, BalanceRoute, ScenarioRoute, find_game
from pnp.play.state import Illegal, State

MOST_TRIES = 2000
"""How many seeds may be passed over before the search gives up."""


class PassedOver(NamedTuple):
    """A seed that was not taken, and why."""

    seed: int
    reasons: tuple[str, ...]


Made: TypeAlias = dict[str, Any] | PassedOver
"""What becomes of a seed."""


class Playable(NamedTuple):
    """A game with an engine: its content and the code that plays it."""

    game: GameContent
    room: AnyPlayRoom

    @property
    def scenario(self) -> ScenarioRoute[Any, Any, Any, Any]:
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

    def options(self, given: Mapping[str, Any]) -> Any:
        """Return the scenario options of the game, typed; unknown ones and wrong values are faults."""
        return typed_options(self.scenario.options, given)

    def violations(self, scenario: Any, *, soft: bool) -> list[Violation]:
        """Return every rule that a scenario breaks."""
        return self.scenario.checks.run(self.scenario.subject(self.content, scenario), soft=soft)

    def new_game(self, scenario: Mapping[str, Any]) -> State:
        """Return the game at its start."""
        state: State = self.scenario.new_game(self.content, scenario)
        return state


def has_engine(game: GameContent) -> bool:
    """Say whether a game has code that plays it."""
    own = find_game(game.id)
    return own is not None and own.play is not None


def playable(game: GameContent) -> Playable:
    """Return the playing side of a game, or say that it has none."""
    own = find_game(game.id)
    if own is None or own.play is None:
        raise fail(
            "engine", f"'{game.id}' has no engine, so it has no scenarios", None, "see 'how to add a game' in the docs"
        )
    return Playable(game, own.play())


def typed_options(kind: type[Any], given: Mapping[str, Any]) -> Any:
    """Return options of a game from plain values; faults name what is allowed."""
    known = kind.__struct_fields__
    for name in given:
        if name not in known:
            raise fail("option", f"there is no option '{name}'", None, one_of(name, known))
    try:
        return msgspec.convert({n: _as_list(kind, n, v) for n, v in given.items()}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _wrong_value(kind, given, str(error)) from None


def _as_list(kind: type[Any], name: str, value: Any) -> Any:
    """Return a single word as a list where the option takes several, separated by commas."""
    if not isinstance(value, str):
        return value
    info = _field_type(kind, name)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    types = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    lists = any(isinstance(t, (msgspec.inspect.ListType, msgspec.inspect.VarTupleType)) for t in types)
    return [value] if lists else value


def _wrong_value(kind: type[Any], given: Mapping[str, Any], error: str) -> Problems:
    """Say which option has a wrong value, and which ones it takes where they can be listed."""
    said, _, place = error.partition(" - at `$.")
    name = place.rstrip("`").split("[")[0]
    if name not in given:
        return fail("option", f"wrong option: {error}")
    choices = [str(value) for value in choices_of(_field_type(kind, name))]
    hint = one_of(str(given[name]), choices) if choices else None
    if given[name] is True:
        return fail("option", f"the option --{name.replace('_', '-')} needs a value", None, hint)
    words = f"{said[0].lower()}{said[1:]}".replace("`", "").replace(" | null", "")
    words = words.replace("expected int", "expected a whole number").replace("got str", "got a word")
    return fail("option", f"wrong option --{name.replace('_', '-')} {given[name]}: {words}", None, hint)


def _field_type(kind: type[Any], name: str) -> Any:
    info: Any = msgspec.inspect.type_info(kind)
    return next(field.type for field in info.fields if field.encode_name == name)


def choices_of(info: Any) -> list[Any]:
    """Return the words that an option's type allows, if it lists them."""
    if isinstance(info, msgspec.inspect.Metadata):
        return choices_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return [value for one in info.types for value in choices_of(one)]
    return list(info.values) if isinstance(info, msgspec.inspect.LiteralType) else []


def make_scenario(play: Playable, seed: int, options: Any) -> Made:
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
    reason = play.scenario.unsuited(play.content, sealed, options)
    if reason is not None:
        return PassedOver(seed, (reason,))
    prove(play, sealed)
    verdicts = {check.id: "ok" for check in play.scenario.checks.checks}
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
    play: Playable, seed: int, count: int, options: Any, on_pass: Callable[[PassedOver], None], jobs: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield `count` scenarios from a seed upwards; seeds that fail are passed over and named."""
    found = 0
    seeds = range(seed, seed + MOST_TRIES + count)
    if count == 1 or jobs == 1:
        tried: Generator[Made, None, None] = (make_scenario(play, candidate, options) for candidate in seeds)
    else:
        work = partial(_make_in_worker, options=options)
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


_WORKER: dict[str, Playable] = {}


def _prepare(folder: Path) -> None:
    _WORKER["play"] = playable(load_or_raise(folder.parent, folder.name))


def _make_in_worker(seed: int, options: Any) -> Made:
    return make_scenario(_WORKER["play"], seed, options)
