"""Turns, claims, rounds and the end; what is refused; and that no card is ever lost."""

import json

import pytest
from shipped import mover, seen

from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.play.bots import RandomBot
from pnp.games.terrain.play.choices import Call, Storm
from pnp.games.terrain.play.engine import TerrainState, chosen
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, Illegal

move = mover("terrain")

FF, FM, GD, WW = 1, 5, 70, 111


def start(content, hands, requests=None, awards=None):
    return TerrainState(content, [hands], requests or list(content.requests), awards or list(content.awards))


def place(card, x=0, y=0, rot=0):
    return {"do": "place", "card": card, "cell": [x, y], "rot": rot}


def refused(state, action):
    before = state.snapshot()
    with pytest.raises(Illegal) as caught:
        state.apply(move(action))
    assert state.snapshot() == before
    return caught.value.code


def census(state, dealt):
    """Check that every card is in exactly one place and every stack agrees with the cards laid."""
    islands = [player.island for player in state.players]
    cards = [card for player in state.players for card in player.hand]
    cards += [card for deal in state.later_hands for hand in deal for card in hand]
    cards += [laid.card for island in islands for laid in island.laid]
    assert sorted(cards) == dealt
    for island in islands:
        stacked = [card for stack in island.stacks.values() for card in stack]
        assert sorted(stacked) == sorted(2 * [laid.card for laid in island.laid])
        assert island.stacks.keys() == island.tiles.keys()
        for laid in island.laid:
            for where, terrain in zip(laid.cells, laid.faces, strict=True):
                if island.stacks[where][-1] == laid.card:
                    assert island.tiles[where] == terrain
    requests = [each for player in state.players for each in player.requests]
    assert sorted(requests + state.open_requests + state.request_deck) == sorted(state.content.requests)
    awards = [each for player in state.players for each in player.awards]
    assert sorted(awards + state.open_awards + state.award_deck) == sorted(state.content.awards)


@pytest.mark.parametrize("block", range(10))
def test_random_playouts_end_and_lose_nothing(content, block):
    for seed in range(block * 20, block * 20 + 20):
        luck = stream("terrain", seed, "test/playout")
        players = 3 + seed % 4
        state = TerrainState.of_deal(content, generate(content, seed, Options(players=players, rounds=1 + seed % 2)))
        dealt = sorted(
            [card for player in state.players for card in player.hand]
            + [card for deal in state.later_hands for hand in deal for card in hand]
        )
        bot = RandomBot(content, luck)
        steps = 0
        while (seat := state.to_act()) != OVER:
            if state.claiming:
                state.apply(bot.claim(state.legal_actions()))
            else:
                player = state.players[seat]
                state.apply(chosen(bot.move(player.island, player.hand, state.open_requests)))
            steps += 1
            census(state, dealt)
        assert steps >= len(dealt)
        assert not any(player.hand for player in state.players)
        assert state.legal_actions() == []
        json.dumps(plain([state.result(), state.view(0), state.snapshot()]))


def test_every_listed_action_is_legal_and_every_legal_place_is_listed(content):
    state = TerrainState.of_deal(content, generate(content, 3, Options(players=3, rounds=1)))
    luck = stream("terrain", 3, "test/listed")
    storms = 0
    while state.to_act() != OVER:
        legal = state.legal_actions()
        for action in (luck.choice(legal) for _ in range(15)):
            twin = state.copy()
            before = state.snapshot()
            twin.apply(action)
            assert state.snapshot() == before
            storms += isinstance(action, Storm)
        if not state.claiming and state.players[state.to_act()].island.laid:
            island = state.players[state.to_act()].island
            listed = set(island.placements())
            assert len(listed) == len(island.placements())
            for x in range(-6, 7):
                for y in range(-6, 7):
                    for rot in range(4):
                        spot = Placement(cell(x, y), rot)
                        assert (spot in listed) == island.touches(spot)
        state.apply(luck.choice(legal))
    assert storms


