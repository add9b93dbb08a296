"""Clauses that no other test of Tempest is about."""

import pytest
from msgspec.structs import replace
from test_tempest_engine import STORM, attempt, day, do, final, health, level

from pnp.games.tempest.play.checks import CHECKS, Subject
from pnp.games.tempest.play.choices import End
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.position import DEAD, SAVED
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.view import Unseen
from pnp.play.state import Illegal


def test_a_coordinate_is_used_up_by_actions_that_need_none(content):
    """Rules round.coordinates: Earthquake, then a Gale with the second pair."""
    state = day(content, storm=(7, 3), move=(1, 1), at=((2, 2), (4, 4)), citizens=((6, 6),))
    do(state, STORM, "end", STORM)
    assert level(state, 4, 1) == 1 and level(state, 2, 1) == 0


@pytest.mark.parametrize(("deck", "movement"), [("diamonds", 5), ("clubs", 3)])
def test_the_movement_card_comes_from_the_other_deck(content, deck, movement):
    """Rules round.deck, round.movement-card."""
    state = day(content, storm=(3,), move=(5,), at=((6, 1),))
    do(state, f"storm {deck}")
    assert state.turn.card == movement and state.left == movement


def test_both_storm_decks_last_equally_long(content):
    """Rules round.deck: whichever deck the storm draws from, both lose a card."""
    state = day(content, storm=(3, 4), move=(2, 1), at=((6, 1), (1, 6)))
    do(state, "storm clubs", "end")
    assert state.view(0).unseen == Unseen((1,), (6,), (4,), (1,))


def test_a_rising_storm_hurts_alone_or_with_you(content):
    """Rules storm.rising."""
    state = day(content, player=(3, 3), haven=(1, 1), citizens=("with", (3, 5), (5, 5)), storm=(3,), at=((3, 1),))
    assert health(do(state, STORM)) == (3, 3, 4)


def test_being_walled_in_by_a_storm_card_is_bad_luck(content):
    """Rules storm.walled-in-days: the turn goes on, and nothing opens."""
    state = day(content, walls=[(2, 1)], storm=(1,), at=((1, 2),))
    do(state, STORM)
    assert state.phase == "move" and level(state, 1, 2) == "#"
    assert state.legal_actions() == [End()]


def test_a_dear_square_cannot_be_entered(content):
    """Rules move.storm-cost."""
    state = day(content, levels={(2, 1): 2}, move=(2,), at=((6, 6),))
    do(state, STORM)
    with pytest.raises(Illegal) as refused:
        attempt(state, "step E")
    assert refused.value.code == "movement"
    rich = do(day(content, levels={(2, 1): 2}, move=(3,), at=((6, 6),)), STORM, "step E")
    assert rich.left == 0


def test_what_is_left_over_is_lost(content):
    """Rules move.end."""
    state = day(content, storm=(3, 3), move=(6, 1), at=((6, 1), (6, 1)))
    do(state, STORM, "end", STORM)
    assert state.left == 1


def test_damage_depends_on_entering_not_on_the_level(content):
    """Rules citizens.damage."""
    for high in (1, 3):
        scene = {"levels": {(2, 1): high}, "citizens": ("with",), "move": (6,), "at": ((6, 6),), "storm": (3,)}
        assert health(do(day(content, **scene), STORM, "step E")) == (3,)
    forced = day(content, levels={(2, 1): 1}, citizens=("with",), storm=(3,), at=((6, 6),))
    assert health(do(forced, STORM, "force E")) == (2,)


@pytest.mark.clauses("final.map", "final.end-square", "final.target", "final.faces")
def test_the_final_day_opens_on_its_map(content):
    state = new_game(content, generate(content, 7, Options(day="final")))
    assert isinstance(state, DayState)
    view = state.view(0)
    drawn = next(m for m in content.maps.values() if _walls(m.drawn) == _walls(view.map))
    assert view.player == _find(drawn.drawn, "S") and view.haven == _find(drawn.drawn, "E")
    assert view.beast == _find(drawn.drawn, "B") and view.citizens[0].at == _find(drawn.drawn, "T")
    assert view.rounds == content.final.ranks
    end, last = state.stage.board.at(*view.haven), state.position
    assert state.stage.haven == end and last.grid[end] == 0 and last.places[0] != end
    faces = generate(content, 7, Options(day="final")).final
    assert last.health == (content.targets[faces.target].health,)
    assert state.stage.beast is content.beasts[faces.beast]


