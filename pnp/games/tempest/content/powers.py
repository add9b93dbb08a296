"""The powers that citizens, blessings and targets can have: data with its own words."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pnp.games.tempest.content import words as say
from pnp.games.tempest.content.words import Words
from pnp.model import Strict

Uses = Annotated[int, msgspec.Meta(ge=1, description="How often it may be used in one day")]
Cards = Annotated[say.Cards, msgspec.Meta(description="For which printed cards it works; an ace is odd")]


def card_matches(cards: str, rank: int) -> bool:
    """Return whether a printed card is one of those meant."""
    return cards == "any" or (cards == "odd") == (rank % 2 == 1)


class Heal(Strict, tag_field="effect", tag="heal"):
    """Every living citizen on the map gains health."""

    amount: Annotated[int, msgspec.Meta(ge=1, description="Health points gained")]
    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.heal(words.powers.often(self.uses), self.amount)


class Haste(Strict, tag_field="effect", tag="haste"):
    """Movement cards count for more."""

    amount: Annotated[int, msgspec.Meta(ge=1, description="Added to the card")]
    cards: Cards = "any"

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.haste(words.powers.cards(self.cards), self.amount)


class SureFooted(Strict, tag_field="effect", tag="sure-footed"):
    """Light storms cost no extra movement."""

    up_to_level: Annotated[int, msgspec.Meta(ge=1, description="The highest level that costs nothing extra")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.sure_footed(words.powers.storms(self.up_to_level))


class BreakObstacle(Strict, tag_field="effect", tag="break-obstacle"):
    """One obstacle square opens at level 0."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.break_obstacle(words.powers.often(self.uses))


class Shelter(Strict, tag_field="effect", tag="shelter"):
    """Citizens moved into light storms take no damage."""

    up_to_level: Annotated[int, msgspec.Meta(ge=1, description="The highest level that does no damage")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.shelter(words.powers.storms(self.up_to_level))


class FirstStep(Strict, tag_field="effect", tag="first-step"):
    """The first square entered each turn counts as level 0."""

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.first_step


class Carry(Strict, tag_field="effect", tag="carry"):
    """No movement penalty for citizens for one round."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.carry(words.powers.often(self.uses))


class Protect(Strict, tag_field="effect", tag="protect"):
    """One citizen takes no damage this round."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.protect(words.powers.often(self.uses))


class CalmSquare(Strict, tag_field="effect", tag="calm-square"):
    """One square falls to level 0."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.calm_square(words.powers.often(self.uses))


class Barrier(Strict, tag_field="effect", tag="barrier"):
    """Storms cost no extra movement for one round."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.barrier(words.powers.often(self.uses))


class Ward(Strict, tag_field="effect", tag="ward"):
    """The beast's action is cancelled."""

    uses: Uses

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.ward(words.powers.often(self.uses))


class Soothe(Strict, tag_field="effect", tag="soothe"):
    """Before the first step, one square falls by some levels."""

    cards: Cards
    by: Annotated[int, msgspec.Meta(ge=1, description="Levels taken away")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.soothe(words.powers.cards(self.cards), self.by)


class Light(Strict, tag_field="effect", tag="light"):
    """No movement penalty for taking the target along."""

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.light


class Trade(Strict, tag_field="effect", tag="trade"):
    """Movement buys health for the target."""

    movement: Annotated[int, msgspec.Meta(ge=1, description="Movement paid")]
    health: Annotated[int, msgspec.Meta(ge=1, description="Health gained")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return words.powers.trade(self.movement, self.health)


CitizenPower = Heal | Haste | SureFooted | BreakObstacle | Shelter | FirstStep | Carry | Protect | CalmSquare | Barrier
BlessingPower = CitizenPower | Ward
TargetPower = Soothe | Light | Trade
Power = BlessingPower | TargetPower
