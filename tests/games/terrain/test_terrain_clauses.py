"""Clauses that no other test of Terrain Storm is about."""

import pytest
from shipped import mover, seen
from test_terrain_engine import FF, FM, GD, WW, place, refused, row_of, start

from pnp.games.terrain.content.grid import cell, point
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import OVER

move = mover("terrain")


@pytest.mark.clauses("setup.requests", "setup.awards", "setup.hands", "setup.lead", "deals.seed")
def test_a_deal_is_laid_out_as_it_is_printed(content):
    deal = generate(content, 9, Options(players=3))
    state, play = TerrainState.of_deal(content, deal), content.options.play
    assert deal == generate(content, 9, Options(players=3)) != generate(content, 10, Options(players=3))
    assert (state.open_requests + state.request_deck, len(state.open_requests)) == (
        list(deal.requests),
        play.open_requests,
    )
    assert (state.open_awards + state.award_deck, len(state.open_awards)) == (list(deal.awards), play.awards_per_round)
    assert plain([player.hand for player in state.players]) == plain(deal.hands[0])
    assert plain(state.later_hands) == plain(deal.hands[1:])
    assert {len(hand) for hands in deal.hands for hand in hands} == {play.hand}
    assert seen(state.view(2))["lead"] == 0


@pytest.mark.clauses("placing.first")
def test_the_first_card_may_lie_anywhere_and_any_way(content):
    for x, y, rot in ((0, 0, 0), (40, -7, 1), (-3, 9, 2), (5, 5, 3)):
        state = start(content, [[FF], [FM], [GD]])
        state.apply(move(place(FF, x, y, rot)))
        assert state.moves[0].placement == Placement(cell(x, y), rot)


@pytest.mark.clauses("turn.no-discard", "turn.choose")
def test_no_card_can_be_thrown_away_and_each_has_a_place(content):
    state = TerrainState.of_deal(content, generate(content, 4, Options(players=3, rounds=1)))
    luck = stream("terrain", 4, "test/no-discard")
    while state.to_act() != OVER:
        legal = state.legal_actions()
        if not state.claiming:
            hand = state.players[state.to_act()].hand
            assert {action.card for action in legal} == set(hand)
            for verb, code in (("discard", "unknown"), ("pass", "unknown"), (None, "form"), ("claim", "not-now")):
                assert refused(state, {"do": verb, **({"request": "R01"} if verb == "claim" else {})}) == code
        state.apply(luck.choice(legal))
    assert all(len(player.island.laid) == content.options.play.hand for player in state.players)


@pytest.mark.clauses("storm.again", "storm.option")
def test_a_lifted_double_water_lifts_nothing(content):
    state = start(content, [[WW], [GD], [66]])
    row_of(content, state, 0, 1, 112, 37)
    state.apply(move({"do": "storm", "card": WW, "lift": 112, "cell": [0, 1], "rot": 0}))
    state.apply(move(place(GD)))
    state.apply(move(place(66)))
    laid = {each.card: (each.cell, each.rot) for each in state.players[0].island.laid}
    assert laid == {1: (0, 0), 37: (4, 0), WW: (2, 0), 112: (cell(0, 1), 0)}


@pytest.mark.clauses("requests.when", "turn.choose")
def test_requests_are_claimed_after_everybody_has_placed_on_what_the_islands_show_then(content):
    """A row of forests that a card completes counts; one that a card covers does not."""

    def claims(card, x):
        state = start(content, [[card, 105], [GD, 104], [66, 106]], list(content.requests))
        row_of(content, state, 0, 1, *((2,) if x == 1 else ()))
        state.apply(move(place(card, x)))
        assert not state.claiming and state.to_act() == 1
        state.apply(move(place(GD)))
        state.apply(move(place(66)))
        return state.legal_actions() if state.claiming else None

    assert claims(3, 2) == [move({"do": "claim", "request": "R01"})]
    assert claims(103, 1) is None


@pytest.mark.clauses("requests.reuse")
def test_a_tile_serves_any_number_of_requests_and_a_taken_one_stays(content):
    state = start(content, [[66], [112], [113]])
    state.open_requests, state.request_deck = list(content.requests), []
    row_of(content, state, 0, 1, 2, 3)
    for card in (66, 112, 113):
        state.apply(move(place(card, 0, 1)))
    shown = state.legal_actions()
    assert len(shown) >= 2 and move({"do": "claim", "request": "R01"}) in shown
    while state.claiming:
        assert state.legal_actions() == shown
        state.apply(shown.pop(0))
    assert shown == [] and len(state.result()["requests"][0]) >= 2
    row_of(content, state, 0, 103)
    assert "R01" in state.result()["requests"][0]


@pytest.mark.clauses("requests.value", "end.score")
def test_a_request_is_worth_a_point_for_every_cell_that_is_not_anything(content, changed, raw):
    shapes = raw["requests"]["requests"]["shapes"]
    dry = changed(switches__water_scores=False)
    values = {shape["name"]: ("".join(shape["rows"]).replace("?", ""), []) for shape in shapes}
    assert any("W" in cells for cells, _ in values.values())
    for request in content.requests.values():
        cells, _ = values[request.shape]
        assert request.value == request.pattern.size == len(cells)
        assert dry.requests[request.id].value == len(cells.replace("W", ""))
    state = start(content, [[], [], []])
    state.players[1].requests = ["R01", "R60"]
    assert state.score(1) == content.requests["R01"].value + content.requests["R60"].value


@pytest.mark.clauses("awards.independent", "awards.keep", "awards.stay", "awards.ocean")
def test_awards_are_judged_at_once_and_what_was_taken_stays(content):
    """A01 counts forest, A02 mountains: one island may take both, whichever is judged first."""
    for order in (["A01", "A02"], ["A02", "A01"]):
        state = start(content, [[], [], []])
        row_of(content, state, 0, 1, 37)
        row_of(content, state, 1, 103)
        state.open_awards = [*order]
        state._judge_awards()
        assert sorted(state.players[0].awards) == ["A01", "A02"] and state.open_awards == []
        row_of(content, state, 1, 2, 3, 38, 39)
        state._judge_awards()
        assert sorted(state.players[0].awards) == ["A01", "A02"] and state.players[1].awards == []
        tied = start(content, [[], [], []])
        row_of(content, tied, 0, 1)
        row_of(content, tied, 1, 2)
        tied.open_awards = [*order]
        tied._judge_awards()
        assert tied.open_awards == order and not any(player.awards for player in tied.players)


@pytest.mark.clauses("storm.replace")
def test_anywhere_means_the_rectangle_around_the_island_and_one_cell_beside_it():
    island = Island()
    island.lay(1, (0, 0), Placement(cell(2, 3), 0))
    found = [(point(spot.cell), point(spot.other)) for spot in island.around()]
    cells = [(x, y) for x in range(1, 5) for y in range(2, 5)]
    beside = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    assert sorted(found) == sorted(beside)
