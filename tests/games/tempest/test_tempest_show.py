"""What a player of Tempest looks for in the drawing of the game."""

import re

import pytest
from shipped import drawn_games, drawn_steps


@pytest.mark.parametrize(("options", "seed"), drawn_games("tempest"))
def test_the_drawing_is_true_to_the_state(options, seed):
    for state, text in drawn_steps("tempest", options, seed):
        day = getattr(state, "day", state)
        x, y = day.stage.board.xy[day.position.player]
        row = next(line for line in text.split("\n") if re.match(rf" *{y}  ", line))
        assert "@" in row[5 * x : 5 * x + 5]
