"""Rounds, meetings, claims and the clock; what is refused; and that no book is ever lost."""

import json

import pytest
from shipped import mover, seen

from pnp.games.knowledge.play.bots import RandomBot
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, Illegal

move = mover("knowledge")

GOALS = [[1, 2, 3, 9], [5, 6, 7, 10], [13, 14, 15, 11]]


def playing(content, libraries, packs, goals=GOALS, round_=2):
    """A game of two or three in the middle, everybody about to choose."""
    homes = [0, 1, 3][: len(packs)]
    state = KnowledgeState(content, homes, libraries, goals[: len(packs)])
    for player, pack in zip(state.players, packs, strict=True):
        player.backpack = list(pack)
    state.round = round_ - 1
    state._begin_round()
    return state


@pytest.fixture
def duel(content):
    return playing(content, {0: [9, 1], 1: [11, 6], 2: [3, 4, 8, 10]}, [[5, 12], [2, 7]])


def refused(state, action):
    before = state.snapshot()
    with pytest.raises(Illegal) as caught:
        state.apply(move(action))
    assert state.snapshot() == before
    return caught.value.code


def travel(state, *places):
    for place in places:
        state.apply(move({"do": "choose", "location": place}))


def census(state, used):
    """Check that every book is in exactly one place and that everything has its right size."""
    books = [book for library in state.libraries.values() for book in library]
    for player in state.players:
        books += player.backpack + player.hand + player.picks
    assert sorted(books) == used
    if state.phase in ("choose", "visit", "claim", "over"):
        size = state.content.options.deal.backpack
        assert all(len(player.backpack) == size for player in state.players)
        homes = {place: len(library) for place, library in state.libraries.items()}
        assert all(count == (2 if place in state.homes else 4) for place, count in homes.items())


@pytest.mark.parametrize("block", range(10))
def test_random_playouts_end_and_lose_nothing(content, block):
    meetings = 0
    for seed in range(block * 20, block * 20 + 20):
        luck = stream("knowledge", seed, "test/playout")
        state = KnowledgeState.of_deal(content, generate(content, seed, Options(players=2 + seed % 4)))
        used = sorted(book for library in state.libraries.values() for book in library)
        bot = RandomBot(luck)
        while (seat := state.to_act()) != OVER:
            legal = state.legal_actions()
            state.apply(state.chance(luck) if seat == CHANCE else bot.choose(state.view(seat), legal))
            census(state, used)
        assert 2 <= state.round <= content.options.clock.rounds
        assert state.winners
        assert state.legal_actions() == []
        meetings += state.meetings_held
        json.dumps(plain([state.result(), state.view(0), state.snapshot()]))
    assert meetings


def test_every_listed_action_is_legal(content):
    luck = stream("knowledge", 3, "test/listed")
    state = KnowledgeState.of_deal(content, generate(content, 3, Options(players=3)))
    phases = set()
    while state.to_act() != OVER:
        legal = state.legal_actions()
        phases.add(state.phase)
        if state.to_act() == CHANCE:
            assert state.chance(luck) in legal
        for action in legal:
            twin = state.copy()
            before = state.snapshot()
            twin.apply(action)
            assert state.snapshot() == before != twin.snapshot()
        state.apply(luck.choice(legal))
    assert phases == {"pack", "choose", "visit", "deal", "draft", "keep", "shuffle", "claim"}


@pytest.mark.clauses("round.choose", "secrets.hidden")
def test_choices_stay_secret_until_all_are_in(duel):
    travel(duel, 2)
    assert seen(duel.view(1))["at"] == [0, 1]
    assert seen(duel.view(1))["ready"] == [True, False]
    assert seen(duel.view(0))["choice"] == 2 and seen(duel.view(1))["choice"] is None
    travel(duel, 1)
    assert seen(duel.view(1))["at"] == [2, 1]
    assert [duel.tops[place] for place in (0, 1, 2)] == [9, None, None]


@pytest.mark.clauses("visit.alone", "secrets.hidden")
def test_only_the_visitor_sees_a_library(duel):
    travel(duel, 2, 1)
    assert seen(duel.view(0))["library"] == [3, 4, 8, 10]
    assert seen(duel.view(1))["library"] == [11, 6]
    duel.apply(move({"do": "visit", "give": 5, "get": 3, "order": [4, 10, 5, 8]}))
    assert seen(duel.view(0))["library"] == []
    assert seen(duel.view(0))["backpack"] == [12, 3]


@pytest.mark.clauses("round.tops", "visit.order")
def test_top_cards_are_turned_up_at_the_end_of_the_round(duel):
    travel(duel, 2, 0)
    duel.apply(move({"do": "visit", "give": 5, "get": 3, "order": [4, 10, 5, 8]}))
    duel.apply(move({"do": "visit", "give": 2, "get": 9, "order": [1, 2]}))
    assert duel.tops == {0: None, 1: 11, 2: None}
    duel.apply(move({"do": "pass"}))
    duel.apply(move({"do": "pass"}))
    assert duel.phase == "choose" and duel.round == 3
    assert duel.tops == {0: 1, 1: 11, 2: 4}


