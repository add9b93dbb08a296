"""Measuring the game: one simulated game is a record; many records make a table.

`studies` names what a balance report looks at: every player on every day and on the campaign, the
final day by its faces, what each power is worth, what each variant and reading does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from pnp.games.tempest import statistics
from pnp.games.tempest.bots import BOTS, play_on
from pnp.games.tempest.content import GAME, TempestContent
from pnp.games.tempest.effects import Fly, Hunt, Hurt, Lightning, Raise
from pnp.games.tempest.engine import FORCING, ON_THE_WAY
from pnp.games.tempest.files import Beast, StormAction
from pnp.games.tempest.scenario import CAMPAIGN, FACE_ROLES, FINAL, Options, generate, new_game
from pnp.games.tempest.solver import solve
from pnp.model import Strict
from pnp.play.seeds import stream

PERFECT = "perfect"


Player = Literal["random", "careless", "greedy", "sampling", "perfect"]


class Simulation(Strict):
    """What to simulate."""

    bot: Annotated[
        Player,
        msgspec.Meta(description="Who plays; 'perfect' knows the order of the cards"),
    ] = "greedy"
    day: Annotated[str, msgspec.Meta(description="The number of a day, 'final' or 'campaign'")] = CAMPAIGN
    powers: Annotated[list[str], msgspec.Meta(description="Powers at hand on a single day, by name")] = []
    lent: Annotated[
        int, msgspec.Meta(ge=0, description="Further powers at hand on a single day, drawn for each seed")
    ] = 0
    variant: Annotated[str, msgspec.Meta(description="Id of the variant to play by")] = ""


class Study(NamedTuple):
    """One row of a balance report: a question, how to simulate it and how many games it deserves."""

    group: str
    label: str
    simulation: Simulation
    games: int


def play_one(content: TempestContent, seed: int, options: Simulation | None = None) -> dict[str, Any]:
    """Play one game and return its record."""
    options = options or Simulation()
    powers = [*options.powers, *_lent(content, seed, options)]
    scenario = generate(content, seed, Options(day=options.day, powers=powers, variant=options.variant))
    record: dict[str, Any] = {"seed": seed, "bot": options.bot, "day": options.day, "powers": powers}
    if options.bot == PERFECT:
        days = _perfect_days(content, scenario)
    else:
        state = new_game(content, scenario)
        play_on(state, BOTS[options.bot](content, stream(GAME, seed, f"bot/{options.bot}")))
        result = state.result()
        days = list(result["days"]) if options.day == CAMPAIGN else [result]
    record["days"] = [_day_record(day) for day in days]
    reached_end = options.day != CAMPAIGN or len(days) == len(content.days) + 1
    record["won"] = reached_end and bool(days[-1]["won"])
    if "final" in scenario and reached_end:
        record["faces"] = {role: scenario["final"][role] for role in FACE_ROLES}
    return record


def _lent(content: TempestContent, seed: int, options: Simulation) -> list[str]:
    """Draw the powers that a single day gets as if they had been earned before."""
    names = [citizen.name for citizen in content.citizens.values() if citizen.name not in options.powers]
    return stream(GAME, seed, "balance/lent").shuffled(names)[: options.lent]


def _perfect_days(content: TempestContent, scenario: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Play with the order of the cards known."""
    from pnp.games.tempest.campaign import CampaignState
    from pnp.games.tempest.certificate import certify_campaign

    game = new_game(content, scenario)
    if isinstance(game, CampaignState):
        certify_campaign(content, game, {})
        return game.results if game.is_over else [*game.results, game.day.result()]
    solution = solve(game, content.rating.proof_budget)
    for action in solution.witness:
        game.apply(action)
    return [{**game.result(), "exact": solution.exact}]


def clauses_of_causes(content: TempestContent) -> dict[str, str]:
    """Return the rule clause behind each cause of damage, so that deaths can be laid to rulings."""
    by_effect: list[tuple[type, str]] = [
        (Lightning, "storm.lightning"),
        (Hunt, "final.hunt"),
        (Fly, "storm.fly"),
        (Hurt, "storm.hurt"),
        (Raise, "storm.rising"),
    ]
    causes = {ON_THE_WAY: "citizens.damage", FORCING: "move.force"}
    actions: list[StormAction | Beast] = [*content.storm.values(), *content.beasts.values()]
    for action in actions:
        for kind, clause in by_effect:
            if any(isinstance(effect, kind) for effect in action.effects):
                causes[action.name] = clause
                break
        if any(isinstance(effect, Hurt) and effect.whom != "everyone" for effect in action.effects):
            causes[action.name] = "storm.apart"
    return causes


