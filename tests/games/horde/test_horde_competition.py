"""The competition for two: what differs from the solo game."""

import pytest
from shipped import mover

from pnp.games.horde.play.engine import HordeState, deal
from pnp.games.horde.play.scenario import Options, generate, new_game
from pnp.play.state import CHANCE, OVER, Illegal

move = mover("horde")

DELTA_LEFT = {
    "T": ["KH", "B1", False],
    "C": ["QH", "A4", False],
    "W": ["JH", "D3", False],
    "F": ["AH", "B3", False],
}
DELTA_RIGHT = {
    "T": ["KH", "F1", False],
    "C": ["QH", "E4", False],
    "W": ["JH", "H3", False],
    "F": ["AH", "F3", False],
}


@pytest.fixture
def race(content):
    """Build a competition of a few steps: race(agenda, left={...}, right={...}, slots=...)."""

    def build(agenda, *, left=None, right=None, **common):
        hordes = [{"wit": ["AS"], **(left or {})}, {"wit": ["AS"], **(right or {})}]
        picture = {"mode": "competition", "hordes": hordes, "agenda": [list(step) for step in agenda], **common}
        return HordeState.at(content, picture)

    return build


@pytest.mark.clauses("competition.row", "competition.table")
def test_setup_fills_seven_of_eight_slots(content):
    scenario = generate(content, 1, Options(mode="competition"))
    state = deal(content, scenario)
    assert [slot and slot[0] for slot in state.enc] == [*reversed(scenario.encounters[:7]), None]
    assert not any(slot[1] for slot in state.enc if slot)
    assert len(state.hordes) == 2 and state.hordes[0].pack != state.hordes[1].pack


@pytest.mark.clauses("competition.up-cards", "competition.order")
def test_up_cards_are_taken_off_the_deck_and_the_higher_one_acts_first(content):
    scenario = generate(content, 1, Options(mode="competition"))
    state = new_game(content, scenario)
    assert state.up == list(scenario.breezes[4:6]) == state.up_taken
    assert state.breezes == list(scenario.breezes[6:])
    left, right = (content.value[card] for card in state.up)
    assert state.to_act() == (1 if right > left else 0)


@pytest.mark.clauses("competition.order")
def test_tie_of_up_cards_goes_to_the_left(race):
    state = race([("blocks",)], left={"aval": ["KH"]}, right={"aval": ["KH"]}, up=["5H", "5S"])
    assert state.to_act() == 0


@pytest.mark.clauses("competition.few-up-cards", "competition.up-cards")
def test_few_up_cards_are_borrowed_from_the_column(race):
    agenda = [("up", 0), ("up", 1)]
    one = race(agenda, breezes=["9H"], slots={"1": "2H", "3": "4S"})
    assert one.up == ["9H", "4S"] and one.up_taken == ["9H"] and one.breezes == []
    none = race(agenda, breezes=[], slots={"1": "2H", "3": "4S"})
    assert none.up == ["4S", "2H"] and none.up_taken == []
    single = race(agenda, breezes=[], slots={"3": "4S"})
    assert single.up == ["4S", "4S"]


@pytest.mark.clauses("competition.row")
def test_row_shifts_over_eight_slots(race):
    state = race([("row",)], enc={"D": ["KH", "up"], "H": ["AS", "up"]}, enc_deck=["QS"])
    assert state.enc[0] == ("QS", False) and state.enc[4] == ("KH", True)
    assert state.enc_discard == ["AS"]


@pytest.mark.clauses("competition.own-columns", "competition.table")
def test_right_player_meets_only_the_own_columns(race):
    enc = {"A": ["JH", "down"], "E": ["JS", "down"]}
    state = race([("meet", 1)], right={"field": {"F": ["AH", "E4", False]}}, enc=enc)
    assert state.enc[0] == ("JH", False) and state.enc[4] == ("JS", True)
    assert state.snapshot()["hordes"][1]["field"]["F"] == ["AH", "E4", True]


@pytest.mark.clauses("competition.table")
def test_squares_of_the_other_field_are_refused(race):
    state = race([("enter", 1)], right={"aval": ["KH"]})
    with pytest.raises(Illegal):
        state.apply(move({"do": "enter", "card": "KH", "to": "A4"}))
    state.apply(move({"do": "enter", "card": "KH", "to": "E4"}))


@pytest.mark.clauses("competition.attack")
def test_attack_reaches_the_whole_row(race):
    left = {"field": {"C": ["QH", "A1", False]}, "hand": ["5H"]}
    state = race([("act", 0)], left=left, enc={"H": ["KH", "up"]}, enc_deck=["AS"])
    state.apply(move({"do": "play", "card": "5H"}))
    state.apply(move({"do": "attack", "slot": "H"}))
    assert state.enc[7] == ("AS", False)


