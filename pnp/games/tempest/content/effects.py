"""The effects that storm actions and beasts are made of: data over areas, with its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from pnp.games.tempest.content.words import Around, Whom, Words
from pnp.model import Strict

Damage = Annotated[int, msgspec.Meta(ge=1, description="Health points lost")]


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
    around: Annotated[Around, msgspec.Meta(description="Centre of the area")] = "coordinate"
    without_centre: Annotated[bool, msgspec.Meta(description="Leave the centre out")] = False

    def where(self, words: Words) -> str:
        """Return the area in words."""
        say, centre = words.areas, words.areas.centre(self.around)
        if self.area == "map":
            return say.whole_map
        if self.area == "point":
            return say.square(centre) if self.around != "coordinate" else centre
        if self.area == "cross":
            return say.cross(centre)
        if self.area == "row":
            return say.row(centre)
        if self.area == "column":
            return say.column(centre)
        if self.area == "quadrant":
            return say.quadrant(centre)
        if self.radius == "round":
            return self._holed(say.widening(centre), words)
        if self.area == "ring":
            return say.ring(centre, self.radius)
        if self.area == "diamond":
            near = say.near(self.radius)
            return near if self.without_centre else say.diamond(centre, near)
        return self._holed(say.block(centre, self.radius), words)

    def _holed(self, area: str, words: Words) -> str:
        """Return an area with its centre left out, if it is."""
        say = words.areas
        return say.without(area, self.around, say.centre(self.around)) if self.without_centre else area


class Raise(OverArea, tag_field="do", tag="raise"):
    """Storm levels rise."""

    by: Annotated[int, msgspec.Meta(ge=1, description="Levels, one after the other")] = 1

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.rise(self.where(words), self.by)


class Lower(OverArea, tag_field="do", tag="lower"):
    """Storm levels fall."""

    by: Annotated[int, msgspec.Meta(ge=1, description="Levels")] = 1

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.fall(self.where(words), self.by)


class Hurt(OverArea, tag_field="do", tag="hurt", kw_only=True):
    """Citizens in the area take damage."""

    damage: Damage
    whom: Annotated[Whom, msgspec.Meta(description="Which citizens there")] = "everyone"

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.hurt(self.where(words), self.whom, self.damage)


class Lightning(OverArea, tag_field="do", tag="lightning", kw_only=True):
    """Each square is struck: citizens there are hurt, else an obstacle goes, else one arises."""

    damage: Damage

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.lightning(self.where(words), self.damage)


class Fly(Strict, tag_field="do", tag="fly"):
    """You and those with you are flown to the coordinate."""

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.fly


class SetAside(Strict, tag_field="do", tag="set-aside"):
    """The coordinate is kept; the next action falls on both."""

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.set_aside


class Hunt(Strict, tag_field="do", tag="hunt"):
    """The beast moves towards the target, as far as the level it starts on."""

    extra: Annotated[int, msgspec.Meta(ge=0, description="Squares added to the level")] = 0

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.hunt(self.extra)


class Settle(Strict, tag_field="do", tag="settle"):
    """The beast flies to the coordinate."""

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.settle


class Free(Strict, tag_field="do", tag="free"):
    """A player who is walled in removes one obstacle square."""

    def said(self, words: Words) -> str:
        """Return the effect in words."""
        return words.effects.free


StormEffect = Raise | Lower | Hurt | Lightning | Fly | SetAside
BeastEffect = Raise | Lower | Hurt | Lightning | Hunt | Settle | Free
Effect = StormEffect | BeastEffect


def effects_text(effects: Sequence[Effect], words: Words) -> str:
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
        said = effect.said(words)
        sentences.append(words.effects.once_more(said) if again else said)
    return " ".join(sentence[0].upper() + sentence[1:] + "." for sentence in sentences)
