"""Expressions with brackets inside of { } or [ ]: the commonest slip in a play.yaml is told in words that help."""

import pytest
from test_faults import SOUND

from pnp.diagnostics import Problems
from pnp.load.game import load_or_raise


@pytest.mark.parametrize(
    ("right", "wrong", "meant"),
    [
        ('{card: "hand[me]"}', "{card: hand[me]}", '"hand[me]"'),
        ('to: "points[me]"}', "to: points[me]}", '"points[me]"'),
        ('score: "points[seat]"}', "ties: [points[seat], 1]}", '"points[seat]"'),
        ('score: "points[seat]"}', "score: max(points[seat], 1) }", '"max(points[seat], 1)"'),
    ],
)
def test_an_expression_with_brackets_needs_quotes(tiny, right, wrong, meant):
    assert right in SOUND
    with pytest.raises(Problems) as raised:
        load_or_raise(tiny.write(SOUND.replace(right, wrong)).parent, "tiny")
    (fault,) = raised.value.diagnostics
    assert fault.message == "inside of { } or [ ], a text with brackets needs quotes"
    assert fault.hint == f"write {meant}"