@pytest.mark.clauses("turn.choose", "turn.secret")
def test_moves_stay_hidden_until_all_are_in(content):
    state = start(content, [[FF], [FM], [GD]])
    state.apply(move(place(FF)))
    assert state.players[0].island.laid == []
    assert seen(state.view(1))["chosen"] == [True, False, False]
    assert seen(state.view(1))["move"] is None
    assert seen(state.view(0))["move"] == place(FF)
    state.apply(move(place(FM)))
    assert state.to_act() == 2
    state.apply(move(place(GD)))
    assert [len(player.island.laid) for player in state.players] == [1, 1, 1]


@pytest.mark.clauses("turn.secret")
def test_view_does_not_change_with_hidden_cards(content):
    state = TerrainState.of_deal(content, generate(content, 5, Options(players=4)))
    luck = stream("terrain", 5, "test/hidden")
    bot = RandomBot(content, luck)
    for _ in range(30):
        seat = state.to_act()
        if state.claiming:
            state.apply(bot.claim(state.legal_actions()))
            continue
        other = state.copy()
        luck.shuffle(other.request_deck)
        luck.shuffle(other.award_deck)
        hidden = [card for i, player in enumerate(other.players) if i != seat for card in player.hand]
        hidden += [card for deal in other.later_hands for hand in deal for card in hand]
        luck.shuffle(hidden)
        for i, player in enumerate(other.players):
            if i != seat:
                player.hand = [hidden.pop() for _ in player.hand]
        other.later_hands = [[[hidden.pop() for _ in hand] for hand in deal] for deal in other.later_hands]
        for i, move in enumerate(other.moves):
            if move is not None:
                other.moves[i] = move._replace(placement=Placement(cell(9, 9), 2))
        assert other.snapshot() != state.snapshot()
        assert other.view(seat) == state.view(seat)
        assert other.legal_actions() == state.legal_actions()
        player = state.players[seat]
        state.apply(chosen(bot.move(player.island, player.hand, state.open_requests)))


@pytest.mark.clauses(
    "turn.choose",
    "placing.grid",
    "placing.touch",
    "storm.option",
    "storm.first",
    "storm.uncovered",
    "storm.replace",
)
def test_refusals(content):
    state = start(content, [[FF, FM, WW], [GD], [66]])
    island = state.players[0].island
    assert refused(state, {"do": "storm", "card": WW, "lift": 2, "cell": [0, 0], "rot": 0}) == "first-card"
    for card, spot in ((2, Placement(0, 0)), (37, Placement(cell(1, 0), 0))):
        island.lay(card, content.faces(card), spot)
    assert refused(state, place(GD)) == "not-in-hand"
    assert refused(state, place(FF, 9, 9)) == "detached"
    assert refused(state, place(FF, 3, 1)) == "detached"
    assert refused(state, place(FF, 99_999)) == "far-away"
    assert refused(state, place(FF, rot=4)) == "form"
    assert refused(state, place("1")) == "form"
    assert refused(state, {"do": "place", "card": FF, "cell": "ab", "rot": 0}) == "form"
    assert refused(state, {"do": "place", "card": FF}) == "form"
    assert refused(state, {"do": "place", "card": True, "cell": [0, 0], "rot": 0}) == "form"
    assert refused(state, {}) == "form"
    assert refused(state, {"do": "claim", "request": "R01"}) == "not-now"
    storm = {"do": "storm", "card": WW, "lift": 37, "cell": [0, 1], "rot": 0}
    assert refused(state, {**storm, "card": FF}) == "not-double-water"
    assert refused(state, {**storm, "lift": 2}) == "covered"
    assert refused(state, {**storm, "lift": 99}) == "covered"
    assert refused(state, {**storm, "cell": [9, 9]}) == "detached"
    assert refused(state, {"do": "storm", "card": WW, "cell": [0, 1], "rot": 0}) == "form"
    assert move(storm) in state.legal_actions()


