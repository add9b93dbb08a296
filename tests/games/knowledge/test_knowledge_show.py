"""What a player of Tempest of Knowledge looks for in the drawing of the game."""

import re

import pytest
from shipped import drawn_games, drawn_steps


@pytest.mark.parametrize(("options", "seed"), drawn_games("knowledge"))
def test_the_drawing_is_true_to_the_state(options, seed):
    for state, text in drawn_steps("knowledge", options, seed):
        content = state.content
        for place, books in state.libraries.items():
            assert f"[{place}] {content.names[place]}" in text
            for number, book in enumerate(books):
                sign = r"\^" if number == 0 and state.tops[place] == book else " "
                assert re.search(rf"{sign} +{book} {re.escape(content.titles[book][:20])}", text)
        for seat, player in enumerate(state.players):
            goals = re.search(rf"Seat {seat + 1}  wants +((\d+\*? ?)+)", text).group(1).split()
            assert [int(goal.strip("*")) for goal in goals] == list(player.goals)
            assert sum(goal.endswith("*") for goal in goals) == state.goals_found(seat)
            for book in [*player.backpack, *player.hand, *player.picks]:
                assert f"{book} {content.titles[book]}" in text
        if state.round:
            assert f"Round {state.round} of {content.last_round}" in text