def _walls(rows):
    return {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}


def _find(rows, mark):
    return next((row.index(mark) + 1, y) for y, row in enumerate(rows, 1) if mark in row)


def test_the_final_day_is_won_at_the_end_square_and_lost_with_the_target(content):
    """Rules final.won."""
    near = {"beast": "K", "beast_at": (1, 11), "player": (10, 1), "citizens": ("with",), "at": ((1, 9),)}
    won = do(final(content, **near, storm=(3,)), STORM, "step E")
    assert won.is_over and won.result()["won"] and won.position.places == (SAVED,)
    dead = do(final(content, **{**near, "at": ((10, 1),)}, health=3, storm=(1,)), STORM)
    assert dead.is_over and not dead.result()["won"] and dead.position.places == (DEAD,)
    late = do(final(content, **near, storm=(3,)), STORM, "end")
    assert late.is_over and not late.result()["won"]


def test_a_contest_is_decided_by_rescues_then_health_then_rounds(content):
    """Rules contest.score."""
    scene = {"haven": (1, 1), "player": (2, 1), "at": ((6, 6),), "storm": (2,)}
    both = do(day(content, citizens=("with", "with"), health=1, **scene), STORM, "step W").result()["standing"]
    hale = do(day(content, citizens=("with", (5, 1)), health=4, **scene), STORM, "step W", "end").result()["standing"]
    hurt = do(day(content, citizens=("with", (5, 1)), health=2, **scene), STORM, "step W", "end").result()["standing"]
    slow = {**scene, "storm": (2, 2), "move": (6, 6), "at": ((6, 6), (6, 6))}
    later = do(day(content, citizens=("with", (5, 1)), health=2, **slow), STORM, "step W", "end", STORM, "end")
    assert both > hale > hurt > later.result()["standing"]


def test_a_sheet_without_its_parts_is_no_set_up(content):
    """Rules setup.sheets."""
    deal = generate(content, 3, Options(day="1"))
    assert not CHECKS.run(Subject(content, deal), soft=False)
    (found,) = CHECKS.run(Subject(content, replace(deal, days=())), soft=False)
    assert found.clauses == ("setup.sheets",)


@pytest.mark.clauses("storm.table")
@pytest.mark.parametrize("rank", range(1, 11))
def test_a_storm_card_means_the_same_in_both_suits(content, rank):
    scene = {
        "player": (3, 3),
        "citizens": ((3, 4), (5, 3)),
        "walls": [(2, 3)],
        "storm": (rank,),
        "move": (rank,),
        "at": ((3, 4),),
    }
    red, black = (do(day(content, **scene), f"storm {suit}") for suit in ("diamonds", "clubs"))
    assert red.position == black.position


@pytest.mark.clauses("storm.table")
@pytest.mark.parametrize(("rank", "left"), [(1, (1, 4, 4)), (2, (2, 2, 4))])
def test_what_a_storm_card_does_stands_in_the_table(content, rank, left):
    """Lightning hurts by three on its square, Debris by two on the nine squares around it."""
    state = day(content, citizens=((3, 4), (4, 5), (5, 6)), storm=(rank,), at=((3, 4),))
    assert health(do(state, STORM)) == left


@pytest.mark.clauses("day.won")
def test_a_day_is_won_by_one_rescue_wherever_you_stand(content):
    scene = {"haven": (1, 1), "player": (2, 1), "storm": (2,), "at": ((6, 6),)}
    won = do(day(content, citizens=("with", (5, 1)), **scene), STORM, "step W", "step E", "end").result()
    assert (won["won"], won["rescued"]) == (True, ["A"])
    lost = do(day(content, citizens=("with", (5, 1)), **scene), STORM, "end").result()
    assert (lost["won"], lost["rescued"]) == (False, [])
