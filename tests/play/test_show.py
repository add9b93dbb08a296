"""What the referee draws: never broken, never too wide, different whenever the game is, and true to the state."""

from dataclasses import replace

import pytest
from shipped import ENGINES, drawn_games, drawn_steps, play_of, suite

from pnp.play.show import outline, show
from pnp.play.text import WIDTH, beside, cut, legend, listed, seats, wrapped

GAMES = [(game, options, seed) for game in ENGINES for options, seed in drawn_games(game)]


# --- what every game's drawing keeps to


@pytest.mark.parametrize(("game", "options", "seed"), GAMES)
def test_drawings_of_random_games(game, options, seed):
    before = None
    for step, (state, text) in enumerate(drawn_steps(game, options, seed)):
        lines, snapshot = text.split("\n"), state.snapshot()
        assert all(len(line) <= WIDTH and line == line.rstrip() for line in lines), text
        assert lines[0] and lines[-1]
        if before is not None and snapshot != before[1]:
            assert text != before[0], f"step {step} does not show"
        before = text, snapshot
    assert show(play_of(game), state.copy()) == text


@pytest.mark.parametrize("game", ENGINES)
def test_a_game_without_a_drawing_of_its_own_is_outlined(game):
    play = play_of(game)
    plain = play._replace(room=replace(play.room, show=None))
    before = None
    for number, (state, _) in enumerate(drawn_steps(game, suite(game)["options"][0], 1)):
        if number % 20 == 0:
            text = show(plain, state)
            assert text == outline(state.snapshot()) != before
            assert all(len(line) <= WIDTH for line in text.split("\n")), text
            before = text


# --- the helpers


def test_blocks_stand_side_by_side_and_go_below_when_there_is_no_room():
    assert list(beside([["a", "bb"], ["c"]], 1)) == ["a  c", "bb"]
    wide = "w" * (WIDTH - 4)  # with its gap and a letter as wide as the page
    assert list(beside([["a", "b"], [wide], ["c"]])) == [f"a   {wide}", "b", "", "c"]
    assert list(beside([])) == []


def test_lists_break_between_their_parts_only():
    parts = [f"part number {n}" for n in range(20)]
    lines = list(listed("Name: ", parts))
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("      part") for line in lines[1:])
    assert " ".join(line.removeprefix("Name: ").strip() for line in lines) == ", ".join(parts)
    assert list(legend(["a one", "b two"])) == ["a one   b two"]


def test_words_are_wrapped_and_cut():
    assert list(wrapped("> ", "word " * 30))[1].startswith("  word")
    assert cut("Midnight Dew", 12) == "Midnight Dew"
    assert cut("Midnight Dew", 10) == "Midnight…"
    assert (seats([0]), seats([0, 2]), seats([3, 0, 1])) == ("seat 1", "seats 1 and 3", "seats 4, 1 and 2")
