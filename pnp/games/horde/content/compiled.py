"""What engine, checks and bots read: content turned into tables that answer at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from pnp.games.horde.content.files import (
    ROLES,
    BalanceRun,
    BotSettings,
    Competition,
    DecksFile,
    EnemiesFile,
    Enemy,
    ExamplesFile,
    Field,
    Files,
    FirstGame,
    Formation,
    FormationExample,
    Limits,
    LimitsFile,
    MeetExample,
    MoveExample,
    Names,
    Quality,
    Rating,
    Role,
    ScenarioFile,
    Switches,
    ThemeFile,
    Variant,
    WindExample,
)
from pnp.games.horde.content.moves import Grid, Movement


@dataclass(frozen=True, slots=True, eq=False)
class HordeContent:
    """Everything engine, checks and bots read, ready for use."""

    names: Names
    columns: str
    right_columns: str
    lines: int
    grid: Grid
    movement: Movement
    roles: Mapping[str, Role]
    enemies: Mapping[str, Enemy]
    role_of_rank: Mapping[str, str]
    actor: Mapping[str, str]
    """Action → the role that offers it."""
    cost: Mapping[str, int]
    """Action → Power points."""
    spared: Mapping[str, frozenset[str]]
    """Enemy rank → roles it cannot hurt."""
    formations: Mapping[str, Formation]
    wanted: Mapping[str, Mapping[str, frozenset[int]]]
    """Suit → role → squares."""
    pip_cards: tuple[str, ...]
    court_cards: tuple[str, ...]
    value: Mapping[str, int]
    limits: Limits
    switches: Switches
    competition: Competition
    quality: Quality
    rating: Rating
    bots: Mapping[str, BotSettings]
    variants: Mapping[str, Variant]
    balance_runs: tuple[BalanceRun, ...]
    role_table_immunity: Mapping[str, str]
    move_examples: Mapping[str, MoveExample]
    formation_examples: Mapping[str, FormationExample]
    meet_examples: Mapping[str, MeetExample]
    wind_examples: Mapping[str, WindExample]
    first_game: FirstGame

    def square_name(self, square: int, seat: int = 0) -> str:
        """Return a square's name on a seat's field, such as B3 (or F3 on the right field)."""
        line, column = divmod(square, self.grid.columns)
        return f"{(self.columns, self.right_columns)[seat][column]}{line + 1}"

    def square_at(self, name: object, seat: int = 0) -> int | None:
        """Return the square of that name on a seat's field, or None."""
        if not isinstance(name, str) or len(name) != 2 or not name[1].isdecimal():
            return None
        column = (self.columns, self.right_columns)[seat].find(name[0])
        line = int(name[1])
        if column < 0 or not 1 <= line <= self.lines:
            return None
        return (line - 1) * self.grid.columns + column

    def role_of(self, card: str) -> str:
        """Return the role of a Wit card."""
        return self.role_of_rank[card[0]]

    def slot_names(self, mode: str) -> str:
        """Return the letters of the Encounter row."""
        return self.columns + self.right_columns if mode == "competition" else self.columns

    def vary(self, variant: Variant) -> "HordeContent":
        """Return the content of a variant."""
        limits = msgspec.convert(msgspec.to_builtins(self.limits) | variant.limits, Limits)
        switches = msgspec.convert(msgspec.to_builtins(self.switches) | variant.switches, Switches)
        formations = dict(self.formations)
        if variant.mirrored:
            formations = {
                suit: msgspec.structs.replace(formation, rows=[row[::-1] for row in formation.rows])
                for suit, formation in formations.items()
            }
        return replace(
            self,
            limits=limits,
            switches=switches,
            formations=formations,
            wanted=_wanted(formations),
            spared=_spared(switches, self.roles, self.role_table_immunity),
        )


def compile_content(files: Files) -> HordeContent:
    """Turn the typed files of content that has no faults into engine-ready content."""
    theme: ThemeFile = files.theme
    field: Field = files.field.field
    decks: DecksFile = files.decks
    roles: dict[str, Role] = {letter: files.roles.roles[letter] for letter in ROLES}
    enemies: EnemiesFile = files.enemies
    role_table = {str(role): str(rank) for role, rank in enemies.role_table_immunity.items()}
    limits: LimitsFile = files.limits
    formations: dict[str, Formation] = dict(files.formations.formations.items())
    examples: ExamplesFile = files.examples
    scenario: ScenarioFile = files.scenario
    pips = [str(value) for value in range(decks.pips.low, decks.pips.high + 1)]
    grid = Grid(len(field.columns), field.lines)
    pip_cards = tuple(pip + suit for suit in decks.suits for pip in pips)
    return HordeContent(
        names=theme.names.novel if theme.theme == "novel" else theme.names.neutral,
        columns=field.columns,
        right_columns=files.competition.competition.right_columns,
        lines=field.lines,
        grid=grid,
        movement=Movement(grid, {letter: role.move for letter, role in roles.items()}),
        roles=roles,
        enemies={str(rank): foe for rank, foe in enemies.enemies.items()},
        role_of_rank={role.rank: letter for letter, role in roles.items()},
        actor={role.action.effect: letter for letter, role in roles.items()},
        cost={role.action.effect: role.action.cost for role in roles.values()},
        spared=_spared(limits.switches, roles, role_table),
        formations=formations,
        wanted=_wanted(formations),
        pip_cards=pip_cards,
        court_cards=tuple(court + suit for suit in decks.suits for court in decks.courts),
        value={card: int(card[:-1]) for card in pip_cards},
        limits=limits.limits,
        switches=limits.switches,
        competition=files.competition.competition,
        quality=scenario.quality,
        rating=scenario.rating,
        bots=files.bots.bots,
        variants=files.balance.variants,
        balance_runs=tuple(files.balance.balance_runs),
        role_table_immunity=role_table,
        move_examples=examples.move_examples,
        formation_examples=examples.formation_examples,
        meet_examples=examples.meet_examples,
        wind_examples=examples.wind_examples,
        first_game=examples.first_game,
    )


def _wanted(formations: Mapping[str, Formation]) -> dict[str, dict[str, frozenset[int]]]:
    return {
        suit: {
            role: frozenset(square for square, mark in enumerate("".join(formation.rows)) if mark == role)
            for role in ROLES
        }
        for suit, formation in formations.items()
    }


def _spared(switches: Switches, roles: Mapping[str, Role], role_table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    own_rank: Mapping[str, str] = {letter: role.rank for letter, role in roles.items()}
    immune = role_table if switches.immunity == "role-table" else own_rank
    ranks = {role.rank for role in roles.values()}
    return {rank: frozenset(letter for letter in immune if immune[letter] == rank) for rank in ranks}
