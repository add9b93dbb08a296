"""The engine: rulings beyond the given cases, refusals, conservation of cards, hidden cards."""

from collections import Counter

import pytest
from shipped import mover

from pnp.games.horde.play import phases
from pnp.games.horde.play.choices import Brace
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.scenario import Options, generate, new_game
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, Illegal

move = mover("horde")

PHASE5 = [("counterwind",), *(("brace", 0, line) for line in range(4)), ("lull",)]


def own(state):
    return state.snapshot()["hordes"][0]


def refuse(state, action, code, clause):
    """The action must be refused for that reason and change nothing."""
    before = state.snapshot()
    with pytest.raises(Illegal) as caught:
        state.apply(move(action))
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert caught.value.message
    assert state.snapshot() == before


# --- phases 1 and 2 -----------------------------------------------------------------------------


@pytest.mark.clauses("wind.up-card-empty", "wind.shift")
def test_empty_deck_takes_the_breeze_nearest_aval_as_up_card(situation):
    state = situation([("shift",), ("up", 0)], slots={"1": "2H", "2": "9C"}, breezes=[])
    assert state.slots == [None, "2H", "9C", None]
    assert state.up == ["9C"]


@pytest.mark.clauses("wind.victory", "ending.win")
def test_no_victory_while_the_deck_or_the_column_holds_a_card(situation):
    assert situation([("shift",)], slots={"3": "2H"}, breezes=[]).status is None
    assert situation([("shift",)], slots={"4": "2H"}, breezes=["3H"]).status is None
    won = situation([("shift",)], slots={"4": "2H"}, breezes=[])
    assert (won.status, won.result()["winners"], won.result()["scores"]) == ("win", [0], [1])


def test_discards_are_turned_over_with_the_card_just_discarded(situation):
    enc = {"A": ["QH", "up"], "D": ["AC", "up"]}
    state = situation([("row",)], enc=enc, enc_deck=[], enc_discard=["KS"])
    assert state.enc[0] == ("KS", False)
    assert state.enc_deck == ["AC"] and state.enc_discard == []


def test_no_encounter_at_all_leaves_the_slot_empty(situation):
    assert situation([("row",)], enc={}, enc_deck=[], enc_discard=[]).enc == [None] * 4


def test_shuffle_switch_asks_chance(situation):
    state = situation([("row",)], enc={}, enc_deck=[], enc_discard=["KS", "AC"], reshuffle="shuffle")
    assert state.to_act() == CHANCE
    assert [action.card for action in state.legal_actions()] == ["KS", "AC"]
    refuse(state, {"do": "draw", "from": "encounters", "card": "QH"}, "card", "wind.reshuffle")
    refuse(state, {"do": "draw", "from": "breezes", "card": "AC"}, "card", "wind.reshuffle")
    state.apply(move({"do": "draw", "from": "encounters", "card": "AC"}))
    assert state.enc[0] == ("AC", False) and state.enc_deck == ["KS"]


@pytest.mark.clauses("hand.draw", "hand.partial")
def test_partial_refill_and_full_hand_are_no_defeat(situation):
    partial = situation([("powers",)], hand=["2H"], pack=["3H"])
    assert partial.status is None and own(partial)["hand"] == ["2H", "3H"]
    full = situation([("powers",)], hand=["2H", "3H", "4H", "5H", "6H"], pack=[])
    assert full.status is None


@pytest.mark.clauses("hand.aval")
def test_aval_is_filled_from_the_wit(situation):
    state = situation([("people",)], aval=["KH"], wit=["QS", "JS", "AS", "KD"])
    assert own(state)["aval"] == ["KH", "QS", "JS", "AS"] and own(state)["wit"] == ["KD"]


@pytest.mark.clauses("ending.gone")
def test_nobody_left_is_a_defeat(situation):
    assert situation([("people",)], aval=[], wit=[]).status == "loss:horde"


# --- phase 3 ------------------------------------------------------------------------------------


