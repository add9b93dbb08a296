"""How balanced Tempest of Knowledge is: one bot game as a record, and many records as figures."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Annotated, Any, Literal

from msgspec import Meta

from pnp.games.knowledge import scenario
from pnp.games.knowledge.checks import CHECKS, Subject
from pnp.games.knowledge.content import KnowledgeContent
from pnp.games.knowledge.figures import mean_of, percentile, rate_of
from pnp.games.knowledge.trials import GAME, make_bots, play_out
from pnp.play.seeds import stream

Record = dict[str, Any]

BY_BOTS = ("KV12", "KV13")
"""Checks that play games; a deal is called good here when it passes all the others."""

SEEDS_EACH = 1000
"""How many deals may be tried for one good one."""


class Options(scenario.Options):
    """What to measure."""

    bot: Annotated[Literal["memory", "baseline", "random"], Meta(description="Who plays.")] = "memory"
    clock: Annotated[bool, Meta(description="Whether the clock ends games.")] = False
    good_deals: Annotated[bool, Meta(description="Only deals that pass the quick checks.")] = False


def play_one(content: KnowledgeContent, seed: int, options: Options) -> Record:
    """Deal and play one game with bots."""
    rules = content if options.clock else content.without_clock()
    deal = _good_deal(rules, seed, options) if options.good_deals else scenario.generate(rules, seed, options)
    state = scenario.new_game(rules, deal)
    players = len(state.players)
    bots = make_bots(rules, options.bot, players, seed, "balance")
    luck = stream(GAME, seed, "balance/luck")
    finished = play_out(state, bots, luck, content.options.measurement.longest_game)
    clock = content.options.clock.rounds
    return {
        "seed": seed,
        "players": players,
        "bot": options.bot,
        **state.result(),
        "finished": finished,
        "stalled": state.round > clock or state.ending == "clock",
        "clock_rounds": clock,
        "meetings": state.meetings_held,
    }


def _good_deal(content: KnowledgeContent, seed: int, options: Options) -> dict[str, Any]:
    """Return the first deal of this seed's own range that passes the quick checks."""
    for number in range(seed * SEEDS_EACH, (seed + 1) * SEEDS_EACH):
        deal = scenario.generate(content, number, options)
        subject = Subject(content, deal)
        if not any(True for check in CHECKS.checks if check.id not in BY_BOTS for _ in check.run(subject)):
            return deal
    raise ValueError(f"none of {SEEDS_EACH} deals is good")


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of all records, by number of players."""
    counts = sorted({record["players"] for record in records})
    return {str(n): _summary([record for record in records if record["players"] == n]) for n in counts}


def _summary(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of games with the same number of players."""
    games = len(records)
    rounds = [record["round"] for record in records]
    return {
        "games": games,
        "rounds": mean_of(rounds),
        "rounds_median": median(rounds),
        "rounds_spread": {str(share): percentile(rounds, share) for share in (0.05, 0.25, 0.75, 0.95)},
        "rounds_histogram": {str(number): count for number, count in sorted(Counter(rounds).items())},
        "won_by_round": {
            str(number): rate_of(sum(record["round"] <= number for record in records), games) for number in (1, 2, 3)
        },
        "stalled": rate_of(sum(record["stalled"] for record in records), games),
        "unfinished": rate_of(sum(not record["finished"] for record in records), games),
        "meetings": mean_of([record["meetings"] for record in records]),
        "shared_wins": rate_of(sum(len(record["winners"]) > 1 for record in records), games),
        "seats": [_seat(records, seat) for seat in range(records[0]["players"])],
    }


def _seat(records: Sequence[Record], seat: int) -> dict[str, float]:
    """Return a seat's share of the wins; shared victories count in parts."""
    wins = sum(1 / len(record["winners"]) for record in records if seat in record["winners"])
    return rate_of(wins, len(records))
