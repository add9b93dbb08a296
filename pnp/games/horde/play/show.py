"""The Horde's table on the terminal: winds and enemies around the field, the formation wanted, and all cards."""

from collections.abc import Iterable, Iterator

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.state import Horde
from pnp.play.text import beside, legend, listed, seats

_SIGNS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}
_CELL = 5
_WOUND, _RIGHT, _NOTHING = "!", "*", "–"
_ABOVE = 3
"""Lines over the first line of the field: title, columns, enemies."""

_WAITS = {
    "enter": "lets characters enter",
    "move": "moves characters",
    "act": "plays cards and acts",
    "mixed": "lets characters enter, move and act",
    "keep": "keeps a card of the {pack}",
    "strike": "gives up a {role} of the {aval}",
    "brace": "spends power on line {line}",
    "advance": "may move the {role}, who has won",
    "trim": "may dismiss characters of the {aval}",
}
_DRAWS = {"breeze": "a Breeze", "up": "an Up-card", "encounter": "an Encounter"}


def show(content: HordeContent, state: HordeState, eyes: int | None = None) -> str:
    """Return the table as text, with all cards or as one seat sees it."""
    lines = [_head(content, state), "", *beside(_blocks(content, state, covered=eyes is not None)), ""]
    for seat in range(len(state.hordes)):
        lines += _cards(content, state, seat, covered=eyes not in (None, seat))
    lines.append(
        f"Breezes {len(state.breezes)}, discards {len(state.breeze_discard)}; "
        f"Encounters {len(state.enc_deck)}, discards {len(state.enc_discard)}"
    )
    return "\n".join([*lines, *_legend(content)])


# --- what is going on


def _head(content: HordeContent, state: HordeState) -> str:
    when = f"Turn {state.turn}"
    if state.status is not None:
        return f"{when}: {_ending(content, state)}"
    if not state.agenda:
        return f"{when}: nothing is left to do"
    kind, *rest = state.agenda[-1]
    if kind in _DRAWS:
        return f"{when}: {_DRAWS[str(kind)]} is drawn from a shuffled deck"
    names = {"pack": content.names.pack, "aval": content.names.aval, "role": "", "line": ""}
    if kind in ("strike", "advance"):
        names["role"] = _role(content, str(rest[-1]))
    if kind == "brace":
        names["line"] = str(int(rest[-1]) + 1)
    return f"{when}: {seats([int(rest[0])])} {_WAITS[str(kind)].format(**names)}"


def _ending(content: HordeContent, state: HordeState) -> str:
    reasons = {"pack": f"the {content.names.pack} is used up", "horde": "nobody is left"}
    if state.mode == "solo":
        why = str(state.status).partition(":")[2]
        return f"the game is lost, {reasons[why]}" if why else "the game is won, the winds are overcome"
    winners = state.result()["winners"]
    return f"the game is over, won by {seats(winners)}" if winners else "the game is over, nobody wins"


def _role(content: HordeContent, role: str) -> str:
    return next(name for letter, name in content.names.roles.items() if letter == role)


def _card(card: str) -> str:
    return card[:-1] + _SIGNS[card[-1]]


# --- the field and what lies around it


def _blocks(content: HordeContent, state: HordeState, *, covered: bool) -> Iterator[list[str]]:
    yield _winds(content, state)
    for seat in range(len(state.hordes)):
        yield _field(content, state, seat, covered=covered)
        yield _formation(content, state, seat)


def _winds(content: HordeContent, state: HordeState) -> list[str]:
    names = content.names.winds
    wide = max(len(one.name) for one in names) if names else 0
    lines = [""] * (_ABOVE - 1) + ["Enemies"]
    for line, card in enumerate(state.slots, 1):
        wind = f"{_NOTHING:<{wide + 4}}"
        if card is not None:
            name = next((one.name for one in names if one.low <= content.value[card] <= one.high), "")
            wind = f"{_card(card):<3} {name:<{wide}}"
        lines.append(f"{line} {wind}")
    return lines