@pytest.mark.clauses("setup.backpack", "round.choose", "visit.swap", "visit.order")
def test_refusals(content, duel):
    fresh = KnowledgeState.of_deal(content, generate(content, 5, Options(players=3)))
    library = seen(fresh.view(0))["library"]
    assert refused(fresh, {"do": "choose", "location": 0}) == "not-now"
    assert refused(fresh, {"do": "pack", "take": library[:3], "leave": library[3:]}) == "count"
    assert refused(fresh, {"do": "pack", "take": library[:2], "leave": library[:2]}) == "not-there"
    assert refused(fresh, {"do": "pack", "take": "ab", "leave": []}) == "form"
    assert refused(fresh, {"do": "pack"}) == "form"
    assert refused(duel, {}) == "form"
    assert refused(duel, {"do": "choose", "location": 5}) == "unknown-location"
    assert refused(duel, {"do": "choose", "location": "0"}) == "form"
    assert refused(duel, {"do": "choose", "location": [0]}) == "form"
    travel(duel, 2, 0)
    visit = {"do": "visit", "give": 5, "get": 3, "order": [4, 10, 5, 8]}
    assert refused(duel, {**visit, "give": 7}) == "not-there"
    assert refused(duel, {**visit, "give": None}) == "not-there"
    assert refused(duel, {**visit, "get": 9}) == "not-there"
    assert refused(duel, {**visit, "order": [4, 10, 3, 8]}) == "other-books"
    assert refused(duel, {**visit, "order": [4, 10, 5]}) == "other-books"
    assert refused(duel, {"do": "visit", "order": [3, 4, 8, 10]}) == "no-swap"
    duel.apply(move(visit))


@pytest.mark.clauses("meeting.deal", "meeting.draft", "meeting.keep")
def test_refusals_in_a_meeting(duel):
    travel(duel, 1, 1)
    assert duel.to_act() == CHANCE
    assert refused(duel, {"do": "deal", "location": 2, "order": [6, 11]}) == "other-books"
    assert refused(duel, {"do": "deal", "location": 1, "order": [6, 6]}) == "other-books"
    duel.apply(move({"do": "deal", "location": 1, "order": [6, 11]}))
    assert duel.to_act() == 1
    assert refused(duel, {"do": "draft", "book": 12}) == "not-in-hand"
    while duel.phase == "draft":
        duel.apply(duel.legal_actions()[0])
    picks = duel.players[duel.to_act()].picks
    assert refused(duel, {"do": "keep", "books": [picks[0]]}) == "not-picked"
    assert refused(duel, {"do": "keep", "books": [picks[0], picks[0]]}) == "not-picked"
    assert refused(duel, {"do": "keep", "books": [99, picks[0]]}) == "not-picked"


@pytest.mark.clauses("round.lead", "meeting.deal", "meeting.when")
def test_the_lead_seat_is_dealt_first(duel):
    travel(duel, 1, 1)
    assert duel.round == 2 and duel.lead == 1
    duel.apply(move({"do": "deal", "location": 1, "order": [6, 11]}))
    assert duel.players[1].hand == [2, 7, 6]
    assert duel.players[0].hand == [5, 12, 11]


@pytest.mark.clauses("meeting.when", "meeting.deal", "meeting.draft", "claim.alone")
def test_three_meet_at_a_library_of_four(content):
    libraries = {0: [9, 1], 1: [10, 6], 2: [3, 4, 8, 12], 3: [13, 16]}
    state = playing(content, libraries, [[5, 11], [2, 7], [14, 15]], round_=4)
    travel(state, 2, 2, 2)
    assert state.lead == 0
    state.apply(move({"do": "deal", "location": 2, "order": [3, 4, 8, 12]}))
    assert [len(player.hand) for player in state.players] == [4, 3, 3]
    hands = [list(player.hand) for player in state.players]
    for seat in (0, 1, 2):
        state.apply(move({"do": "draft", "book": hands[seat][0]}))
    assert [player.hand for player in state.players] == [hands[2][1:], hands[0][1:], hands[1][1:]]
    sat_out = 0
    while state.phase == "draft":
        sat_out += any(not player.hand for player in state.players)
        state.apply(state.legal_actions()[0])
    assert sat_out
    assert sorted(len(player.picks) for player in state.players) == [3, 3, 4]
    while state.phase == "keep":
        state.apply(state.legal_actions()[0])
    assert len(state.libraries[2]) == 4
    state.apply(state.legal_actions()[0])
    assert state.phase == "choose", "nobody may claim after a meeting"


