"""What lies open on the table, and what a seat sees besides."""

from typing import Literal

from msgspec import Struct

Phase = Literal["pack", "choose", "visit", "deal", "draft", "keep", "shuffle", "claim", "over"]


class Shown(Struct, frozen=True):
    """What a claimant has shown to all."""

    seat: int
    goals: tuple[int, ...]
    backpack: tuple[int, ...]
    location: int
    library: tuple[int, ...]


class Table(Struct, frozen=True):
    """Everything that lies open; libraries go by the number of their colour."""

    round: int
    lead: int
    phase: Phase
    to_act: int
    homes: tuple[int, ...]
    at: tuple[int, ...]
    tops: dict[int, int | None]
    library_sizes: dict[int, int]
    backpack_sizes: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    ready: tuple[bool, ...]
    open_goals: tuple[tuple[int, ...] | None, ...]
    shown: tuple[Shown, ...]


class View(Struct, frozen=True):
    """What a seat sees."""

    table: Table
    seat: int
    goals: tuple[int, ...]
    backpack: tuple[int, ...]
    choice: int | None
    library: tuple[int, ...]
    """The one that it is looking at, if any."""
    hand: tuple[int, ...]
    picks: tuple[int, ...]
    picking: int | None
    """The book that this seat has chosen from its hand, until all have."""