def _field(content: HordeContent, state: HordeState, seat: int, *, covered: bool) -> list[str]:
    horde, columns = state.hordes[seat], content.grid.columns
    first = state.first_column(seat)
    title = content.names.horde + (f" of seat {seat + 1}" if len(state.hordes) > 1 else "")
    if horde.out is not None:
        title += " (out)"
    enemies = [
        _NOTHING if slot is None else _card(slot[0]) if slot[1] else "(?)" if covered else f"({_card(slot[0])})"
        for slot in state.enc[first : first + columns]
    ]
    rows = [_row(content.slot_names(state.mode)[first : first + columns]), _row(enemies)]
    standing = {person.square: role for role, person in horde.field.items()}
    up = state.up[seat]
    wanted = content.wanted[up[-1]] if up else {}
    for line in range(content.lines):
        cells = []
        for square in range(line * columns, (line + 1) * columns):
            role = standing.get(square)
            right = role is not None and square in wanted.get(role, ())
            wounded = role is not None and horde.field[role].wounded
            cells.append((role or ".") + _WOUND * wounded + _RIGHT * right)
        rows.append(_row(cells))
    return [title, *rows]


def _row(cells: Iterable[str]) -> str:
    """Set cells in columns; what stands in brackets keeps its first sign under the letter of the column."""
    return "".join(f"{cell if cell.startswith('(') else f' {cell}':<{_CELL}}" for cell in cells)


def _formation(content: HordeContent, state: HordeState, seat: int) -> list[str]:
    up = state.up[seat]
    wide = max(len(formation.name) for formation in content.formations.values())
    if up is None:
        return [f"{'No Up-card':<{wide + 4}}"]
    formation = content.formations[up[-1]]
    return ["Up-card", f"{_card(up):<3} {formation.name:<{wide}}", "", *(" ".join(row) for row in formation.rows)]


# --- cards


def _cards(content: HordeContent, state: HordeState, seat: int, *, covered: bool) -> Iterator[str]:
    horde, names = state.hordes[seat], content.names
    name = f"Seat {seat + 1}" if len(state.hordes) > 1 else names.horde
    side = max(len(name), len(names.horde)) + 2
    for title, things in (
        ("hand", _hand(content, horde, covered=covered)),
        (names.aval, [_person(content, card) for card in horde.aval]),
        ("destroyed", [_person(content, card) for card in horde.destroyed]),
        (names.pack, _pack(content, horde, covered=covered)),
    ):
        if things:
            yield from listed(f"{name:<{side}}{title:<11}", things)
            name = ""


def _hand(content: HordeContent, horde: Horde, *, covered: bool) -> list[str]:
    things = [f"{len(horde.hand)} covered" if covered else " ".join(map(_card, horde.hand)) or "no card"]
    if horde.pool:
        things.append(f"{horde.pool} points in the pool")
    if horde.support:
        things.append(f"Support: the next card counts × {content.limits.support_factor}")
    if horde.moved:
        things.append(f"moved: {' '.join(role for role in ROLES if role in horde.moved)}")
    return things


def _person(content: HordeContent, card: str) -> str:
    return f"{_card(card)} {_role(content, content.role_of(card))}"


def _pack(content: HordeContent, horde: Horde, *, covered: bool) -> list[str]:
    things = [f"{len(horde.pack)} cards", f"discards {len(horde.pack_discard)}"]
    if horde.pack_seen and not covered:
        things.append(f"known on top: {' '.join(map(_card, horde.pack[: horde.pack_seen]))}")
    return [*things, f"{content.names.wit} {len(horde.wit)}"]


def _legend(content: HordeContent) -> Iterator[str]:
    yield from legend(
        f"{letter} {_role(content, letter)} resists {role.resistance}" for letter, role in content.roles.items()
    )
    yield from legend(f"{rank} {name}" for rank, name in content.names.enemies.items())
    signs = [f"{letter} {sign}" for letter, sign in _SIGNS.items()]
    yield from legend(["(K♥) face down", f"{_WOUND} wounded", f"{_RIGHT} as the Up-card wants it", *signs])
