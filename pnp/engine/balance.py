"""Measuring games that run from data: who wins from which seat, how long it takes, what is done how often."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from pnp.engine.bots import GreedyBot, random_bot, searching
from pnp.engine.deal import Options as DealOptions
from pnp.engine.deal import dealt, new_game
from pnp.engine.machine import Program
from pnp.play import stats
from pnp.play.match import drive
from pnp.play.seeds import stream
from pnp.play.state import Choice
from pnp.play.stats import Record
from pnp.play.verbs import verb_of


class Options(Struct, frozen=True):
    """What to measure."""

    players: Annotated[int | None, Meta(description="How many play; every number if not said.")] = None
    bot: Annotated[
        str,
        Meta(pattern=r"^(random|greedy|mcts(:[1-9]\d{0,5})?)$", description="Who plays: random, greedy or mcts:N."),
    ] = "greedy"


def bot_of(name: str) -> Any:
    """Return what makes a bot of that name."""
    if name.startswith("mcts"):
        return searching(int(name.partition(":")[2] or 200))
    return {"random": random_bot, "greedy": GreedyBot}[name]


def play_one(program: Program, seed: int, options: Options) -> Record:
    """Deal and play one game."""
    state = new_game(program, dealt(program, seed, DealOptions(options.players)))
    seats = range(state.players)
    make = bot_of(options.bot)
    bots = [make(program, seat, stream(program.game, seed, f"bot/{seat}")) for seat in seats]
    uses: Counter[str] = Counter()
    offered: list[int] = []

    def ask(seat: int) -> Choice:
        legal = state.legal_actions()
        offered.append(len(legal))
        choice: Choice = bots[seat].choose(state.view(seat) if options.bot != "random" else None, legal)
        uses[verb_of(choice)] += 1
        return choice

    drive(state, ask, stream(program.game, seed, "luck"))
    result = state.result()
    ranked = sorted(result["scores"], reverse=not program.end.least)
    return {
        **result,
        "players": state.players,
        "choices": len(offered),
        "offered": sum(offered),
        "uses": dict(sorted(uses.items())),
        "margin": abs(ranked[0] - ranked[1]) if len(ranked) > 1 else 0,
        "finished": result["end"] == "end",
    }


def report_options(program: Program) -> list[Options]:
    """List the runs of a full report: every number of players."""
    fewest, most = program.seats
    return [Options(players=players) for players in range(fewest, most + 1)]


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures, by number of players."""
    return stats.by_players(records, _figures)


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    games, seats = len(records), range(records[0]["players"])
    choices = sum(r["choices"] for r in records)
    verbs = sorted({verb for r in records for verb in r["uses"]})
    figures: dict[str, Any] = {
        "choices": stats.distribution([r["choices"] for r in records]),
        "moves_offered": stats.mean([r["offered"] / r["choices"] for r in records if r["choices"]]),
        "unfinished": stats.rate(sum(not r["finished"] for r in records), games),
    }
    if "won" in records[0]:
        figures["won"] = stats.rate(sum(r["won"] for r in records), games)
    else:
        figures["seat_wins"] = {f"seat {seat + 1}": stats.seat_wins(records, seat) for seat in seats}
        figures["shared"] = stats.rate(sum(len(r["winners"]) > 1 for r in records), games)
        figures["margin"] = stats.mean([r["margin"] for r in records])
    figures["score"] = stats.mean([score for r in records for score in r["scores"]])
    figures["uses"] = {verb: stats.rate(sum(r["uses"].get(verb, 0) for r in records), choices) for verb in verbs}
    return figures
