"""Players made of code: a random one and a greedy one that chases Requests.

Both decide from their own island, their own hand and the open Requests, all of which a seat may see. `choose`
takes them out of a view; the simulator hands the same three over directly, which saves building views and
lists of thousands of legal actions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.files import GAME
from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.play.choices import Choices, Claim
from pnp.games.terrain.play.engine import Move, TerrainState, chosen, lifted_placements
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.outlook import Outlook
from pnp.games.terrain.play.view import Laid, View
from pnp.play.match import drive
from pnp.play.seeds import Stream, stream


class TerrainBot(Protocol):
    """What a bot of this game can be asked."""

    def move(self, island: Island, hand: Sequence[int], open_requests: Sequence[str]) -> Move:
        """Choose a card of the hand and its place."""

    def claim(self, legal: Sequence[Choices]) -> Choices:
        """Choose among the Requests that the island fulfils."""

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return one of the legal actions."""


class RandomBot:
    """Plays any card anywhere it may; lifts a card every other time it can."""

    def __init__(self, content: TerrainContent, stream: Stream) -> None:
        self._content = content
        self._stream = stream

    def move(self, island: Island, hand: Sequence[int], open_requests: Sequence[str]) -> Move:
        """Choose a random card and place."""
        card = self._stream.choice(hand)
        if self._content.is_double_water(card) and island.laid and self._stream.below(2):
            homes = lifted_placements(self._content, island)
            return Move(card, self._stream.choice(homes), self._stream.choice(island.uncovered()).card)
        return Move(card, self._stream.choice(island.placements()))

    def claim(self, legal: Sequence[Choices]) -> Choices:
        """Take any Request."""
        return self._stream.choice(legal)

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return a random action."""
        return _choose(self, self._content, view, legal)


class GreedyBot:
    """Completes what it can now, comes nearer to what it cannot, and covers little land.

    It looks neither at Awards nor at the double-water option.
    """

    def __init__(self, content: TerrainContent, stream: Stream) -> None:
        self._content = content
        self._stream = stream

    def move(self, island: Island, hand: Sequence[int], open_requests: Sequence[str]) -> Move:
        """Try some random places for each different card and keep the best."""
        weights, water = self._content.options.bot, self._content.water
        tiles = island.tiles
        outlook = self.outlook(island, open_requests)
        places = island.placements()
        best: tuple[float, Move] | None = None
        for card, faces in self._different(hand):
            tried = self._sample(places, weights.tries)
            for place, (complete, unfinished) in zip(tried, self.rate(outlook, tried, faces), strict=True):
                covered = (tiles.get(place.cell, water) != water) + (tiles.get(place.other, water) != water)
                worth = complete + weights.unfinished * unfinished - weights.covered_land * covered
                if best is None or worth > best[0]:
                    best = worth, Move(card, place)
        if best is None:
            raise ValueError("a bot needs a card to place")
        return best[1]

    def outlook(self, island: Island, open_requests: Sequence[str]) -> Outlook:
        """Count how near the island is to the open Requests."""
        cards = [self._content.requests[request] for request in open_requests]
        patterns = [(card.pattern, card.value) for card in cards]
        return Outlook(island.tiles, patterns, self._content.water, len(self._content.letters))

    def rate(self, outlook: Outlook, places: Sequence[Placement], faces: tuple[int, int]) -> list[tuple[int, float]]:
        """Return what each place of a card would complete and how near it would come."""
        first, second = faces
        return [outlook.after(place.cell, first, place.other, second) for place in places]

    def claim(self, legal: Sequence[Choices]) -> Choices:
        """Take the most valuable Request, of equal ones the first in number."""
        claims = [choice for choice in legal if isinstance(choice, Claim)]
        return min(claims, key=lambda claim: (-self._content.requests[claim.request].value, claim.request))

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return the best action it finds."""
        return _choose(self, self._content, view, legal)

    def _different(self, hand: Sequence[int]) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield one card of each kind in the hand."""
        kinds = {self._content.faces(card): card for card in reversed(hand)}
        for faces, card in reversed(kinds.items()):
            yield card, faces

    def _sample(self, places: list[Placement], count: int) -> list[Placement]:
        """Draw some places without drawing one twice; the list is left in another order."""
        below = self._stream.below
        last = len(places)
        for i in range(min(count, last)):
            j = i + below(last - i)
            places[i], places[j] = places[j], places[i]
        return places[:count]


BOTS: Mapping[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}


def _choose(bot: TerrainBot, content: TerrainContent, view: View, legal: list[Choices]) -> Choices:
    """Let a bot decide from a view."""
    if view.table.claiming:
        return bot.claim(legal)
    island = island_in_view(content, view.table.islands[view.seat])
    return chosen(bot.move(island, view.hand, view.table.open_requests))


def island_in_view(content: TerrainContent, laid: Sequence[Laid]) -> Island:
    """Rebuild an island from the cards that lie open."""
    island = Island()
    for each in laid:
        island.lay(each.card, content.faces(each.card), Placement(cell(*each.cell), each.rot))
    return island


def make_bots(content: TerrainContent, kind: str, players: int, seed: int, name: str) -> list[TerrainBot]:
    """Seat one bot of a kind on every seat, each with a random stream of its own."""
    return [BOTS[kind](content, stream(GAME, seed, f"{name}/{seat}")) for seat in range(players)]


def play_out(
    state: TerrainState,
    bots: Sequence[TerrainBot],
    luck: Stream,
    watch: Callable[[Choices], object] | None = None,
) -> None:
    """Play a game to its end; each bot gets its own island, its own hand and the open Requests only."""

    def ask(seat: int) -> Choices:
        if state.claiming:
            return bots[seat].claim(state.legal_actions())
        player = state.players[seat]
        return chosen(bots[seat].move(player.island, player.hand, state.open_requests))

    drive(state, ask, luck, watch=watch)
