"""What a planning bot makes of a view: the same table as numbers, and what enemies may do.

Everything here comes from view(): face-down Encounters count as the average of the cards that
are not seen anywhere.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from math import fsum
from typing import NamedTuple

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES, BotSettings
from pnp.games.horde.play.phases import wind_on
from pnp.games.horde.play.view import Slot, View

HIDDEN = "?"
ORDER: tuple[str, ...] = ROLES


class Harm(NamedTuple):
    """What the enemy of a column is expected to do to a character."""

    cost: float
    wounded: float
    destroyed: float


class Outlook:
    """One seat's situation, read from its view."""

    __slots__ = (
        "_harms",
        "blind",
        "content",
        "doubles",
        "enemies",
        "field",
        "hand",
        "pack_left",
        "ready",
        "settings",
        "unseen",
        "values",
        "wanted",
        "winds",
        "wounded",
    )

    def __init__(
        self,
        content: HordeContent,
        settings: BotSettings,
        view: View,
        ready: "Readiness",
        *,
        blind: bool = False,
    ) -> None:
        seat, own = view.seat, view.own
        self.content = content
        self.settings = settings
        self.blind = blind
        self.ready = ready
        self.field: dict[str, int] = {}
        self.wounded: set[str] = set()
        for role, standing in own.field.items():
            square = content.square_at(standing.square, seat)
            if square is not None:
                self.field[role] = square
            if standing.wounded:
                self.wounded.add(role)
        self.doubles = dict.fromkeys(ORDER, 0)
        for card in own.aval:
            self.doubles[content.role_of(card)] += 1
        self.hand = list(own.hand or ())
        self.values = [content.value[card] for card in self.hand]
        self.pack_left = own.pack_left
        self.winds = [wind_on(content, card) for card in view.slots]
        up = view.up[seat] or ""
        self.wanted: Mapping[str, frozenset[int]] = content.wanted[up[-1:]]
        row = view.enc
        first = seat * content.grid.columns
        self.enemies: list[str | None] = [
            None if slot is None else HIDDEN if slot.card is None else slot.card[0]
            for slot in row[first : first + content.grid.columns]
        ]
        self.unseen = _unseen(content, row, view.enc_discard)
        self._harms: dict[tuple[str, bool, str | None, bool], Harm] = {}

    def harm(self, role: str, column: int, wounded: bool, enemy: str | None = None) -> Harm:
        """Return the expected harm to a character in a column (or under another enemy)."""
        return self._harm(role, wounded, enemy or self.enemies[column])

    def _harm(self, role: str, wounded: bool, enemy: str | None) -> Harm:
        reserve = self.doubles[role] - (role not in self.field) > 0
        key = (role, wounded, enemy, reserve)
        known = self._harms.get(key)
        if known is None:
            known = self._harms[key] = self._reckon(role, wounded, enemy, reserve)
        return known

    def _reckon(self, role: str, wounded: bool, enemy: str | None, reserve: bool) -> Harm:
        if enemy is None or self.blind:
            return Harm(0.0, 0.0, 0.0)
        chances = self.unseen if enemy == HIDDEN else {enemy: 1.0}
        settings = self.settings
        cost = hurt = gone = 0.0
        for rank, chance in chances.items():
            if role in self.content.spared[rank]:
                continue
            foe = self.content.enemies[rank]
            if foe.effect == "drain":
                cost += chance * foe.cards * settings.card
            elif foe.effect == "wound" and not wounded:
                cost += chance * settings.wound
                hurt += chance
            elif foe.effect == "devour" and reserve:
                cost += chance * settings.lost_reserve
            elif foe.effect != "none":
                cost += chance * settings.lost_character
                gone += chance
        return Harm(cost, hurt, gone)


def _unseen(content: HordeContent, row: Iterable[Slot | None], discards: Iterable[str]) -> dict[str, float]:
    left = dict.fromkeys(content.enemies, 0)
    for card in content.court_cards:
        left[card[0]] += 1
    for slot in row:
        if slot is not None and slot.card is not None:
            left[slot.card[0]] -= 1
    for card in discards:
        left[card[0]] -= 1
    total = sum(left.values()) or 1
    return {rank: count / total for rank, count in left.items()}


class Readiness:
    """How far a role is from the next formation, whatever suit it shows: mean Power points."""

    def __init__(self, content: HordeContent) -> None:
        self.content = content
        last = content.grid.columns * (content.lines - 1)
        gates = range(last, last + content.grid.columns)
        squares = range(content.grid.columns * content.lines)
        self.unhurt = {role: [self._mean(role, [square]) for square in squares] for role in ORDER}
        self.wounded = {role: [self._hurt(role, square) for square in squares] for role in ORDER}
        self.away = {role: self._mean(role, gates) for role in ORDER}

    def _mean(self, role: str, starts: Iterable[int]) -> float:
        """Average over suits: 0 within a free move, one Provocation for each move more."""
        squares = self.content.movement.squares
        provoke = self.content.cost["provocation"]
        total = 0
        for wanted in self.content.wanted.values():
            reached = set(starts)
            reached |= {there for start in starts for there in squares(role, start, 0)}
            times = 0
            while not reached & wanted[role]:
                reached |= {there for start in reached for there in squares(role, start, 0)}
                times += 1
            total += times * provoke
        return total / len(self.content.wanted)

    def _hurt(self, role: str, square: int) -> float:
        price = self.content.cost["rest"] + self.content.cost["provocation"]
        away = sum(square not in wanted[role] for wanted in self.content.wanted.values())
        return price * away / len(self.content.wanted)

    def at(self, role: str, square: int, wounded: bool) -> float:
        """Return the points a role on a square will probably need next turn."""
        return (self.wounded if wounded else self.unhurt)[role][square]


class Purse:
    """What a hand can pay: the cheapest cards for points in phase 3 and points in phase 5."""

    __slots__ = ("_known", "_splits")

    def __init__(self, values: list[int], settings: BotSettings) -> None:
        prices = [settings.card + settings.point * value for value in values]
        splits: list[tuple[float, int, int, tuple[int, ...]]] = []
        for places in product((0, 1, 2), repeat=len(values)):
            early = sum(value for value, place in zip(values, places, strict=True) if place == 1)
            late = sum(value for value, place in zip(values, places, strict=True) if place == 2)
            price = fsum(price for price, place in zip(prices, places, strict=True) if place)
            splits.append((price, early, late, places))
        splits.sort(key=lambda split: (split[0], split[1] + split[2]))
        self._splits = splits
        self._known: dict[tuple[int, int], float] = {}

    def price(self, early: int, late: int) -> float:
        """Return the least price of so many points in phase 3 and phase 5 (infinite: too few)."""
        key = (early, late)
        known = self._known.get(key)
        if known is None:
            known = next((s[0] for s in self._splits if s[1] >= early and s[2] >= late), float("inf"))
            self._known[key] = known
        return known

    def cards(self, early: int, late: int) -> list[int]:
        """Return the places in the hand of the cards to play in phase 3."""
        split = next(s for s in self._splits if s[1] >= early and s[2] >= late)
        return [number for number, place in enumerate(split[3]) if place == 1]
