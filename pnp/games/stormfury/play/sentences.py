"""Says in a sentence what an action or a hit means, for the example turn and recorded games."""

from collections import Counter
from collections.abc import Sequence

from pnp.games.stormfury.content.compiled import Site, StormfuryContent
from pnp.games.stormfury.content.words import TaleWords
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
from pnp.games.stormfury.play.damage import Hit


class Teller:
    """Tells a game in the words of its content."""

    def __init__(self, content: StormfuryContent, words: TaleWords) -> None:
        self.content, self.words = content, words

    def action(self, choice: Choices) -> str:
        """Return what an expert does, as the rest of a sentence that starts with her name."""
        words = self.words
        match choice:
            case Place(city):
                return words.begins(self.city(city))
            case Draw("pile", str(card)):
                return words.takes(self.cards([card]))
            case Draw():
                return words.draws
            case DrawMore():
                return words.draws_more
            case Lay(cards):
                return words.lays(self.cards(cards))
            case Move(city):
                return words.travels(self.city(city))
            case Trade(_, give, get):
                return words.trades(self.cards(give), self.cards(get))
            case End(cards):
                return words.discards(self.cards(cards)) if cards else words.ends
            case Fortify(card, pay, on):
                return words.fortifies(self._together([self.space(id) for id in on]), self.card(card), self.cards(pay))
            case Dam(card, pay, at):
                return words.dams([self.site(site) for site in at], self.card(card), self.cards(pay))
            case Evacuate(card=card, people=people, pay=pay):
                return words.evacuates(people, self.card(card) if card else "", self.cards(pay))
            case Forecast() | Flip() | Reshuffle():
                raise ValueError("chance is no expert")

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

    def site(self, site: Site) -> str:
        """Name a place for a dam for people."""
        if isinstance(site, str):
            return self.city(site)
        road, city = site
        return self.words.road_end(road, self.city(city))

    def city(self, id: str) -> str:
        """Name a city."""
        return self.content.map.cities[id].name

    def card(self, id: str) -> str:
        """Name a card."""
        return self.content.resource_cards[id].name

    def cards(self, cards: Sequence[str]) -> list[str]:
        """Name cards, alike ones together."""
        return self._together([self.card(id) for id in cards])

    def _together(self, names: Sequence[str]) -> list[str]:
        """Say every name once, with its number when it comes several times."""
        return [name if n == 1 else self.words.several(name, n) for name, n in Counter(names).items()]