def test_several_may_enter_and_move_in_one_turn(situation):
    state = situation([("enter", 0), ("move", 0)], aval=["KH", "QH", "KS"])
    state.apply(move({"do": "enter", "card": "KH", "to": "A4"}))
    refuse(state, {"do": "enter", "card": "KS", "to": "B4"}, "role", "roles.one-each")
    refuse(state, {"do": "enter", "card": "QH", "to": "A4"}, "occupied", "roles.one-per-square")
    refuse(state, {"do": "enter", "card": "QH", "to": "B3"}, "line", "horde.enter")
    refuse(state, {"do": "enter", "card": "QH", "to": "E4"}, "square", "moves.inside")
    refuse(state, {"do": "enter", "card": "JH", "to": "B4"}, "card", "horde.enter")
    assert own(state)["entered"] == 1
    state.apply(move({"do": "enter", "card": "QH", "to": "B4"}))
    # Only doubles are left, so the step ends by itself.
    state.apply(move({"do": "move", "role": "T", "to": "A2"}))
    refuse(state, {"do": "move", "role": "T", "to": "A1"}, "again", "horde.move")
    refuse(state, {"do": "move", "role": "W", "to": "A1"}, "absent", "horde.move")
    state.apply(move({"do": "move", "role": "C", "to": "C2"}))
    assert state.to_act() == OVER


def test_one_entry_variant(content, situation):
    from pnp.games.horde.content.files import Variant

    varied = content.vary(content.variants["one-entry"])
    state = situation([("enter", 0), ("move", 0)], aval=["KH", "QH"], using=varied)
    state.apply(move({"do": "enter", "card": "KH", "to": "A4"}))
    refuse(state, {"do": "enter", "card": "QH", "to": "B4"}, "not-now", "horde.move")
    free = content.vary(Variant(title="free", switches={"entries_per_turn": "one", "phase3_order": "free"}))
    state = situation([("horde", 0)], aval=["KH", "QH"], using=free)
    state.apply(move({"do": "enter", "card": "KH", "to": "A4"}))
    refuse(state, {"do": "enter", "card": "QH", "to": "B4"}, "entries", "horde.enter")


@pytest.mark.clauses("horde.order")
def test_steps_are_strictly_in_sequence(situation):
    field = {"T": ["KH", "B4", False]}
    state = situation([("enter", 0), ("move", 0), ("act", 0)], field=field, aval=["QH"], hand=["9H"])
    refuse(state, {"do": "move", "role": "T", "to": "B3"}, "not-now", "horde.enter")
    refuse(state, {"do": "play", "card": "9H"}, "not-now", "horde.enter")
    state.apply(move({"do": "end-entries"}))
    refuse(state, {"do": "enter", "card": "QH", "to": "A4"}, "not-now", "horde.move")
    state.apply(move({"do": "end-moves"}))
    refuse(state, {"do": "move", "role": "T", "to": "B3"}, "not-now", "horde.act")


@pytest.mark.clauses("horde.order")
def test_free_order_switch_mixes_the_steps(content, situation):
    from pnp.games.horde.content.files import Variant

    varied = content.vary(Variant(title="free", switches={"phase3_order": "free"}))
    state = situation([("horde", 0)], field={"T": ["KH", "B4", False]}, aval=["QH"], hand=["9H"], using=varied)
    refuse(state, {"do": "play", "card": "2H"}, "card", "power.whole-cards")
    state.apply(move({"do": "play", "card": "9H"}))
    state.apply(move({"do": "move", "role": "T", "to": "B2"}))
    state.apply(move({"do": "enter", "card": "QH", "to": "B4"}))
    state.apply(move({"do": "provoke", "role": "T", "to": "B1"}))
    refuse(state, {"do": "end-moves"}, "not-now", "horde.order")
    state.apply(move({"do": "end-actions"}))
    assert own(state)["pool"] == 0