def _day_record(day: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record keeps of a day."""
    record = {
        "won": day["won"],
        "rescued": len(day["rescued"]),
        "left_behind": day["left_behind"],
        "deaths": list(day["deaths"].values()),
        "damage": dict(day["damage"]),
    }
    if "exact" in day:
        record["exact"] = day["exact"]
    return record


def summarise(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of one study: rates and means with 95 % intervals."""
    games = len(records)
    last = max((len(record["days"]) for record in records), default=0)
    summary: dict[str, Any] = {
        "games": games,
        "won": statistics.rate(sum(record["won"] for record in records), games),
        "days": [
            _summarise_day([record["days"][i] for record in records if len(record["days"]) > i]) for i in range(last)
        ],
    }
    faces = [record for record in records if "faces" in record]
    if faces:
        summary["faces"] = {
            role: {
                face: statistics.rate(
                    sum(record["won"] for record in faces if record["faces"][role] == face),
                    sum(record["faces"][role] == face for record in faces),
                )
                for face in sorted({record["faces"][role] for record in faces})
            }
            for role in FACE_ROLES
        }
    return summary


def _summarise_day(days: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of one day over many games."""
    rescued = [day["rescued"] for day in days]
    deaths: Counter[str] = Counter()
    damage: Counter[str] = Counter()
    for day in days:
        deaths.update(day["deaths"])
        damage.update(day["damage"])
    summary = {
        "played": len(days),
        "won": statistics.rate(sum(day["won"] for day in days), len(days)),
        "rescued": statistics.mean(rescued),
        "rescued_share": {
            str(count): statistics.rate(sum(one == count for one in rescued), len(days))
            for count in range(max(rescued, default=0) + 1)
        },
        "left_behind": statistics.mean([day["left_behind"] for day in days]),
        "deaths_per_game": {cause: round(count / len(days), 4) for cause, count in deaths.most_common()},
        "damage_per_game": {cause: round(count / len(days), 4) for cause, count in damage.most_common()},
    }
    if any("exact" in day for day in days):
        summary["exact"] = statistics.rate(sum(day.get("exact", False) for day in days), len(days))
    return summary


_DAY_GAMES: dict[Player, int] = {"careless": 1000, "greedy": 1000, "sampling": 200, "perfect": 200}
_FINAL_GAMES: dict[Player, int] = {"greedy": 600, "sampling": 150, "perfect": 100}
_CAMPAIGN_GAMES: dict[Player, int] = {"careless": 500, "greedy": 300, "sampling": 100, "perfect": 100}
_VARIANT_GAMES: dict[Player, int] = {"greedy": 300, "sampling": 200}
_POWER_GAMES = 400
_READING_GAMES = 500


def studies(content: TempestContent) -> list[Study]:
    """List what a full balance report looks at, with the games each row deserves (scale them freely)."""
    days = [str(day.id) for day in content.days]
    rows = [
        Study("players", f"day {day}, {bot}", Simulation(bot=bot, day=day), games)
        for day in days
        for bot, games in _DAY_GAMES.items()
    ]
    rows += [
        Study("final", f"final day with four powers, {bot}", Simulation(bot=bot, day=FINAL, lent=4), games)
        for bot, games in _FINAL_GAMES.items()
    ]
    rows += [
        Study("campaign", f"campaign, {bot}", Simulation(bot=bot), games) for bot, games in _CAMPAIGN_GAMES.items()
    ]
    rows.append(Study("powers", "final day, no power", Simulation(day=FINAL), _POWER_GAMES))
    rows += [
        Study("powers", f"final day, {citizen.name}", Simulation(day=FINAL, powers=[citizen.name]), _POWER_GAMES)
        for citizen in content.citizens.values()
    ]
    for variant in content.variants.values():
        if variant.kind == "reading":
            rows += [
                Study(
                    "readings",
                    f"{variant.title}, day {day}",
                    Simulation(day=day, variant=variant.id),
                    _READING_GAMES,
                )
                for day in (days[0], days[-1])
            ]
        else:
            rows += [
                Study("variants", f"{variant.title}, {bot}", Simulation(bot=bot, variant=variant.id), games)
                for bot, games in _VARIANT_GAMES.items()
            ]
    return rows
