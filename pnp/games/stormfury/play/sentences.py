"""Says in a sentence what an action or a hit means, for example turns, referee reports and logs."""

from collections import Counter
from collections.abc import Sequence

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.damage import Hit
from pnp.play.state import Action


def tell(content: StormfuryContent, action: Action) -> str:
    """Return what an expert does, as the rest of a sentence that starts with her name."""
    verb = action["do"]
    if verb == "place":
        return f"starts in {_city(content, action['city'])}"
    if verb == "draw":
        if action["from"] == "deck":
            return "draws a card from the deck"
        return f"takes {_cards(content, [action['card']])} from the open pile"
    if verb == "draw_more":
        return "plays nothing and draws more cards instead"
    if verb == "lay":
        return f"lays {_cards(content, action['cards'])} on the open pile"
    if verb == "move":
        return f"travels to {_city(content, action['to'])}"
    if verb == "trade":
        return f"gives {_cards(content, action['give'])} for {_cards(content, action['get'])}"
    if verb == "end":
        dropped = action.get("discard", [])
        return f"discards {_cards(content, dropped)} and ends her turn" if dropped else "ends her turn"
    return f"{_recipe(content, action)}, paying {_cards(content, action['pay'])}"


def _recipe(content: StormfuryContent, action: Action) -> str:
    """Return what a played recipe does."""
    names = content.resource_cards
    card = f" with {names[action['card']].name}" if "card" in action else ""
    if action["do"] == "fortify":
        chits: Counter[str] = Counter(action["on"])
        return f"fortifies {_list([_times(space_name(content, id), n) for id, n in chits.items()])}{card}"
    if action["do"] == "dam":
        return f"dams {_list([site_name(content, site) for site in action['at']])}{card}"
    people = "one person" if action["people"] == 1 else f"{action['people']} people"
    return f"evacuates {people}{card}"


def tell_hit(content: StormfuryContent, hit: Hit) -> str:
    """Return what the storm did to a target, as a sentence."""
    if hit.effect == "held":
        return f"Road {hit.target} is dammed at both ends and holds."
    if hit.effect == "flooded":
        return f"Road {hit.target} is flooded: {hit.damage} damage."
    name = space_name(content, hit.target)
    name = name[0].upper() + name[1:]
    if hit.effect == "absorbed":
        return f"{name} loses one fortification."
    if hit.effect == "people":
        return f"{name} is hit with {hit.damage} still there: {hit.damage} damage."
    return f"{name} is destroyed: {hit.damage} damage."


def space_name(content: StormfuryContent, id: str) -> str:
    """Name a space for people."""
    space = content.board.spaces[content.board.space_number[id]]
    city = content.board.cities[space.city]
    if space.centre:
        return f"the population of {city.name}"
    if len(city.infrastructure) == 1:
        return f"the infrastructure of {city.name}"
    number = city.infrastructure.index(content.board.space_number[id]) + 1
    return f"infrastructure {number} of {city.name}"


def site_name(content: StormfuryContent, site: str | Sequence[str]) -> str:
    """Name a place for a dam for people."""
    if isinstance(site, str):
        return _city(content, site)
    road, city = site
    return f"road {road} at {_city(content, city)}"


def _city(content: StormfuryContent, id: str) -> str:
    """Name a city."""
    return content.map.cities[id].name


def _cards(content: StormfuryContent, cards: Sequence[str]) -> str:
    """Name cards, alike ones together."""
    return _list([_times(content.resource_cards[id].name, n) for id, n in Counter(cards).items()])


def _times(name: str, number: int) -> str:
    """Say a name once, with its number when there are several."""
    return name if number == 1 else f"{name} (×{number})"


def _list(names: Sequence[str]) -> str:
    """Join names as English does."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
