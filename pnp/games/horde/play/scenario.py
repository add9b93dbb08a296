"""Scenarios: deals that a seed fixes, and what bot games say about them."""

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, convert

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import Mode
from pnp.games.horde.play.engine import HordeState, begin, deal
from pnp.model import Strict
from pnp.play.deal import Certificate, Proof
from pnp.play.seeds import stream
from pnp.play.state import OVER, Action, enforces

GAME = "horde"
FORMAT = 1
DEAL = ("mode", "hordes", "encounters", "breezes", "start", "reshuffle")
"""The parts of a scenario that fix the game; the rest describes it."""


class Rating(Strict, kw_only=True):
    """What bots make of a deal."""

    win_share: float
    stars: Annotated[int, Meta(ge=0, le=9)] | None = None
    games: int = 0
    bot: str = ""
    noise: float = 0


class Witness(Strict):
    """A recorded game that wins."""

    actions: list[dict[str, Any]]
    bot_seed: int = 0
    turns: int = 0


class DealCertificate(Certificate, frozen=True, kw_only=True):
    """What a deal carries with it."""

    rating: Rating | None = None
    witness: Witness | None = None


CERTIFICATE = DealCertificate


class Options(Strict):
    """Options of `pnp scenario horde`."""

    mode: Annotated[Mode, Meta(description="Solo game, or competition for two.")] = "solo"
    stars: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None, Meta(description="Wanted difficulty, 1 (easy) to 3 (hard).")
    ] = None


@enforces("setup.fixed", "setup.aval")
def generate(content: HordeContent, seed: int, options: Options) -> dict[str, Any]:
    """Deal the scenario of a seed; each deck is shuffled by a stream of its own."""
    alone = options.mode == "solo"
    players = 1 if alone else content.competition.players
    encounters = stream(GAME, seed, "encounters").shuffled(content.court_cards)
    breezes = stream(GAME, seed, "breezes").shuffled(content.pip_cards)
    return {
        "game": GAME,
        "format": FORMAT,
        "seed": seed,
        "mode": options.mode,
        "hordes": [_horde(content, seed, "" if alone else f"/p{number}") for number in range(1, players + 1)],
        "encounters": encounters,
        "breezes": breezes,
        "start": start_slots(content, options.mode, encounters, breezes),
        "reshuffle": content.switches.scenario_reshuffle,
    }


def _horde(content: HordeContent, seed: int, suffix: str) -> dict[str, Any]:
    wit = stream(GAME, seed, f"wit{suffix}").shuffled(content.court_cards)
    # The first card met of every role, from the lowest rank of the deck's order upwards.
    ranks = list(dict.fromkeys(card[0] for card in content.court_cards))
    aval = [next(card for card in wit if card[0] == rank) for rank in reversed(ranks)]
    return {
        "pack": stream(GAME, seed, f"pack{suffix}").shuffled(content.pip_cards),
        "aval": aval,
        "wit": [card for card in wit if card not in aval],
    }


def start_slots(content: HordeContent, mode: str, encounters: list[str], breezes: list[str]) -> dict[str, Any]:
    """Return which cards lie in which slots before the first turn: the first card farthest on."""
    alone = mode == "solo"
    row = content.limits.encounters_at_start if alone else content.competition.encounters_at_start
    letters = content.slot_names(mode)[:row]
    numbers = [str(number) for number in range(1, content.limits.breezes_at_start + 1)]
    return {
        "encounter_slots": dict(zip(reversed(letters), encounters, strict=False)),
        "breeze_slots": dict(zip(reversed(numbers), breezes, strict=False)),
    }


def new_game(content: HordeContent, scenario: Mapping[str, Any]) -> HordeState:
    """Start a game of a valid scenario."""
    return begin(deal(content, scenario))


# --- rating and witness -------------------------------------------------------------------------


class Rated(NamedTuple):
    """What bot games on a deal showed."""

    wins: int
    games: int
    witness: dict[str, Any] | None


def rate_by_bots(content: HordeContent, scenario: Mapping[str, Any]) -> Rated:
    """Play the rating games; the first one won is the witness."""
    return deepcopy(_rated(content, json.dumps({key: scenario[key] for key in DEAL})))


@lru_cache(maxsize=8)
def _rated(content: HordeContent, deal_json: str) -> Rated:
    """Rate a deal; checks and certificate ask one after the other, and forty games take a second."""
    scenario = json.loads(deal_json)
    wins = 0
    witness: dict[str, Any] | None = None
    for bot_seed in range(1, content.rating.games + 1):
        state, actions = _bot_game(content, scenario, bot_seed)
        if state.status == "win":
            wins += 1
            witness = witness or {"bot_seed": bot_seed, "turns": state.turn, "actions": actions}
    return Rated(wins, content.rating.games, witness)


def _bot_game(content: HordeContent, scenario: Mapping[str, Any], bot_seed: int) -> tuple[HordeState, list[Action]]:
    from pnp.games.horde.play.bots import PlannerBot

    rating = content.rating
    bot = PlannerBot(content, rating.bot, stream(GAME, bot_seed, "bot"), noise=rating.noise)
    state = new_game(content, scenario)
    actions: list[Action] = []
    while state.to_act() != OVER:
        action = bot.choose(state.view(0), state.legal_actions())
        state.apply(action)
        actions.append(action)
    return state, actions


def replay(content: HordeContent, scenario: Mapping[str, Any], actions: Iterable[Action]) -> HordeState:
    """Play recorded actions; an impossible one raises Illegal."""
    state = new_game(content, scenario)
    for action in actions:
        state.apply(action)
    return state


def stars_for(content: HordeContent, share: float) -> int | None:
    """Return the stars of a share of wins, or None when the deal is too hard or trivial."""
    if share > content.rating.easiest:
        return None
    return next((entry.stars for entry in content.rating.stars if share >= entry.least), None)


@enforces("scenario.rating", "scenario.winnable")
def certify(content: HordeContent, scenario: Mapping[str, Any], options: Options) -> DealCertificate:
    """Return rating and witness game of a solo deal; a competition reshuffles, so it has none."""
    if scenario["mode"] != "solo":
        return DealCertificate()
    rated = rate_by_bots(content, scenario)
    share = rated.wins / rated.games
    rating = {
        "win_share": share,
        "stars": stars_for(content, share),
        "games": rated.games,
        "bot": content.rating.bot,
        "noise": content.rating.noise,
    }
    return convert({"rating": rating, "witness": rated.witness}, DealCertificate)


def proof(certificate: DealCertificate) -> Proof | None:
    """Return the game that wins."""
    return None if certificate.witness is None else Proof(certificate.witness.actions)


def unsuited(content: HordeContent, certificate: DealCertificate, options: Options) -> str | None:
    """Say why a rated scenario is not the one wanted, if so."""
    rating = certificate.rating
    if rating is None:
        return None
    if rating.stars is None:
        trivial = rating.win_share > content.rating.easiest
        return f"{'trivial' if trivial else 'too hard'}: bots win {rating.win_share:.0%}"
    if options.stars is not None and rating.stars != options.stars:
        return f"{rating.stars} stars instead of {options.stars}"
    return None
