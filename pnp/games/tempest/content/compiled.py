"""Tempest's content as the engine reads it: compiled from the typed files, looked up by card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pnp.games.tempest.content.faults import check_content as check_files
from pnp.games.tempest.content.files import (
    FILES,
    Beast,
    Blessing,
    Citizen,
    Day,
    ExampleGame,
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
from pnp.games.tempest.content.tables import card_tables as tables
from pnp.games.tempest.content.variants import with_changes, with_variant
from pnp.model import ContentFault

__all__ = [
    "COMPONENTS",
    "FILES",
    "GAME",
    "PALETTE_ROLES",
    "TempestContent",
    "check_content",
    "compile_content",
    "tables",
]

GAME = "tempest"

COMPONENTS: tuple[str, ...] = ("day-sheets", "final-maps", "variant-maps", "campaign-sheet")
"""Components that components.py draws."""

PALETTE_ROLES: tuple[str, ...] = (
    *("storm-deck", "storm-deck-line", "haven", "haven-line"),
    *("storm-1", "storm-2", "storm-3", "storm-ink", "hurt", "bolt", "block", "calm"),
)
"""Palette roles that the drawings name."""


def check_content(parts: Mapping[str, Any]) -> Iterator[ContentFault]:
    """Find faults in the files, and in the example of the rulebook, which the engine plays."""
    faults = list(check_files(parts))
    yield from faults
    if not faults:
        from pnp.games.tempest.play.example import check_example  # plays with the engine, which imports this module

        yield from check_example(compile_content(parts))


@dataclass(frozen=True, slots=True, eq=False)
class TempestContent:
    """Everything the engine reads, looked up by rank, face and number."""

    parts: Mapping[str, Any]
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

    def varied(self, variant: str) -> "TempestContent":
        """Return the content of a variant of the same files; '' stands for the rules as they are."""
        if variant == self.variant:
            return self
        if variant not in self.others:
            self.others[variant] = compile_content(self.parts, variant)
        return self.others[variant]

    def changed(self, changes: Mapping[str, Any]) -> "TempestContent":
        """Return this content with values replaced at dotted paths, such as switches.health."""
        if not changes:
            return self
        key = repr(sorted(changes.items()))
        if key not in self.others:
            files = with_variant(self.parts, self.variant) if self.variant else self.parts
            parts = with_changes(files, changes)
            for fault in check_files(parts):
                raise ValueError(f"{', '.join(changes)}: {fault.message}")
            self.others[key] = _compile(parts, self.variant, parts)
        return self.others[key]

    def day(self, number: int) -> Day:
        """Return the day of that number."""
        return next(day for day in self.days if day.id == number)

    def citizen_named(self, name: str) -> Citizen | None:
        """Return the citizen of that name, if there is one."""
        return next((citizen for citizen in self.citizens.values() if citizen.name == name), None)


def compile_content(parts: Mapping[str, Any], variant: str = "") -> TempestContent:
    """Turn the typed files into the object the engine reads, with a variant's changes applied."""
    return _compile(with_variant(parts, variant) if variant else parts, variant, parts)


def _compile(parts: Mapping[str, Any], variant: str, original: Mapping[str, Any]) -> TempestContent:
    final: Final = parts["final"]
    return TempestContent(
        parts=original,
        variant=variant,
        days=tuple(parts["days"].days),
        switches=parts["switches"].switches,
        citizens={citizen.rank: citizen for citizen in parts["citizens"].citizens},
        storm={action.rank: action for action in parts["storm"].storm_actions},
        shapes={shape.rank: shape for shape in parts["obstacles"].shapes},
        final=final.final_day,
        maps={entry.face: entry for entry in final.final_maps},
        targets={entry.face: entry for entry in final.targets},
        blessings={entry.face: entry for entry in final.blessings},
        beasts={entry.face: entry for entry in final.beasts},
        rating=parts["rating"].rating,
        variants={entry.id: entry for entry in parts["variants"].variants},
        example=parts["example"].example_game,
    )
