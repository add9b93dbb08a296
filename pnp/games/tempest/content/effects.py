"""The effects that storm actions and beasts are made of: data over areas, with its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from pnp.games.tempest.content import words
from pnp.model import Strict

Damage = Annotated[int, msgspec.Meta(ge=1, description="Health points lost")]

_CENTRES = {
    "coordinate": "the coordinate",
    "haven": "Safe Haven",
    "player": "you",
    "beast": "the beast",
}


class OverArea(Strict):
    """An effect that covers an area of the map."""

    area: Annotated[
        Literal["point", "row", "column", "cross", "quadrant", "square", "diamond", "ring", "map"],
        msgspec.Meta(
            description="Which squares: cross is row and column together; square, diamond and ring take a radius"
        ),
    ]
    radius: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | Literal["round"],
        msgspec.Meta(description="Reach in squares; 'round' is the number of the round"),
    ] = 1
    around: Annotated[
        Literal["coordinate", "haven", "player", "beast"], msgspec.Meta(description="Centre of the area")
    ] = "coordinate"
    without_centre: Annotated[bool, msgspec.Meta(description="Leave the centre out")] = False

    @property
    def where(self) -> str:
        """Return the area in words."""
        centre = _CENTRES[self.around]
        if self.area == "map":
            return "the whole map"
        if self.area == "point":
            return f"the square of {centre}" if self.around != "coordinate" else centre
        if self.area == "cross":
            return f"the row and the column of {centre}"
        if self.area in ("row", "column", "quadrant"):
            return f"the whole {self.area} of {centre}"
        if self.radius == "round":
            return (
                f"all squares around {centre}, as far as the number of the round (one square in round 1, "
                f"two in round 2 …)" + self._hole(centre)
            )
        if self.area == "ring":
            count = "8 squares" if self.radius == 1 else f"ring of squares at distance {self.radius}"
            return f"the {count} around {centre}"
        if self.area == "diamond":
            near = "the four next to it" if self.radius == 1 else f"all within {self.radius} steps"
            return f"{centre} and {near}" if not self.without_centre else near
        side = 2 * self.radius + 1
        return f"the {side} × {side} squares around {centre}" + self._hole(centre)

    def _hole(self, centre: str) -> str:
        """Return the words for a centre left out."""
        own = (
            f"{centre} itself"
            if self.around == "coordinate"
            else "its own square"
            if self.around == "beast"
            else centre
        )
        return f", but not {own}" if self.without_centre else ""


class Raise(OverArea, tag_field="do", tag="raise"):
    """Storm levels rise."""

    by: Annotated[int, msgspec.Meta(ge=1, description="Levels, one after the other")] = 1

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return f"{self.where}: storm level +{self.by}"


class Lower(OverArea, tag_field="do", tag="lower"):
    """Storm levels fall."""

    by: Annotated[int, msgspec.Meta(ge=1, description="Levels")] = 1

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return f"{self.where}: storm level -{self.by}"


class Hurt(OverArea, tag_field="do", tag="hurt", kw_only=True):
    """Citizens in the area take damage."""

    damage: Damage
    whom: Annotated[
        Literal["everyone", "with-you", "not-with-you"], msgspec.Meta(description="Which citizens there")
    ] = "everyone"

    @property
    def text(self) -> str:
        """Return the effect in words."""
        whom = {"everyone": "citizens", "with-you": "citizens with you", "not-with-you": "citizens not with you"}
        return f"{self.where}: {whom[self.whom]} take {self.damage} damage"


class Lightning(OverArea, tag_field="do", tag="lightning", kw_only=True):
    """Each square is struck: citizens there are hurt, else an obstacle goes, else one arises."""

    damage: Damage

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return (
            f"lightning at {self.where}: citizens there take {self.damage} damage; "
            "an obstacle there is removed; where nothing stands, an obstacle arises"
        )


class Fly(Strict, tag_field="do", tag="fly"):
    """You and those with you are flown to the coordinate."""

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return "you and those with you are flown to the coordinate"


class SetAside(Strict, tag_field="do", tag="set-aside"):
    """The coordinate is kept; the next action falls on both."""

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return (
            "keep this coordinate; the next round's action strikes here first, then at its own coordinate; "
            "two in a row cancel each other"
        )


class Hunt(Strict, tag_field="do", tag="hunt"):
    """The beast moves towards the target, as far as the level it starts on."""

    extra: Annotated[int, msgspec.Meta(ge=0, description="Squares added to the level")] = 0

    @property
    def text(self) -> str:
        """Return the effect in words."""
        more = f" and {words.number(self.extra)} more" if self.extra else ""
        return (
            f"it moves towards the target, as many squares as the level of its own square{more}, "
            "and breaks obstacles on its way"
        )


class Settle(Strict, tag_field="do", tag="settle"):
    """The beast flies to the coordinate."""

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return "it flies to the coordinate"


class Free(Strict, tag_field="do", tag="free"):
    """A player who is walled in removes one obstacle square."""

    @property
    def text(self) -> str:
        """Return the effect in words."""
        return "if you are walled in now, remove one obstacle square of your choice"


StormEffect = Raise | Lower | Hurt | Lightning | Fly | SetAside
BeastEffect = Raise | Lower | Hurt | Lightning | Hunt | Settle | Free
Effect = StormEffect | BeastEffect


def effects_text(effects: Sequence[Effect]) -> str:
    """Return a list of effects as sentences; what rises for a second time is said to rise once more."""
    sentences = []
    for number, effect in enumerate(effects):
        again = (
            isinstance(effect, Raise)
            and effect.area == "point"
            and any(
                isinstance(before, Raise) and before.around == effect.around and not before.without_centre
                for before in effects[:number]
            )
        )
        sentences.append(effect.text + (" once more" if again else ""))
    return " ".join(sentence[0].upper() + sentence[1:] + "." for sentence in sentences)