@pytest.mark.clauses("actions.wounded", "actions.provocation")
def test_wounded_cannot_move_not_even_provoked_but_may_act(situation):
    field = {"T": ["KH", "B4", True], "C": ["QH", "A4", False]}
    state = situation([("move", 0), ("act", 0)], field=field, hand=["9H"])
    refuse(state, {"do": "move", "role": "T", "to": "B3"}, "wounded", "moves.uninjured")
    state.apply(move({"do": "end-moves"}))
    refuse(state, {"do": "provoke", "role": "C", "to": "A3"}, "power", "actions.cost")
    state.apply(move({"do": "play", "card": "9H"}))
    refuse(state, {"do": "provoke", "role": "T", "to": "B3"}, "wounded", "moves.uninjured")
    for square in ("A2", "C2", "D1"):
        state.apply(move({"do": "provoke", "role": "C", "to": square}))
    assert own(state)["field"]["C"][1] == "D1"


@pytest.mark.clauses("moves.king")
def test_moves_are_refused_with_their_reason(situation):
    field = {"T": ["KH", "B3", False], "C": ["QH", "B2", False]}
    state = situation([("move", 0)], field=field)
    refuse(state, {"do": "move", "role": "T", "to": "B1"}, "unreachable", "moves.squares")
    refuse(state, {"do": "move", "role": "T", "to": "A2"}, "unreachable", "moves.squares")
    refuse(state, {"do": "move", "role": "T", "to": "B2"}, "occupied", "roles.one-per-square")
    refuse(state, {"do": "move", "role": "C", "to": "B5"}, "square", "moves.inside")
    refuse(state, {"do": "move", "role": "C", "to": "B2"}, "occupied", "roles.one-per-square")


@pytest.mark.clauses("moves.jack")
def test_winger_flies_over_people(content):
    # Winger on B3: C2 is occupied and may be crossed, A2 is occupied and cannot be a goal.
    occupied = sum(1 << content.square_at(name) for name in ("C2", "A2", "B3"))
    names = [content.square_name(square) for square in content.movement.squares("W", 9, occupied)]
    assert names == ["D1", "A4", "C4"]


@pytest.mark.clauses("power.pool", "power.lost")
def test_pool_feeds_several_actions_and_is_lost_at_the_end(situation):
    field = {"T": ["KH", "B4", True], "F": ["AH", "C4", False]}
    state = situation([("act", 0), ("brace", 0, 3)], field=field, hand=["5H", "2S"], slots={"4": "2C"})
    refuse(state, {"do": "rest", "role": "T"}, "power", "actions.cost")
    state.apply(move({"do": "play", "card": "5H"}))
    refuse(state, {"do": "rest", "role": "F"}, "unhurt", "actions.rest")
    refuse(state, {"do": "help"}, "actor", "actions.actor")
    refuse(state, {"do": "attack", "slot": "A"}, "actor", "actions.actor")
    state.apply(move({"do": "rest", "role": "T"}))
    state.apply(move({"do": "provoke", "role": "T", "to": "B2"}))
    assert own(state)["pool"] == 1
    state.apply(move({"do": "end-actions"}))
    assert own(state)["pool"] == 0
    refuse(state, {"do": "brace", "line": 4, "power": 1}, "power", "counter.power")


def test_help_keeps_one_and_puts_the_other_back(situation):
    field = {"W": ["JH", "B4", False]}
    state = situation([("act", 0)], field=field, hand=["5H", "6H"], pack=["2S", "9S", "4S"])
    state.apply(move({"do": "play", "card": "5H"}))
    state.apply(move({"do": "help"}))
    assert state.view(0).own.pack_top == ("2S", "9S")
    refuse(state, {"do": "keep", "card": "4S"}, "card", "actions.help")
    refuse(state, {"do": "end-actions"}, "not-now", "actions.help")
    state.apply(move({"do": "keep", "card": "9S"}))
    assert own(state)["hand"] == ["6H", "9S"] and own(state)["pack"] == ["2S", "4S"]
    assert state.view(0).own.pack_top == ("2S",)
    state.apply(move({"do": "help"}))
    assert state.view(0).own.pack_top == ("2S", "4S")


