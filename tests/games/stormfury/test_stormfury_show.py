"""What a player of Stormfury looks for in the drawing of the game."""

import re

import pytest
from msgspec import structs
from shipped import drawn_games, drawn_steps, play_of

from pnp.games.stormfury.play.choices import Place
from pnp.play.show import show
from pnp.play.text import WIDTH


@pytest.mark.parametrize(("options", "seed"), drawn_games("stormfury"))
def test_the_drawing_is_true_to_the_state(options, seed):
    for state, text in drawn_steps("stormfury", options, seed):
        content, table = state.content, state.table
        board, lines = content.board, text.split("\n")
        top = lines.index("") + 1
        assert f"damage {table.damage} of {content.rules.overwhelmed_at}" in text
        assert "infrastructure {}, people {}, roads {}".format(*structs.astuple(table.losses)) in text
        centres = {space.hex: space.city for space in board.spaces if space.centre}
        for number, hex in enumerate(board.hexes):
            row, column = top + 2 * (hex.r + hex.q // 2) + hex.q % 2, 3 * hex.q
            under, sign = lines[row].ljust(WIDTH)[column], lines[row].ljust(WIDTH)[column + 1]
            assert (under == "@") == (number == table.centre)
            if hex in centres:
                city = centres[hex]
                people = "x" if table.lost >> board.cities[city].centre & 1 else str(table.populations[city])
                assert lines[row][column + 1 : column + 3] == content.map.cities[board.cities[city].id].letter + people
            elif board.ocean[number]:
                assert sign == "~"
            else:
                assert sign != "~"
        covered = [board.number[hex] for hex in board.footprint(table.centre, content.radii[table.category])]
        assert text.count("≈") - 1 == (len(covered) - 1 if table.category else 0)
        if table.phase == "act":
            assert f"acts ({table.moves_left} move" in lines[0]
        for card in table.forecast:
            assert f"  {content.cards[card].id} " in text
        for seat, expert in enumerate(table.experts):
            city = "not placed" if expert.city is None else board.cities[expert.city].name
            held = re.search(
                rf"Seat {seat + 1}, {content.roles[expert.role].name}, {city}: (.*(\n {{9}}.*)*)", text
            ).group(1)
            assert all(content.resource_cards[card].name in held for card in expert.hand)
            if expert.city is not None and sum(one.city == expert.city for one in table.experts) == 1:
                hex = board.spaces[board.cities[expert.city].centre].hex
                below = lines[top + 2 * (hex.r + hex.q // 2) + hex.q % 2 + 1]
                assert str(seat + 1) in below[3 * hex.q : 3 * hex.q + 3]
        for number, road in enumerate(board.roads):
            flooded = " !" if table.flooded >> number & 1 else ""
            dams = ["#" if table.dams >> site & 1 else "" for site in content.road_sites[number]]
            a, b = (board.cities[end].id for end in road.ends)
            assert re.search(rf"{road.id} {a}{dams[0]}-{b}{dams[1]}{flooded}(  |\n|$)", text)


@pytest.mark.parametrize(("cities", "below"), [("CCBB", "12"), ("CCCB", "123"), ("CCCC", "1-4")])
def test_experts_who_meet_stand_below_their_city(cities, below):
    play = play_of("stormfury")
    state = play.new_game(play.scenario.generate(play.content, 1, play.options({})))
    for city in cities:
        state.apply(Place({"C": "CAL", "B": "BAY"}[city]))
    lines = show(play, state).split("\n")
    hex = state.content.board.spaces[state.content.board.space_number["CAL.P"]].hex
    line = lines[lines.index("") + 2 + 2 * (hex.r + hex.q // 2) + hex.q % 2]
    assert line[3 * hex.q : 3 * hex.q + 3].strip() == below
