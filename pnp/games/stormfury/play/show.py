"""The coast on the terminal: a map of hexes with the storm on it, the forecast, cities, roads and experts.

A hex takes two lines and three characters, and odd columns stand one line lower, so that the picture has the
shape of the printed board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import structs

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import HOLD
from pnp.games.stormfury.content.hexes import Hex, Offset
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.state import Table
from pnp.play.text import beside, legend, listed, seats

_PITCH = 3
_LAND, _OCEAN, _ROAD, _DAM, _FLOODED, _FORT, _LOST, _UNDER, _CENTRE = ".", "~", "=", "#", "!", "+", "x", "≈", "@"
_LEGEND = (
    f"{_LAND} land",
    f"{_OCEAN} ocean",
    f"{_CENTRE} centre of the storm",
    f"{_UNDER} under it",
    "A2 city and its people (below: experts)",
    "a1 infrastructure",
    f"{_FORT} fortification",
    f"{_LOST} lost",
    f"{_ROAD} road",
    f"{_DAM} dam",
    f"{_FLOODED} flooded",
)
_WAITS = {
    "place": "chooses her first city",
    "draw": "draws",
    "act": "acts",
    "reshuffle": "waits for the discards to be shuffled",
}


def show(content: StormfuryContent, state: Game, _eyes: int | None = None) -> str:
    """Return the table as text; all of it lies open."""
    table = state.table
    panel = [*_forecast(content, table), "", *_cities(content, table), "", *_roads(content, table)]
    lines = [_head(content, state), _damage(content, table), *_last_gust(content, state), ""]
    lines += [*beside([_map(content, table), panel], 2), ""]
    for seat in range(len(table.experts)):
        lines += _expert(content, table, seat)
    return "\n".join([*lines, *_stock(content, table), *legend(_LEGEND)])


# --- what is going on


def _head(content: StormfuryContent, state: Game, _eyes: int | None = None) -> str:
    table = state.table
    if table.phase == "over":
        return f"The game is over after turn {table.turn}, {table.ending}: {state.result()['verdict']}"
    when = f"Turn {table.turn}" if table.turn else "Set-up"
    if table.phase in ("forecast", "flip"):
        return f"{when}: the {'forecast is dealt' if table.phase == 'forecast' else 'hurricane cards are flipped'}"
    role = content.roles[table.experts[table.seat].role].name
    return f"{when}: {seats([table.seat])}, {role}, {_WAITS[table.phase]}{_left(table)}"


def _left(table: Table) -> str:
    """Say what the acting expert may still do."""
    if table.phase == "draw":
        return f" ({_many(table.draws_left, 'card')})"
    if table.phase != "act":
        return ""
    notes = [f"{_many(table.moves_left, 'move')} left"]
    if table.mode is not None:
        notes.append({"play": "has played recipes", "draw": "has drawn more"}[table.mode])
    if table.stand_ins_left:
        notes.append(f"{_many(table.stand_ins_left, 'stand-in')} left")
    return f" ({', '.join(notes)})"


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _damage(content: StormfuryContent, table: Table) -> str:
    sources = ", ".join(f"{name} {number}" for name, number in structs.asdict(table.losses).items())
    storm = f"Storm of category {table.category}" if table.category else "Tropical depression"
    return f"{storm}; damage {table.damage} of {content.rules.overwhelmed_at} ({sources}); evacuated {table.evacuated}"


def _last_gust(content: StormfuryContent, state: Game) -> Iterator[str]:
    """Say what the last hurricane phase did."""
    if state.gusts:
        gust = state.gusts[-1]
        flips = " ".join(content.cards[card].id for card in gust.flips)
        hits = [f"{hit.target} {hit.effect}" for hit in gust.hits] or ["nothing struck"]
        yield from listed(f"Turn {gust.turn} blew {flips}: ", hits)


# --- the map


def _map(content: StormfuryContent, table: Table) -> list[str]:
    board = content.board
    lines = [[" "] * (board.cols * _PITCH) for _ in range(2 * board.rows + 1)]
    under = set(board.footprint(table.centre, content.radii[table.category])) if table.category else set()
    bodies = _bodies(content, table)
    for number, hex in enumerate(board.hexes):
        col, row = Offset.of(hex)
        prefix = _CENTRE if number == table.centre else _UNDER if hex in under else " "
        upper, lower = bodies.get(hex, (_OCEAN if board.ocean[number] else _LAND, ""))
        line = 2 * row + col % 2
        _write(lines[line], col, prefix + upper)
        _write(lines[line + 1], col, lower if len(lower) == _PITCH or not lower else f" {lower}")
    drawn = ["".join(line).rstrip() for line in lines]
    return drawn if drawn[-1] else drawn[:-1]


def _write(line: list[str], col: int, words: str) -> None:
    line[col * _PITCH : col * _PITCH + len(words)] = words


def _bodies(content: StormfuryContent, table: Table) -> dict[Hex, tuple[str, str]]:
    """Return what stands on special hexes: a word, and one below it."""
    bodies: dict[Hex, tuple[str, str]] = {}
    board = content.board
    for number, road in enumerate(board.roads):
        flooded = table.flooded >> number & 1
        for hex in road.hexes:
            bodies[hex] = (_FLOODED if flooded else _ROAD, "")
        for end, site in zip(road.ends, content.road_sites[number], strict=True):
            if table.dams >> site & 1 and not flooded:
                hex = road.end_hex(end)
                bodies[hex] = (_DAM + (_DAM if bodies[hex][0] == _DAM else ""), "")
    for number, space in enumerate(board.spaces):
        letter = content.map.cities[board.cities[space.city].id].letter
        lost, chits = table.lost >> number & 1, _chits(table.forts[number])
        if space.centre:
            people = _LOST if lost else str(table.populations[space.city])
            here = "".join(str(seat + 1) for seat, one in enumerate(table.experts) if one.city == space.city)
            here = here if len(here) <= _PITCH else f"{here[0]}-{here[-1]}"
            bodies[space.hex] = (letter + people, here + chits if len(here + chits) <= _PITCH else here)
        else:
            bodies[space.hex] = (letter.lower() + (_LOST if lost else space.id.rpartition("I")[2]), chits)
    return bodies


# --- beside the map


def _forecast(content: StormfuryContent, table: Table) -> Iterator[str]:
    if not table.forecast:
        yield "No forecast yet"
        return
    flips = content.flips[table.category]
    yield f"Forecast, {flips} of {len(table.forecast)} will blow" if flips else "The last forecast"
    for number in table.forecast:
        card = content.cards[number]
        mark = getattr(content.storm.hurricane_decks, card.deck).mark if card.change else ""
        yield f"  {card.id} {' '.join(card.steps) or HOLD:<6} {mark}".rstrip()


def _cities(content: StormfuryContent, table: Table) -> Iterator[str]:
    """List cities with people and chits: of the centre, then of every infrastructure space."""
    wide = max(len(city.name) for city in content.board.cities)
    yield f"{'City':<{wide + 6}} people  infra"
    for own, city in enumerate(content.board.cities):
        letter = content.map.cities[city.id].letter
        lost = table.lost >> city.centre & 1
        people = _LOST if lost else f"{table.populations[own]}{_chits(table.forts[city.centre])}"
        infra = " ".join(_infra(table, number, place) for place, number in enumerate(city.infrastructure, 1))
        yield f"{letter} {city.id} {city.name:<{wide}} {people:<7} {infra}".rstrip()


def _infra(table: Table, number: int, place: int) -> str:
    return f"{place}{_LOST if table.lost >> number & 1 else _chits(table.forts[number])}"


def _chits(number: int) -> str:
    return _FORT * number if number < 3 else f"{_FORT}{number}"


def _roads(content: StormfuryContent, table: Table) -> list[str]:
    """List roads in two columns, with dams at their ends."""
    drawn = []
    for number, road in enumerate(content.board.roads):
        ends = [
            content.board.cities[end].id + (_DAM if table.dams >> site & 1 else "")
            for end, site in zip(road.ends, content.road_sites[number], strict=True)
        ]
        drawn.append(f"{road.id} {'-'.join(ends)}{f' {_FLOODED}' if table.flooded >> number & 1 else ''}")
    half = (len(drawn) + 1) // 2
    wide = max(map(len, drawn[:half]), default=0) + 2
    pairs = zip_longest(drawn[:half], drawn[half:], fillvalue="")
    return ["Roads", *(f"{left:<{wide}}{right}" for left, right in pairs)]


# --- below it


def _expert(content: StormfuryContent, table: Table, seat: int) -> Iterator[str]:
    expert = table.experts[seat]
    where = "not placed" if expert.city is None else content.board.cities[expert.city].name
    yield from listed(
        f"Seat {seat + 1}, {content.roles[expert.role].name}, {where}: ", _cards(content, table, expert.hand)
    )


def _stock(content: StormfuryContent, table: Table) -> Iterator[str]:
    if table.pile:
        yield from listed("Open pile: ", _cards(content, table, table.pile))
    chits = f"{table.fort_supply} fortifications, {table.dam_supply} dams"
    yield f"Deck {len(table.deck)}, discards {len(table.discards)}; in supply {chits}"


def _cards(content: StormfuryContent, table: Table, cards: Sequence[str]) -> list[str]:
    """Name cards in deck order, alike ones together."""
    counted = Counter(table.sorted_cards(content, list(cards)))
    named = [(content.resource_cards[id].name, number) for id, number in counted.items()]
    return [name if number == 1 else f"{number}× {name}" for name, number in named] or ["no card"]
