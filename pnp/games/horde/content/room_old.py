"""The Horde's content in one place: its files and their types, the faults, the compiled tables."""

from pnp.games.horde.content.compiled import HordeContent, compile_content
from pnp.games.horde.content.faults import check_content
from pnp.games.horde.content.files import (
    BalanceFile,
    BotsFile,
    CompetitionFile,
    DecksFile,
    EnemiesFile,
    ExamplesFile,
    FieldFile,
    FormationsFile,
    LimitsFile,
    PrintFile,
    RolesFile,
    ScenarioFile,
    ThemeFile,
)
from pnp.games.horde.content.tables import deck_tables as tables
from pnp.model import Strict

__all__ = ["COMPONENTS", "FILES", "PALETTE_ROLES", "HordeContent", "check_content", "compile_content", "tables"]

COMPONENTS: tuple[str, ...] = (
    "area-compact",
    "area-poker",
    "reference",
    "area-compact-right",
    "area-poker-right",
)
"""Components that the game's own code draws."""

PALETTE_ROLES: tuple[str, ...] = (
    "horde",
    "horde-wash",
    "horde-pale",
    "adversity",
    "adversity-wash",
    "adversity-pale",
    "near",
    "far",
)
"""Palette roles that the drawings name."""

FILES: dict[str, type[Strict]] = {
    "theme": ThemeFile,
    "field": FieldFile,
    "decks": DecksFile,
    "roles": RolesFile,
    "enemies": EnemiesFile,
    "formations": FormationsFile,
    "limits": LimitsFile,
    "competition": CompetitionFile,
    "scenario": ScenarioFile,
    "bots": BotsFile,
    "balance": BalanceFile,
    "examples": ExamplesFile,
    "print": PrintFile,
}
