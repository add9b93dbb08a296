"""Measures a scenario: the damage if nobody acts, and what a team of bots makes of it."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.play.bots import TeamBot, play_team
from pnp.games.stormfury.play.scenario import ScenarioRecord, recorded_storm, set_up
from pnp.games.stormfury.play.storm import Loss, StormTurn, undefended
from pnp.play.seeds import stream
from pnp.play.state import Action, enforces


class Trial(NamedTuple):
    """Damage of the team bot over several resource shuffles."""

    damages: list[int]

    @property
    def median(self) -> float:
        """Return the middle result, which serves as par."""
        return median(self.damages)


class Witness(NamedTuple):
    """A game of the team bot with the scenario's own resource deck: what it shows can be reached."""

    damage: int
    actions: list[Action]


def undefended_damage(content: StormfuryContent, record: ScenarioRecord, storm: Sequence[StormTurn]) -> int:
    """Return the damage on the track when nobody acts."""
    people = [record.populations[city.id] for city in content.board.cities]
    return capped(content, undefended(content, storm, people))


def capped(content: StormfuryContent, losses: Sequence[Loss]) -> int:
    """Return the sum of damage as the track can show it."""
    return min(content.rules.overwhelmed_at, sum(loss.total for loss in losses))


def team_game(
    content: StormfuryContent,
    record: ScenarioRecord,
    resources: Sequence[str],
    name: str,
    watch: Callable[[Action], object] | None = None,
) -> int:
    """Play a scenario once with the team bot and a given resource deck; return the damage."""
    game = set_up(
        content,
        start=content.board.starts[record.start],
        category=record.category,
        people=[record.populations[city.id] for city in content.board.cities],
        roles=record.roles,
        resources=resources,
        storm=recorded_storm(content, record),
        swath=record.swath(content),
    )
    bot = TeamBot(content, stream(GAME, record.seed, f"{name}/bot"))
    play_team(game, bot, stream(GAME, record.seed, f"{name}/table"), watch=watch)
    return game.table.damage


@enforces("scenario.savable")
def try_out(content: StormfuryContent, record: ScenarioRecord) -> Trial:
    """Play the storm several times, each with a resource shuffle of its own."""
    damages = []
    for number in range(1, content.rules.fair_storm.trial_games + 1):
        name = f"trial/{number}"
        deck = stream(GAME, record.seed, f"{name}/resources").shuffled(content.full_deck())
        damages.append(team_game(content, record, deck, name))
    return Trial(damages)


def witness(content: StormfuryContent, record: ScenarioRecord) -> Witness:
    """Play the scenario as printed once and keep the record."""
    actions: list[Action] = []
    damage = team_game(content, record, record.resources, "witness", actions.append)
    return Witness(damage, actions)


@enforces("scenario.classes")
def storm_class(content: StormfuryContent, damage: int) -> str | None:
    """Name the class of a storm by its undefended damage; None when it is too weak or too strong for any."""
    for name in ("mild", "standard", "severe"):
        if getattr(content.rules.storm_classes, name).holds(damage):
            return name
    return None


def rating(content: StormfuryContent, record: ScenarioRecord) -> dict[str, Any]:
    """Return the figures printed with a scenario."""
    damage = undefended_damage(content, record, recorded_storm(content, record))
    trial = try_out(content, record)
    return {
        "undefended": damage,
        "class": storm_class(content, damage),
        "bot_median": trial.median,
        "bot_min": min(trial.damages),
        "bot_max": max(trial.damages),
        "saved": round(saved_share(damage, trial.median), 2),
        "games": len(trial.damages),
    }


def saved_share(damage: int, par: float) -> float:
    """Return the share of the undefended damage that a team prevents."""
    return 1 - par / damage if damage else 0.0
