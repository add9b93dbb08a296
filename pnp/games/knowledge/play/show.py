"""A table of Tempest of Knowledge on the terminal: libraries, pawns, backpacks and goals."""

from collections.abc import Iterator

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.play.text import WIDTH, beside, cut, legend, listed, seats

_GAP = 3
_COLUMN = (WIDTH - 2 * _GAP) // 3
"""Three locations stand side by side."""

_TOP, _FOUND = "^", "*"
_LEGEND = (
    "[0] number of a location",
    f"{_TOP} face up on top of its library",
    f"{_FOUND} goal in the backpack or the library at hand",
)
_WAITS = {
    "pack": "packs a backpack",
    "choose": "chooses a location",
    "visit": "visits a library alone",
    "draft": "picks a book",
    "keep": "keeps books of the draft",
    "claim": "claims or passes",
}


def show(content: KnowledgeContent, state: KnowledgeState, eyes: int | None = None) -> str:
    """Return the table as text, with all cards or as one seat sees it."""
    libraries = [_library(content, state, place, eyes) for place in state.libraries]
    lines = [_head(content, state), "", *beside(libraries, _GAP), ""]
    for seat in range(len(state.players)):
        lines += _seat(content, state, seat) if eyes in (None, seat) else _covered(content, state, seat)
    return "\n".join([*lines, *legend(_LEGEND)])


def _head(content: KnowledgeContent, state: KnowledgeState) -> str:
    last = f" of {content.last_round}" if content.last_round else ""
    when = f"Round {state.round}{last}, lead seat {state.lead + 1}" if state.round else "Set-up"
    if state.phase == "over":
        how = {"claim": "a right claim", "clock": "the last round is over"}[state.ending]
        return f"{when}: {how}, won by {seats(state.winners)}"
    if state.phase in ("deal", "shuffle"):
        what = "is shuffled and dealt for a meeting" if state.phase == "deal" else "is shuffled after a meeting"
        return f"{when}: the library of {content.names[state.meetings[0]]} {what}"
    claims = f" (claimed: {seats(state.claimants)})" if state.phase == "claim" and state.claimants else ""
    return f"{when}: seat {state.queue[0] + 1} {_WAITS[state.phase]}{claims}"


def _library(content: KnowledgeContent, state: KnowledgeState, place: int, eyes: int | None) -> list[str]:
    """Return a location with its books from the top, and who stands there."""
    home = f"home of seat {state.homes.index(place) + 1}" if place in state.homes else "nobody's home"
    lines = [f"[{place}] {content.names[place]}, {home}"]
    seen = eyes is None or set(state.view(eyes).library) == set(state.libraries[place])
    for number, book in enumerate(state.libraries[place]):
        open_top = number == 0 and state.tops[place] is not None
        known = f"{book:>2} {content.titles[book]}" if seen or open_top else " ?"
        lines.append(f"{_TOP if open_top else ' '} {known}")
    if not state.libraries[place]:
        lines.append("  (all books dealt)")
    here = state.visitors(place)
    if here:
        lines.append(f"  here: {seats(here)}")
    # Always the same width, so that nothing jumps from step to step.
    return [f"{cut(line, _COLUMN):<{_COLUMN}}" for line in lines]


def _book(content: KnowledgeContent, book: int) -> str:
    return f"{book} {content.titles[book]}"


def _covered(content: KnowledgeContent, state: KnowledgeState, seat: int) -> Iterator[str]:
    """Say what others know of a seat: what it has shown, else how many books it has."""
    player = state.players[seat]
    shown = [one.backpack for one in state.view(seat).table.shown if one.seat == seat]
    goals = " ".join(map(str, player.goals)) + " (open)" if player.open_goals else "?"
    name = f"Seat {seat + 1}"
    yield from listed(f"{name:<8}{'wants':<9}", [goals])
    if shown:
        yield from listed(f"{'':<8}{'carries':<9}", [_book(content, book) for book in shown[0]])
    for verb, books in (("carries", player.backpack), ("holds", player.hand), ("picked", player.picks)):
        if books and not shown:
            yield f"{'':<8}{verb:<9}{len(books)} covered"


def _seat(content: KnowledgeContent, state: KnowledgeState, seat: int) -> Iterator[str]:
    player = state.players[seat]
    found = {*player.backpack, *state.libraries[player.at]}
    goals = " ".join(f"{book}{_FOUND if book in found else ''}" for book in player.goals)
    name = f"Seat {seat + 1}"
    picking = state.view(seat).picking
    for verb, things in (
        ("wants", [goals + (" (open)" if player.open_goals else "")]),
        ("carries", [_book(content, book) for book in player.backpack]),
        ("holds", [_book(content, book) for book in player.hand]),
        ("picked", [_book(content, book) for book in player.picks]),
        ("picks", [] if picking is None else [_book(content, picking)]),
        ("goes to", [content.names[player.choice]] if state.phase == "choose" and player.choice is not None else []),
    ):
        if things:
            yield from listed(f"{name:<8}{verb:<9}", things)
            name = ""