@pytest.mark.clauses("competition.lines")
def test_lines_go_left_player_first(race):
    hand = {"hand": ["5H"]}
    agenda = [("counterwind",), *(("brace", seat, line) for line in range(4) for seat in (0, 1)), ("lull",)]
    state = race(
        agenda,
        left={"field": {"T": ["KH", "A2", True]}, **hand},
        right={"field": {"T": ["KH", "E1", True], "C": ["QH", "E2", True]}, **hand},
        slots={"1": "4H", "2": "4S"},
    )
    order = []
    while (seat := state.to_act()) != OVER:
        line = state.agenda[-1][2] + 1
        order.append((seat, line))
        state.apply(move({"do": "brace", "line": line, "power": 0}))
    assert order == [(1, 1), (0, 2), (1, 2)]


@pytest.mark.clauses("competition.compliant")
def test_compliant_players_shift_the_winds_twice_each(race):
    state = race(
        [("formation", 0), ("formation", 1)],
        left={"field": DELTA_LEFT},
        right={"field": DELTA_RIGHT},
        up=["5S", "6S"],
        slots={"1": "2H", "2": "3H", "3": "4H", "4": "5H"},
        breezes=["6H", "7H", "8H"],
    )
    assert state.slots == [None, "8H", "7H", "6H"]
    assert state.breeze_discard == ["5H", "4H", "3H", "2H"]


@pytest.mark.clauses("competition.compliant")
def test_missed_formation_costs_the_pack_in_the_race_too(race):
    packs = {"pack": ["2H", "3H", "4H", "5H", "6H"]}
    state = race([("formation", 0), ("formation", 1)], left=packs, right=packs, up=["5S", "6S"])
    assert [len(horde.pack) for horde in state.hordes] == [1, 1] and state.status is None


@pytest.mark.clauses("competition.ending", "competition.goal")
def test_winds_running_out_end_the_race_at_once(race):
    state = race(
        [("formation", 0), ("formation", 1)],
        left={"field": DELTA_LEFT, "pack": ["2H"]},
        right={"pack": []},
        up=["5S", "6S"],
        up_taken=["5S", "6S"],
        slots={"3": "4H", "4": "5H"},
        breezes=[],
    )
    # The right player's debt is never asked for: the game is over after the left player's shifts.
    assert state.status == "end" and state.hordes[1].out is None
    result = state.result()
    assert result["scores"] == [5, 1] and result["winners"] == [0]


@pytest.mark.clauses("competition.tie", "competition.ending")
def test_pack_decides_a_tie_then_it_is_shared(race):
    more = race([("shift",)], left={"pack": ["2H"]}, right={"pack": ["2H", "3H"]}, slots={"4": "5H"})
    assert more.status == "end" and more.result()["winners"] == [1]
    same = race([("shift",)], left={"pack": ["2H"]}, right={"pack": ["3H"]}, slots={"4": "5H"})
    assert same.result()["winners"] == [0, 1]


@pytest.mark.clauses("competition.out")
def test_out_of_the_race(race):
    left_out = race([("powers",)], left={"pack": []}, right={"pack": ["2H"]})
    assert left_out.status == "end"
    assert left_out.result()["winners"] == [1] and left_out.result()["scores"] == [0, 1]
    both = race([("powers",)], left={"pack": []}, right={"pack": []})
    assert both.result()["winners"] == []
    first = race([("formation", 0), ("formation", 1)], left={"pack": []}, right={"pack": ["2H"] * 4}, up=["5S", "6S"])
    assert first.result()["winners"] == [1]
    together = race([("formation", 0), ("formation", 1)], left={"pack": []}, right={"pack": []}, up=["5S", "6S"])
    assert together.result()["winners"] == [] and together.result()["out"] == ["pack", "pack"]


@pytest.mark.clauses("competition.mixed")
def test_decks_are_mixed_after_a_turn_and_drawn_by_chance(race):
    state = race(
        [("mix",), ("shift",)],
        up_taken=["9S", "2H"],
        breezes=["7H"],
        enc_deck=["QS"],
        enc_discard=["KH"],
        slots={"1": "3D"},
    )
    assert state.enc_deck == ["KH", "QS"] and state.enc_discard == []
    assert state.to_act() == CHANCE
    assert [action.card for action in state.legal_actions()] == ["2H", "7H", "9S"]
    state.apply(move({"do": "draw", "from": "breezes", "card": "9S"}))
    assert state.slots == ["9S", "3D", None, None] and state.up_taken == []


def test_other_hand_is_hidden_but_counted(race):
    state = race([("trim", 0)], left={"aval": ["KH"]}, right={"hand": ["2H", "3H"], "pack": ["4H"]})
    other = state.view(0).hordes[1]
    assert other.hand is None and other.hand_size == 2 and other.pack_left == 1