def test_help_from_the_last_card_and_from_none(situation):
    field = {"W": ["JH", "B4", False]}
    state = situation([("act", 0)], field=field, hand=["9H"], pack=["2S"])
    state.apply(move({"do": "play", "card": "9H"}))
    state.apply(move({"do": "help"}))
    state.apply(move({"do": "keep", "card": "2S"}))
    refuse(state, {"do": "help"}, "empty", "actions.help-empty")


@pytest.mark.clauses("actions.replacement", "meet.reveal")
def test_attack_needs_a_revealed_enemy_and_may_reveal_the_next_in_the_same_turn(situation):
    field = {"C": ["QH", "B4", False], "F": ["AH", "C4", False]}
    enc = {"B": ["AD", "down"], "C": ["KH", "up"]}
    state = situation([("act", 0), ("meet", 0)], field=field, hand=["4H"], enc=enc, enc_deck=["JS"], aval=["AS"])
    state.apply(move({"do": "play", "card": "4H"}))
    refuse(state, {"do": "attack", "slot": "B"}, "hidden", "actions.attack")
    refuse(state, {"do": "attack", "slot": "A"}, "slot", "actions.attack")
    refuse(state, {"do": "attack", "slot": "E"}, "slot", "actions.attack")
    refuse(state, {"do": "attack", "slot": "BC"}, "slot", "actions.attack")
    state.apply(move({"do": "attack", "slot": "C"}))
    # The pool is empty now, so phase 4 follows: the replacement is turned up and strikes.
    assert state.enc[2] == ("JS", True) and state.enc_discard == ["KH"]
    assert own(state)["field"]["F"][2] is True


# --- phase 4 ------------------------------------------------------------------------------------


@pytest.mark.clauses("meet.devour")
def test_corroyeur_takes_one_double_of_the_players_choice(situation):
    field = {"C": ["QH", "B2", False], "T": ["KH", "B3", False]}
    state = situation([("meet", 0)], field=field, enc={"B": ["KC", "down"]}, aval=["QS", "KD", "QD"])
    refuse(state, {"do": "sacrifice", "card": "KD"}, "card", "meet.doubles")
    state.apply(move({"do": "sacrifice", "card": "QD"}))
    assert own(state)["aval"] == ["QS", "KD"] and own(state)["destroyed"] == ["QD"]
    assert set(own(state)["field"]) == {"C", "T"}


@pytest.mark.clauses("meet.devour")
def test_corroyeur_destroys_who_has_no_double(situation):
    field = {"C": ["QH", "B2", False], "F": ["AH", "B3", False]}
    state = situation([("meet", 0)], field=field, enc={"B": ["KC", "up"]}, aval=["AD"])
    assert own(state)["field"] == {"F": ["AH", "B3", False]}
    assert own(state)["destroyed"] == ["QH", "AD"]


@pytest.mark.clauses("meet.drain", "ending.pack")
def test_last_discard_to_veramorphe_is_survived_the_next_is_not(situation):
    field = {"T": ["KH", "B2", False], "F": ["AH", "B3", False]}
    enc = {"B": ["QC", "up"]}
    assert situation([("meet", 0)], field=field, enc=enc, pack=["2H", "3H"]).status is None
    assert situation([("meet", 0)], field=field, enc=enc, pack=["2H"]).status == "loss:pack"


@pytest.mark.clauses("roles.immunity", "meet.chase")
def test_role_table_switch_changes_the_spared(content, situation):
    field = {"C": ["QH", "B2", False], "W": ["JH", "B3", False]}
    enc = {"B": ["JC", "up"]}
    assert own(situation([("meet", 0)], field=field, enc=enc))["field"]["C"][2] is True
    varied = content.vary(content.variants["role-table"])
    changed = own(situation([("meet", 0)], field=field, enc=enc, using=varied))["field"]
    assert changed["C"][2] is False and changed["W"][2] is True


@pytest.mark.clauses("ending.gone")
def test_defeat_when_the_last_one_is_destroyed(situation):
    state = situation([("meet", 0)], field={"F": ["AH", "B3", False]}, enc={"B": ["KC", "up"]}, aval=[], wit=[])
    assert state.status == "loss:horde" and state.result()["scores"] == [0]


