"""Every two options together, on every game: built without a crash, and refused only where there is no room.

`make matrix` builds the full cross.
"""

from itertools import combinations

import pytest
from cross import GAMES, SURE, Outcome, attempt, command, expected, narrow, pairwise, sure

from pnp import pipeline
from pnp.diagnostics import Diagnostic, fail


@pytest.mark.parametrize("game", GAMES)
def test_every_two_options_together(game):
    outcomes = [attempt(choice, scenarios=False) for choice in sure() if choice["game"] == game]
    assert len(outcomes) >= 5
    assert not (wrong := [f"{command(o.choice)}\n  {o.wrong}\n{o.crash}" for o in outcomes if o.wrong]), "\n".join(
        wrong
    )
    assert all(not o.faults for o in outcomes)


@pytest.mark.parametrize("game", GAMES)
def test_too_little_room_is_said_in_words(game):
    outcomes = [attempt(choice, scenarios=False) for choice in narrow()[::3] if choice["game"] == game]
    assert not (wrong := [f"{command(o.choice)}\n  {o.wrong}\n{o.crash}" for o in outcomes if o.wrong]), "\n".join(
        wrong
    )


def test_all_pairs_meet():
    rows = pairwise(SURE)
    for one, two in combinations(SURE, 2):
        assert {(row[one], row[two]) for row in rows} == {(a, b) for a in SURE[one] for b in SURE[two]}
    assert len(rows) < 60


def test_what_is_wrong_is_found(monkeypatch):
    choice = sure()[0]

    def crash(*_, **__):
        raise RuntimeError("as a drawing would")

    monkeypatch.setattr(pipeline, "build", crash)
    assert attempt(choice).wrong == "RuntimeError: as a drawing would"

    def refuse(*_, **__):
        raise fail("size", "the day is too long", None, "get up earlier")

    monkeypatch.setattr(pipeline, "build", refuse)
    assert attempt(choice).wrong == "the day is too long (hint: get up earlier)"


def test_a_refusal_is_right_only_where_room_is_lacking_and_named():
    roomy, tight = {**sure()[0], "paper": "a4", "margin": 8.0}, {**sure()[0], "paper": "a6", "margin": 8.0}
    named, other = (Diagnostic("error", "size", words) for words in ("choose a larger paper", "unknown key"))
    assert expected(tight, named)
    assert not expected(tight, other)
    assert not expected(roomy, named)
    assert Outcome(tight, (named,), "").wrong == ""
