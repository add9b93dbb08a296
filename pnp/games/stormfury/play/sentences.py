"""Says in a sentence what an action or a hit means, for the example turn and recorded games."""

from collections import Counter
from collections.abc import Sequence

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.words import TaleWords
from pnp.games.stormfury.play.damage import Hit
from pnp.play.state import Action


class Teller:
    """Tells a game in the words of its content."""

    def __init__(self, content: StormfuryContent, words: TaleWords) -> None:
        self.content, self.words = content, words

    def action(self, action: Action) -> str:
        """Return what an expert does, as the rest of a sentence that starts with her name."""
        words, verb = self.words, action["do"]
        if verb == "place":
            return words.begins(self.city(action["city"]))
        if verb == "draw":
            return words.draws if action["from"] == "deck" else words.takes(self.cards([action["card"]]))
        if verb == "draw_more":
            return words.draws_more
        if verb == "lay":
            return words.lays(self.cards(action["cards"]))
        if verb == "move":
            return words.travels(self.city(action["to"]))
        if verb == "trade":
            return words.trades(self.cards(action["give"]), self.cards(action["get"]))
        if verb == "end":
            dropped = action.get("discard", [])
            return words.discards(self.cards(dropped)) if dropped else words.ends
        return self._recipe(action)

    def _recipe(self, action: Action) -> str:
        """Return what a played recipe does and costs."""
        words, pay = self.words, self.cards(action["pay"])
        card = self.content.resource_cards[action["card"]].name if "card" in action else ""
        if action["do"] == "fortify":
            spaces = self._together([self.space(id) for id in action["on"]])
            return words.fortifies(spaces, card, pay)
        if action["do"] == "dam":
            return words.dams([self.site(site) for site in action["at"]], card, pay)
        return words.evacuates(action["people"], card, pay)

    def hit(self, hit: Hit) -> str:
        """Return what the storm did to a target, as a sentence."""
        words = self.words
        if hit.effect == "held":
            return words.held(hit.target)
        if hit.effect == "flooded":
            return words.flooded(hit.target, hit.damage)
        space = self.space(hit.target)
        space = space[0].upper() + space[1:]
        if hit.effect == "absorbed":
            return words.absorbed(space)
        if hit.effect == "people":
            return words.struck(space, hit.damage)
        return words.destroyed(space, hit.damage)

    def space(self, id: str) -> str:
        """Name a space for people."""
        number = self.content.board.space_number[id]
        space = self.content.board.spaces[number]
        city = self.content.board.cities[space.city]
        if space.centre:
            return self.words.population(city.name)
        several = len(city.infrastructure) > 1
        return self.words.infrastructure(city.name, city.infrastructure.index(number) + 1 if several else None)

    def site(self, site: str | Sequence[str]) -> str:
        """Name a place for a dam for people."""
        if isinstance(site, str):
            return self.city(site)
        road, city = site
        return self.words.road_end(road, self.city(city))

    def city(self, id: str) -> str:
        """Name a city."""
        return self.content.map.cities[id].name

    def cards(self, cards: Sequence[str]) -> list[str]:
        """Name cards, alike ones together."""
        return self._together([self.content.resource_cards[id].name for id in cards])

    def _together(self, names: Sequence[str]) -> list[str]:
        """Say every name once, with its number when it comes several times."""
        return [name if n == 1 else self.words.several(name, n) for name, n in Counter(names).items()]
