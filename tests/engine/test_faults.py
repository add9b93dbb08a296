"""Slips in a play.yaml: all told at load, at their place, with what was probably meant; and what only play shows."""

import pytest
from conftest import GAME

from pnp.diagnostics import Problems
from pnp.load.game import load_or_raise
from pnp.pipeline import check_game

SOUND = """
zones:
  pile: {of: cards, shuffled: true, seen: none}
  hand: {each: seat, seen: owner}
  table: {}
counters:
  points: {each: seat}
values:
  worth: {with: [card], is: card.rank}
flow:
  - {deal: 2, of: pile, to: hand}
  - turns:
      - choose:
          play:
            rule: play.turn
            with: {card: "hand[me]"}
            do:
              - {add: worth(card), to: "points[me]"}
              - {move: card, to: table}
end: {rule: play.end, when: "not hand|sum(start=[])", score: "points[seat]"}
"""

SLIPS = [
    ("of: cards,", "of: card,", "deck", "no deck or kind of pieces 'card'", "did you mean 'cards'"),
    ("card.rank", "carb.rank", "undefined", "'carb' is not defined here", "did you mean 'card'"),
    ("of: pile, to: hand", "of: pil, to: hand", "zone", "there is no zone 'pil'", "did you mean 'pile'"),
    ("of: pile, to: hand", "of: pile, to: table", "zone", "each: seat", None),
    ('to: "points[me]"', "to: points", "counter", "one 'points' for each seat", "points[me]"),
    ("rule: play.turn", "rule: play.trun", "clause", "no clause 'play.trun'", "did you mean 'play.turn'"),
    ("move: card,", "mvoe: card,", "unknown-key", "unknown key 'mvoe'", "did you mean 'move'"),
    ("{move: card, to: table}", "{move: card, add: 1, to: table}", "step", "one thing, not move and add", None),
    ("{move: card, to: table}", "{move: card}", "step", "'move' needs 'to'", None),
    ("{move: card, to: table}", "{shuffle: table, take: 2}", "step", "'shuffle' has no 'take'", None),
    ("{move: card, to: table}", "nxt", "choice", "'nxt' is not one of", "did you mean 'next'"),
    ("each: seat}", "each: saet}", "each", "no 'saet'", "did you mean 'seat'"),
    ("  table: {}", "  points: {}", "name", "something else already", None),
    ('score: "points[seat]"', 'score: "points[seat"', "template", None, None),
    ("not hand|sum(start=[])", "not hand|smu", "template", "no filter 'smu'", "known: abs"),
    ("worth: {with: [card]", "worth: {with: [pile]", "name", "something else already", None),
]


def test_what_all_slips_start_from_is_sound(tiny):
    folder = tiny.write(SOUND)
    assert [d for d in check_game(folder.parent, "tiny")[0] if d.is_error] == []


@pytest.mark.parametrize(("right", "wrong", "code", "message", "hint"), SLIPS, ids=[slip[1] for slip in SLIPS])
def test_a_slip_is_told_at_its_place(tiny, right, wrong, code, message, hint):
    assert right in SOUND
    folder = tiny.write(SOUND.replace(right, wrong))
    with pytest.raises(Problems) as raised:
        load_or_raise(folder.parent, "tiny")
    fault = next(d for d in raised.value.diagnostics if d.code == code)
    assert message is None or message in fault.message
    assert hint is None or hint in (fault.hint or "")
    assert fault.span.file.endswith("play.yaml")
    line = SOUND.replace(right, wrong).split("\n")[fault.span.line - 1]
    assert fault.span.line > 1 and any(word in line for word in wrong.replace('"', " ").split())


def told(tiny, play, code):
    folder = tiny.write(play)
    found = [d for d in check_game(folder.parent, "tiny")[0] if d.code == code]
    assert found, check_game(folder.parent, "tiny")[0]
    return found[0]


def test_a_rule_that_looks_at_hidden_cards_is_a_fault_of_play(tiny):
    play = SOUND.replace("rule: play.turn", "rule: play.turn\n            when: pile[0].rank > 1")
    assert "does not see" in told(tiny, play, "secret").message


def test_a_field_that_no_card_has_is_told_when_it_is_asked_for(tiny):
    assert "'rnak' is not defined here" in told(tiny, SOUND.replace("card.rank", "card.rnak"), "undefined").message


def test_a_flow_without_a_choice_is_warned_of(tiny):
    play = SOUND.replace('with: {card: "hand[me]"}', 'when: false\n            with: {card: "hand[me]"}')
    assert "for ever" in told(tiny, play, "endless").message


def test_a_game_that_never_ends_is_warned_of(tiny):
    play = SOUND.replace("{move: card, to: table}", '{move: card, to: "hand[me]"}')
    assert "not over after" in told(tiny, play, "unfinished").message


def test_what_nobody_can_choose_is_warned_of(tiny):
    play = SOUND.replace("          play:\n", "          pass: {when: me > 9}\n          play:\n")
    assert "'pass'" in told(tiny, play, "never").message


def test_expressions_cannot_run_for_ever(tiny):
    play = SOUND.replace("is: card.rank", "is: worth(card)")
    assert "deep" in told(tiny, play, "budget").message


def test_more_players_than_cards_are_dealt_what_there_is(tiny):
    state = tiny(SOUND, game=GAME.replace("[2, 4]", "[6, 6]"))
    running = state.new_game(state.generate(1, state.options({})))
    assert [len(hand) for hand in running.names["hand"]] == [2, 2, 2, 2, 1, 1]
