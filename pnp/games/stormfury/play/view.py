"""What everybody at the table sees: all but the order of the deck and the storm to come."""

from msgspec import Struct

from pnp.games.stormfury.content.compiled import Site, StormfuryContent
from pnp.games.stormfury.play.deal import Footprint
from pnp.games.stormfury.play.state import Ending, Mode, Phase, Table
from pnp.games.stormfury.play.storm import Loss
from pnp.play.state import enforces


class Supply(Struct, frozen=True):
    """Chits that are left."""

    fortification: int
    dam: int


class Player(Struct, frozen=True):
    """An expert: her role, her city (None before she is placed), her hand."""

    role: str
    city: str | None
    hand: tuple[str, ...]


class View(Struct, frozen=True):
    """The table by the names of things."""

    turn: int
    phase: Phase
    seat: int
    center: tuple[int, int]
    category: int
    forecast: tuple[str, ...]
    damage: int
    losses: Loss
    populations: dict[str, int]
    evacuated: int
    forts: dict[str, int]
    lost: tuple[str, ...]
    flooded: tuple[str, ...]
    dams: tuple[Site, ...]
    supply: Supply
    players: tuple[Player, ...]
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    deck_size: int
    draws_left: int
    fresh: tuple[str, ...]
    moves_left: int
    mode: Mode | None
    stand_ins_left: int
    over: Ending | None
    footprint: Footprint


@enforces("overview.open-hands")
def view_of(content: StormfuryContent, table: Table, *, swath: bool) -> View:
    """Return what lies open."""
    board = content.board
    return View(
        turn=table.turn,
        phase=table.phase,
        seat=table.seat,
        center=board.hexes[table.centre],
        category=table.category,
        forecast=tuple(content.cards[card].id for card in table.forecast),
        damage=table.damage,
        losses=table.losses,
        populations={city.id: table.populations[i] for i, city in enumerate(board.cities)},
        evacuated=table.evacuated,
        forts={board.spaces[i].id: chits for i, chits in enumerate(table.forts) if chits},
        lost=tuple(board.spaces[i].id for i in board.targets(table.lost)),
        flooded=tuple(board.roads[i].id for i in board.targets(table.flooded)),
        dams=tuple(content.dam_sites[i].name for i in board.targets(table.dams)),
        supply=Supply(table.fort_supply, table.dam_supply),
        players=tuple(
            Player(
                expert.role,
                None if expert.city is None else board.cities[expert.city].id,
                tuple(table.sorted_cards(content, expert.hand)),
            )
            for expert in table.experts
        ),
        pile=tuple(table.sorted_cards(content, table.pile)),
        discard=tuple(table.sorted_cards(content, table.discards)),
        deck_size=len(table.deck),
        draws_left=table.draws_left,
        fresh=tuple(table.fresh),
        moves_left=table.moves_left,
        mode=table.mode,
        stand_ins_left=table.stand_ins_left,
        over=table.ending,
        footprint="swath" if swath else "final",
    )
