"""How balanced Tempest of Knowledge is: one bot game as a record, and many records as figures."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, structs

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play import scenario
from pnp.games.knowledge.play.certificate import play
from pnp.games.knowledge.play.checks import CHECKS, Subject
from pnp.games.knowledge.play.deal import KnowledgeDeal
from pnp.play import stats
from pnp.play.stats import Record

BY_BOTS = ("KV12", "KV13")
"""Checks that play games; a deal is called good here when it passes all the others."""

SEEDS_EACH = 1000
"""How many deals may be tried for one good one."""

EARLY_ROUNDS = (1, 2, 3, 5, 8, 13)
"""Rounds by which the report counts how many games are won."""


class Options(scenario.Options):
    """What to measure."""

    bot: Annotated[Literal["memory", "baseline", "random"], Meta(description="Who plays.")] = "memory"
    clock: Annotated[bool, Meta(description="Whether the clock ends games.")] = False
    good_deals: Annotated[bool, Meta(description="Only deals that pass the quick checks.")] = False


def play_one(content: KnowledgeContent, seed: int, options: Options) -> Record:
    """Deal and play one game with bots."""
    rules = content if options.clock else content.without_clock()
    deal = _good_deal(rules, seed, options) if options.good_deals else scenario.generate(rules, seed, options)
    state, finished = play(rules, structs.replace(deal, seed=seed), options.bot, "balance")
    clock = content.options.clock.rounds
    return {
        "seed": seed,
        "players": deal.players,
        "bot": options.bot,
        **state.result(),
        "finished": finished,
        "stalled": state.round > clock or state.ending == "clock",
        "clock_rounds": clock,
        "meetings": state.meetings_held,
    }


def _good_deal(content: KnowledgeContent, seed: int, options: Options) -> KnowledgeDeal:
    """Return the first deal of this seed's own range that passes the quick checks."""
    for number in range(seed * SEEDS_EACH, (seed + 1) * SEEDS_EACH):
        deal = scenario.generate(content, number, options)
        subject = Subject(content, deal)
        if not any(True for check in CHECKS.checks if check.id not in BY_BOTS for _ in check.run(subject)):
            return deal
    raise ValueError(f"none of {SEEDS_EACH} deals is good")


def report_options(content: KnowledgeContent) -> list[Options]:
    """List the runs of a full report: every number of players."""
    seats = content.options.seats
    return [Options(players=players) for players in range(seats.fewest, seats.most + 1)]


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of all records, by number of players."""
    return stats.by_players(records, _figures)


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of games with the same number of players."""
    games = len(records)
    players = records[0]["players"]
    return {
        "games": games,
        "players": players,
        "rounds": stats.distribution([record["round"] for record in records]),
        "stalled": stats.rate(sum(record["stalled"] for record in records), games),
        "unfinished": stats.rate(sum(not record["finished"] for record in records), games),
        "shared_wins": stats.rate(sum(len(record["winners"]) > 1 for record in records), games),
        "meetings": stats.mean([record["meetings"] for record in records]),
        "seat_wins": {f"seat {seat + 1}": stats.seat_wins(records, seat) for seat in range(players)},
        "won_by_round": {
            f"round {number}": stats.rate(sum(record["round"] <= number for record in records), games)
            for number in EARLY_ROUNDS
        },
    }
