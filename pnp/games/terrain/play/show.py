"""A table of Terrain Storm on the terminal: islands as grids of letters, open cards, hands and points."""

from collections.abc import Iterable, Iterator

from pnp.games.terrain.content.compiled import Request, TerrainContent
from pnp.games.terrain.content.grid import cell, point, rectangle
from pnp.games.terrain.content.pattern import ANYTHING
from pnp.games.terrain.play.choices import Call, Claim
from pnp.games.terrain.play.engine import Move, TerrainState
from pnp.games.terrain.play.island import Island
from pnp.play.state import CHANCE
from pnp.play.text import WIDTH, beside, legend, listed, seats

_OCEAN = "."
_WAYS = ("east", "south", "west", "north")
"""Where the second tile of a card lies, by its rot."""


def show(content: TerrainContent, state: TerrainState, eyes: int | None = None) -> str:
    """Return the table as text, with all cards or as one seat sees it."""
    lines = [_head(state), "", *beside([*_requests(content, state), _awards(content, state)]), ""]
    lines += beside(_island(content, state, seat) for seat in range(len(state.players)))
    lines.append("")
    for seat in range(len(state.players)):
        lines += _seat(content, state, seat, covered=eyes not in (None, seat))
    return "\n".join([*lines, *_legend(content)])


def _head(state: TerrainState) -> str:
    where = f"Round {state.round} of {state.rounds}, turn {state.turn}, lead seat {state.lead + 1}"
    if state.over:
        return "The game is over; won by " + seats(state.result()["winners"])
    if not state.claiming:
        return f"{where}: seat {state.to_act() + 1} chooses a card and its place"
    who = "who calls first" if state.to_act() == CHANCE else f"seat {state.to_act() + 1}"
    claims = sorted({choice.request for choice in state.legal_actions() if isinstance(choice, Claim | Call)})
    return f"{where}: {who} claims {' or '.join(claims)}"


# --- open cards


def _requests(content: TerrainContent, state: TerrainState) -> Iterator[list[str]]:
    if not state.open_requests:
        yield ["No Requests are open"]
    for request in map(content.requests.__getitem__, state.open_requests):
        yield [f"{request.id} {request.shape}, {request.value}", *("  " + row for row in pattern(content, request))]
    if state.request_deck:
        yield [f"{len(state.request_deck)} more"]


def pattern(content: TerrainContent, request: Request) -> list[str]:
    """Return the rows of a Request as its card shows them."""
    wanted = {(x, y): content.letters[terrain] for x, y, terrain in request.pattern.turns[0]}
    right, bottom = max(x for x, _ in wanted), max(y for _, y in wanted)
    return ["".join(wanted.get((x, y), ANYTHING) for x in range(right + 1)) for y in range(bottom + 1)]


def _awards(content: TerrainContent, state: TerrainState) -> list[str]:
    """List the open Awards with what every island would bring now."""
    cards = [content.awards[award] for award in state.open_awards]
    names = [card.title + (" (smallest)" if card.best == "smallest" else "") for card in cards]
    points, deck = content.options.play.award_points, len(state.award_deck)
    if not cards:
        return ["No Awards are open"]
    heading = f"Awards, {points} each" + (f", {deck} more" if deck else "")
    wide = max(map(len, [*names, heading]))
    rows = [f"{heading:<{wide}}  seat" + _numbers(range(1, len(state.players) + 1))]
    for name, card in zip(names, cards, strict=True):
        rows.append(f"{name:<{wide}}      " + _numbers(state.award_values(card.id)))
    return rows


def _numbers(values: Iterable[int]) -> str:
    return "".join(f"{value:>4}" for value in values)


# --- islands


def _island(content: TerrainContent, state: TerrainState, seat: int) -> list[str]:
    lead = " (lead)" if seat == state.lead and not state.over else ""
    island = state.players[seat].island
    drawn = grid(content, island) if island.tiles else ["(no card yet)"]
    return [f"Seat {seat + 1}{lead}, {state.score(seat)} points", *drawn]


def grid(content: TerrainContent, island: Island) -> list[str]:
    """Return an island as rows of cells: the letter in sight, then the height of the stack if cards lie below."""
    left, top, right, bottom = rectangle(island.tiles)
    side = max(len(str(y)) for y in (top, bottom))
    wide = 3 if side + 3 * (right - left + 1) <= WIDTH else 2
    rows = [f"{'':{side}} {_columns(left, right, wide)}"]
    for y in range(top, bottom + 1):
        cells = "".join(f"{_cell(content, island, cell(x, y), wide):<{wide}}" for x in range(left, right + 1))
        rows.append(f"{y:>{side}} {cells}".rstrip())
    return rows


def _cell(content: TerrainContent, island: Island, where: int, wide: int) -> str:
    if where not in island.tiles:
        return _OCEAN
    height = len(island.stacks[where])
    shown = "" if height == 1 else str(height) if len(str(height)) < wide else "+"
    return content.letters[island.tiles[where]] + shown


def _columns(left: int, right: int, wide: int) -> str:
    """Write coordinates over the columns: over all of them, or over every fifth one if they need more room."""
    fits = all(len(str(x)) < wide for x in (left, right))
    line = ""
    for x in range(left, right + 1):
        if fits or x % 5 == 0:
            line = f"{line:<{(x - left) * wide}}{x}"
    return line


# --- seats


def _seat(content: TerrainContent, state: TerrainState, seat: int, *, covered: bool) -> Iterator[str]:
    player, move = state.players[seat], state.moves[seat]
    cards = [f"{len(player.hand)} covered"] if covered and player.hand else [_card(content, no) for no in player.hand]
    chosen = [] if move is None else ["a covered card"] if covered else [_told(content, move)]
    won = [f"{id} {content.requests[id].shape}" for id in player.requests]
    won += [content.awards[id].title for id in player.awards]
    name = f"Seat {seat + 1}"
    for verb, things in (
        ("holds", cards),
        ("plays", chosen),
        ("has", won),
    ):
        if things:
            yield from listed(f"{name:<8}{verb:<7}", things)
            name = ""


def _card(content: TerrainContent, no: int) -> str:
    return f"{no} " + "".join(content.letters[terrain] for terrain in content.faces(no))


def _told(content: TerrainContent, move: Move) -> str:
    x, y = point(move.placement.cell)
    place = f"at {x},{y} and {_WAYS[move.placement.rot]}"
    if move.lift is None:
        return f"{_card(content, move.card)} {place}"
    return f"{_card(content, move.card)} for {_card(content, move.lift)}, which goes {place}"


def _legend(content: TerrainContent) -> Iterator[str]:
    terrains = [f"{letter} {name}" for letter, name in zip(content.letters, content.names, strict=True)]
    signs = [f"{content.letters[0]}2 two cards high", f"{_OCEAN} open ocean", f"{ANYTHING} anything"]
    yield from legend(terrains + signs)
