"""Moves in one line: what is written is read again as it was, whatever the choice, and faults say what is meant."""

from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import ENGINES, drawn_games, drawn_steps, play_of

from pnp.play.choices import read_choice
from pnp.play.notation import Seat, read_move, usage, write_move
from pnp.play.state import CHANCE, OVER, Choice, Illegal


class Swap(Choice, frozen=True, tag="swap"):
    """A choice of every kind of value."""

    clause: ClassVar[str] = "swap.rule"
    card: str
    at: tuple[int, int]
    books: tuple[int, ...]
    way: Literal["left", "right"]
    sites: tuple[str | tuple[str, str], ...] = ()
    turns: tuple[tuple[int, ...], ...] = ()
    seat: Seat | None = None
    open: bool = False
    level: Literal[1, 2] | None = None


class Pass(Choice, frozen=True, tag="pass"):
    """Nothing to say."""


CHOICES = Swap | Pass
NAMES = st.text(max_size=6)
SWAPS = st.builds(
    Swap,
    card=NAMES,
    at=st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
    books=st.lists(st.integers(-9, 9), max_size=4).map(tuple),
    way=st.sampled_from(["left", "right"]),
    sites=st.lists(st.one_of(NAMES, st.tuples(NAMES, NAMES)), max_size=3).map(tuple),
    turns=st.lists(st.lists(st.integers(0, 9), max_size=3).map(tuple), max_size=3).map(tuple),
    seat=st.none() | st.integers(0, 5),
    open=st.booleans(),
    level=st.sampled_from([None, 1, 2]),
)


@given(move=SWAPS)
def test_what_is_written_is_read_again(move):
    line = write_move(move)
    assert "\n" not in line
    assert read_choice(CHOICES, line) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("swap KS 3,-2 - left", Swap("KS", (3, -2), (), "left")),
        ("swap KS 3,2 5 left  sites A;R1,B seat 2", Swap("KS", (3, 2), (5,), "left", sites=("A", ("R1", "B")), seat=1)),
        ('swap "two words" 1,1 1,2,3 right open yes', Swap("two words", (1, 1), (1, 2, 3), "right", open=True)),
        ("swap 7 1,1 - right turns 1,2;- level 2", Swap("7", (1, 1), (), "right", turns=((1, 2), ()), level=2)),
        (" pass ", Pass()),
    ],
)
def test_lines_as_people_write_them(line, move):
    assert read_choice(CHOICES, line) == move


@pytest.mark.parametrize(
    ("line", "clause", "said"),
    [
        ("", "", "a move begins with what is done"),
        ("swop KS", "", "there is no move 'swop'; did you mean 'swap'?"),
        ("swap KS 3,2", "swap.rule", "'books' is missing; it is written: swap CARD AT BOOKS WAY"),
        ("swap KS 3,2 - left sit 2", "swap.rule", "'sit' cannot be said here"),
        ("swap KS 3,2 - left seat", "swap.rule", "the value of 'seat' is missing"),
        ("swap KS 3,x - left", "swap.rule", "at"),
        ("swap KS 3,2 - up", "swap.rule", "way"),
        ("swap KS 3 - left", "swap.rule", "at"),
        ("swap KS 3,2 - left seat 0", "swap.rule", "seat"),
        ('swap "KS 3,2 - left', "swap.rule", ""),
        ("pass on", "", "'on' is too much; it is written: pass"),
    ],
)
def test_faults_say_what_is_meant(line, clause, said):
    with pytest.raises(Illegal) as refused:
        read_choice(CHOICES, line)
    assert said in refused.value.message
    assert refused.value.clause == clause


@given(line=st.text(st.characters(codec="utf-8"), max_size=30) | st.from_regex(r"swap [ ,;\"A-Z0-9-]{0,20}"))
def test_no_line_breaks_the_reader(line):
    try:
        read_choice(CHOICES, line)
    except Illegal as refused:
        assert refused.message


def test_how_a_move_is_written():
    assert usage(Pass) == "pass"
    assert usage(Swap).startswith("swap CARD AT BOOKS WAY [sites SITES] [turns TURNS]")


@pytest.mark.parametrize("game", ENGINES)
def test_every_choice_of_whole_games_has_a_line_of_its_own(game):
    kinds = play_of(game).scenario.actions
    for options, seed in drawn_games(game)[:2]:
        for number, (state, _) in enumerate(drawn_steps(game, options, seed)):
            if state.to_act() in (CHANCE, OVER) or number % 5:
                continue
            legal = state.legal_actions()
            lines = [write_move(move) for move in legal]
            assert len(set(lines)) == len({repr(move) for move in legal})
            for move, line in list(zip(legal, lines, strict=True))[:40]:
                assert len(line) < 75
                assert read_choice(kinds, line) == read_choice(kinds, read_move(kinds, line)) == move