# --- phase 5 ------------------------------------------------------------------------------------


@pytest.mark.clauses("counter.compare", "counter.retreat")
def test_failure_by_three_wounds_and_drives_back(situation):
    state = situation(PHASE5, slots={"2": "5D", "3": "2S"}, field={"W": ["JC", "C2", False]}, hand=[])
    assert own(state)["field"] == {"W": ["JC", "C3", True]}


@pytest.mark.clauses("counter.no-wind")
def test_lines_without_wind_are_skipped_or_calm(content, situation):
    from pnp.games.horde.content.files import Variant

    field = {"T": ["KH", "B2", False]}
    assert situation(PHASE5, slots={"1": "9H"}, field=field, hand=["9C"]).to_act() == OVER
    calm = content.vary(Variant(title="calm", switches={"empty_line": "calm"}))
    state = situation(PHASE5, slots={"1": "9H"}, field=field, hand=["9C"], using=calm)
    state.apply(move({"do": "brace", "line": 2, "power": 0}))
    state.apply(move({"do": "stay", "role": "T"}))
    assert own(state)["field"] == {"T": ["KH", "B2", False]}


@pytest.mark.clauses("counter.chain", "counter.healed")
def test_chain_of_retreats_ends_in_aval_and_heals(situation):
    field = {"W": ["JC", "A2", False], "C": ["QH", "A3", True], "T": ["KH", "A4", True]}
    state = situation(PHASE5, slots={"2": "4D"}, field=field, hand=[])
    assert own(state)["field"] == {"C": ["QH", "A4", True], "W": ["JC", "A3", True]}
    assert own(state)["aval"] == ["KH"]


@pytest.mark.clauses("counter.chain", "counter.healed")
def test_pushed_people_are_tested_where_they_end(situation):
    field = {"W": ["JC", "A2", False], "C": ["QH", "A3", False]}
    state = situation(PHASE5, slots={"2": "4D", "4": "5H"}, field=field, hand=[])
    # The Winger stays on line 3 (no wind); the pushed Combatant fails on line 4 and leaves the field.
    assert own(state)["field"] == {"W": ["JC", "A3", True]}
    assert own(state)["aval"] == ["QH"]


@pytest.mark.clauses("counter.compare", "counter.winner-line", "counter.win", "counter.destroyed")
def test_winner_moving_down_is_tested_again_sideways_not(situation):
    field = {"T": ["KH", "B2", False]}
    down = situation(PHASE5, slots={"2": "3D", "3": "9S"}, field=field, hand=["2H"])
    down.apply(move({"do": "brace", "line": 2, "power": 0}))
    refuse(down, {"do": "advance", "role": "C", "to": "B3"}, "role", "counter.order")
    refuse(down, {"do": "advance", "role": "T", "to": "C3"}, "unreachable", "moves.squares")
    down.apply(move({"do": "advance", "role": "T", "to": "B3"}))
    refuse(down, {"do": "brace", "line": 2, "power": 0}, "line", "counter.lines")
    down.apply(move({"do": "brace", "line": 3, "power": 0}))
    assert own(down)["destroyed"] == ["KH"]
    sideways = situation(PHASE5, slots={"2": "3D", "3": "9S"}, field=field, hand=["2H"])
    sideways.apply(move({"do": "brace", "line": 2, "power": 0}))
    sideways.apply(move({"do": "advance", "role": "T", "to": "C2"}))
    assert sideways.to_act() == OVER and own(sideways)["field"]["T"][1] == "C2"


@pytest.mark.clauses("counter.win")
def test_power_is_fixed_before_results_and_counts_from_left_to_right(situation):
    field = {"F": ["AH", "A2", False], "W": ["JH", "C2", False], "T": ["KH", "D2", True]}
    state = situation(PHASE5, slots={"2": "4D"}, field=field, hand=["5H"])
    state.apply(move({"do": "play", "card": "5H"}))
    assert [action.power for action in state.legal_actions() if isinstance(action, Brace)] == [0, 1, 2, 3, 4, 5]
    state.apply(move({"do": "brace", "line": 2, "power": 5}))
    assert state.legal_actions()[-1] == move({"do": "stay", "role": "F"})
    state.apply(move({"do": "advance", "role": "F", "to": "B1"}))
    assert state.legal_actions()[-1] == move({"do": "stay", "role": "W"})
    state.apply(move({"do": "stay", "role": "W"}))
    # The wounded winner may not move, but five more than the wind brings Support (then the phase ends).
    assert state.to_act() == OVER and own(state)["support"] == 0


