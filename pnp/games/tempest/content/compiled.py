"""Tempest's content as the engine reads it: compiled from the typed files, looked up by card."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pnp.games.tempest.content.faults import check_content
from pnp.games.tempest.content.files import (
    Beast,
    Blessing,
    Citizen,
    Day,
    ExampleGame,
    Files,
    Final,
    FinalDay,
    FinalMap,
    Rating,
    Shape,
    StormAction,
    Switches,
    Target,
    Variant,
)
from pnp.games.tempest.content.variants import with_changes, with_variant
from pnp.games.tempest.content.words import Words

GAME = "tempest"


@dataclass(frozen=True, slots=True, eq=False)
class TempestContent:
    """Everything the engine reads, looked up by rank, face and number."""

    files: Files
    variant: str
    days: tuple[Day, ...]
    switches: Switches
    citizens: Mapping[int, Citizen]
    storm: Mapping[int, StormAction]
    shapes: Mapping[int, Shape]
    final: FinalDay
    maps: Mapping[str, FinalMap]
    targets: Mapping[str, Target]
    blessings: Mapping[str, Blessing]
    beasts: Mapping[str, Beast]
    rating: Rating
    variants: Mapping[str, Variant]
    example: ExampleGame
    others: dict[str, "TempestContent"] = field(default_factory=dict)
    """What was compiled from the same files with something changed."""

    @property
    def words(self) -> Words:
        """What the game says on paper."""
        return self.files.words

    def varied(self, variant: str) -> "TempestContent":
        """Return the content of a variant of the same files; '' stands for the rules as they are."""
        if variant == self.variant:
            return self
        if variant not in self.others:
            self.others[variant] = compile_content(self.files, variant)
        return self.others[variant]

    def changed(self, changes: Mapping[str, Any]) -> "TempestContent":
        """Return this content with values replaced at dotted paths, such as switches.health."""
        if not changes:
            return self
        key = repr(sorted(changes.items()))
        if key not in self.others:
            files = with_variant(self.files, self.variant) if self.variant else self.files
            files = with_changes(files, changes)
            for fault in check_content(files):
                raise ValueError(f"{', '.join(changes)}: {fault.message}")
            self.others[key] = _compile(files, self.variant, files)
        return self.others[key]

    def day(self, number: int) -> Day:
        """Return the day of that number."""
        return next(day for day in self.days if day.id == number)

    def citizen_named(self, name: str) -> Citizen | None:
        """Return the citizen of that name, if there is one."""
        return next((citizen for citizen in self.citizens.values() if citizen.name == name), None)


def compile_content(files: Files, variant: str = "") -> TempestContent:
    """Turn the typed files into the object the engine reads, with a variant's changes applied."""
    return _compile(with_variant(files, variant) if variant else files, variant, files)


def _compile(files: Files, variant: str, original: Files) -> TempestContent:
    final: Final = files.final
    return TempestContent(
        files=original,
        variant=variant,
        days=tuple(files.days.days),
        switches=files.switches.switches,
        citizens={citizen.rank: citizen for citizen in files.citizens.citizens},
        storm={action.rank: action for action in files.storm.storm_actions},
        shapes={shape.rank: shape for shape in files.obstacles.shapes},
        final=final.final_day,
        maps={entry.face: entry for entry in final.final_maps},
        targets={entry.face: entry for entry in final.targets},
        blessings={entry.face: entry for entry in final.blessings},
        beasts={entry.face: entry for entry in final.beasts},
        rating=files.rating.rating,
        variants={entry.id: entry for entry in files.variants.variants},
        example=files.example.example_game,
    )
