"""Measured balance: one simulated game as a record, and what many records say together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from pnp.diagnostics import pick
from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import Mode
from pnp.games.horde.play.bots import PlannerBot
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.scenario import GAME, generate, new_game
from pnp.games.horde.play.scenario import Options as Deal
from pnp.model import Strict
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER
from pnp.play.stats import Record, difference, mean, rate

COUNTED = {
    "play": "cards_played",
    "wounded": "wounds",
    "reserve-lost": "reserves_lost",
    "destroyed": "characters_lost",
    "rest": "rests",
    "help": "helps",
    "provoke": "provocations",
    "attack": "attacks",
    "support": "supports",
    "enter": "entries",
}
"""Event → the count it adds to in a record."""


class Options(Strict):
    """Options of one simulated game."""

    mode: Annotated[Mode, Meta(description="Solo game, or competition for two.")] = "solo"
    variant: Annotated[str, Meta(description="A variant of balance.yaml.")] = "as-ruled"
    bot: Annotated[str, Meta(description="A bot of bots.yaml.")] = "planner"
    noise: Annotated[float, Meta(ge=0, description="Noise on the bot's plans.")] = 0.0


def report_options(content: HordeContent) -> list[Options]:
    """List the runs of a full report."""
    return [
        Options(mode=run.mode, variant=variant, bot=run.bot) for run in content.balance_runs for variant in run.variants
    ]


def play_one(content: HordeContent, seed: int, options: Options) -> Record:
    """Play one game of bots on the deal of a seed and return its record."""
    variant = pick(options.variant, content.variants, "variant")
    pick(options.bot, content.bots, "bot")
    varied = content.vary(variant)
    state = new_game(varied, generate(varied, seed, Deal(mode=options.mode)))
    state.log = []
    bots = [
        PlannerBot(
            varied,
            options.bot,
            stream(GAME, seed, f"bot/{seat}"),
            noise=options.noise,
            forbidden=frozenset(variant.forbidden),
            blind=variant.blind,
        )
        for seat in range(len(state.hordes))
    ]
    luck = stream(GAME, seed, "luck")
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            state.apply(state.chance(luck))
        else:
            state.apply(bots[seat].choose(state.view(seat), state.legal_actions()))
    return _record(state, seed, options)


def _record(state: HordeState, seed: int, options: Options) -> Record:
    result = state.result()
    record: Record = {
        "seed": seed,
        "mode": options.mode,
        "variant": options.variant,
        "bot": options.bot,
        "outcome": result["outcome"],
        "winners": result["winners"],
        "turns": state.turn,
        "survivors": result["survivors"],
        "pack": result["pack"],
        "out": [horde.out for horde in state.hordes],
        "lost_by": [],
        "hordes": [Counter[str]() for _ in state.hordes],
    }
    for event in state.log or ():
        if event["event"] == "defeat":
            record["lost_by"].append(event["cause"])
        if "seat" not in event:
            continue
        counts = record["hordes"][event["seat"]]
        if event["event"] == "formation":
            counts["compliant" if event["compliant"] else "missed"] += 1
        elif event["event"] == "drained":
            counts["lost_to_enemies" if event["cause"] == "enemy" else "lost_to_formations"] += 1
        elif event["event"] in COUNTED:
            counts[COUNTED[event["event"]]] += 1
    record["hordes"] = [dict(counts) for counts in record["hordes"]]
    return record


def summarise(records: Iterable[Record]) -> Record:
    """Return the figures of every run in the records, and each variant against the run as ruled."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((record["mode"], record["bot"], record["variant"]), []).append(record)
    runs: dict[str, Record] = {}
    for (mode, bot, variant), group in groups.items():
        figures = _solo(group) if mode == "solo" else _competition(group)
        run: Record = {"mode": mode, "bot": bot, "variant": variant, "games": len(group), **figures}
        base = groups.get((mode, bot, "as-ruled"))
        if mode == "solo" and base and variant != "as-ruled":
            run["against_as_ruled"] = difference(_wins(group), len(group), _wins(base), len(base))
        runs[f"{mode}, {bot}, {variant}"] = run
    if len(runs) == 1:
        return next(iter(runs.values()))
    return {"win_rate": {name: run["win_rate"] for name, run in runs.items() if "win_rate" in run}, **runs}


def _wins(group: Sequence[Record]) -> int:
    return sum(record["outcome"] == "win" for record in group)


def _common(group: Sequence[Record]) -> Record:
    hordes = [counts for record in group for counts in record["hordes"]]
    turns = sum(counts.get("compliant", 0) + counts.get("missed", 0) for counts in hordes)
    names = ("compliant", "missed", "lost_to_enemies", "lost_to_formations", *COUNTED.values())
    return {
        "turns": mean([record["turns"] for record in group]),
        "compliance": rate(sum(counts.get("compliant", 0) for counts in hordes), turns),
        "per_horde": {name: mean([counts.get(name, 0) for counts in hordes]) for name in names},
    }


def _solo(group: Sequence[Record]) -> Record:
    won = [record for record in group if record["outcome"] == "win"]
    lost = [record for record in group if record["outcome"] != "win"]
    return {
        "win_rate": rate(len(won), len(group)),
        **_common(group),
        "survivors_of_winners": mean([record["survivors"][0] for record in won]),
        "pack_of_winners": mean([record["pack"][0] for record in won]),
        "defeats": dict(Counter(record["outcome"] for record in lost)),
        "defeats_by": dict(Counter(cause for record in lost for cause in record["lost_by"])),
    }


def _competition(group: Sequence[Record]) -> Record:
    outs = [sum(out is not None for out in record["out"]) for record in group]
    games = len(group)
    wins = [sum(record["winners"] == [seat] for record in group) for seat in range(2)]
    return {
        **_common(group),
        "winds_run_out": rate(outs.count(0), games),
        "one_out": rate(outs.count(1), games),
        "both_out": rate(outs.count(2), games),
        "left_wins": wins[0],
        "right_wins": wins[1],
        "undecided": games - sum(wins),
        "left_share_of_decided": rate(wins[0], sum(wins)),
        "survivors": mean([count for record in group for count in record["survivors"]]),
    }
