"""Clauses that no other test of Knowledge is about."""

import pytest
from shipped import mover, seen
from test_knowledge_engine import playing, travel

from pnp.games.knowledge.play.checks import CHECKS, Subject
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.play.state import CHANCE, Illegal

move = mover("knowledge")


@pytest.fixture
def deal(content):
    return generate(content, 5, Options(players=3))


@pytest.mark.clauses("deals.sealed", "setup.colours", "setup.neutral", "setup.libraries", "setup.own-goals")
def test_a_deal_is_laid_out_as_it_is_printed(content, deal):
    state = KnowledgeState.of_deal(content, deal)
    assert state.homes == deal.colours == tuple(player.at for player in state.players)
    assert deal.neutral not in state.homes
    assert {place: tuple(books) for place, books in state.libraries.items()} == deal.libraries
    assert tuple(player.goals for player in state.players) == deal.goals
    assert (state.phase, state.to_act(), state.round) == ("pack", 0, 0)
    for seat, goals in enumerate(deal.goals):
        assert len(set(goals) & set(content.books[deal.colours[seat]])) >= 3


@pytest.mark.clauses("setup.looking", "setup.tops")
def test_at_set_up_everybody_looks_into_the_own_library_only(content, deal):
    state = KnowledgeState.of_deal(content, deal)
    for seat, home in enumerate(deal.colours):
        twin = state.copy()
        for place, books in twin.libraries.items():
            if place != home:
                books.reverse()
        assert seen(state.view(seat))["library"] == list(deal.libraries[home])
        assert twin.view(seat) == state.view(seat) and twin.snapshot() != state.snapshot()
    while state.phase == "pack":
        state.apply(state.legal_actions()[0])
    assert state.tops == {place: books[0] for place, books in state.libraries.items()}
    assert all(seen(state.view(seat))["library"] == [] for seat in range(3))


@pytest.mark.clauses("round.move", "round.stay", "visit.alone")
def test_pawns_move_and_a_library_without_visitors_stays_as_it_is(content):
    state = playing(content, {0: [9, 1], 1: [11, 6], 2: [3, 4, 8, 10]}, [[5, 12], [2, 7]])
    travel(state, 0, 2)
    assert [player.at for player in state.players] == [0, 2]
    assert state.tops == {0: None, 1: 11, 2: None}
    assert (state.phase, seen(state.view(0))["library"], seen(state.view(1))["library"]) == (
        "visit",
        [9, 1],
        [3, 4, 8, 10],
    )
    while state.phase != "choose":
        state.apply(move({"do": "pass"}) if state.phase == "claim" else state.legal_actions()[-1])
    assert state.libraries[1] == [11, 6] and state.tops[1] == 11


@pytest.mark.clauses("meeting.return", "meeting.keep")
def test_the_returned_books_are_shuffled_by_nobody_and_seen_by_nobody(content):
    state = playing(content, {0: [9, 1], 1: [11, 6], 2: [3, 4, 8, 10]}, [[5, 12], [2, 7]])
    travel(state, 2, 2)
    state.apply(move({"do": "deal", "location": 2, "order": [3, 4, 8, 10]}))
    while state.phase in ("draft", "keep"):
        state.apply(state.legal_actions()[0])
    returned = sorted(state.libraries[2])
    assert state.to_act() == CHANCE and len(returned) == 4
    with pytest.raises(Illegal):
        state.apply(move({"do": "shuffle", "location": 2, "order": [*returned[:3], 99]}))
    state.apply(move({"do": "shuffle", "location": 2, "order": returned[::-1]}))
    assert state.libraries[2] == returned[::-1]
    assert all(seen(state.view(seat))["library"] == [] for seat in (0, 1))


@pytest.mark.clauses("setup.players", "setup.neutral", "setup.colours")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_play_with_a_neutral_location_besides(content, players):
    deal = generate(content, 3, Options(players=players))
    colours = [*deal.colours, deal.neutral]
    assert len(deal.colours) == len(deal.goals) == deal.players == players
    assert len(set(colours)) == players + 1 == len(deal.libraries)
    assert {key: len(books) for key, books in deal.libraries.items()} == dict.fromkeys(colours, 4)
    assert not CHECKS.run(Subject(content, deal), soft=False)