@pytest.mark.clauses("counter.support")
def test_support_doubles_one_card_and_waits_for_it(situation):
    field = {"T": ["KH", "A1", True], "C": ["QH", "B3", True], "W": ["JH", "C4", True]}
    slots = {"1": "2D", "3": "9D", "4": "9C"}
    state = situation(PHASE5, slots=slots, field=field, hand=["2H", "3H", "7S"])
    state.apply(move({"do": "play", "card": "2H"}))
    state.apply(move({"do": "brace", "line": 1, "power": 2}))
    assert own(state)["support"] == 1
    state.apply(move({"do": "play", "card": "3H"}))
    assert own(state)["pool"] == 6 and own(state)["support"] == 0
    state.apply(move({"do": "brace", "line": 3, "power": 6}))
    state.apply(move({"do": "play", "card": "7S"}))
    assert own(state)["pool"] == 7
    state.apply(move({"do": "brace", "line": 4, "power": 7}))
    assert set(own(state)["field"]) == {"T", "C", "W"}


@pytest.mark.clauses("counter.support")
def test_support_does_not_stack_unless_switched(content, situation):
    from pnp.games.horde.content.files import Variant

    field = {"T": ["KH", "A1", True], "C": ["QH", "B2", True], "W": ["JH", "C3", True]}
    given = {"slots": {"1": "2D", "2": "2C", "3": "9C"}, "field": field, "hand": ["5H", "2S", "3S"]}

    def supports(using):
        state = situation(PHASE5, using=using, **given)
        state.apply(move({"do": "play", "card": "5H"}))
        state.apply(move({"do": "brace", "line": 1, "power": 2}))
        state.apply(move({"do": "brace", "line": 2, "power": 3}))
        return own(state)["support"]

    assert supports(content) == 1
    assert supports(content.vary(Variant(title="stacks", switches={"support_stacks": True}))) == 2


def test_wind_never_destroys_in_that_variant(content, situation):
    varied = content.vary(content.variants["never-destroyed"])
    state = situation(PHASE5, slots={"2": "10D"}, field={"F": ["AH", "C2", False]}, hand=[], using=varied)
    assert own(state)["field"] == {"F": ["AH", "C3", True]}


@pytest.mark.clauses("counter.second-wound")
def test_second_wound_switch(content, situation):
    given = {"slots": {"3": "3H"}, "field": {"F": ["AH", "C3", True]}, "hand": []}
    assert own(situation(PHASE5, **given))["destroyed"] == ["AH"]
    varied = content.vary(content.variants["second-wound-retreats"])
    assert own(situation(PHASE5, using=varied, **given))["field"] == {"F": ["AH", "C4", True]}


# --- phase 6 ------------------------------------------------------------------------------------


@pytest.mark.clauses("formations.comply")
def test_missing_role_never_complies(situation):
    field = {"T": ["KH", "B1", False], "C": ["QH", "A4", False], "W": ["JH", "D3", False]}
    state = situation([], up=["7S"], field=field)
    assert phases.complies(state, 0) is False


@pytest.mark.clauses("endturn.miss", "ending.forced-discard", "endturn.check", "ending.pack")
def test_missed_formation_with_three_cards_is_the_defeat(content, situation):
    given = {"up": ["7S"], "field": {"T": ["KH", "B1", False]}, "pack": ["5H", "6H", "7H"]}
    state = situation([("formation", 0)], **given)
    assert state.status == "loss:pack" and own(state)["pack"] == []
    lenient = content.vary(content.variants["lenient-discard"])
    assert situation([("formation", 0)], using=lenient, **given).status is None
    assert situation([("formation", 0)], using=lenient, **{**given, "pack": []}).status == "loss:pack"


