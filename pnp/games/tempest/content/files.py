"""The types of the YAML files: what a designer may write, field by field.

They are the source of the JSON Schema and of the reference; what they cannot say by
themselves stands in `faults`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from pnp.games.tempest.content.effects import BeastEffect, StormEffect, effects_text
from pnp.games.tempest.content.powers import BlessingPower, Cards, CitizenPower, TargetPower
from pnp.games.tempest.content.words import Words
from pnp.model import Holds, Strict
from pnp.model import Words as Text

PLACEHOLDER = re.compile(r"\{([\w.]+)(\|words)?\}")
"""A path in the words of a variant, to be replaced by the value there."""

HIGHEST_RANK = 13
FACES = ("K", "Q", "J")
SUITS = ("hearts", "spades", "diamonds", "clubs")

Rank = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_RANK, description="A card: ace is 1, a jack would be 11")]
Face = Annotated[Literal["K", "Q", "J"], msgspec.Meta(description="The face card that stands for this entry")]
Name = Annotated[str, msgspec.Meta(min_length=1, description="The printed name")]
Icon = Annotated[str, msgspec.Meta(description="Its icon; by default that of its first effect, see print.yaml")]
Drawn = Annotated[list[str], msgspec.Meta(min_length=1, description="The drawing, one text row a line")]


class Day(Strict):
    """One day of the storm: its map and how far the suits reach."""

    id: Annotated[int, msgspec.Meta(ge=1, description="Number of the day")]
    size: Annotated[int, msgspec.Meta(ge=3, le=16, description="Squares along each side of the map")]
    ranks: Annotated[
        int, msgspec.Meta(ge=2, le=HIGHEST_RANK, description="Each suit holds ace to this card; also the rounds")
    ]
    citizens: Annotated[int, msgspec.Meta(ge=1, le=5, description="Citizens on the map")]
    rescues: Annotated[int, msgspec.Meta(ge=1, description="Citizens to bring home to win the day")]

    @property
    def obstacles(self) -> int:
        """Return how many obstacles are drawn: the coordinate pairs left over."""
        return self.ranks - 1 - self.citizens


class Days(Strict):
    """days.yaml"""

    days: Annotated[list[Day], msgspec.Meta(min_length=1, description="The days in order")]


class Switches(Strict):
    """The numbers and rulings that move the difficulty."""

    health: Annotated[int, msgspec.Meta(ge=1, le=20, description="Health points a citizen starts with")]
    citizen_penalty: Annotated[int, msgspec.Meta(ge=0, description="Movement lost for each citizen with you")]
    pick_up_without_movement: Annotated[
        bool, msgspec.Meta(description="Picking up is allowed when the penalty takes movement below zero")
    ]
    max_level: Annotated[int, msgspec.Meta(ge=1, le=9, description="The highest storm level of a square")]
    level_cost: Annotated[int, msgspec.Meta(ge=0, description="Extra movement to enter, for each level")]
    gain_damage: Annotated[int, msgspec.Meta(ge=0, description="Damage for each level the square of a citizen gains")]
    full_square_hurts: Annotated[
        bool, msgspec.Meta(description="Raising a square that is at the highest level hurts too")
    ]
    entering_damage: Annotated[
        int, msgspec.Meta(ge=0, description="Damage to citizens you move into a storming square")
    ]
    lightning_spares: Annotated[
        list[Literal["haven", "player"]],
        msgspec.Meta(description="Places where lightning builds no obstacle although no citizen is there"),
    ]
    twister_damage: Annotated[
        int, msgspec.Meta(ge=0, description="Damage to those with you when a twister drops you in a storm")
    ]
    twister_rescues: Annotated[
        bool, msgspec.Meta(description="A twister that drops you on Safe Haven rescues those with you")
    ]
    force: Annotated[Literal["any-round", "when-stuck"], msgspec.Meta(description="When you may force forward")]
    force_damage: Annotated[int, msgspec.Meta(ge=0, description="Extra damage to those with you when forcing forward")]
    powers_after_days: Annotated[
        int, msgspec.Meta(ge=1, description="A power works from this many days after the rescue")
    ]
    heal_above_start: Annotated[bool, msgspec.Meta(description="Healing may lift somebody above the starting health")]


class SwitchFile(Strict):
    """switches.yaml"""

    switches: Annotated[Switches, msgspec.Meta(description="All switches")]


class Citizen(Strict):
    """A citizen of the diamond suit."""

    rank: Rank
    name: Name
    power: Annotated[CitizenPower, msgspec.Meta(description="What the rescued citizen lends you")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return self.power.said(words)


class Citizens(Strict):
    """citizens.yaml"""

    citizens: Annotated[list[Citizen], msgspec.Meta(min_length=1, description="Citizens by diamond")]


class StormAction(Strict):
    """What a card does when it is drawn as the storm."""

    rank: Rank
    name: Name
    effects: Annotated[list[StormEffect], msgspec.Meta(min_length=1, description="Carried out in order")]
    icon: Icon = ""

    def said(self, words: Words) -> str:
        """Return the action in words."""
        return effects_text(self.effects, words)


class Storm(Strict):
    """storm.yaml"""

    storm_actions: Annotated[list[StormAction], msgspec.Meta(min_length=1, description="Actions by card")]


# Obstacles


class Shape(Strict):
    """An obstacle shape of the club suit."""

    rank: Rank
    name: Name
    drawn: Drawn

    @property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """Return the covered squares as (dx, dy) from the X, row by row."""
        marks = {(x, y): mark for y, row in enumerate(self.drawn) for x, mark in enumerate(row)}
        cx, cy = next(place for place, mark in marks.items() if mark == "X")
        return tuple((x - cx, y - cy) for (x, y), mark in marks.items() if mark in "X#")


class Obstacles(Strict):
    """obstacles.yaml"""

    shapes: Annotated[list[Shape], msgspec.Meta(min_length=1, description="Shapes by club")]


# The final day


class FinalDay(Strict):
    """Size and decks of the final day."""

    size: Annotated[int, msgspec.Meta(ge=3, le=16, description="Squares along each side of the maps")]
    ranks: Annotated[int, msgspec.Meta(ge=2, le=HIGHEST_RANK, description="Each suit holds ace to this card")]
    copies: Annotated[int, msgspec.Meta(ge=2, le=4, description="How often each face is in the face deck")]


class FinalMap(Strict):
    """A printed map of the final day."""

    face: Face
    name: Name
    drawn: Drawn


class Target(Strict):
    """Whom the final day is about."""

    face: Face
    name: Name
    health: Annotated[int, msgspec.Meta(ge=1, description="Health points at the start")]
    power: Annotated[TargetPower, msgspec.Meta(description="Works while the target is with you")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return self.power.said(words)


class Blessing(Strict):
    """An additional power for the final day."""

    face: Face
    name: Name
    power: Annotated[BlessingPower, msgspec.Meta(description="What it does")]

    def said(self, words: Words) -> str:
        """Return the power in words."""
        return self.power.said(words)


class Beast(Strict):
    """An enemy that acts each round of the final day."""

    face: Face
    name: Name
    effects: Annotated[list[BeastEffect], msgspec.Meta(min_length=1, description="Carried out in order")]
    icon: Icon = ""
    when: Cards = "any"
    airborne: Annotated[bool, msgspec.Meta(description="Lightning on its square strikes as if it were not there")] = (
        False
    )
    deadly: Annotated[bool, msgspec.Meta(description="The day is lost when it and the target meet")] = False

    def said(self, words: Words) -> str:
        """Return the beast's action in words."""
        text = effects_text(self.effects, words)
        if self.when != "any":
            text = words.effects.on_cards(self.when, text[0].lower() + text[1:])
        return f"{text} {words.effects.deadly}" if self.deadly else text


