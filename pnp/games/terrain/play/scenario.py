"""Deals of Terrain Storm: hands of all rounds and the order of both decks, fixed by a seed."""

from collections.abc import Mapping
from math import fsum
from typing import Annotated, Any

from msgspec import Meta, convert

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.play.certificate import GAME, try_deal
from pnp.games.terrain.play.engine import TerrainState
from pnp.model import Strict
from pnp.play.deal import Certificate
from pnp.play.seeds import stream
from pnp.play.state import Illegal, enforces

FORMAT = 1


class Rating(Strict):
    """What bots make of a deal."""

    games: int = 0
    seat_share: Annotated[list[float], Meta(max_length=9)] = []
    mean_scores: Annotated[list[float], Meta(max_length=9)] = []
    mean_score: float = 0
    requests_each: float = 0
    awards_left: float = 0
    interesting: bool = False


class DealCertificate(Certificate, frozen=True, kw_only=True):
    """What a deal carries with it."""

    rating: Rating | None = None


CERTIFICATE = DealCertificate


class Options(Strict):
    """What can be asked of a deal."""

    players: Annotated[int | None, Meta(description="Number of players.")] = None
    rounds: Annotated[int | None, Meta(description="Number of rounds; 1 is the short game.")] = None
    extra_awards: Annotated[int, Meta(ge=0, description="More Awards in the first round of a short game.")] = 0


@enforces("setup.players", "deals.seed")
def generate(content: TerrainContent, seed: int, options: Options) -> dict[str, Any]:
    """Deal a game."""
    seats, play = content.options.seats, content.options.play
    players = seats.usual if options.players is None else options.players
    rounds = play.rounds if options.rounds is None else options.rounds
    if not seats.fewest <= players <= seats.most:
        raise Illegal("players", "setup.players", f"{seats.fewest} to {seats.most} can play, not {players}")
    if not 1 <= rounds <= play.rounds:
        raise Illegal("rounds", "variants.short", f"a game has 1 to {play.rounds} rounds, not {rounds}")
    if play.awards_per_round * rounds + options.extra_awards > len(content.awards):
        raise Illegal("awards", "variants.short", f"there are only {len(content.awards)} Awards")
    islands = stream(GAME, seed, "islands").shuffled(range(1, len(content.cards) + 1))
    hands = [islands[start : start + play.hand] for start in range(0, rounds * players * play.hand, play.hand)]
    scenario: dict[str, Any] = {
        "game": GAME,
        "format": FORMAT,
        "seed": seed,
        "players": players,
        "rounds": rounds,
        "hands": [hands[number * players : (number + 1) * players] for number in range(rounds)],
        "requests": stream(GAME, seed, "requests").shuffled(list(content.requests)),
        "awards": stream(GAME, seed, "awards").shuffled(list(content.awards)),
    }
    if options.extra_awards:
        scenario["extra_awards"] = options.extra_awards
    return scenario


def new_game(content: TerrainContent, scenario: Mapping[str, Any]) -> TerrainState:
    """Set up the game that a valid deal describes."""
    return TerrainState.of_deal(content, scenario)


def certify(content: TerrainContent, scenario: Mapping[str, Any], options: Options) -> DealCertificate:
    """Rate a deal by what greedy bots make of it."""
    trials = try_deal(content, scenario)
    good = content.options.good_deal
    interesting = trials.requests_each >= good.interesting_requests and trials.awards_left <= good.interesting_awards
    found = {
        "rating": {
            "games": trials.games,
            "seat_share": [round(wins / trials.games, 2) for wins in trials.wins],
            "mean_scores": [round(score, 1) for score in trials.mean_scores],
            "mean_score": round(fsum(trials.mean_scores) / len(trials.mean_scores), 1),
            "requests_each": round(trials.requests_each, 1),
            "awards_left": round(trials.awards_left, 1),
            "interesting": interesting,
        }
    }
    return convert(found, DealCertificate)
