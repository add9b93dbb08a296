"""Deals of Terrain Storm: hands of all rounds and the order of both decks, fixed by a seed."""

from typing import Annotated

from msgspec import Meta

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.files import GAME
from pnp.games.terrain.play.deal import TerrainDeal
from pnp.model import Strict
from pnp.play.deal import FORMAT
from pnp.play.seeds import stream
from pnp.play.state import Illegal, enforces


class Options(Strict):
    """What can be asked of a deal."""

    players: Annotated[int | None, Meta(description="Number of players.")] = None
    rounds: Annotated[int | None, Meta(description="Number of rounds; 1 is the short game.")] = None
    extra_awards: Annotated[int, Meta(ge=0, description="More Awards in the first round of a short game.")] = 0


@enforces("setup.players", "deals.seed")
def generate(content: TerrainContent, seed: int, options: Options) -> TerrainDeal:
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
    hands = [tuple(islands[at : at + play.hand]) for at in range(0, rounds * players * play.hand, play.hand)]
    return TerrainDeal(
        game=GAME,
        format=FORMAT,
        seed=seed,
        players=players,
        rounds=rounds,
        hands=tuple(tuple(hands[number * players : (number + 1) * players]) for number in range(rounds)),
        requests=tuple(stream(GAME, seed, "requests").shuffled(list(content.requests))),
        awards=tuple(stream(GAME, seed, "awards").shuffled(list(content.awards))),
        extra_awards=options.extra_awards,
    )
