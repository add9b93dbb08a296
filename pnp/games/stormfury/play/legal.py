"""Lists the choices open to the acting expert, in a fixed order and one form each."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from pnp.games.stormfury.content.compiled import Site, StormfuryContent
from pnp.games.stormfury.content.files import ResourceCard, Role
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
from pnp.games.stormfury.play.state import Expert, Table
from pnp.games.stormfury.play.storm import deck_under


def legal_actions(content: StormfuryContent, table: Table) -> list[Choices]:
    """List every choice of the acting seat; of chance events one example."""
    if table.phase == "place":
        return [Place(city.id) for city in content.board.cities]
    if table.phase == "draw":
        return list(_draws(content, table))
    if table.phase == "act":
        return list(_acts(content, table))
    if table.phase == "reshuffle":
        return [Reshuffle(tuple(table.sorted_cards(content, table.discards)))]
    if table.phase == "forecast":
        deck = content.decks[deck_under(content, table.centre)]
        return [Forecast(_ids(content, deck[: content.storm.forecast_cards]))]
    if table.phase == "flip":
        return [Flip(_ids(content, table.forecast[: content.flips[table.category]]))]
    return []


def card_choices(content: StormfuryContent, cards: list[str], number: int) -> list[tuple[str, ...]]:
    """Return every different choice of that many cards, each in deck order."""
    held = Counter(cards)
    chosen: list[list[str]] = [[]]
    for id in content.resource_cards:
        chosen = [
            [*choice, *[id] * more] for choice in chosen for more in range(min(held[id], number - len(choice)) + 1)
        ]
    return [tuple(choice) for choice in chosen if len(choice) == number]


def payments(
    content: StormfuryContent, recipe: ResourceCard, hand: list[str], role: Role, stand_ins: int
) -> Iterator[tuple[str, ...]]:
    """Yield the ways to pay a recipe's price out of a hand, without stand-ins first."""
    held, price = Counter(hand), Counter(recipe.pay)
    power = role.stand_in if recipe.kind == "fortify" else None
    most = min(stand_ins, price[power.pays_for]) if power else 0
    for used in range(most + 1):
        pay = Counter(price)
        if power and used:
            pay[power.pays_for] -= used
            pay[power.card] += used
        if pay <= held:
            yield tuple(sorted((+pay).elements(), key=content.card_rank.__getitem__))


def fortify_spaces(content: StormfuryContent, table: Table, city: int) -> list[int]:
    """Return the spaces of a city that may take fortifications."""
    return [number for number in content.board.cities[city].spaces if not table.lost >> number & 1]


def dam_sites(content: StormfuryContent, table: Table, city: int, role: Role) -> list[int]:
    """Return the sites where an expert in a city may build dams."""
    reach = {city, *(content.board.cities[city].joined if role.dams_next_door else ())}
    return [
        number
        for number, site in enumerate(content.dam_sites)
        if site.city in reach
        and not table.dams >> number & 1
        and not all(table.flooded >> road & 1 for road in site.roads)
    ]


def _ids(content: StormfuryContent, cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return the ids of hurricane cards."""
    return tuple(content.cards[card].id for card in cards)


def _draws(content: StormfuryContent, table: Table) -> Iterator[Choices]:
    """Yield the sources of a draw."""
    yield Draw("deck")
    if not content.roles[table.experts[table.seat].role].open_pile:
        for card in content.resource_cards:
            if card in table.pile:
                yield Draw("pile", card)


def _acts(content: StormfuryContent, table: Table) -> Iterator[Choices]:
    """Yield what the acting expert may do after her draws."""
    expert = table.experts[table.seat]
    role = content.roles[expert.role]
    assert expert.city is not None
    if role.open_pile:
        for number in range(1, len(table.fresh) + 1):
            for cards in card_choices(content, table.fresh, number):
                yield Lay(cards)
    if table.mode is None:
        yield DrawMore()
    if table.mode != "draw":
        yield from _recipes(content, table, expert, role)
    if role.evacuates_for:
        yield from _evacuations(content, table, expert, None, role.evacuates_for)
    if table.moves_left:
        for there, road in content.board.cities[expert.city].joined.items():
            if not table.flooded >> road & 1:
                yield Move(content.board.cities[there].id)
    yield from _trades(content, table, expert)
    surplus = max(0, len(expert.hand) - content.rules.play.hand_limit)
    for cards in card_choices(content, expert.hand, surplus):
        yield End(cards)


def _recipes(content: StormfuryContent, table: Table, expert: Expert, role: Role) -> Iterator[Choices]:
    """Yield every way to play every recipe in hand."""
    assert expert.city is not None
    for id, recipe in content.resource_cards.items():
        if id not in expert.hand:
            continue
        if recipe.kind == "evacuate":
            yield from _evacuations(content, table, expert, id, recipe.discards)
        elif recipe.kind != "supply":
            for pay in payments(content, recipe, expert.hand, role, table.stand_ins_left):
                if recipe.kind == "fortify":
                    yield from (Fortify(id, pay, on) for on in _spaces(content, table, expert.city, recipe))
                else:
                    yield from (Dam(id, pay, at) for at in _sites(content, table, expert.city, role, recipe))


def _spaces(content: StormfuryContent, table: Table, city: int, recipe: ResourceCard) -> Iterator[tuple[str, ...]]:
    """Yield the spaces for a recipe's chits, as many as possible first."""
    spaces = fortify_spaces(content, table, city)
    for number in range(min(recipe.places, table.fort_supply), 0, -1):
        for chosen in combinations_with_replacement(spaces, number):
            yield tuple(content.board.spaces[space].id for space in chosen)


def _sites(
    content: StormfuryContent, table: Table, city: int, role: Role, recipe: ResourceCard
) -> Iterator[tuple[Site, ...]]:
    """Yield the sites for a recipe's dams, as many as possible first."""
    sites = dam_sites(content, table, city, role)
    for number in range(min(recipe.places, table.dam_supply), 0, -1):
        for where in combinations(sites, number):
            yield tuple(content.dam_sites[site].name for site in where)


def _evacuations(
    content: StormfuryContent, table: Table, expert: Expert, card: str | None, price: int
) -> Iterator[Choices]:
    """Yield every way to evacuate people of the expert's city."""
    assert expert.city is not None
    rest = list(expert.hand)
    if card is not None:
        rest.remove(card)
    for people in range(1, min(table.populations[expert.city], len(rest) // price) + 1):
        for pay in card_choices(content, rest, price * people):
            yield Evacuate(card=card, people=people, pay=pay)


def _trades(content: StormfuryContent, table: Table, expert: Expert) -> Iterator[Choices]:
    """Yield trades of one card for a different one."""
    for seat, other in enumerate(table.experts):
        if seat != table.seat and other.city == expert.city:
            for give in content.resource_cards:
                for get in content.resource_cards:
                    if give != get and give in expert.hand and get in other.hand:
                        yield Trade(seat, (give,), (get,))
