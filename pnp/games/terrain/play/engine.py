"""Terrain Storm as a game state: choose and place in secret, claim, pass, and judge the Awards of each round.

A turn is simultaneous at the table. Here seats hand in their moves one after the other; a move stays hidden
until the last one is in, then all are carried out and Requests are claimed from the lead seat on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.grid import REACH, cell, point
from pnp.games.terrain.play.choices import Call, Choices, Claim, Place, Silence, Storm
from pnp.games.terrain.play.deal import TerrainDeal
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.matching import cells_by_terrain, fulfils
from pnp.games.terrain.play.measures import measure, single_best
from pnp.games.terrain.play.view import Laid, Table, View
from pnp.play.deal import plain
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Illegal, enforces
from pnp.play.verbs import Verbs

VERBS = Verbs["TerrainState"]({"place": "turn.choose", "claim": "requests.order", "call": "requests.order"})


class Move(NamedTuple):
    """A chosen card and its place, or with `lift` the place of the card that double water drives away."""

    card: int
    placement: Placement
    lift: int | None = None


class Player:
    """What lies before one seat."""

    __slots__ = ("awards", "hand", "island", "requests")

    def __init__(self, hand: Sequence[int]) -> None:
        self.hand = list(hand)
        self.island = Island()
        self.requests: list[str] = []
        self.awards: list[str] = []

    def copy(self) -> "Player":
        """Return an independent copy."""
        twin = Player(self.hand)
        twin.island = self.island.copy()
        twin.requests = self.requests.copy()
        twin.awards = self.awards.copy()
        return twin


class TerrainState:
    """A game of Terrain Storm in progress."""

    @enforces("setup.requests", "setup.awards", "setup.hands", "setup.lead", "variants.short")
    def __init__(
        self,
        content: TerrainContent,
        hands: Sequence[Sequence[Sequence[int]]],
        requests: Sequence[str],
        awards: Sequence[str],
        extra_awards: int = 0,
    ) -> None:
        """Lay out a game: hands by round and seat, and both decks from the top."""
        play = content.options.play
        self.content = content
        self.rounds = len(hands)
        self.round = 1
        self.turn = 1
        self.lead = 0
        self.players = [Player(hand) for hand in hands[0]]
        self.later_hands = [[list(hand) for hand in deal] for deal in hands[1:]]
        self.open_requests = list(requests[: play.open_requests])
        self.request_deck = list(requests[play.open_requests :])
        revealed = play.awards_per_round + extra_awards
        self.open_awards = list(awards[:revealed])
        self.award_deck = list(awards[revealed:])
        self.moves: list[Move | None] = [None] * len(self.players)
        self.claiming = False
        self.over = False
        self._claimant = 0
        self._silent = 0
        self._groups: list[dict[int, list[int]]] = []
        self._fulfilled: list[set[str]] = []

    @classmethod
    @enforces("deals.seed")
    def of_deal(cls, content: TerrainContent, deal: TerrainDeal) -> Self:
        """Set up the game that a valid deal describes."""
        return cls(content, deal.hands, deal.requests, deal.awards, deal.extra_awards)

    # --- the State interface

    def to_act(self) -> int:
        """Return the seat whose move or claim is awaited; CHANCE says who calls first in casual play."""
        if self.over:
            return OVER
        if self.claiming:
            return CHANCE if self._first_call else self._claimant
        return self.moves.index(None)

    def legal_actions(self) -> list[Choices]:
        """List every action now; on an empty island places at the origin stand for all others."""
        if self.over:
            return []
        if self.claiming:
            return self._calls() if self._first_call else self._claims(self._claimant)
        return self._placings(self.to_act())

    def apply(self, action: Choices) -> None:
        """Carry out an action."""
        if self.over:
            raise Illegal("over", "end.score", "the game is over")
        phase = "place" if not self.claiming else "call" if self._first_call else "claim"
        VERBS.apply(self, phase, action)

    def chance(self, stream: Stream) -> Choices:
        """Draw who calls first and which Request."""
        return stream.choice(self._calls()[:-1])

    @enforces("end.score", "end.tie", "aim.goal")
    def result(self) -> Mapping[str, Any]:
        """Return scores and winners (seats from 0)."""
        scores = [self.score(seat) for seat in range(len(self.players))]
        ranks = [
            (score, len(player.awards), len(player.requests))
            for score, player in zip(scores, self.players, strict=True)
        ]
        return {
            "scores": scores,
            "winners": [seat for seat, rank in enumerate(ranks) if rank == max(ranks)],
            "requests": [list(player.requests) for player in self.players],
            "awards": [list(player.awards) for player in self.players],
        }

    @enforces("turn.secret")
    def view(self, seat: int) -> View:
        """Return what lies open on the table, and the seat's own hand and chosen move."""
        own = self.moves[seat]
        return View(self._table(), seat, tuple(self.players[seat].hand), None if own is None else chosen(own))

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state."""
        return {
            **plain(self._table()),
            "hands": [list(player.hand) for player in self.players],
            "later_hands": [[list(hand) for hand in deal] for deal in self.later_hands],
            "request_deck": list(self.request_deck),
            "award_deck": list(self.award_deck),
            "moves": [None if move is None else plain(chosen(move)) for move in self.moves],
        }

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.players = [player.copy() for player in self.players]
        twin.later_hands = [[hand.copy() for hand in deal] for deal in self.later_hands]
        twin.open_requests = self.open_requests.copy()
        twin.request_deck = self.request_deck.copy()
        twin.open_awards = self.open_awards.copy()
        twin.award_deck = self.award_deck.copy()
        twin.moves = self.moves.copy()
        twin._fulfilled = [each.copy() for each in self._fulfilled]
        return twin

    def score(self, seat: int) -> int:
        """Return a seat's points: printed Request values and a fixed number for each Award."""
        player = self.players[seat]
        values = sum(self.content.requests[request].value for request in player.requests)
        return values + self.content.options.play.award_points * len(player.awards)

    def _table(self) -> Table:
        """Return everything that lies open."""
        return Table(
            round=self.round,
            turn=self.turn,
            lead=self.lead,
            to_act=self.to_act(),
            claiming=self.claiming,
            chosen=tuple(move is not None for move in self.moves),
            hand_sizes=tuple(len(player.hand) for player in self.players),
            open_requests=tuple(self.open_requests),
            requests_left=len(self.request_deck),
            open_awards=tuple(self.open_awards),
            awards_left=len(self.award_deck),
            islands=tuple(
                tuple(Laid(laid.card, point(laid.cell), laid.rot) for laid in player.island.laid)
                for player in self.players
            ),
            requests=tuple(tuple(player.requests) for player in self.players),
            awards=tuple(tuple(player.awards) for player in self.players),
        )

    # --- choosing and placing

    def _placings(self, seat: int) -> list[Choices]:
        """List every card of a hand in every legal place, double-water options included."""
        player = self.players[seat]
        places = [(point(each.cell), each.rot) for each in player.island.placements()]
        actions: list[Choices] = [Place(card, where, rot) for card in player.hand for where, rot in places]
        storms = [card for card in player.hand if self.content.is_double_water(card)]
        if storms and player.island.laid:
            lifted = [laid.card for laid in player.island.uncovered()]
            homes = [(point(each.cell), each.rot) for each in lifted_placements(self.content, player.island)]
            actions += [Storm(card, lift, where, rot) for card in storms for lift in lifted for where, rot in homes]
        return actions

    @VERBS.take(Place, "place")
    def _place(self, choice: Place) -> None:
        """Choose a card and its place."""
        placement = self._placement(choice)
        if not self.players[self.to_act()].island.touches(placement):
            raise Illegal("detached", "placing.touch", "the card neither overlaps nor borders the island")
        self._choose(Move(choice.card, placement))

    @VERBS.take(Storm, "place")
    def _storm(self, choice: Storm) -> None:
        """Choose double water and the card that it drives away."""
        placement = self._placement(choice)
        self._check_storm(self.players[self.to_act()].island, choice.card, choice.lift, placement)
        self._choose(Move(choice.card, placement, choice.lift))

    @enforces("turn.choose", "turn.no-discard", "placing.grid")
    def _placement(self, choice: Place | Storm) -> Placement:
        """Check that a card is at hand, and return where it shall go."""
        x, y = choice.cell
        if max(abs(x), abs(y)) > REACH:
            raise Illegal("far-away", "placing.grid", f"coordinates end at {REACH}")
        if choice.card not in self.players[self.to_act()].hand:
            raise Illegal("not-in-hand", "turn.choose", f"card {choice.card} is not in the hand")
        return Placement(cell(x, y), choice.rot)

    def _choose(self, move: Move) -> None:
        """Note a move; all are carried out together."""
        self.moves[self.to_act()] = move
        if None not in self.moves:
            self._place_all()

    @enforces("storm.option", "storm.first", "storm.uncovered")
    def _check_storm(self, island: Island, card: int, lift: int, placement: Placement) -> None:
        """Check the double-water option."""
        if not self.content.is_double_water(card):
            raise Illegal("not-double-water", "storm.option", f"card {card} is not double water")
        if not island.laid:
            raise Illegal("first-card", "storm.first", "the first card of an island can lift nothing")
        if all(laid.card != lift for laid in island.uncovered()):
            raise Illegal("covered", "storm.uncovered", f"card {lift} does not lie uncovered on this island")
        if placement not in lifted_placements(self.content, island):
            raise Illegal("detached", "storm.replace", "the lifted card has no legal place there")

    @enforces("requests.when")
    def _place_all(self) -> None:
        """Carry out all moves at once, then start the claims."""
        for player, move in zip(self.players, self.moves, strict=True):
            if move is not None:
                player.hand.remove(move.card)
                self._lay(player.island, move)
        self.moves = [None] * len(self.players)
        self.claiming = True
        self._claimant = self.lead
        self._silent = 0
        self._groups = [cells_by_terrain(player.island.tiles) for player in self.players]
        self._fulfilled = [
            {request for request in self.open_requests if self.fulfils(seat, request)}
            for seat in range(len(self.players))
        ]
        self._seek_claimant()

    @enforces("storm.option", "storm.again")
    def _lay(self, island: Island, move: Move) -> None:
        """Lay the chosen card; double water may take the place of another one."""
        faces = self.content.faces(move.card)
        if move.lift is None:
            island.lay(move.card, faces, move.placement)
            return
        lifted = island.lift(move.lift)
        island.lay(move.card, faces, Placement(lifted.cell, lifted.rot))
        island.lay(lifted.card, lifted.faces, move.placement)

    # --- claims

    @property
    def _first_call(self) -> bool:
        return self.content.options.switches.claim_order == "first-call"

    @enforces("requests.reuse")
    def fulfils(self, seat: int, request: str) -> bool:
        """Tell whether a seat's island shows a Request's pattern; no tile is ever used up."""
        tiles = self.players[seat].island.tiles
        return fulfils(self.content.requests[request].pattern, tiles, self._groups[seat], self.content.water)

    def _claims(self, seat: int) -> list[Choices]:
        """List the open Requests that a seat fulfils."""
        return [Claim(each) for each in self.open_requests if each in self._fulfilled[seat]]

    def _calls(self) -> list[Choices]:
        """List who may call what in casual play; last, that nobody notices anything."""
        calls: list[Choices] = [
            Call(seat, each)
            for seat, fulfilled in enumerate(self._fulfilled)
            for each in self.open_requests
            if each in fulfilled
        ]
        return [*calls, Silence()]

    @VERBS.take(Silence, "call")
    def _silence(self, _: Silence) -> None:
        self._end_turn()

    @VERBS.take(Call, "call")
    @enforces("variants.call")
    def _call(self, choice: Call) -> None:
        """Give a Request to the seat that called first."""
        self._award(choice.seat, choice.request)

    @VERBS.take(Claim, "claim")
    @enforces("requests.order")
    def _claim(self, choice: Claim) -> None:
        """Give a Request to the seat whose turn it is to claim."""
        self._award(self._claimant, choice.request)

    def _award(self, seat: int, request: str) -> None:
        if request not in self.open_requests:
            raise Illegal("not-open", "requests.match", f"Request {request} is not open")
        if not 0 <= seat < len(self.players) or request not in self._fulfilled[seat]:
            raise Illegal("not-fulfilled", "requests.match", f"the island does not fulfil {request}")
        self._take(seat, request)
        self._silent = 0
        self._claimant = (seat + 1) % len(self.players)
        self._seek_claimant()

    @enforces("requests.refill", "requests.empty")
    def _take(self, seat: int, request: str) -> None:
        """Hand over a Request and fill the gap while the deck lasts."""
        self.players[seat].requests.append(request)
        gap = self.open_requests.index(request)
        for fulfilled in self._fulfilled:
            fulfilled.discard(request)
        if not self.request_deck:
            del self.open_requests[gap]
            return
        fresh = self.request_deck.pop(0)
        self.open_requests[gap] = fresh
        for other, fulfilled in enumerate(self._fulfilled):
            if self.fulfils(other, fresh):
                fulfilled.add(fresh)

    @enforces("requests.order")
    def _seek_claimant(self) -> None:
        """Move on to the next seat that fulfils something; after a silent circle the turn ends."""
        while self._silent < len(self.players):
            if self._fulfilled[self._claimant]:
                return
            self._claimant = (self._claimant + 1) % len(self.players)
            self._silent += 1
        self._end_turn()

    # --- turns and rounds

    @enforces("turn.lead", "turn.last")
    def _end_turn(self) -> None:
        """Move the lead, then pass the hands or end the round."""
        self.claiming = False
        self.lead = (self.lead + 1) % len(self.players)
        if self.players[0].hand:
            self.turn += 1
            self._pass_hands()
        else:
            self._end_round()

    @enforces("turn.pass")
    def _pass_hands(self) -> None:
        """Pass all hands to the left or the right, as the round says."""
        step = 1 if self.content.options.play.passing[self.round - 1] == "left" else -1
        hands = [player.hand for player in self.players]
        for seat, player in enumerate(self.players):
            player.hand = hands[(seat - step) % len(hands)]

    def _end_round(self) -> None:
        """Judge the Awards, then deal the next round or end the game."""
        self._judge_awards()
        if self.round == self.rounds:
            self.over = True
        else:
            self._reset()

    @enforces("awards.independent", "awards.stay", "awards.keep", "awards.ocean")
    def _judge_awards(self) -> None:
        """Give every open Award to the single best island; others stay open."""
        winners = {award: single_best(self.award_values(award), self._best(award)) for award in self.open_awards}
        for award, winner in winners.items():
            if winner is not None:
                self.players[winner].awards.append(award)
        self.open_awards = [award for award, winner in winners.items() if winner is None]

    def award_values(self, award: str) -> list[int]:
        """Measure all islands for an Award."""
        card = self.content.awards[award]
        return [measure(card.measure, player.island, card.ground) for player in self.players]

    def _best(self, award: str) -> str:
        return self.content.awards[award].best

    @enforces("reset.keep", "reset.awards", "reset.deal")
    def _reset(self) -> None:
        """Begin the next round: more Awards and new hands; all else stays."""
        more = self.content.options.play.awards_per_round
        self.round += 1
        self.turn = 1
        self.open_awards += self.award_deck[:more]
        del self.award_deck[:more]
        for player, hand in zip(self.players, self.later_hands.pop(0), strict=True):
            player.hand = hand


@enforces("storm.replace")
def lifted_placements(content: TerrainContent, island: Island) -> Sequence[Placement]:
    """List where a lifted card may go; the double water in its old place keeps the same cells covered."""
    if content.options.switches.lifted_card == "anywhere":
        return list(island.around())
    return island.placements()


def chosen(move: Move) -> Place | Storm:
    """Return a move as the choice that led to it."""
    where, rot = point(move.placement.cell), move.placement.rot
    return Place(move.card, where, rot) if move.lift is None else Storm(move.card, move.lift, where, rot)
