"""Play: a game of Stormfury from placing the experts to the end of the storm.

Actions are small JSON mappings that read well in a recorded game:

    {"do": "place", "city": "CAL"}
    {"do": "draw", "from": "deck"}              {"do": "draw", "from": "pile", "card": "M"}
    {"do": "lay", "cards": ["F2"]}              {"do": "draw_more"}
    {"do": "fortify", "card": "F2", "pay": ["M", "S"], "on": ["CAL.P", "CAL.P"]}
    {"do": "dam", "card": "D1", "pay": ["S"], "at": [["R05", "CAL"]]}
    {"do": "evacuate", "card": "E", "people": 1, "pay": ["M", "S"]}
    {"do": "evacuate", "people": 1, "pay": ["M", "S"]}
    {"do": "move", "to": "BAY"}                 {"do": "end", "discard": ["S"]}
    {"do": "trade", "with": 2, "give": ["M"], "get": ["F1"]}

A scenario fixes the storm and the first pass of the resource deck. What it leaves open is a
CHANCE action that states the outcome: ``reshuffle`` with the new order, and without a
scenario's storm ``forecast`` and ``flip`` with the cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.damage import Hit, strike
from pnp.games.stormfury.play.recipes import Recipes
from pnp.games.stormfury.play.refusals import refuse
from pnp.games.stormfury.play.seat import counted
from pnp.games.stormfury.play.state import Table
from pnp.games.stormfury.play.storm import StormTurn, blow, deck_under
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Action, enforces


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

    def legal_actions(self) -> list[Action]:
        """List the actions open now: of trades those of one card (larger ones add up), of chance one."""
        from pnp.games.stormfury.play.legal import legal_actions

        return legal_actions(self.content, self.table)

    def apply(self, action: Action) -> None:
        """Carry out an action; raise Illegal and change nothing when a rule forbids it."""
        verb = action.get("do") if isinstance(action, Mapping) else None
        handler = _VERBS.get(verb) if isinstance(verb, str) else None
        if handler is None:
            refuse("unknown", f"No action is called {verb!r}.")
        phases, carry_out = handler
        if self.table.phase not in phases:
            refuse("not_your_moment", f"{verb!r} does not fit now: {_AWAITED[self.table.phase]}.")
        carry_out(self, action)

    def chance(self, stream: Stream) -> Action:
        """Draw the outcome of CHANCE from a stream."""
        table, content = self.table, self.content
        if table.phase == "reshuffle":
            return {"do": "reshuffle", "order": stream.shuffled(table.discards)}
        if table.phase == "forecast":
            cards = stream.shuffled(content.decks[deck_under(content, table.centre)])
            return self._storm_action("forecast", cards[: content.storm.forecast_cards])
        if table.phase == "flip":
            return self._storm_action("flip", stream.shuffled(table.forecast)[: content.flips[table.category]])
        raise ValueError("nothing is left to chance now")

    def _storm_action(self, verb: str, cards: Iterable[int]) -> Action:
        """Return a chance action that names hurricane cards."""
        return {"do": verb, "cards": [self.content.cards[card].id for card in cards]}

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
            **table.losses._asdict(),
            "turns": table.turn,
            "over": table.ending,
            "verdict": verdict,
        }

    @enforces("overview.open-hands")
    def view(self, seat: int) -> Mapping[str, Any]:
        """Return what a seat may know: all but the order of the deck and the storm to come."""
        return {**self.table.open_part(self.content), "you": seat, "footprint": self._footprint}

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, hidden cards included."""
        storm = None
        if self.storm is not None:
            storm = [
                {
                    "forecast": [self.content.cards[card].id for card in turn.forecast],
                    "flip": [self.content.cards[card].id for card in turn.flips],
                }
                for turn in self.storm[self.table.turn - (self.table.phase != "over") :]
            ]
        return {
            **self.table.open_part(self.content),
            "footprint": self._footprint,
            "deck": self.table.deck[::-1],
            "storm_ahead": storm,
        }

    @property
    def _footprint(self) -> str:
        return "swath" if self.swath else "final"

    def copy(self) -> "Game":
        """Return an independent copy."""
        twin = Game(self.content, self.table.copy(), self.storm, swath=self.swath)
        twin.gusts = self.gusts[:]
        return twin

    # Set-up and the order of a turn

    @enforces("setup.place")
    def _place(self, action: Action) -> None:
        """Put the acting expert's token into a city."""
        table = self.table
        table.experts[table.seat].city = self._city(action.get("city"))
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

    def _forecast(self, action: Action) -> None:
        """Take the forecast dealt at the table."""
        content, table = self.content, self.table
        deck = content.decks[deck_under(content, table.centre)]
        cards = self._storm_cards(action, "bad_forecast")
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

    @enforces("turn.draw", "roles.relief")
    def _draw(self, action: Action) -> None:
        """Draw a card from the deck or take one from the open pile."""
        table = self.table
        source = action.get("from")
        if source == "pile":
            self._draw_from_pile(action.get("card"))
        elif source == "deck":
            if not table.deck and table.discards:
                table.phase = "reshuffle"
                return
            self._draw_from_deck()
        else:
            refuse("unknown", "Draw from 'deck' or from 'pile'.")

    def _draw_from_deck(self) -> None:
        """Take the top card; with nothing left the draw is lost."""
        table = self.table
        if table.deck:
            card = table.deck.pop()
            table.experts[table.seat].hand.append(card)
            table.fresh.append(card)
        table.draws_left -= 1
        self._go_on_drawing()

    def _draw_from_pile(self, card: object) -> None:
        """Take a chosen card of the open pile instead of drawing blind."""
        table = self.table
        if self._role().open_pile:
            refuse("own_pile", f"The {self._role().name} never draws from her own pile.")
        if card not in table.pile:
            refuse("not_in_pile", f"The open pile holds no {self._card_name(card)}.")
        assert isinstance(card, str)
        table.pile.remove(card)
        table.experts[table.seat].hand.append(card)
        table.draws_left -= 1
        self._go_on_drawing()

    @enforces("turn.reshuffle")
    def _reshuffle(self, action: Action) -> None:
        """Make the shuffled discards the new deck and go on with the draw that needed it."""
        table = self.table
        order = action.get("order")
        if not isinstance(order, list) or counted(order) != Counter(table.discards):
            refuse("bad_reshuffle", "A reshuffle holds exactly the discarded cards.")
        table.deck = order[::-1]
        table.discards = []
        self._draw_from_deck()

    @enforces("roles.relief")
    def _lay(self, action: Action) -> None:
        """Lay cards just drawn on the open pile."""
        table = self.table
        if not self._role().open_pile:
            refuse("not_relief_corps", "Only an expert with an open pile may lay cards on it.")
        cards = self._cards(action, "cards")
        if not cards or not counted(cards) <= Counter(table.fresh):
            refuse("not_just_drawn", "Only cards just drawn may go to the open pile.")
        self._remove_from_hand(cards)
        table.pile += cards
        table.fresh = []

    @enforces("turn.play-or-draw")
    def _draw_more(self, action: Action) -> None:
        """Draw extra cards instead of playing recipes."""
        table = self.table
        if table.mode is not None:
            refuse("mode_locked", f"This turn she has chosen to {table.mode} already.")
        table.mode = "draw"
        self._begin_draws(self.content.rules.play.extra_draw)

    # Moving, trading, ending

    @enforces("turn.move")
    def _move(self, action: Action) -> None:
        """Travel along a road to the next city."""
        table, board = self.table, self.content.board
        expert = self._expert()
        assert expert.city is not None
        there = self._city(action.get("to"))
        if table.moves_left == 0:
            refuse("no_moves_left", "She has no move left this turn.")
        road = board.cities[expert.city].joined.get(there)
        if road is None:
            refuse("not_adjacent", f"No road joins {self._city_name()} and {board.cities[there].name}.")
        if table.flooded >> road & 1:
            refuse("road_flooded", f"Road {board.roads[road].id} is flooded.")
        expert.city = there
        table.moves_left -= 1
        table.fresh = []

    @enforces("turn.trade")
    def _trade(self, action: Action) -> None:
        """Swap cards with an expert in the same city."""
        table = self.table
        partner = action.get("with")
        if not isinstance(partner, int) or not 0 <= partner < len(table.experts) or partner == table.seat:
            refuse("unknown", "Name another expert's seat to trade with.")
        giver, taker = self._expert(), table.experts[partner]
        give, get = self._cards(action, "give"), self._cards(action, "get")
        if giver.city != taker.city:
            refuse("not_same_city", "Both experts must be in the same city to trade.")
        if not give or len(give) != len(get):
            refuse("unequal_trade", "A trade gives as many cards as it takes.")
        self._must_hold(give)
        if not counted(get) <= Counter(taker.hand):
            refuse("missing_cards", "The other expert does not hold these cards.")
        for card in give:
            giver.hand.remove(card)
        for card in get:
            taker.hand.remove(card)
        giver.hand += get
        taker.hand += give
        table.fresh = []

    @enforces("turn.end")
    def _end(self, action: Action) -> None:
        """End the expert's turn: discard down to the limit, not further."""
        table = self.table
        drop = self._cards(action, "discard") if "discard" in action else []
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

    @enforces("hurricane.flip")
    def _flip(self, action: Action) -> None:
        """Take the cards flipped at the table."""
        table = self.table
        cards = self._storm_cards(action, "bad_flip")
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


_AWAITED = {
    "place": "an expert chooses her first city",
    "forecast": "the forecast must be dealt",
    "draw": "an expert draws",
    "reshuffle": "the discards must be shuffled",
    "act": "an expert acts",
    "flip": "forecast cards must be flipped",
    "over": "the game is over",
}

_VERBS: dict[str, tuple[tuple[str, ...], Callable[[Game, Action], None]]] = {
    "place": (("place",), Game._place),
    "forecast": (("forecast",), Game._forecast),
    "draw": (("draw",), Game._draw),
    "reshuffle": (("reshuffle",), Game._reshuffle),
    "lay": (("act",), Game._lay),
    "draw_more": (("act",), Game._draw_more),
    "fortify": (("act",), Game._fortify),
    "dam": (("act",), Game._dam),
    "evacuate": (("act",), Game._evacuate),
    "move": (("act",), Game._move),
    "trade": (("act",), Game._trade),
    "end": (("act",), Game._end),
    "flip": (("flip",), Game._flip),
}
