"""An expert at the table: reading what an action names and what she holds, refusing what does not exist."""

from collections import Counter
from typing import Any

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import Role
from pnp.games.stormfury.play.refusals import refuse
from pnp.games.stormfury.play.state import Expert, Table
from pnp.play.state import Action


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

    def _city_name(self) -> str:
        """Name the acting expert's city."""
        city = self._expert().city
        return "no city" if city is None else self.content.board.cities[city].name

    def _card_name(self, card: object) -> str:
        """Name a resource card, or show what was written instead of one."""
        known = self.content.resource_cards.get(card) if isinstance(card, str) else None
        return known.name if known else repr(card)

    def _city(self, name: object) -> int:
        """Return a city's number by its id."""
        number = self.content.board.city_number.get(name) if isinstance(name, str) else None
        if number is None:
            refuse("unknown", f"There is no city {name!r}.")
        return number

    def _cards(self, action: Action, key: str) -> list[str]:
        """Return a list of resource cards named in an action."""
        cards = action.get(key, [])
        if not isinstance(cards, list) or any(card not in self.content.resource_cards for card in texts(cards)):
            refuse("unknown", f"{key!r} must list resource cards.")
        return list(cards)

    def _storm_cards(self, action: Action, reason: str) -> tuple[int, ...]:
        """Return the different hurricane cards named in an action."""
        cards = action.get("cards")
        numbers = [self.content.card_number.get(card, -1) for card in texts(cards)] if isinstance(cards, list) else []
        if not numbers or -1 in numbers or len(set(numbers)) < len(numbers):
            refuse(reason, "Name different hurricane cards.")
        return tuple(numbers)

    def _must_hold(self, cards: list[str]) -> None:
        """Check that the acting expert holds cards."""
        if not Counter(cards) <= Counter(self._expert().hand):
            names = ", ".join(self._card_name(card) for card in cards)
            refuse("missing_cards", f"She does not hold all of: {names}.")

    def _remove_from_hand(self, cards: list[str]) -> None:
        """Take cards out of the acting expert's hand."""
        hand = self._expert().hand
        for card in cards:
            hand.remove(card)


def texts(values: list[Any]) -> list[str]:
    """Return list entries as texts, so that unhashable ones simply match nothing."""
    return [value if isinstance(value, str) else "" for value in values]


def counted(cards: list[Any]) -> Counter[str]:
    """Count cards of an action."""
    return Counter(texts(cards))
