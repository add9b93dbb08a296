"""Balance: one simulated game as a record, and the runs of a full report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

import msgspec

from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.content.effects import Fly, Hunt, Hurt, Lightning, Raise
from pnp.games.tempest.content.files import Beast, StormAction
from pnp.games.tempest.play import findings
from pnp.games.tempest.play.bots import BOTS, play_on
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.certificate import certify_campaign
from pnp.games.tempest.play.deal import CAMPAIGN, FINAL, FinalEntry
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game, replay
from pnp.games.tempest.play.scenario import Options as Deal
from pnp.games.tempest.play.scenario import generate
from pnp.games.tempest.play.solver import solve
from pnp.games.tempest.play.state import FORCING, ON_THE_WAY
from pnp.games.tempest.play.view import DayResult
from pnp.load.game import GameContent
from pnp.model import Strict
from pnp.play.game import Record
from pnp.play.seeds import stream

PERFECT = "perfect"
LENT = 4
"""Powers at hand when the final day is measured by itself; a campaign brings about as many."""

Player = Literal["random", "careless", "greedy", "sampling", "perfect"]

_SHARES: Mapping[str, float] = {"sampling": 0.25, PERFECT: 0.5}
"""Which share of the games the slow players of a full report play."""


class Options(Strict):
    """What to simulate."""

    bot: Annotated[Player, msgspec.Meta(description="Who plays; 'perfect' knows the order of the cards")] = "greedy"
    day: Annotated[str, msgspec.Meta(description="The number of a day, 'final' or 'campaign'")] = CAMPAIGN
    powers: Annotated[list[str], msgspec.Meta(description="Powers at hand on a single day, by name")] = []
    lent: Annotated[
        int, msgspec.Meta(ge=0, description="Further powers at hand on a single day, drawn for each seed")
    ] = 0
    variant: Annotated[str, msgspec.Meta(description="Id of the variant to play by")] = ""
    change: Annotated[
        list[str], msgspec.Meta(description="Values to try instead, such as switches.health=3,days.2.size=9")
    ] = []


def play_one(content: TempestContent, seed: int, options: Options | None = None) -> Record:
    """Play one game and return its record."""
    options = options or Options()
    content = content.varied(options.variant).changed(dict(_changes(options.change)))
    powers = [*options.powers, *_lent(content, seed, options)]
    deal = generate(content, seed, Deal(day=options.day, powers=powers, variant=options.variant))
    state, exact = new_game(content, deal), None
    if options.bot == PERFECT:
        exact = _play_perfectly(content, state)
    else:
        play_on(state, BOTS[options.bot](content, stream(GAME, seed, f"bot/{options.bot}")))
    days = state.days if isinstance(state, CampaignState) else [state.outcome()]
    reached_end = options.day != CAMPAIGN or len(days) == len(content.days) + 1
    record: Record = {
        **msgspec.to_builtins(options),
        "seed": seed,
        "held": powers,
        "days": [_day_record(day, exact) for day in days],
        "won": reached_end and days[-1].won,
    }
    if deal.final is not None and reached_end:
        record["faces"] = _face_names(content, deal.final)
    return record


def _face_names(content: TempestContent, final: FinalEntry) -> dict[str, str]:
    """Name what the four face cards of the final day chose."""
    return {
        "map": content.maps[final.map].name,
        "target": content.targets[final.target].name,
        "blessing": content.blessings[final.blessing].name,
        "beast": content.beasts[final.beast].name,
    }


def _changes(texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Read changes such as switches.health=3."""
    for text in texts:
        path, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"a change has the form path=value, such as switches.health=3, not {text!r}")
        try:
            yield path, json.loads(value)
        except ValueError:
            yield path, value


def _lent(content: TempestContent, seed: int, options: Options) -> list[str]:
    """Draw the powers that a single day gets as if they had been earned before."""
    names = [citizen.name for citizen in content.citizens.values() if citizen.name not in options.powers]
    return stream(GAME, seed, "balance/lent").shuffled(names)[: options.lent]


def _play_perfectly(content: TempestContent, game: DayState | CampaignState) -> bool | None:
    """Play with the order of the cards known; say for a single day whether nothing better is possible."""
    if isinstance(game, CampaignState):
        certify_campaign(content, game, {})
        return None
    solution = solve(game, content.rating.proof_budget)
    replay(game, solution.witness)
    return solution.exact


def _day_record(day: DayResult, exact: bool | None) -> Record:
    """Return what a record keeps of a day."""
    record: Record = {
        "won": day.won,
        "rescued": len(day.rescued),
        "left_behind": day.left_behind,
        "deaths": list(day.deaths.values()),
        "damage": day.damage,
    }
    return record if exact is None else {**record, "exact": exact}


# ------------------------------------------------------------- full report


def report_options(content: TempestContent) -> list[Options]:
    """List the runs of a full report: players, powers, switches, readings of rulings, variants."""
    days = [str(day.id) for day in content.days]
    players: tuple[Player, ...] = ("careless", "greedy", "sampling", "perfect")
    runs = [Options(bot=bot, day=day) for day in days for bot in players]
    runs += [Options(bot=bot, day=FINAL, lent=LENT) for bot in players]
    runs += [Options(bot=bot) for bot in players]
    alone = [Options(day=days[-1]), Options(day=FINAL)]
    for one in alone:
        runs += [one] if one not in runs else []
        runs += [msgspec.structs.replace(one, powers=[citizen.name]) for citizen in content.citizens.values()]
    probes = [Options(day=days[0]), Options(day=days[-1]), Options(day=FINAL, lent=LENT)]
    for variant in content.variants.values():
        if variant.kind == "reading":
            runs += [msgspec.structs.replace(probe, variant=variant.id) for probe in probes]
        else:
            runs += [Options(bot=bot, variant=variant.id) for bot in players]
            runs.append(Options(day=FINAL, lent=LENT, variant=variant.id))
    for change in switch_settings(content):
        runs += [msgspec.structs.replace(probe, change=[change]) for probe in probes]
    return runs


def games_for(options: Options, games: int) -> int:
    """Return how many games a run of a full report deserves: slow players play fewer."""
    return max(1, round(games * _SHARES.get(options.bot, 1.0)))


def switch_settings(content: TempestContent) -> list[str]:
    """List the next settings of every switch, but those that a reading of a ruling tries already."""
    tried = [variant.set for variant in content.variants.values() if variant.kind == "reading"]
    settings = []
    kinds = {field.name: field.type for field in msgspec.structs.fields(content.switches)}
    for name, value in msgspec.structs.asdict(content.switches).items():
        for other in _other_values(kinds[name], value):
            change = f"switches.{name}={json.dumps(other)}"
            if {f"switches.{name}": other} not in tried and _fits(content, change):
                settings.append(change)
    return settings


def _other_values(kind: Any, value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    choices = get_args(get_args(kind)[0]) if isinstance(value, str) else ()
    return [choice for choice in choices if choice != value]


def _fits(content: TempestContent, change: str) -> bool:
    try:
        content.changed(dict(_changes([change])))
    except ValueError:
        return False
    return True


summarise = findings.summarise


def explain(game: GameContent) -> Record:
    """Name the clause and the ruling behind each cause of death."""
    rules = game.rules
    clauses = {clause.id: clause for chapter in rules.chapters for clause in chapter.clauses} if rules else {}
    told = {}
    for cause, clause_id in clauses_of_causes(game.compiled).items():
        clause = clauses.get(clause_id)
        ruling = f", {clause.ruling}" if clause is not None and clause.ruling else ""
        told[cause] = f"{clause_id}{ruling}"
    return {"rules_behind_the_causes": told}


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
