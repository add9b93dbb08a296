"""The shipped games for tests, each found by its name alone, so that a new game touches no list of games.

A game with an engine keeps what the tests over all games need to know of it in its own folder: `suite.json`
(option sets to play, sheets of paper that a whole build takes) and one golden scenario, `golden-<seed>.json`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache
from typing import Any

import msgspec
import yaml
from support import CONTENT, ROOT

from pnp.diagnostics import Report
from pnp.load.game import GameContent, load_or_raise
from pnp.load.library import game_names
from pnp.load.words import STEM as WORDS
from pnp.play.checks import Violation
from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.game import find_game
from pnp.play.orders import ScenarioStore, ordered_scenarios
from pnp.play.reading import read_scenario
from pnp.play.scenario import Playable, Scenario, playable
from pnp.play.seeds import Stream, stream
from pnp.play.show import show
from pnp.play.state import CHANCE, OVER, AnyState

HERE = ROOT / "tests" / "games"
GAMES = game_names(CONTENT)
ENGINES = [game for game in GAMES if find_game(game).play is not None]


@cache
def raw_file(game: str, stem: str) -> dict[str, Any]:
    """A YAML file of a game as plain values; not to be changed."""
    return yaml.load((CONTENT / game / f"{stem}.yaml").read_text("utf-8"), yaml.CSafeLoader)


@cache
def raw_files(game: str) -> dict[str, Any]:
    """The typed files of a game as plain values; not to be changed."""
    return {stem: raw_file(game, stem) for stem in find_game(game).content.kinds}


def typed(game: str, raw: Mapping[str, Any]) -> Any:
    """Plain values as the types that the game's files have."""
    room = find_game(game).content
    parts = {stem: msgspec.convert(raw[stem], kind, strict=True) for stem, kind in room.kinds.items()}
    return room.files(**(parts | {stem: loaded(game).words for stem in parts if stem == WORDS}))


def kinds(game: str) -> dict[str, Any]:
    """The types of the game's files by their stems."""
    return find_game(game).content.kinds


@cache
def compiled(game: str) -> Any:
    """The content in the form that the engine plays with."""
    return find_game(game).content.compiled(typed(game, raw_files(game)))


@cache
def loaded(game: str) -> GameContent:
    """The whole game."""
    return load_or_raise(CONTENT, game)


@cache
def play_of(game: str) -> Playable:
    """The playing side of the game."""
    return playable(loaded(game))


@cache
def golden_scenario(game: str) -> dict[str, Any]:
    """The golden scenario of a game; not to be changed."""
    found = list((HERE / game).glob("golden-*.json"))
    assert len(found) == 1, f"{game} needs one golden scenario, tests/games/{game}/golden-<seed>.json"
    return json.loads(found[0].read_text("utf-8"))


@cache
def golden(game: str) -> Scenario:
    """The golden scenario of a game as a build reads it."""
    read = read_scenario(play_of(game), golden_scenario(game), soft=False)
    assert read.scenario is not None and read.violations == []
    return read.scenario


@cache
def suite(game: str) -> dict[str, Any]:
    """What the tests over all games need to know of a game."""
    path = HERE / game / "suite.json"
    assert path.is_file(), f'{game} needs {path}: {{"options": [{{}}], "sheets": {{"a4": {{}}, "letter": {{}}}}}}'
    return json.loads(path.read_text("utf-8"))


def ordered(game: str, cache: ScenarioStore) -> list[Scenario]:
    """The scenarios that a game prints."""
    report = Report()
    found = ordered_scenarios(loaded(game), cache, report, lambda _: None)
    assert report.diagnostics == []
    return found


def dealt(game: str, options: Mapping[str, Any], seed: int) -> Any:
    """The deal of a seed."""
    play = play_of(game)
    return play.generate(seed, play.options(options))


def with_content(game: str, content: Any) -> Playable:
    """The playing side of the game with other compiled content."""
    whole = copy(loaded(game))
    whole.compiled = content
    return playable(whole)


def broken(game: str, raw: Any, content: Any = None, *, soft: bool = True) -> list[Violation]:
    """What is wrong with a scenario from a file."""
    play = play_of(game) if content is None else with_content(game, content)
    return read_scenario(play, raw, soft=soft).violations


def start(game: str, options: Mapping[str, Any], seed: int) -> AnyState:
    """A game at the start of a seed's scenario."""
    return play_of(game).new_game(dealt(game, options, seed))


def random_steps(state: AnyState, luck: Stream, most: int) -> Iterator[Any]:
    """Play on at random and yield every action once it was applied."""
    for _ in range(most):
        seat = state.to_act()
        if seat == OVER:
            return
        action = state.chance(luck) if seat == CHANCE else luck.choice(state.legal_actions())
        state.apply(action)
        yield action


def drawn_games(game: str) -> list[tuple[dict[str, Any], int]]:
    """The option sets and seeds whose drawings for the terminal are looked at."""
    return [(given, seed) for given in suite(game)["options"] for seed in (1, 2)]


def drawn_steps(game: str, options: Mapping[str, Any], seed: int, most: int = 250) -> Iterator[tuple[AnyState, str]]:
    """Play a game at random and yield it with its drawing, from the start on."""
    state = start(game, options, seed)
    yield state, show(play_of(game), state)
    for _ in random_steps(state, stream("test", seed, "show"), most):
        yield state, show(play_of(game), state)


def mover(game: str) -> Callable[[Mapping[str, Any]], Any]:
    """A function that reads a move as a recorded game has it."""
    return lambda raw: read_choice(play_of(game).scenario.actions, raw)


def seen(view: Any) -> dict[str, Any]:
    """A seat's view as plain values, what lies open among what the seat sees."""
    values = plain(view)
    return {**values.pop("table", {}), **values}