class Final(Strict):
    """final.yaml"""

    final_day: Annotated[FinalDay, msgspec.Meta(description="Size and decks")]
    final_maps: Annotated[list[FinalMap], msgspec.Meta(description="Maps by face")]
    targets: Annotated[list[Target], msgspec.Meta(description="Targets by face")]
    blessings: Annotated[list[Blessing], msgspec.Meta(description="Blessings by face")]
    beasts: Annotated[list[Beast], msgspec.Meta(description="Beasts by face")]


# Rating, variants, example


class Rating(Strict):
    """How a sheet is rated and how long its proof may take."""

    games: Annotated[
        int, msgspec.Meta(ge=1, description="Games with shuffled decks that the counting player plays on a sheet")
    ]
    easy_from: Annotated[
        float, msgspec.Meta(ge=0, le=1, description="Share of citizens rescued from which a sheet is easy")
    ]
    medium_from: Annotated[
        float, msgspec.Meta(ge=0, le=1, description="Share of citizens rescued from which a sheet is medium")
    ]
    careless_games: Annotated[
        int, msgspec.Meta(ge=1, description="Games of the careless player on the sealed decks (rule MV12)")
    ]
    proof_budget: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=2_000_000,
            description="Positions inside turns that the solver may examine before par reads 'at least'",
        ),
    ]


