"""An expert at the table: reading what a choice names and what she holds, refusing what does not exist."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pnp.diagnostics import one_of
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import Role
from pnp.games.stormfury.play.refusals import Reason, refuse
from pnp.games.stormfury.play.state import Expert, Table


class Seat:
    """The acting expert's side of a game."""

    content: StormfuryContent
    table: Table

    def _expert(self) -> Expert:
        """Return the acting expert."""
        return self.table.experts[self.table.seat]

    def _role(self) -> Role:
        """Return the acting expert's role."""
        return self.content.resources.roles[self.table.experts[self.table.seat].role]

    def _here(self) -> int:
        """Return the city of the acting expert; once play has begun, everybody is in one."""
        city = self._expert().city
        assert city is not None
        return city

    def _city_name(self) -> str:
        """Name the acting expert's city."""
        return self.content.board.cities[self._here()].name

    def _card_name(self, card: str) -> str:
        """Name a resource card."""
        return self.content.resource_cards[card].name

    def _city(self, name: str) -> int:
        """Return a city's number by its id."""
        cities = self.content.board.city_number
        if name not in cities:
            refuse("unknown_place", f"There is no city {name!r}; {one_of(name, cities)}")
        return cities[name]

    def _known(self, cards: Iterable[str]) -> None:
        """Check that cards are resource cards."""
        for card in cards:
            if card not in self.content.resource_cards:
                refuse("unknown_card", f"There is no card {card!r}; {one_of(card, self.content.resource_cards)}")

    def _storm_cards(self, cards: Sequence[str], reason: Reason) -> tuple[int, ...]:
        """Return the different hurricane cards that a choice names."""
        numbers = tuple(self.content.card_number.get(card, -1) for card in cards)
        if not numbers or -1 in numbers or len(set(numbers)) < len(numbers):
            refuse(reason, "Name different hurricane cards.")
        return numbers

    def _must_hold(self, cards: Sequence[str]) -> None:
        """Check that the acting expert holds cards."""
        if not Counter(cards) <= Counter(self._expert().hand):
            names = ", ".join(self._card_name(card) for card in cards)
            refuse("missing_cards", f"She does not hold all of: {names}.")

    def _remove_from_hand(self, cards: Iterable[str]) -> None:
        """Take cards out of the acting expert's hand."""
        hand = self._expert().hand
        for card in cards:
            hand.remove(card)