@pytest.mark.clauses("storm.option", "storm.replace", "placing.stack")
def test_lifting_uncovers_what_lay_below(content):
    state = start(content, [[WW], [GD], [66]])
    island = state.players[0].island
    for card, spot in ((1, Placement(0, 0)), (37, Placement(cell(1, 0), 0))):
        island.lay(card, content.faces(card), spot)
    state.apply(move({"do": "storm", "card": WW, "lift": 37, "cell": [0, 1], "rot": 1}))
    state.apply(move(place(GD)))
    state.apply(move(place(66)))
    letters = content.letters
    shown = {where: letters[terrain] for where, terrain in island.tiles.items()}
    assert shown == {0: "F", 1: "W", 2: "W", cell(0, 1): "M", cell(0, 2): "M"}
    assert island.stacks[1] == [1, WW]
    assert [laid.card for laid in island.laid] == [1, WW, 37]


@pytest.mark.clauses("storm.replace")
def test_a_lifted_card_may_drift_only_with_the_switch(content, changed):
    drifting = changed(switches__lifted_card="anywhere")
    for rules, legal in ((content, False), (drifting, True)):
        state = start(rules, [[WW], [GD], [66]])
        island = state.players[0].island
        for card, x in ((1, 0), (2, 2), (3, 4)):
            island.lay(card, rules.faces(card), Placement(cell(x, 0), 0))
        for y, card in ((1, 37), (2, 38), (3, 39)):
            island.lay(card, rules.faces(card), Placement(cell(0, y), 0))
        apart = move({"do": "storm", "card": WW, "lift": 39, "cell": [5, 4], "rot": 2})
        assert (apart in state.legal_actions()) == legal
        if legal:
            state.apply(apart)
        else:
            assert refused(state, apart) == "detached"


def row_of(content, state, seat, *faces):
    """Lay cards side by side on a seat's island."""
    island = Island()
    for i, card in enumerate(faces):
        island.lay(card, content.faces(card), Placement(cell(2 * i, 0), 0))
    state.players[seat].island = island


@pytest.mark.clauses("requests.order", "requests.refill", "turn.lead", "turn.pass")
def test_claims_go_round_from_the_lead_one_at_a_time(content):
    requests = ["R01", "R02", "R06", "R03", "R11", "R12", *[f"R{i:02}" for i in range(13, 61)]]
    requests += [each for each in content.requests if each not in requests]
    state = start(content, [[FF, 90], [2, 91], [103, 104]], requests)
    state.lead = 1
    for seat, card in ((0, 3), (1, 4)):
        row_of(content, state, seat, card)
    state.apply(move(place(FF, 2)))
    state.apply(move(place(2, 2)))
    state.apply(move(place(103, 0, 5)))
    assert state.claiming and state.to_act() == 1
    assert state.legal_actions() == [move({"do": "claim", "request": "R01"})]
    assert refused(state, {"do": "claim", "request": "R02"}) == "not-fulfilled"
    assert refused(state, {"do": "claim", "request": "R50"}) == "not-open"
    assert refused(state, {"do": "claim", "request": ["R01"]}) == "form"
    assert refused(state, place(90)) == "not-now"
    state.apply(move({"do": "claim", "request": "R01"}))
    assert state.open_requests == ["R11", "R02", "R06", "R03"]
    assert state.players[1].requests == ["R01"]
    assert not state.claiming
    assert state.lead == 2
    assert [player.hand for player in state.players] == [[104], [90], [91]]


@pytest.mark.clauses("requests.when", "requests.refill", "requests.reuse")
def test_a_request_revealed_by_a_claim_can_be_claimed_at_once(content):
    requests = list(dict.fromkeys(["R01", "R57", "R58", "R59", "R06", *content.requests]))
    state = start(content, [[5], [103], [104]], requests)
    row_of(content, state, 0, 1, 2, 41)
    state.apply(move(place(5, 0, 1)))
    state.apply(move(place(103)))
    state.apply(move(place(104)))
    assert state.players[0].requests == []
    assert state.to_act() == 0
    state.apply(move({"do": "claim", "request": "R01"}))
    assert state.legal_actions() == [move({"do": "claim", "request": "R06"})]
    state.apply(move({"do": "claim", "request": "R06"}))
    assert state.players[0].requests == ["R01", "R06"]
    assert state.to_act() == OVER