@pytest.mark.clauses("meeting.keep")
def test_five_meet_at_a_library_of_two(content):
    deal = generate(content, 8, Options(players=5))
    state = KnowledgeState.of_deal(content, deal)
    while state.phase == "pack":
        state.apply(state.legal_actions()[0])
    travel(state, *[deal.colours[0]] * 5)
    while state.phase != "choose":
        state.apply(state.legal_actions()[0])
        if state.phase == "keep":
            assert all(len(state.players[seat].picks) >= 2 for seat in state.queue)
    assert state.meetings_held == 1


@pytest.mark.clauses("claim.false", "secrets.hidden")
def test_false_claim_opens_the_goals(duel):
    travel(duel, 2, 0)
    duel.apply(move({"do": "visit", "give": 5, "get": 3, "order": [4, 10, 5, 8]}))
    duel.apply(move({"do": "visit", "give": 2, "get": 9, "order": [1, 2]}))
    duel.apply(move({"do": "claim"}))
    assert seen(duel.view(1))["shown"] == [], "claims are judged together"
    duel.apply(move({"do": "pass"}))
    assert duel.phase == "choose"
    told = seen(duel.view(1))
    assert told["open_goals"] == [GOALS[0], None]
    assert told["shown"] == [
        {"seat": 0, "goals": GOALS[0], "backpack": [12, 3], "location": 2, "library": [4, 10, 5, 8]}
    ]
    assert duel.libraries[2] == [4, 10, 5, 8]


def both_right(content, packs, libraries):
    state = playing(content, libraries, packs, round_=3)
    for player, place in zip(state.players, (0, 1), strict=True):
        player.at = place
    state._begin_claims()
    state.apply(move({"do": "claim"}))
    state.apply(move({"do": "claim"}))
    return state.result()


@pytest.mark.clauses("claim.several", "claim.win", "aim.goal")
def test_two_right_claims(content):
    shared = both_right(content, [[1, 2], [5, 6]], {0: [3, 9], 1: [7, 10], 2: [4, 8, 11, 12]})
    assert shared["winners"] == [0, 1] and shared["scores"] == [1, 1]
    first = both_right(content, [[1, 2], [5, 12]], {0: [3, 9], 1: [6, 7, 10], 2: [4, 8, 11]})
    assert first["winners"] == [0] and first["scores"] == [2, 0]


@pytest.mark.clauses("claim.first-round", "claim.alone")
def test_switches_for_bold_claims(content, changed):
    libraries, packs = {0: [9, 3], 1: [11, 6], 2: [5, 4, 8, 10]}, [[1, 2], [12, 7]]
    for rules, first, shared in (
        (content, False, False),
        (changed(claim__first_round=1), True, False),
        (changed(claim__first_round=1, claim__when_shared=True), True, True),
    ):
        state = playing(rules, libraries, packs, round_=1)
        assert state.may_claim(0) == first
        for player in state.players:
            player.at = 0
        assert state.may_claim(0) == shared


@pytest.mark.clauses("visit.swap", "round.stay")
def test_voluntary_swap(changed):
    state = playing(changed(visit__swap="voluntary"), {0: [9, 1], 1: [11, 6], 2: [3, 4, 8, 10]}, [[5, 12], [2, 7]])
    travel(state, 0, 1)
    only_order = move({"do": "visit", "order": [1, 9]})
    assert only_order in state.legal_actions()
    state.apply(only_order)
    assert state.libraries[0] == [1, 9] and state.players[0].backpack == [5, 12]


@pytest.mark.parametrize(
    ("packs", "libraries", "winners"),
    [
        ([[1, 12], [2, 7]], {0: [9, 5], 1: [11, 4], 2: [3, 6, 8, 10]}, [0]),
        ([[1, 12], [5, 7]], {0: [9, 2], 1: [10, 4], 2: [3, 6, 8, 11]}, [1]),
        ([[1, 12], [7, 4]], {0: [9, 2], 1: [10, 5], 2: [3, 6, 8, 11]}, [0, 1]),
    ],
    ids=["most goals", "more in the backpack", "shared"],
)
@pytest.mark.clauses("clock.end")
def test_clock(content, packs, libraries, winners):
    state = playing(content, libraries, packs, round_=content.options.clock.rounds)
    state._begin_claims()
    while state.phase == "claim":
        state.apply(move({"do": "pass"}))
    assert state.result()["ending"] == "clock"
    assert state.winners == winners
    assert refused(state, {"do": "choose", "location": 0}) == "over"


@pytest.mark.clauses("clock.end")
def test_without_clock_the_game_goes_on(content):
    state = playing(content.without_clock(), {0: [9, 5], 1: [11, 4], 2: [3, 6, 8, 10]}, [[1, 12], [2, 7]], round_=20)
    state._begin_claims()
    while state.phase == "claim":
        state.apply(move({"do": "pass"}))
    assert state.phase == "choose" and state.round == 21
