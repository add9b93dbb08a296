"""Deals of Tempest of Knowledge: colours, libraries and goals, fixed by a seed."""

from typing import Annotated

from msgspec import Meta

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.content.files import GAME
from pnp.games.knowledge.play.deal import KnowledgeDeal
from pnp.model import Strict
from pnp.play.deal import FORMAT
from pnp.play.seeds import stream
from pnp.play.state import Illegal, enforces


class Options(Strict):
    """What can be asked of a deal."""

    players: Annotated[int | None, Meta(description="Number of players.")] = None


@enforces("setup.players", "setup.colours", "setup.neutral", "setup.libraries")
def generate(content: KnowledgeContent, seed: int, options: Options) -> KnowledgeDeal:
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
    return KnowledgeDeal(
        game=GAME,
        format=FORMAT,
        seed=seed,
        players=players,
        colours=tuple(colours),
        neutral=neutral,
        libraries={colour: tuple(books[size * i : size * (i + 1)]) for i, colour in enumerate(used)},
        goals=tuple(map(tuple, goals)),
        unused_goals=tuple(unused),
    )


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
