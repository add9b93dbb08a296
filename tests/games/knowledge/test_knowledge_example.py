"""The example round and the worked claim of the rulebook: true by the engine, whatever a designer changes."""

import re

import msgspec
import pytest

from pnp.diagnostics import Report
from pnp.games.knowledge.play.bots import STRONGEST
from pnp.games.knowledge.play.certificate import make_bots
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.example import example_tables
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.play.match import play_out
from pnp.play.seeds import stream
from pnp.rules.compile import compile_rules


def replayed(content, example):
    """Play the example once more; return the state at the start of each round and at the end."""
    state = KnowledgeState.of_deal(content, generate(content, example.seed, Options(players=example.players)))
    starts = {}
    bots = make_bots(content, STRONGEST, example.players, example.seed, "example")
    luck = stream("knowledge", example.seed, "example/luck")
    assert play_out(state, bots, luck, watch=lambda _: starts.setdefault(state.round, state.copy()))
    return starts, state


def numbers(books):
    return [book["no"] for book in books]


def tops(state, content):
    return {content.names[place]: book for place, book in state.tops.items()}


@pytest.mark.parametrize("seed", [2, 3, 6, 9])
def test_the_example_round_is_what_the_engine_played(content, files, seed):
    example = msgspec.structs.replace(files.example.example, seed=seed)
    told = example_tables(content, example)["example_round"]
    starts, _ = replayed(content, example)
    before, after = starts[told["number"]], starts[told["number"] + 1]
    assert told["visits"] and (told["meetings"] or seed == 3), "nobody meets in the game of seed 3"
    assert {top["place"]: top["book"]["no"] for top in told["tops"]} == tops(before, content)
    assert {top["place"]: top["book"]["no"] for top in told["next_tops"]} == tops(after, content)
    for seat, player in zip(told["seats"], before.players, strict=True):
        assert numbers(seat["backpack"]) == player.backpack and tuple(numbers(seat["goals"])) == player.goals
        assert seat["goes"] == content.names[after.players[seat["seat"] - 1].at]
    for visit in told["visits"]:
        seat = visit["seat"] - 1
        carried = set(before.players[seat].backpack) - {visit["left"]["no"]} | {visit["took"]["no"]}
        assert set(after.players[seat].backpack) == carried
        assert set(numbers(visit["found"])) == set(before.libraries[before_place(content, visit["place"])])
    for meeting in told["meetings"]:
        place = before_place(content, meeting["place"])
        dealt = [book for one in meeting["drafters"] for book in numbers(one["dealt"])]
        assert sorted(dealt) == sorted(before.libraries[place]) and meeting["back"] == len(dealt)
        for one in meeting["drafters"]:
            assert (
                set(after.players[one["seat"] - 1].backpack) == set(numbers(one["keeps"])) <= set(numbers(one["picks"]))
            )


def before_place(content, name):
    return content.names.index(name)


@pytest.mark.clauses("claim.win", "aim.goal")
def test_the_worked_claim_won_the_game(content, files):
    example = files.example.example
    told = example_tables(content, example)["example_claim"]
    _, end = replayed(content, example)
    seat = told["seat"] - 1
    assert (end.ending, end.winners, end.round) == ("claim", [seat], told["round"])
    assert sorted(numbers(told["carried"] + told["there"])) == sorted(end.players[seat].goals) == numbers(told["goals"])
    assert set(numbers(told["carried"])) <= set(end.players[seat].backpack)
    assert set(numbers(told["there"])) <= set(end.libraries[end.players[seat].at])


@pytest.mark.parametrize(
    ("size", "wrong"),
    [(1, r"\b(one|1) books\b"), (2, "(one|1) books"), (3, r"\btwo books\b|\b(one|1) books\b|\bholds two\b")],
)
def test_the_book_speaks_of_backpacks_of_any_size(edited_game, size, wrong):
    game = edited_game(options=lambda data: data["deal"].update(backpack=size))
    report = Report()
    book = compile_rules(game, report)
    assert book is not None and report.diagnostics == []
    texts = [" ".join(f"{c.text} {c.quick} {c.example} {c.caption}".split()) for c in book.clauses()]
    texts += [chapter.intro for chapter in book.chapters] + [term.text for term in book.glossary]
    assert not [text for text in texts if re.search(wrong, text)]


def test_an_example_for_more_than_can_play_is_a_fault(files, content, changed_files):
    from pnp.games.knowledge.play.example import check_example

    assert list(check_example(content, files.example.example)) == []
    (fault,) = check_example(content, changed_files({("example", "example", "players"): 9}).example.example)
    assert (fault.file, fault.path, fault.code) == ("example", ("example", "players"), "range")
