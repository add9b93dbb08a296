"""What lies on the table: the data of a game in progress, its copies, pictures and views.

No rule is decided here. `phases` moves the cards, `verbs` knows what players do.
"""

from collections.abc import Mapping
from typing import Any, Self

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES, Mode
from pnp.games.horde.play.view import HordeView, Slot, Standing, View

Step = tuple[str | int, ...]
"""A step still to be done, e.g. ("line", 0, 2): name first, then its arguments."""

Encounter = tuple[str, bool]
"""A card in the Encounter row, and whether it lies face up."""


Event = dict[str, Any]
"""What happened: its name and the facts that belong to it."""

Picture = Mapping[str, Any]
"""What lies on a table, as JSON values; of a situation only what matters."""


class Person:
    """A character in the field."""

    __slots__ = ("card", "square", "wounded")

    def __init__(self, card: str, square: int, wounded: bool = False) -> None:
        self.card = card
        self.square = square
        self.wounded = wounded


class Horde:
    """One player's cards."""

    __slots__ = (
        "aval",
        "destroyed",
        "entered",
        "field",
        "hand",
        "moved",
        "out",
        "pack",
        "pack_discard",
        "pack_seen",
        "pool",
        "support",
        "wit",
    )

    def __init__(self) -> None:
        self.field: dict[str, Person] = {}
        self.aval: list[str] = []
        self.wit: list[str] = []
        self.destroyed: list[str] = []
        self.hand: list[str] = []
        self.pack: list[str] = []
        self.pack_discard: list[str] = []
        self.pack_seen = 0
        """How many cards on top of the Pack the player knows (after Help)."""
        self.pool = 0
        self.support = 0
        self.moved: set[str] = set()
        """Roles that have used their move of step 3.2."""
        self.entered = 0
        self.out: str | None = None

    def copy(self) -> "Horde":
        """Return an independent copy."""
        new = Horde.__new__(Horde)
        new.field = {role: Person(person.card, person.square, person.wounded) for role, person in self.field.items()}
        new.aval = self.aval.copy()
        new.wit = self.wit.copy()
        new.destroyed = self.destroyed.copy()
        new.hand = self.hand.copy()
        new.pack = self.pack.copy()
        new.pack_discard = self.pack_discard.copy()
        new.pack_seen = self.pack_seen
        new.pool = self.pool
        new.support = self.support
        new.moved = self.moved.copy()
        new.entered = self.entered
        new.out = self.out
        return new

    def occupied(self) -> int:
        """Return the bit mask of squares with a character."""
        bits = 0
        for person in self.field.values():
            bits |= 1 << person.square
        return bits

    def survivors(self) -> int:
        """Count the characters not destroyed."""
        return len(self.field) + len(self.aval) + len(self.wit)


