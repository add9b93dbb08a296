"""Bots, their notebook, and the balance figures."""

import pickle
from itertools import product

import msgspec
import pytest
from shipped import mover

from pnp.games.knowledge.play import balance
from pnp.games.knowledge.play.bots import BOTS, STRONGEST, Notebook, make_bot
from pnp.games.knowledge.play.certificate import try_deal
from pnp.games.knowledge.play.checks import CHECKS, Subject
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.games.knowledge.play.view import View
from pnp.play.match import play_out
from pnp.play.seeds import stream

move = mover("knowledge")


def view(**values):
    open_to_all = {
        "round": 2,
        "lead": 0,
        "phase": "choose",
        "to_act": 0,
        "homes": [0, 1, 1],
        "at": [0, 1, 1],
        "tops": {"0": 1, "1": 5, "2": 9},
        "library_sizes": {"0": 2, "1": 2, "2": 4},
        "backpack_sizes": [2, 2, 2],
        "hand_sizes": [0, 0, 0],
        "ready": [False, False, False],
        "open_goals": [None, None, None],
        "shown": [],
    }
    table = {key: values.pop(key, usual) for key, usual in open_to_all.items()}
    own = {"goals": [], "backpack": [2, 3], "library": [], "hand": [], "picks": [], "choice": None, "picking": None}
    return msgspec.convert({"table": table, "seat": 0, **own, **values}, View, str_keys=True)


def test_notebook_concludes_how_likely_books_are_still_there():
    book = Notebook(backpack=2, forgets_below=0.3)
    book.put(2, [9, 10, 11, 12])
    book.read(view(at=[0, 2, 1]))
    assert book.chances(2) == {9: 1.0, 10: 0.75, 11: 0.75, 12: 0.75}
    assert book.sure(2) == {9}
    book.read(view(round=3, at=[0, 2, 2], tops={"0": 1, "1": 5, "2": 10}))
    assert book.chances(2) == {9: 0.5, 10: 1.0, 11: 0.375, 12: 0.375}


def test_notebook_without_conclusions_forgets():
    book = Notebook(backpack=2, forgets_below=1.0)
    book.put(2, [9, 10, 11, 12])
    book.read(view(at=[0, 2, 1]))
    assert book.chances(2) == {9: 1.0}


def test_notebook_keeps_what_nobody_touched_and_strikes_what_moved():
    book = Notebook(backpack=2, forgets_below=0.3)
    book.put(2, [9, 10, 11, 5])
    book.read(view(at=[0, 1, 1]))
    assert book.chances(2) == {9: 1.0, 10: 1.0, 11: 1.0}, "5 lies on top elsewhere now"
    shown = {"seat": 1, "goals": [], "backpack": [], "location": 1, "library": [7, 8]}
    book.read(view(round=3, at=[0, 1, 1], shown=[shown], tops={"0": 1, "1": 7, "2": 9}))
    assert book.sure(1) == {7, 8}
    book.read(view(round=3, tops={"0": 2}))
    assert book.sure(0) == {1}, "a round is read once"


def test_bot_goes_where_it_would_win(changed):
    rules = changed(bots__memory__random_trip=0.0)
    bot = make_bot(rules, "memory", stream("knowledge", 1, "test"))
    bot.notebook.put(2, [9, 10, 11, 12])
    seen = view(goals=[1, 2, 9, 10], backpack=[1, 2], at=[0, 1, 1], tops={"0": 5, "1": 6, "2": 9})
    legal = [move({"do": "choose", "location": place}) for place in (0, 1, 2)]
    assert bot.choose(seen, legal) == move({"do": "choose", "location": 2})


def test_bot_claims_only_what_it_knows(content):
    bot = make_bot(content, "memory", stream("knowledge", 1, "test"))
    legal = [move({"do": "claim"}), move({"do": "pass"})]
    bot.notebook.put(0, [1, 2])
    seen = view(phase="claim", goals=[1, 2, 3, 9], backpack=[3, 9])
    assert bot.choose(seen, legal) == move({"do": "claim"})
    assert bot.choose(msgspec.structs.replace(seen, backpack=(3, 10)), legal) == move({"do": "pass"})


@pytest.mark.parametrize("kind", ["memory", "baseline"])
def test_thinking_beats_chance(content, kind):
    def rounds(bot):
        options = balance.Options(players=3, bot=bot)
        return sum(balance.play_one(content, seed, options)["round"] for seed in range(12))

    assert rounds(kind) < 0.6 * rounds("random")


def test_records_can_travel_between_processes_and_repeat(content):
    assert pickle.loads(pickle.dumps(balance.play_one)) is balance.play_one
    options = balance.Options(players=4)
    twin = pickle.loads(pickle.dumps(content))
    assert balance.play_one(twin, 4, options) == balance.play_one(content, 4, options)


def test_good_deals_only(content):
    record = balance.play_one(content, 3, balance.Options(players=3, good_deals=True))
    assert record["players"] == 3 and record["finished"]


def test_summary(content):
    records = [balance.play_one(content, seed, balance.Options(players=3)) for seed in range(20)]
    summary = balance.summarise(records)
    assert (summary["games"], summary["players"]) == (20, 3)
    assert sum(seat["rate"] for seat in summary["seat_wins"].values()) == pytest.approx(1)
    assert summary["won_by_round"]["round 1"]["rate"] == 0
    assert summary["rounds"]["low"] < summary["rounds"]["mean"] < summary["rounds"]["high"]
    assert sum(summary["rounds"]["histogram"].values()) == 20


def test_clock_counts_as_stalled(content, changed):
    quick = changed(clock__rounds=2)
    record = balance.play_one(quick, 1, balance.Options(players=5, bot="random", clock=True))
    assert record["ending"] == "clock" and record["stalled"] and record["round"] == 2


def test_the_strongest_bots_judge_deals(content):
    """At a table with each other bot, on both seats of the same deals, the judge wins clearly more than half."""
    for other in BOTS:
        won, games = 0.0, 0
        for seed, seat in product(range(30) if other != STRONGEST else (), (0, 1)):
            kinds = [other, other]
            kinds[seat] = STRONGEST
            state = KnowledgeState.of_deal(content, generate(content, seed, Options(players=2)))
            bots = [make_bot(content, kind, stream("knowledge", seed, kind)) for kind in kinds]
            assert play_out(state, bots, stream("knowledge", seed, "luck"))
            won += (seat in state.winners) / len(state.winners)
            games += 1
        assert won >= 0.6 * games, (other, won, games)


@pytest.mark.clauses("deals.tried")
def test_few_games_of_a_good_deal_end_early(content):
    """Two players of wits often win by round two; a deal on which they do is not good."""

    def broken(seed):
        subject = Subject(content, generate(content, seed, Options(players=2)))
        return {check.id for check in CHECKS.checks for _ in check.run(subject)}

    def early(seed):
        return try_deal(content, generate(content, seed, Options(players=2))).early

    most = content.options.good_deal.early_share
    assert broken(5) == set() and early(5) <= most
    assert broken(19) == {"KV13"} and early(19) > most
