"""The round that the rulebook tells is the one that the engine played, whatever a designer changes."""

import re

import msgspec
import pytest

from pnp.diagnostics import Report
from pnp.games.terrain.play.bots import make_bots, play_out
from pnp.games.terrain.play.choices import Claim
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.matching import cells_by_terrain, fulfils
from pnp.games.terrain.play.scenario import Options, generate
from pnp.games.terrain.play.story import round_table
from pnp.play.seeds import stream
from pnp.rules.compile import compile_rules


def replayed(content, example):
    """Play the round once more; return the state at the start of each turn and at the end, and all choices."""
    state = TerrainState.of_deal(content, generate(content, example.seed, Options(players=example.players, rounds=1)))
    starts, choices = {1: state.copy()}, []

    def watch(choice):
        choices.append(choice)
        starts.setdefault(state.turn, state.copy())

    bots = make_bots(content, "greedy", example.players, example.seed, "example")
    play_out(state, bots, stream("terrain", example.seed, "example/luck"), watch)
    return starts, state, choices


@pytest.mark.parametrize(("seed", "players"), [(2, 3), (1, 4), (7, 5)])
@pytest.mark.clauses("turn.choose", "requests.match", "end.score")
def test_the_told_round_is_what_the_engine_played(content, files, seed, players):
    example = msgspec.structs.replace(files.examples.examples.played, seed=seed, players=players)
    told = round_table(content, example)
    starts, end, choices = replayed(content, example)
    before, after = starts[told["turn"]], starts[told["turn"] + 1]
    assert told["lead"] == before.lead + 1 and told["next_lead"] == after.lead + 1
    assert [one["id"] for one in told["open"]] == before.open_requests
    for one in told["seats"]:
        seat = one["seat"] - 1
        assert one["card"]["no"] in before.players[seat].hand
        assert one["card"]["no"] in {laid.card for laid in after.players[seat].island.laid}
        assert one["card"]["tiles"] == [content.names[face] for face in content.faces(one["card"]["no"])]
    assert told["claims"] and len(told["seats"]) == players
    first = next(choice.request for choice in choices if isinstance(choice, Claim))
    assert told["claims"][0]["request"]["id"] == first
    for one in told["claims"]:
        request, island = content.requests[one["request"]["id"]], after.players[one["seat"] - 1].island
        assert request.id in after.players[one["seat"] - 1].requests and one["request"]["value"] == request.value
        assert fulfils(request.pattern, island.tiles, cells_by_terrain(island.tiles), content.water)
    for one in told["awards"]:
        values, smallest = one["values"], one["title"] == "Snug Cove"
        best = min(values) if smallest else max(values)
        winner = values.index(best) + 1 if values.count(best) == 1 and best else None
        assert one["winner"] == winner, one
    assert [one["score"] for one in told["scores"]] == end.result()["scores"]
    assert all(one["request_points"] + one["award_points"] == one["score"] for one in told["scores"])


@pytest.mark.parametrize(
    ("key", "value", "stale"),
    [
        ("award_points", 1, r"\b(ten|10) points|\bone points|\b1 points"),
        ("award_points", 9, r"\b(ten|10) points"),
        ("hand", 9, r"\bten turns|\bdeal (ten|10)\b"),
        ("awards_per_round", 3, r"\bfour Awards|\b4 Awards"),
        ("rounds", 1, r"\btwo rounds|the next round is dealt"),
    ],
)
def test_no_sentence_is_stale_after_an_edit(edited_game, key, value, stale):
    def change(data):
        data["play"][key] = value
        data["play"]["passing"] = data["play"]["passing"][: data["play"]["rounds"]]

    report = Report()
    book = compile_rules(edited_game(options=change), report)
    assert book is not None and report.diagnostics == []
    texts = [" ".join(f"{c.text} {c.quick} {c.example} {c.why}".split()) for c in book.clauses()]
    texts += [chapter.intro for chapter in book.chapters] + [term.text for term in book.glossary]
    assert not [text for text in texts if re.search(stale, text)]