class Table:
    """All cards of a game, what is still to be done, and who has won."""

    __slots__ = (
        "agenda",
        "breeze_discard",
        "breezes",
        "breezes_mixed",
        "content",
        "enc",
        "enc_deck",
        "enc_discard",
        "enc_mixed",
        "hordes",
        "log",
        "mode",
        "reshuffle",
        "slots",
        "status",
        "turn",
        "up",
        "up_taken",
    )

    def __init__(self, content: HordeContent, mode: Mode) -> None:
        seats = content.competition.players if mode == "competition" else 1
        self.content = content
        self.mode: Mode = mode
        self.reshuffle: str = content.switches.scenario_reshuffle
        self.turn = 0
        self.status: str | None = None
        self.slots: list[str | None] = [None] * content.lines
        self.breezes: list[str] = []
        self.breeze_discard: list[str] = []
        self.breezes_mixed = False
        """True once the order of the deck is unknown to everybody: draws are chance."""
        self.up: list[str | None] = [None] * seats
        self.up_taken: list[str] = []
        """Up-cards lying beside the fields, off the deck (competition)."""
        self.enc: list[Encounter | None] = [None] * len(content.slot_names(mode))
        self.enc_deck: list[str] = []
        self.enc_discard: list[str] = []
        self.enc_mixed = False
        self.hordes = [Horde() for _ in range(seats)]
        self.agenda: list[Step] = []
        """Steps to do, the next one last."""
        self.log: list[Event] | None = None
        """When set, every event is told here."""

    def copy(self) -> Self:
        """Return an independent copy; the log is not carried over."""
        new = type(self).__new__(type(self))
        new.content = self.content
        new.mode = self.mode
        new.reshuffle = self.reshuffle
        new.turn = self.turn
        new.status = self.status
        new.slots = self.slots.copy()
        new.breezes = self.breezes.copy()
        new.breeze_discard = self.breeze_discard.copy()
        new.breezes_mixed = self.breezes_mixed
        new.up = self.up.copy()
        new.up_taken = self.up_taken.copy()
        new.enc = self.enc.copy()
        new.enc_deck = self.enc_deck.copy()
        new.enc_discard = self.enc_discard.copy()
        new.enc_mixed = self.enc_mixed
        new.hordes = [horde.copy() for horde in self.hordes]
        new.agenda = self.agenda.copy()
        new.log = None
        return new

    def tell(self, event: str, **facts: Any) -> None:
        """Record what just happened."""
        if self.log is not None:
            self.log.append({"event": event, **facts})

    def first_column(self, seat: int) -> int:
        """Return the place of a seat's column A (or E) in the Encounter row."""
        return seat * self.content.grid.columns

    # --- pictures ---------------------------------------------------------------------------

    def _slots_picture(self) -> dict[str, str | None]:
        return {str(number): card for number, card in enumerate(self.slots, 1)}

    def _horde_picture(self, seat: int) -> dict[str, object]:
        horde = self.hordes[seat]
        name = self.content.square_name
        return {
            "field": {
                role: [
                    horde.field[role].card,
                    name(horde.field[role].square, seat),
                    horde.field[role].wounded,
                ]
                for role in ROLES
                if role in horde.field
            },
            "aval": horde.aval.copy(),
            "destroyed": horde.destroyed.copy(),
            "pack_discard": horde.pack_discard.copy(),
            "pool": horde.pool,
            "support": horde.support,
            "moved": [role for role in ROLES if role in horde.moved],
            "entered": horde.entered,
            "out": horde.out,
        }

    def _common_picture(self) -> dict[str, object]:
        return {
            "mode": self.mode,
            "turn": self.turn,
            "status": self.status,
            "step": list(self.agenda[-1]) if self.agenda else None,
            "slots": self._slots_picture(),
            "up": self.up.copy(),
            "up_taken": self.up_taken.copy(),
            "breeze_discard": self.breeze_discard.copy(),
            "enc_discard": self.enc_discard.copy(),
        }

    def snapshot(self) -> Picture:
        """Return everything, hidden cards included; `restore` reads it back."""
        picture = self._common_picture()
        letters = self.content.slot_names(self.mode)
        picture["reshuffle"] = self.reshuffle
        picture["breezes"] = self.breezes.copy()
        picture["breezes_mixed"] = self.breezes_mixed
        picture["enc"] = {
            letter: None if slot is None else [slot[0], "up" if slot[1] else "down"]
            for letter, slot in zip(letters, self.enc, strict=True)
        }
        picture["enc_deck"] = self.enc_deck.copy()
        picture["enc_mixed"] = self.enc_mixed
        hordes = []
        for seat, horde in enumerate(self.hordes):
            own = self._horde_picture(seat)
            own["wit"] = horde.wit.copy()
            own["hand"] = horde.hand.copy()
            own["pack"] = horde.pack.copy()
            own["pack_seen"] = horde.pack_seen
            hordes.append(own)
        picture["hordes"] = hordes
        picture["agenda"] = [list(step) for step in reversed(self.agenda)]
        return picture

    def view(self, seat: int) -> View:
        """Return what a seat may know: no deck, no face-down card, no other hand."""
        return View(
            seat=seat,
            mode=self.mode,
            turn=self.turn,
            status=self.status,
            step=self.agenda[-1] if self.agenda else None,
            slots=tuple(self.slots),
            up=tuple(self.up),
            up_taken=tuple(self.up_taken),
            breeze_discard=tuple(self.breeze_discard),
            breezes_left=len(self.breezes),
            enc=tuple(None if slot is None else Slot(slot[0] if slot[1] else None) for slot in self.enc),
            enc_discard=tuple(self.enc_discard),
            enc_left=len(self.enc_deck),
            hordes=tuple(self._horde_view(other, own=other == seat) for other in range(len(self.hordes))),
        )

    def _horde_view(self, seat: int, *, own: bool) -> HordeView:
        horde, name = self.hordes[seat], self.content.square_name
        standing = ((role, horde.field[role]) for role in ROLES if role in horde.field)
        return HordeView(
            field={role: Standing(one.card, name(one.square, seat), one.wounded) for role, one in standing},
            aval=tuple(horde.aval),
            destroyed=tuple(horde.destroyed),
            pack_discard=tuple(horde.pack_discard),
            pool=horde.pool,
            support=horde.support,
            moved=tuple(role for role in ROLES if role in horde.moved),
            entered=horde.entered,
            out=horde.out,
            wit_left=len(horde.wit),
            pack_left=len(horde.pack),
            hand_size=len(horde.hand),
            hand=tuple(horde.hand) if own else None,
            pack_top=tuple(horde.pack[: horde.pack_seen]) if own else (),
        )


def restore(table: Table, picture: Picture) -> None:
    """Lay out a table as a snapshot describes it; what a snapshot leaves out stays empty."""
    letters = table.content.slot_names(table.mode)
    table.reshuffle = picture.get("reshuffle", table.reshuffle)
    table.turn = picture.get("turn", 0)
    table.status = picture.get("status")
    for number, card in picture.get("slots", {}).items():
        table.slots[int(number) - 1] = card
    table.breezes = list(picture.get("breezes", ()))
    table.breeze_discard = list(picture.get("breeze_discard", ()))
    table.breezes_mixed = picture.get("breezes_mixed", False)
    table.up = list(picture.get("up", table.up))
    table.up_taken = list(picture.get("up_taken", ()))
    for letter, slot in picture.get("enc", {}).items():
        table.enc[letters.index(letter)] = None if slot is None else (slot[0], slot[1] == "up")
    table.enc_deck = list(picture.get("enc_deck", ()))
    table.enc_discard = list(picture.get("enc_discard", ()))
    table.enc_mixed = picture.get("enc_mixed", False)
    for seat, own in enumerate(picture.get("hordes", ())):
        _restore_horde(table, seat, own)
    table.agenda = [tuple(step) for step in reversed(picture.get("agenda", ()))]


def _restore_horde(table: Table, seat: int, own: Picture) -> None:
    horde = table.hordes[seat]
    for role, (card, name, wounded) in own.get("field", {}).items():
        square = table.content.square_at(name, seat)
        if square is None:
            raise ValueError(f"no square {name!r} on this field")
        horde.field[role] = Person(card, square, wounded)
    for pile in ("aval", "wit", "destroyed", "hand", "pack", "pack_discard"):
        setattr(horde, pile, list(own.get(pile, ())))
    horde.pack_seen = own.get("pack_seen", 0)
    horde.pool = own.get("pool", 0)
    horde.support = own.get("support", 0)
    horde.moved = set(own.get("moved", ()))
    horde.entered = own.get("entered", 0)
    horde.out = own.get("out")