class RatingFile(Strict):
    """rating.yaml"""

    rating: Annotated[Rating, msgspec.Meta(description="Rating and proof")]


class Variant(Strict):
    """A named set of changes to the content."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$", description="Short name for the command line")]
    title: Annotated[Text, msgspec.Meta(min_length=1, description="Name in the rulebook")]
    says: Annotated[
        Text,
        msgspec.Meta(
            description="What changes, for players; {path} stands for the value at that path, {path|words} in words"
        ),
    ]
    kind: Annotated[
        Literal["game", "reading"],
        msgspec.Meta(description="A way to play, or another reading of one ruling (measured, not recommended)"),
    ]
    set: Annotated[
        dict[str, Any],
        msgspec.Meta(
            description="Dotted path to new value, e.g. switches.health or days.2.size; "
            "an entry of a list is named by its id, rank or face"
        ),
    ]
    ruling: Annotated[str, msgspec.Meta(description="The ruling that a reading replaces")] = ""


class Variants(Strict):
    """variants.yaml"""

    variants: Annotated[list[Variant], msgspec.Meta(description="Variants in the order of the rulebook")]


class ExampleRound(Strict):
    """One round of the worked example."""

    text: Annotated[Text, msgspec.Meta(description="What happens, for the rulebook; {storm} is the storm's action")]
    actions: Annotated[list[dict[str, Any]], msgspec.Meta(description="The player's choices, as recorded")]
    reconstructed: Annotated[bool, msgspec.Meta(description="The original leaves this round out")] = False


class ExampleGame(Strict):
    """A recorded game: a set-up and the choices made, round by round."""

    title: Annotated[Text, msgspec.Meta(description="Heading in the rulebook")]
    scenario: Annotated[dict[str, Any], msgspec.Meta(description="The set-up, as in a scenario file")]
    rounds: Annotated[list[ExampleRound], msgspec.Meta(min_length=1, description="The rounds in order")]

    @property
    def actions(self) -> list[dict[str, Any]]:
        """Return all choices in order."""
        return [action for one in self.rounds for action in one.actions]


class Example(Strict):
    """example.yaml"""

    example_game: Annotated[ExampleGame, msgspec.Meta(description="The worked example of the rulebook")]


class Look(Strict):
    """The icons of powers and effects."""

    powers: Annotated[dict[str, str], msgspec.Meta(description="Icon by the `effect` of a power")]
    effects: Annotated[dict[str, str], msgspec.Meta(description="Icon by the `do` of an effect")]


class PrintFile(Strict):
    """print.yaml"""

    look: Annotated[Look, msgspec.Meta(description="Icons")]
    square_holds: Annotated[
        Holds, msgspec.Meta(description="What stands on a square of a map; the build measures whether it fits")
    ] = []


class Files(Struct, frozen=True):
    """All files of content/tempest, by stem."""

    days: Days
    switches: SwitchFile
    citizens: Citizens
    storm: Storm
    obstacles: Obstacles
    final: Final
    rating: RatingFile
    variants: Variants
    example: Example
    print: PrintFile
    words: Words