@pytest.mark.clauses("requests.empty")
def test_an_empty_deck_leaves_gaps(content):
    state = start(content, [[3], [103], [104]])
    state.open_requests, state.request_deck = ["R01", "R02"], []
    row_of(content, state, 0, 1)
    for action in (place(3, 2), place(103), place(104), move({"do": "claim", "request": "R01"})):
        state.apply(move(action))
    assert state.open_requests == ["R02"]


@pytest.mark.clauses("variants.call")
def test_casual_play_lets_anybody_call(changed):
    casual = changed(switches__claim_order="first-call")
    state = start(casual, [[3], [4], [104]])
    for seat, card in ((0, 1), (1, 2)):
        row_of(casual, state, seat, card)
    for action in (place(3, 2), place(4, 2), place(104)):
        state.apply(move(action))
    assert state.to_act() == CHANCE
    assert state.legal_actions() == [
        move({"do": "call", "seat": 0, "request": "R01"}),
        move({"do": "call", "seat": 1, "request": "R01"}),
        move({"do": "silence"}),
    ]
    assert isinstance(state.chance(stream("terrain", 1, "test/call")), Call)
    assert refused(state, {"do": "call", "seat": 7, "request": "R01"}) == "not-fulfilled"
    silent = state.copy()
    silent.apply(move({"do": "silence"}))
    assert silent.to_act() == OVER and silent.players[1].requests == []
    state.apply(move({"do": "call", "seat": 1, "request": "R01"}))
    assert state.players[1].requests == ["R01"]


@pytest.mark.clauses("reset.keep", "reset.awards", "reset.deal", "turn.last", "awards.stay")
def test_round_reset_and_award_stay(content):
    """Ties leave an Award for the next round; four more are revealed; what was won stays won."""
    hands = [[[1], [2], [3]], [[4], [37], [38]]]
    awards = ["A01", "A16", "A02", "A15", *content.awards]
    state = TerrainState(content, hands, list(content.requests), list(dict.fromkeys(awards)))
    state.apply(move(place(1)))
    state.apply(move(place(2)))
    state.apply(move(place(3)))
    assert state.round == 2 and state.turn == 1
    assert state.open_awards == ["A01", "A16", "A02", "A15", "A03", "A04", "A05", "A06"]
    assert [player.hand for player in state.players] == [[4], [37], [38]]
    assert len(state.players[0].island.laid) == 1
    state.apply(move(place(4, 2)))
    state.apply(move(place(37)))
    state.apply(move(place(38)))
    while state.to_act() != OVER:
        state.apply(state.legal_actions()[0])
    assert state.players[0].awards == ["A01"]
    assert "A02" in state.open_awards
    assert state.result()["winners"] == [0]
    assert refused(state, place(1)) == "over"


@pytest.mark.parametrize(
    ("requests", "awards", "winners"),
    [
        ([["R41", "R42"], [], []], [[], ["A01"], []], [1]),
        ([["R01", "R02"], ["R51"], []], [[], [], []], [0]),
        ([["R01"], ["R02"], []], [[], [], []], [0, 1]),
    ],
)
@pytest.mark.clauses("end.score", "end.tie", "aim.goal")
def test_ties_for_victory(content, requests, awards, winners):
    state = start(content, [[], [], []])
    for player, taken, won in zip(state.players, requests, awards, strict=True):
        player.requests, player.awards = taken, won
    assert state.result()["winners"] == winners


@pytest.mark.clauses("variants.short")
def test_short_game_may_have_more_awards(content):
    deal = generate(content, 1, Options(players=3, rounds=1, extra_awards=2))
    state = TerrainState.of_deal(content, deal)
    assert len(state.open_awards) == 6
    assert state.rounds == 1
