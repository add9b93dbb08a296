"""The powers that citizens, blessings and targets can have: data with its own words."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pnp.games.tempest.content import words
from pnp.model import Strict

Uses = Annotated[int, msgspec.Meta(ge=1, description="How often it may be used in one day")]
Cards = Annotated[
    Literal["any", "odd", "even"], msgspec.Meta(description="For which printed cards it works; an ace is odd")
]


def card_matches(cards: str, rank: int) -> bool:
    """Return whether a printed card is one of those meant."""
    return cards == "any" or (cards == "odd") == (rank % 2 == 1)


class Heal(Strict, tag_field="effect", tag="heal"):
    """Every living citizen on the map gains health."""

    amount: Annotated[int, msgspec.Meta(ge=1, description="Health points gained")]
    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: +{self.amount} health for all living citizens on the map."


class Haste(Strict, tag_field="effect", tag="haste"):
    """Movement cards count for more."""

    amount: Annotated[int, msgspec.Meta(ge=1, description="Added to the card")]
    cards: Cards = "any"

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"+{self.amount} to {words.on_cards(self.cards, 'movement card')}."


class SureFooted(Strict, tag_field="effect", tag="sure-footed"):
    """Light storms cost no extra movement."""

    up_to_level: Annotated[int, msgspec.Meta(ge=1, description="The highest level that costs nothing extra")]

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"Entering {words.up_to_level(self.up_to_level)} costs no extra movement."


class BreakObstacle(Strict, tag_field="effect", tag="break-obstacle"):
    """One obstacle square opens at level 0."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: remove one obstacle square; it opens at level 0."


class Shelter(Strict, tag_field="effect", tag="shelter"):
    """Citizens moved into light storms take no damage."""

    up_to_level: Annotated[int, msgspec.Meta(ge=1, description="The highest level that does no damage")]

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"Citizens you move into {words.up_to_level(self.up_to_level)} take no damage from it."


class FirstStep(Strict, tag_field="effect", tag="first-step"):
    """The first square entered each turn counts as level 0."""

    @property
    def text(self) -> str:
        """Return the power in words."""
        return "The first square you enter each turn counts as level 0."


class Carry(Strict, tag_field="effect", tag="carry"):
    """No movement penalty for citizens for one round."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: for one round, citizens with you cost no movement."


class Protect(Strict, tag_field="effect", tag="protect"):
    """One citizen takes no damage this round."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: one citizen takes no damage this round."


class CalmSquare(Strict, tag_field="effect", tag="calm-square"):
    """One square falls to level 0."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: one square falls to level 0."


class Barrier(Strict, tag_field="effect", tag="barrier"):
    """Storms cost no extra movement for one round."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: for one round, storms cost no extra movement."


class Ward(Strict, tag_field="effect", tag="ward"):
    """The beast's action is cancelled."""

    uses: Uses

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"{words.times_a_day(self.uses)}: cancel the beast's action before it happens."


class Soothe(Strict, tag_field="effect", tag="soothe"):
    """Before the first step, one square falls by some levels."""

    cards: Cards
    by: Annotated[int, msgspec.Meta(ge=1, description="Levels taken away")]

    @property
    def text(self) -> str:
        """Return the power in words."""
        return (
            f"On {words.on_cards(self.cards, 'movement card')}, before your first step: "
            f"one square falls by {words.plural(self.by, 'level')}."
        )


class Light(Strict, tag_field="effect", tag="light"):
    """No movement penalty for taking the target along."""

    @property
    def text(self) -> str:
        """Return the power in words."""
        return "Costs no movement while with you."


class Trade(Strict, tag_field="effect", tag="trade"):
    """Movement buys health for the target."""

    movement: Annotated[int, msgspec.Meta(ge=1, description="Movement paid")]
    health: Annotated[int, msgspec.Meta(ge=1, description="Health gained")]

    @property
    def text(self) -> str:
        """Return the power in words."""
        return f"You may trade {self.movement} movement for {self.health} health, as often as you like."


CitizenPower = Heal | Haste | SureFooted | BreakObstacle | Shelter | FirstStep | Carry | Protect | CalmSquare | Barrier
BlessingPower = CitizenPower | Ward
TargetPower = Soothe | Light | Trade
Power = BlessingPower | TargetPower