@pytest.mark.clauses("endturn.sweep", "endturn.check")
def test_sweep_takes_what_the_deck_still_has(situation):
    field = {
        "T": ["KH", "B1", False],
        "C": ["QH", "A4", False],
        "W": ["JH", "D3", False],
        "F": ["AH", "B3", False],
    }
    slots = {"1": "3H", "4": "6H"}
    state = situation([("formation", 0)], up=["7S"], breezes=["7S", "2H"], slots=slots, field=field)
    assert state.slots == [None, "2H", "7S", None]
    assert state.breeze_discard == ["6H", "3H"]


@pytest.mark.clauses("ending.win", "wind.victory")
def test_compliance_with_an_empty_deck_wins_in_the_next_shift(situation):
    field = {
        "T": ["KH", "B1", False],
        "C": ["QH", "A4", False],
        "W": ["JH", "D3", False],
        "F": ["AH", "B3", False],
    }
    given = {"up": ["6S"], "breezes": [], "slots": {"3": "6S", "2": "3H"}, "field": field}
    assert situation([("formation", 0)], **given).status is None
    assert situation([("formation", 0), ("shift",)], **given).status == "win"


def test_aval_is_trimmed_to_four_then_freely(situation):
    aval = ["KH", "QH", "JH", "AH", "KS"]
    state = situation([("trim", 0)], aval=aval)
    assert move({"do": "end-discards"}) not in state.legal_actions()
    refuse(state, {"do": "end-discards"}, "aval", "endturn.aval")
    refuse(state, {"do": "dismiss", "card": "AD"}, "card", "endturn.aval")
    state.apply(move({"do": "dismiss", "card": "KS"}))
    state.apply(move({"do": "dismiss", "card": "KH"}))
    state.apply(move({"do": "end-discards"}))
    assert own(state)["aval"] == ["QH", "JH", "AH"] and own(state)["destroyed"] == ["KS", "KH"]


# --- refusals of nonsense -----------------------------------------------------------------------

NONSENSE = [
    None,
    5,
    "end moves",
    [],
    {},
    {"do": None},
    {"do": "fly"},
    {"do": ["move"]},
    {"do": "move"},
    {"do": "move", "role": "T"},
    {"do": "move", "role": "T", "to": "B3", "note": "x"},
    {"do": "move", "role": [], "to": "B3"},
    {"do": "move", "role": {}, "to": []},
    {"do": "move", "role": "T", "to": None},
    {"do": "move", "role": "T", "to": 9},
]


@pytest.mark.parametrize("action", NONSENSE, ids=repr)
def test_nonsense_is_refused_and_changes_nothing(situation, action):
    state = situation([("move", 0)], field={"T": ["KH", "B4", False]})
    before = state.snapshot()
    with pytest.raises(Illegal):
        state.apply(move(action))
    assert state.snapshot() == before


def test_moves_are_written_in_a_line(situation):
    state = situation([("move", 0)], field={"T": ["KH", "B4", False]})
    state.apply(move("move T B3"))
    assert own(state)["field"]["T"][1] == "B3"


def test_nothing_goes_after_the_end(situation):
    state = situation([("shift",)], slots={"4": "2H"}, breezes=[])
    assert state.legal_actions() == []
    refuse(state, {"do": "end-moves"}, "over", "turn.phases")


# --- whole games --------------------------------------------------------------------------------


def piles(state):
    """Count every card of the game by deck."""
    found = []
    for horde in state.hordes:
        people = [person.card for person in horde.field.values()]
        found.append(Counter(people + horde.aval + horde.wit + horde.destroyed))
        found.append(Counter(horde.hand + horde.pack + horde.pack_discard))
    row = [slot[0] for slot in state.enc if slot]
    found.append(Counter(row + state.enc_deck + state.enc_discard))
    column = [card for card in state.slots if card]
    found.append(Counter(column + state.breezes + state.breeze_discard + state.up_taken))
    return found


