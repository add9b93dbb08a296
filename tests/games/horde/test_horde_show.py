"""What a player of the Horde looks for in the drawing of the game."""

import pytest
from shipped import drawn_games, drawn_steps

from pnp.play.text import WIDTH


@pytest.mark.parametrize(("options", "seed"), drawn_games("horde"))
def test_the_drawing_is_true_to_the_state(options, seed):
    for state, text in drawn_steps("horde", options, seed):
        content, lines = state.content, text.split("\n")
        signs = str.maketrans("HDCS", "♥♦♣♠")
        assert lines[0].startswith(f"Turn {state.turn}: ")
        letters = content.slot_names(state.mode)
        columns = [f"{lines[3]} ".index(f" {letter} ") + 1 for letter in letters]
        for slot, column in zip(state.enc, columns, strict=True):
            card = "–" if slot is None else slot[0][0] + slot[0][1].translate(signs)
            assert lines[4][column:].startswith(card)
            assert (lines[4][column - 1] == "(") == (slot is not None and not slot[1])
        for line, card in enumerate(state.slots):
            wind = "–" if card is None else card[:-1] + card[-1].translate(signs)
            assert lines[5 + line].startswith(f"{line + 1} {wind} ")
        for seat, horde in enumerate(state.hordes):
            first = state.first_column(seat)
            there = {person.square: (role, person.wounded) for role, person in horde.field.items()}
            for square in range(content.grid.columns * content.lines):
                line, column = divmod(square, content.grid.columns)
                role, wounded = there.get(square, (".", False))
                cell = lines[5 + line].ljust(WIDTH)[columns[first + column] :]
                assert cell[0] == role and (cell[1] == "!") == wounded, text
            for card in [*horde.hand, *horde.aval, *horde.destroyed]:
                assert card[:-1] + card[-1].translate(signs) in text
            assert text.count(f" {horde.pool} points in the pool") >= (horde.pool > 0)
            assert f"{len(horde.pack)} cards, discards {len(horde.pack_discard)}" in text
