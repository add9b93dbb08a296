"""Recipes: Fortify, Dam and Evacuate, their prices and their targets."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pnp.games.stormfury.play.refusals import refuse
from pnp.games.stormfury.play.seat import Seat
from pnp.play.state import Action, enforces


class Recipes(Seat):
    """What an expert plays in her city."""

    @enforces("turn.fortify", "turn.fortify-where", "turn.fewer", "components.supply")
    def _fortify(self, action: Action) -> None:
        """Play a Fortify card: chits on spaces of her city."""
        table, board = self.table, self.content.board
        card, pay = self._recipe(action, "fortify")
        spaces = []
        for name in self._targets(action, "on", card):
            number = board.space_number.get(name) if isinstance(name, str) else None
            if number is None:
                refuse("unknown", f"There is no space {name!r}.")
            if board.spaces[number].city != self._expert().city:
                refuse("wrong_city", f"{name} is not in {self._city_name()}.")
            if table.lost >> number & 1:
                refuse("space_lost", f"{name} is destroyed.")
            spaces.append(number)
        if len(spaces) > table.fort_supply:
            refuse("no_chits", f"Only {table.fort_supply} fortification chits are left.")
        self._pay(card, pay)
        for number in spaces:
            table.forts[number] += 1
        table.fort_supply -= len(spaces)

    @enforces("turn.dam", "turn.dam-ends", "turn.fewer", "components.supply", "roles.aquatic")
    def _dam(self, action: Action) -> None:
        """Play a Dam card: chits at road ends within her reach."""
        table, content = self.table, self.content
        card, pay = self._recipe(action, "dam")
        sites: list[int] = []
        reach = self._dam_reach()
        for name in self._targets(action, "at", card):
            number = content.dam_site_number.get(tuple(name) if isinstance(name, list) else name)
            if number is None:
                refuse("not_a_road_end", f"{name!r} is not a place for a dam.")
            site = content.dam_sites[number]
            if site.city not in reach:
                refuse("dam_out_of_reach", f"{content.board.cities[site.city].name} is out of her reach.")
            if all(table.flooded >> road & 1 for road in site.roads):
                refuse("dam_flooded", f"The road at {name!r} is flooded.")
            if table.dams >> number & 1 or number in sites:
                refuse("already_dammed", f"There is a dam at {name!r} already.")
            sites.append(number)
        if len(sites) > table.dam_supply:
            refuse("no_chits", f"Only {table.dam_supply} dam chits are left.")
        self._pay(card, pay)
        for number in sites:
            table.dams |= 1 << number
        table.dam_supply -= len(sites)

    def _dam_reach(self) -> set[int]:
        """Return the cities whose road ends the acting expert can dam."""
        city = self._expert().city
        assert city is not None
        joined = self.content.board.cities[city].joined if self._role().dams_next_door else ()
        return {city, *joined}

    @enforces("turn.evacuate", "roles.evac")
    def _evacuate(self, action: Action) -> None:
        """Lead people out of her city, with an Evacuate card or by the specialist's power."""
        table = self.table
        city = self._expert().city
        assert city is not None
        people = action.get("people")
        if not isinstance(people, int) or isinstance(people, bool) or people < 1:
            refuse("unknown", "Say how many people leave.")
        if action.get("card") is None:
            price = self._role().evacuates_for
            if not price:
                refuse("needs_evacuate_card", f"The {self._role().name} needs a card to evacuate anybody.")
            card, pay = None, self._cards(action, "pay")
            self._must_hold(pay)
        else:
            card, pay = self._recipe(action, "evacuate")
            price = self.content.resource_cards[card].discards
        if len(pay) != price * people:
            refuse("bad_payment", f"{people} to evacuate cost {price * people} other cards.")
        if people > table.populations[city]:
            refuse("not_enough_population", f"Only {table.populations[city]} live in {self._city_name()}.")
        self._pay(card, pay)
        table.populations[city] -= people
        table.evacuated += people

    @enforces("turn.play-or-draw", "turn.pay")
    def _recipe(self, action: Action, kind: str) -> tuple[str, list[str]]:
        """Check that a recipe of that kind may be played and paid for; return the card and its payment."""
        if self.table.mode == "draw":
            refuse("mode_locked", "She has drawn extra cards: no recipes this turn.")
        card = action.get("card")
        if not isinstance(card, str) or card not in self.content.resource_cards:
            refuse("unknown", f"There is no card {card!r}.")
        recipe = self.content.resource_cards[card]
        if recipe.kind != kind:
            refuse("bad_payment", f"{recipe.name} is not a card to {kind} with.")
        pay = self._cards(action, "pay")
        if recipe.pay:
            self._check_price(recipe.pay, pay, kind)
        self._must_hold([card, *pay])
        return card, pay

    @enforces("roles.architect")
    def _check_price(self, price: Mapping[str, int], pay: list[str], kind: str) -> None:
        """Check an exact payment, counting a supply that stands in for another."""
        if Counter(pay) == Counter(price):
            return
        if self._stand_ins(price, pay, kind) is None:
            asked = ", ".join(f"{number} {self._card_name(id)}" for id, number in price.items())
            refuse("bad_payment", f"The price is exactly {asked}.")

    def _stand_ins(self, price: Mapping[str, int], pay: list[str], kind: str) -> int | None:
        """Return how many cards of a payment stand in for another supply; None when it does not fit."""
        power = self._role().stand_in
        used = sum((Counter(pay) - Counter(price)).values())
        if power is None or kind != "fortify" or used > self.table.stand_ins_left:
            return None
        swapped = Counter(price)
        swapped[power.pays_for] -= used
        swapped[power.card] += used
        return used if swapped[power.pays_for] >= 0 and +swapped == Counter(pay) else None

    def _targets(self, action: Action, key: str, card: str) -> list[Any]:
        """Return the places named in an action: at least one, at most as many as the card builds."""
        places = self.content.resource_cards[card].places
        named = action.get(key)
        if not isinstance(named, list) or not 1 <= len(named) <= places:
            refuse("bad_targets", f"{self._card_name(card)} builds 1 to {places} chits.")
        for name in named:
            if not isinstance(name, str) and not (
                isinstance(name, list) and all(isinstance(part, str) for part in name)
            ):
                refuse("unknown", f"{name!r} is not a place on the board.")
        return named

    def _pay(self, card: str | None, pay: list[str]) -> None:
        """Discard a recipe card and its payment; a recipe card means that this turn is for playing."""
        table = self.table
        if card is not None:
            recipe = self.content.resource_cards[card]
            if recipe.pay:
                table.stand_ins_left -= self._stand_ins(recipe.pay, pay, recipe.kind) or 0
            table.mode = "play"
            pay = [card, *pay]
        self._remove_from_hand(pay)
        table.discards += pay
        table.fresh = []