def sane(state):
    content = state.content
    for horde in state.hordes:
        squares = [person.square for person in horde.field.values()]
        assert len(squares) == len(set(squares))
        assert all(content.role_of(person.card) == role for role, person in horde.field.items())
        assert horde.pool >= 0 and len(horde.aval) <= 8


@pytest.mark.parametrize("mode", ["solo", "competition"])
@pytest.mark.parametrize("block", range(4))
def test_random_playouts_end_and_lose_no_card(content, mode, block):
    for seed in range(block * 25, block * 25 + 25):
        state = new_game(content, generate(content, seed, Options(mode=mode)))
        luck = stream("horde", seed, "random playout")
        courts, pips = Counter(content.court_cards), Counter(content.pip_cards)
        whole = [courts, pips] * len(state.hordes) + [courts, pips]
        assert piles(state) == whole
        steps = 0
        while (seat := state.to_act()) != OVER:
            legal = state.legal_actions()
            assert legal
            state.apply(state.chance(luck) if seat == CHANCE else luck.choice(legal))
            assert piles(state) == whole
            sane(state)
            steps += 1
            assert steps < 2000
        assert state.legal_actions() == [] and state.status is not None
        assert len(state.result()["scores"]) == len(state.hordes)


@pytest.mark.parametrize("mode", ["solo", "competition"])
def test_every_listed_action_is_accepted_and_copies_are_independent(content, mode):
    state = new_game(content, generate(content, 11, Options(mode=mode)))
    luck = stream("horde", 11, "copies")
    for _ in range(120):
        if state.to_act() == OVER:
            break
        legal = state.legal_actions()
        before = state.snapshot()
        for action in legal:
            twin = state.copy()
            twin.apply(action)
            assert twin.snapshot() != before
        assert state.snapshot() == before
        state.apply(luck.choice(legal))


@pytest.mark.parametrize("mode", ["solo", "competition"])
def test_snapshots_restore_the_same_game(content, mode):
    state = new_game(content, generate(content, 12, Options(mode=mode)))
    luck = stream("horde", 12, "restore")
    for _ in range(150):
        if state.to_act() == OVER:
            break
        twin = HordeState.at(content, state.snapshot())
        assert twin.snapshot() == state.snapshot()
        assert twin.legal_actions() == state.legal_actions()
        state.apply(luck.choice(state.legal_actions()))


def hide(state, luck):
    """Return a copy in which all cards that seat 0 cannot see have changed places."""
    twin = state.copy()
    first = twin.hordes[0]
    seen = first.pack_seen
    first.pack[seen:] = luck.shuffled(first.pack[seen:])
    for horde in twin.hordes:
        horde.wit = luck.shuffled(horde.wit)
    for horde in twin.hordes[1:]:
        unknown = luck.shuffled(horde.hand + horde.pack)
        horde.hand, horde.pack = unknown[: len(horde.hand)], unknown[len(horde.hand) :]
    top = 1 if twin.mode == "solo" else 0
    twin.breezes[top:] = luck.shuffled(twin.breezes[top:])
    down = [place for place, slot in enumerate(twin.enc) if slot and not slot[1]]
    unknown = luck.shuffled([twin.enc[place][0] for place in down] + twin.enc_deck)
    for place in down:
        twin.enc[place] = (unknown.pop(), False)
    twin.enc_deck = unknown
    return twin


@pytest.mark.parametrize("mode", ["solo", "competition"])
def test_views_show_no_hidden_card(content, mode):
    changed = 0
    for seed in range(6):
        state = new_game(content, generate(content, seed, Options(mode=mode)))
        luck = stream("horde", seed, "hidden")
        while (seat := state.to_act()) != OVER:
            twin = hide(state, luck)
            changed += twin.snapshot() != state.snapshot()
            assert twin.view(0) == state.view(0)
            if seat == 0 and state.agenda[-1][0] != "keep":
                assert twin.legal_actions() == state.legal_actions()
            state.apply(state.chance(luck) if seat == CHANCE else luck.choice(state.legal_actions()))
    assert changed > 100
