"""What a player of Terrain Storm looks for in the drawing of the game."""

import re

import pytest
from shipped import drawn_games, drawn_steps

from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.show import grid
from pnp.play.text import WIDTH


@pytest.mark.parametrize(("options", "seed"), drawn_games("terrain"))
def test_the_drawing_is_true_to_the_state(options, seed):
    for state, text in drawn_steps("terrain", options, seed):
        content = state.content
        for seat, player in enumerate(state.players):
            assert re.search(rf"Seat {seat + 1}( \(lead\))?, {state.score(seat)} points", text)
            for no in player.hand:
                first, second = content.faces(no)
                assert f"{no} {content.letters[first]}{content.letters[second]}" in text
            if player.island.tiles:
                assert all(row.strip() in text for row in grid(content, player.island))
        for request in state.open_requests:
            assert f"{request} {content.requests[request].shape}, {content.requests[request].value}" in text
        for award in state.open_awards:
            assert content.awards[award].title in text


def test_an_island_is_drawn_cell_by_cell(content):
    island = Island()
    island.lay(1, (0, 1), Placement(cell(-1, 0), 0))
    island.lay(2, (2, 3), Placement(cell(0, 0), 1))
    island.lay(3, (5, 4), Placement(cell(2, 0), 2))
    assert grid(content, island) == ["  -1 0  1  2", "0 F  G2 V  W", "1 .  D  .  ."]


@pytest.mark.parametrize(("x", "cards"), [(-10_000, 20), (9_950, 24), (0, 20)])
def test_the_longest_island_far_away_still_fits(content, x, cards):
    island = Island()
    for number in range(cards):
        island.lay(number + 1, (0, 1), Placement(cell(x + 2 * number, 3), 0))
    drawn = grid(content, island)
    assert all(len(line) <= WIDTH for line in drawn)
    assert drawn[1].count("F") == drawn[1].count("M") == cards
    marked = re.search(rf"{x + 5}\b", drawn[0]).start()
    assert drawn[1][marked] == "M"


def test_a_tall_stack_shows_its_height(content):
    island = Island()
    for number in range(12):
        island.lay(number + 1, (0, 1), Placement(cell(0, 0), 0))
    assert grid(content, island)[1] == "0 F12M12"
