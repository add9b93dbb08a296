"""The Horde's content in one place: its files and their types, the faults, the compiled tables."""

from pnp.games.horde.compiled import HordeContent, compile_content
from pnp.games.horde.faults import check_content
from pnp.games.horde.schema import (
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
from pnp.model import Strict

__all__ = ["FILES", "HordeContent", "check_content", "compile_content"]

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
