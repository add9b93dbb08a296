"""Recipes: Fortify, Dam and Evacuate, their prices and their targets."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pnp.diagnostics import one_of
from pnp.games.stormfury.content.compiled import Site
from pnp.games.stormfury.play.choices import Dam, Evacuate, Fortify
from pnp.games.stormfury.play.refusals import refuse
from pnp.games.stormfury.play.seat import Seat
from pnp.play.state import enforces


class Recipes(Seat):
    """What an expert plays in her city."""

    @enforces("turn.fortify", "turn.fortify-where", "turn.fewer", "components.supply")
    def _fortify(self, choice: Fortify) -> None:
        """Play a Fortify card: chits on spaces of her city."""
        table, board = self.table, self.content.board
        self._recipe(choice.card, choice.pay, "fortify")
        self._check_number(choice.card, choice.on)
        here = board.cities[self._here()]
        spaces = []
        for name in choice.on:
            number = board.space_number.get(name)
            own = ", ".join(board.spaces[space].id for space in here.spaces)
            if number is None:
                refuse("unknown_place", f"There is no space {name!r}; in {here.name} there are {own}.")
            if number not in here.spaces:
                refuse("wrong_city", f"{name} is not in {here.name}, where there are {own}.")
            if table.lost >> number & 1:
                refuse("space_lost", f"{name} is destroyed.")
            spaces.append(number)
        if len(spaces) > table.fort_supply:
            refuse("no_chits", f"Only {table.fort_supply} fortification chits are left.")
        self._pay(choice.card, choice.pay)
        for number in spaces:
            table.forts[number] += 1
        table.fort_supply -= len(spaces)

    @enforces("turn.dam", "turn.dam-ends", "turn.fewer", "components.supply", "roles.aquatic")
    def _dam(self, choice: Dam) -> None:
        """Play a Dam card: chits at road ends within her reach."""
        table, content = self.table, self.content
        self._recipe(choice.card, choice.pay, "dam")
        self._check_number(choice.card, choice.at)
        sites: list[int] = []
        reach = self._dam_reach()
        for name in choice.at:
            number = content.dam_site_number.get(name)
            if number is None:
                near = [_written(site.name) for site in content.dam_sites if site.city in reach]
                refuse("not_a_road_end", f"{_written(name)} is not a place for a dam; {one_of(_written(name), near)}")
            site = content.dam_sites[number]
            if site.city not in reach:
                refuse("dam_out_of_reach", f"{content.board.cities[site.city].name} is out of her reach.")
            if all(table.flooded >> road & 1 for road in site.roads):
                refuse("dam_flooded", f"The road at {_written(name)} is flooded.")
            if table.dams >> number & 1 or number in sites:
                refuse("already_dammed", f"There is a dam at {_written(name)} already.")
            sites.append(number)
        if len(sites) > table.dam_supply:
            refuse("no_chits", f"Only {table.dam_supply} dam chits are left.")
        self._pay(choice.card, choice.pay)
        for number in sites:
            table.dams |= 1 << number
        table.dam_supply -= len(sites)

    def _dam_reach(self) -> set[int]:
        """Return the cities whose road ends the acting expert can dam."""
        city = self._here()
        joined = self.content.board.cities[city].joined if self._role().dams_next_door else ()
        return {city, *joined}

    @enforces("turn.evacuate", "roles.evac")
    def _evacuate(self, choice: Evacuate) -> None:
        """Lead people out of her city, with an Evacuate card or by the specialist's power."""
        table, city, people = self.table, self._here(), choice.people
        if choice.card is None:
            price = self._role().evacuates_for
            if not price:
                refuse("needs_evacuate_card", f"The {self._role().name} needs a card to evacuate anybody.")
            self._known(choice.pay)
            self._must_hold(choice.pay)
        else:
            self._recipe(choice.card, choice.pay, "evacuate")
            price = self.content.resource_cards[choice.card].discards
        if len(choice.pay) != price * people:
            refuse("bad_payment", f"{people} to evacuate cost {price * people} other cards.")
        if people > table.populations[city]:
            refuse("not_enough_population", f"Only {table.populations[city]} live in {self._city_name()}.")
        self._pay(choice.card, choice.pay)
        table.populations[city] -= people
        table.evacuated += people

    @enforces("turn.play-or-draw", "turn.pay")
    def _recipe(self, card: str, pay: Sequence[str], kind: str) -> None:
        """Check that a recipe of that kind may be played and paid for."""
        if self.table.mode == "draw":
            refuse("mode_locked", "She has drawn extra cards: no recipes this turn.")
        self._known([card, *pay])
        recipe = self.content.resource_cards[card]
        if recipe.kind != kind:
            refuse("bad_payment", f"{recipe.name} is not a card to {kind} with.")
        if recipe.pay:
            self._check_price(recipe.pay, pay, kind)
        self._must_hold([card, *pay])

    @enforces("roles.architect")
    def _check_price(self, price: Mapping[str, int], pay: Sequence[str], kind: str) -> None:
        """Check an exact payment, counting a supply that stands in for another."""
        used = self._stand_ins(price, pay, kind)
        if used is None:
            asked = ", ".join(f"{number} {self._card_name(id)}" for id, number in price.items())
            refuse("bad_payment", f"The price is exactly {asked}.")
        power = self._role().stand_in
        if power is not None and used > self.table.stand_ins_left:
            names = (self._card_name(power.card), self._card_name(power.pays_for))
            refuse("no_stand_in_left", f"Only {power.per_turn} {' may pay for '.join(names)} in each of her turns.")

    def _stand_ins(self, price: Mapping[str, int], pay: Sequence[str], kind: str) -> int | None:
        """Return how many cards of a payment stand in for another supply; None when it does not fit."""
        used = sum((Counter(pay) - Counter(price)).values())
        swapped = Counter(price)
        power = self._role().stand_in
        if used and power is not None and kind == "fortify":
            swapped[power.pays_for] -= used
            swapped[power.card] += used
        return used if min(swapped.values(), default=0) >= 0 and +swapped == Counter(pay) else None

    def _check_number(self, card: str, named: Sequence[Site]) -> None:
        """Check that a choice names at least one place, and at most as many as the card builds."""
        places = self.content.resource_cards[card].places
        if not 1 <= len(named) <= places:
            refuse("bad_targets", f"{self._card_name(card)} builds 1 to {places} chits.")

    def _pay(self, card: str | None, pay: Sequence[str]) -> None:
        """Discard a recipe card and its payment; a recipe card means that this turn is for playing."""
        table = self.table
        cards = [*pay]
        if card is not None:
            recipe = self.content.resource_cards[card]
            if recipe.pay:
                table.stand_ins_left -= self._stand_ins(recipe.pay, pay, recipe.kind) or 0
            table.mode = "play"
            cards.insert(0, card)
        self._remove_from_hand(cards)
        table.discards += cards
        table.fresh = []


def _written(site: Site) -> str:
    """Write a place for a dam as in a recorded game."""
    return site if isinstance(site, str) else ",".join(site)
