"""Play: a game of Stormfury from placing the experts to the end of the storm.

A scenario fixes the storm and the first pass of the resource deck. What it leaves open is a
CHANCE choice that states the outcome: a reshuffle with the new order, and without a
scenario's storm the cards of forecast and flip.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.choices import (
    Choices,
    Dam,
    Draw,
    DrawMore,
    End,
    Evacuate,
    Flip,
    Forecast,
    Fortify,
    Lay,
    Move,
    Place,
    Reshuffle,
    Trade,
)
from pnp.games.stormfury.play.damage import Hit, strike
from pnp.games.stormfury.play.legal import legal_actions
from pnp.games.stormfury.play.recipes import Recipes
from pnp.games.stormfury.play.refusals import refuse
from pnp.games.stormfury.play.state import Table
from pnp.games.stormfury.play.storm import StormTurn, blow, deck_under
from pnp.games.stormfury.play.view import View, view_of
from pnp.play.deal import plain
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Illegal, enforces
from pnp.play.verbs import Verbs

VERBS = Verbs["Game"](
    {
        "place": "setup.place",
        "forecast": "forecast.deal",
        "draw": "turn.draw",
        "reshuffle": "turn.reshuffle",
        "act": "turn.order",
        "flip": "hurricane.flip",
    }
)


class Gust(NamedTuple):
    """What happened in a hurricane phase, for reports and drawings."""

    turn: int
    flips: tuple[int, ...]
    centre: int
    category: int
    skipped: int
    struck: int
    hits: list[Hit]


class Game(Recipes):
    """A game in progress (pnp.play.state.State)."""

    def __init__(
        self,
        content: StormfuryContent,
        table: Table,
        storm: Sequence[StormTurn] | None = None,
        *,
        swath: bool = False,
    ) -> None:
        self.content = content
        self.table = table
        self.storm = storm
        self.swath = swath
        self.gusts: list[Gust] = []
        """Every hurricane phase so far."""

    # The State interface

    def to_act(self) -> int:
        """Return the seat whose choice is awaited, or CHANCE, or OVER."""
        phase = self.table.phase
        if phase == "over":
            return OVER
        return CHANCE if phase in ("forecast", "reshuffle", "flip") else self.table.seat

    def legal_actions(self) -> list[Choices]:
        """List the choices open now: of trades those of one card (larger ones add up), of chance one."""
        return legal_actions(self.content, self.table)

    def apply(self, action: Choices) -> None:
        """Carry out a choice; raise Illegal and change nothing when a rule forbids it."""
        if self.table.phase == "over":
            raise Illegal("over", "end.depression", "the game is over")
        VERBS.apply(self, self.table.phase, action)

    def chance(self, stream: Stream) -> Choices:
        """Draw the outcome of CHANCE from a stream."""
        table, content = self.table, self.content
        if table.phase == "reshuffle":
            return Reshuffle(tuple(stream.shuffled(table.discards)))
        if table.phase == "forecast":
            cards = stream.shuffled(content.decks[deck_under(content, table.centre)])
            return Forecast(self._ids(cards[: content.storm.forecast_cards]))
        if table.phase == "flip":
            return Flip(self._ids(stream.shuffled(table.forecast)[: content.flips[table.category]]))
        raise ValueError("nothing is left to chance now")

    def _ids(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of hurricane cards."""
        return tuple(self.content.cards[card].id for card in cards)

    @enforces("end.verdict")
    def result(self) -> Mapping[str, Any]:
        """Return the outcome: all seats share one score, damage below zero."""
        table, rules = self.table, self.content.rules
        shift = rules.verdict_shift[len(table.experts) - 1]
        verdict = rules.overwhelmed_title
        if table.ending != "overwhelmed":
            verdict = max(
                (one for one in rules.verdicts if one.least == 0 or one.least + shift <= table.damage),
                key=lambda one: one.least,
            ).title
        return {
            "scores": [-table.damage] * len(table.experts),
            "damage": table.damage,
            **structs.asdict(table.losses),
            "turns": table.turn,
            "over": table.ending,
            "verdict": verdict,
        }

    def view(self, _seat: int) -> View:
        """Return what everybody may know."""
        return view_of(self.content, self.table, swath=self.swath)

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, hidden cards included."""
        ahead = (self.storm or ())[self.table.turn - (self.table.phase != "over") :]
        storm = [{"forecast": list(self._ids(turn.forecast)), "flip": list(self._ids(turn.flips))} for turn in ahead]
        return {
            **plain(self.view(0)),
            "deck": self.table.deck[::-1],
            "storm_ahead": None if self.storm is None else storm,
        }

    def copy(self) -> "Game":
        """Return an independent copy."""
        twin = Game(self.content, self.table.copy(), self.storm, swath=self.swath)
        twin.gusts = self.gusts[:]
        return twin

    # Set-up and the order of a turn

    @VERBS.take(Place, "place")
    @enforces("setup.place")
    def _place(self, choice: Place) -> None:
        """Put the acting expert's token into a city."""
        table = self.table
        table.experts[table.seat].city = self._city(choice.city)
        table.seat += 1
        if table.seat == len(table.experts):
            self._begin_round()

    @enforces("setup.decks", "forecast.deal")
    def _begin_round(self) -> None:
        """Start a turn: the scenario's forecast, or wait for the cards dealt at the table."""
        table = self.table
        table.turn += 1
        table.seat = 0
        table.forecast = ()
        table.phase = "forecast"
        if self.storm is not None:
            table.forecast = self.storm[table.turn - 1].forecast
            self._begin_expert()

    @VERBS.take(Forecast, "forecast")
    def _forecast(self, choice: Forecast) -> None:
        """Take the forecast dealt at the table."""
        content, table = self.content, self.table
        deck = content.decks[deck_under(content, table.centre)]
        cards = self._storm_cards(choice.cards, "bad_forecast")
        if len(cards) != content.storm.forecast_cards or not set(cards) <= set(deck):
            refuse("bad_forecast", f"A forecast is {content.storm.forecast_cards} cards of the right deck.")
        table.forecast = cards
        self._begin_expert()

    @enforces("turn.order", "turn.draw")
    def _begin_expert(self) -> None:
        """Start an expert's turn with her draws."""
        table, play = self.table, self.content.rules.play
        stand_in = self._role().stand_in
        table.moves_left = play.moves
        table.mode = None
        table.stand_ins_left = stand_in.per_turn if stand_in else 0
        self._begin_draws(play.draw)

    def _begin_draws(self, number: int) -> None:
        """Let the acting expert draw a number of cards."""
        self.table.draws_left = number
        self.table.fresh = []
        self._go_on_drawing()

    @enforces("turn.reshuffle")
    def _go_on_drawing(self) -> None:
        """Wait for the next draw, or let her act when all are drawn or nothing is left to draw."""
        table = self.table
        nothing = not table.deck and not table.discards and (not table.pile or self._role().open_pile)
        table.phase = "act" if table.draws_left == 0 or nothing else "draw"
        if table.phase == "act":
            table.draws_left = 0

    # Drawing

    @VERBS.take(Draw, "draw")
    @enforces("turn.draw", "roles.relief")
    def _draw(self, choice: Draw) -> None:
        """Draw a card from the deck or take one from the open pile."""
        table = self.table
        if choice.source == "pile":
            self._draw_from_pile(choice.card)
        elif choice.card is not None:
            refuse("drawn_unseen", "A card of the deck is drawn unseen: it cannot be named.")
        elif not table.deck and table.discards:
            table.phase = "reshuffle"
        else:
            self._draw_from_deck()

    def _draw_from_deck(self) -> None:
        """Take the top card; with nothing left the draw is lost."""
        table = self.table
        if table.deck:
            card = table.deck.pop()
            table.experts[table.seat].hand.append(card)
            table.fresh.append(card)
        table.draws_left -= 1
        self._go_on_drawing()

    def _draw_from_pile(self, card: str | None) -> None:
        """Take a chosen card of the open pile instead of drawing blind."""
        table = self.table
        if self._role().open_pile:
            refuse("own_pile", f"The {self._role().name} never draws from her own pile.")
        if card is None:
            refuse("not_in_pile", "Say which card of the open pile she takes.")
        self._known([card])
        if card not in table.pile:
            refuse("not_in_pile", f"The open pile holds no {self._card_name(card)}.")
        table.pile.remove(card)
        table.experts[table.seat].hand.append(card)
        table.draws_left -= 1
        self._go_on_drawing()

    @VERBS.take(Reshuffle, "reshuffle")
    @enforces("turn.reshuffle")
    def _reshuffle(self, choice: Reshuffle) -> None:
        """Make the shuffled discards the new deck and go on with the draw that needed it."""
        table = self.table
        if Counter(choice.order) != Counter(table.discards):
            refuse("bad_reshuffle", "A reshuffle holds exactly the discarded cards.")
        table.deck = list(choice.order[::-1])
        table.discards = []
        self._draw_from_deck()

    @VERBS.take(Lay, "act")
    @enforces("roles.relief")
    def _lay(self, choice: Lay) -> None:
        """Lay cards just drawn on the open pile."""
        table = self.table
        if not self._role().open_pile:
            refuse("not_relief_corps", "Only an expert with an open pile may lay cards on it.")
        if not choice.cards or not Counter(choice.cards) <= Counter(table.fresh):
            refuse("not_just_drawn", "Only cards just drawn may go to the open pile.")
        self._remove_from_hand(choice.cards)
        table.pile += choice.cards
        table.fresh = []

    @VERBS.take(DrawMore, "act")
    @enforces("turn.play-or-draw")
    def _draw_more(self, _choice: DrawMore) -> None:
        """Draw extra cards instead of playing recipes."""
        table = self.table
        if table.mode is not None:
            refuse("mode_locked", f"This turn she has chosen to {table.mode} already.")
        table.mode = "draw"
        self._begin_draws(self.content.rules.play.extra_draw)

    # Moving, trading, ending

    @VERBS.take(Move, "act")
    @enforces("turn.move")
    def _move(self, choice: Move) -> None:
        """Travel along a road to the next city."""
        table, board = self.table, self.content.board
        there = self._city(choice.to)
        if table.moves_left == 0:
            refuse("no_moves_left", "She has no move left this turn.")
        road = board.cities[self._here()].joined.get(there)
        if road is None:
            refuse("not_adjacent", f"No road joins {self._city_name()} and {board.cities[there].name}.")
        if table.flooded >> road & 1:
            refuse("road_flooded", f"Road {board.roads[road].id} is flooded.")
        self._expert().city = there
        table.moves_left -= 1
        table.fresh = []

    @VERBS.take(Trade, "act")
    @enforces("turn.trade")
    def _trade(self, choice: Trade) -> None:
        """Swap cards with an expert in the same city."""
        table = self.table
        give, get = choice.give, choice.get
        if not 0 <= choice.partner < len(table.experts) or choice.partner == table.seat:
            refuse("not_same_city", "Name another expert's seat to trade with.")
        giver, taker = self._expert(), table.experts[choice.partner]
        self._known([*give, *get])
        if giver.city != taker.city:
            refuse("not_same_city", "Both experts must be in the same city to trade.")
        if not give or len(give) != len(get):
            refuse("unequal_trade", "A trade gives as many cards as it takes.")
        self._must_hold(give)
        if not Counter(get) <= Counter(taker.hand):
            refuse("missing_cards", "The other expert does not hold these cards.")
        for card in give:
            giver.hand.remove(card)
        for card in get:
            taker.hand.remove(card)
        giver.hand += get
        taker.hand += give
        table.fresh = []

    @VERBS.take(End, "act")
    @enforces("turn.end")
    def _end(self, choice: End) -> None:
        """End the expert's turn: discard down to the limit, not further."""
        table = self.table
        drop = choice.discard
        self._known(drop)
        surplus = max(0, len(self._expert().hand) - self.content.rules.play.hand_limit)
        if len(drop) != surplus:
            refuse("hand_limit", f"She must discard exactly {surplus} cards.")
        self._must_hold(drop)
        self._remove_from_hand(drop)
        table.discards += drop
        table.fresh = []
        table.seat += 1
        if table.seat < len(table.experts):
            self._begin_expert()
        elif self.storm is not None:
            self.hurricane(self.storm[table.turn - 1].flips)
        else:
            table.phase = "flip"

    # The hurricane

    @VERBS.take(Flip, "flip")
    @enforces("hurricane.flip")
    def _flip(self, choice: Flip) -> None:
        """Take the cards flipped at the table."""
        table = self.table
        cards = self._storm_cards(choice.cards, "bad_flip")
        number = self.content.flips[table.category]
        if len(cards) != number or not set(cards) <= set(table.forecast):
            refuse("bad_flip", f"At category {table.category} {number} cards of the forecast are flipped.")
        self.hurricane(cards)

    @enforces("hurricane.order", "hurricane.return", "end.depression", "levels.swath")
    def hurricane(self, flips: Sequence[int]) -> None:
        """Move the storm, change its category, deal damage, and go on to the next turn or the end."""
        table = self.table
        gust = blow(self.content, table.centre, table.category, flips, swath=self.swath)
        table.centre, table.category = gust.centre, gust.category
        hits: list[Hit] = []
        if gust.category == 0:
            table.phase, table.ending = "over", "dissipated"
        else:
            hits = strike(self.content, table, gust.struck)
        self.gusts.append(Gust(table.turn, tuple(flips), *gust, hits))
        if table.ending is None:
            self._begin_round()


VERBS.take(Fortify, "act")(Game._fortify)
VERBS.take(Dam, "act")(Game._dam)
VERBS.take(Evacuate, "act")(Game._evacuate)
