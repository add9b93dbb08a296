"""Deals of Tempest of Knowledge: colours, libraries and goals, fixed by a seed."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, convert

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play.certificate import GAME, try_deal
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.model import Strict
from pnp.play.deal import Certificate
from pnp.play.seeds import stream
from pnp.play.state import Illegal, enforces

FORMAT = 1


class Rating(Strict):
    """What bots make of a deal."""

    games: int = 0
    bot: str = ""
    seat_share: Annotated[list[float], Meta(max_length=9)] = []
    median_rounds: float = 0
    early: float = 0


class DealCertificate(Certificate, frozen=True):
    """What a deal carries with it."""

    rating: Rating | None = None


CERTIFICATE = DealCertificate


class Options(Strict):
    """What can be asked of a deal."""

    players: Annotated[int | None, Meta(description="Number of players.")] = None


@enforces("setup.players", "setup.colours", "setup.neutral", "setup.libraries")
def generate(content: KnowledgeContent, seed: int, options: Options) -> dict[str, Any]:
    """Deal a game."""
    seats = content.options.seats
    players = seats.usual if options.players is None else options.players
    if not seats.fewest <= players <= seats.most:
        raise Illegal("players", "setup.players", f"{seats.fewest} to {seats.most} can play, not {players}")
    drawn = stream(GAME, seed, "colours").shuffled(range(len(content.books)))[: players + seats.neutral]
    colours, neutral = drawn[:players], drawn[players]
    used = sorted(drawn)
    books = stream(GAME, seed, "libraries").shuffled([book for colour in used for book in content.books[colour]])
    size = len(content.books[0])
    goals, unused = _deal_goals(content, seed, colours, neutral)
    return {
        "game": GAME,
        "format": FORMAT,
        "seed": seed,
        "players": players,
        "colours": colours,
        "neutral": neutral,
        "libraries": {str(colour): books[size * i : size * (i + 1)] for i, colour in enumerate(used)},
        "goals": goals,
        "unused_goals": unused,
    }


@enforces("setup.own-goals", "setup.last-goal")
def _deal_goals(
    content: KnowledgeContent, seed: int, colours: list[int], neutral: int
) -> tuple[list[list[int]], list[int]]:
    """Deal the goals of the own colours, then the mixed ones; return them and what is left."""
    deal = content.options.deal
    goals: list[list[int]] = []
    for seat, colour in enumerate(colours):
        own = stream(GAME, seed, f"goals/{seat + 1}").shuffled(content.books[colour])
        goals.append(own[: deal.own_goals])
    rest = stream(GAME, seed, "goals/rest").shuffled(goal_pool(content, colours, neutral, goals))
    mixed = [rest[i * deal.mixed_goals : (i + 1) * deal.mixed_goals] for i in range(len(goals))]
    whole = [sorted(own + last) for own, last in zip(goals, mixed, strict=True)]
    return whole, sorted(rest[len(goals) * deal.mixed_goals :])


@enforces("setup.last-goal")
def goal_pool(content: KnowledgeContent, colours: list[int], neutral: int, dealt: list[list[int]]) -> list[int]:
    """Return the Goal cards that the last goals are drawn from."""
    taken = {book for wanted in dealt for book in wanted}
    return [book for colour in sorted([*colours, neutral]) for book in content.books[colour] if book not in taken]


def new_game(content: KnowledgeContent, scenario: Mapping[str, Any]) -> KnowledgeState:
    """Set up the game that a valid deal describes."""
    return KnowledgeState.of_deal(content, scenario)


def certify(content: KnowledgeContent, scenario: Mapping[str, Any], options: Options) -> DealCertificate:
    """Rate a deal by what bots make of it."""
    trials = try_deal(content, scenario)
    found = {
        "rating": {
            "games": trials.games,
            "bot": content.options.good_deal.test_bot,
            "seat_share": [round(wins / trials.games, 2) for wins in trials.wins],
            "median_rounds": trials.median_rounds,
            "early": round(trials.early, 2),
        }
    }
    return convert(found, DealCertificate)
