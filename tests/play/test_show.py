"""What the referee draws: never broken, never too wide, different whenever the game is, and true to the state."""

import re
from functools import cache

import pytest

from pnp.games.terrain.grid import cell
from pnp.games.terrain.island import Island, Placement
from pnp.games.terrain.show import grid
from pnp.load.game import load_or_raise, plugin
from pnp.load.library import SHIPPED, content_folder, game_names
from pnp.play import show as show_module
from pnp.play.scenario import playable
from pnp.play.seeds import stream
from pnp.play.show import outline, show
from pnp.play.state import CHANCE, OVER
from pnp.play.text import WIDTH, beside, cut, legend, listed, seats, wrapped

CONTENT = content_folder(SHIPPED)
ENGINES = [game for game in game_names(CONTENT) if plugin(game, "scenario") is not None]
OPTIONS = {
    "horde": [{}, {"mode": "competition"}],
    "knowledge": [{"players": 2}, {"players": 5}],
    "stormfury": [{"experts": 1, "level": "hard"}, {"profile": "census", "footprint": "swath"}],
    "terrain": [{"players": 3}, {"players": 6, "rounds": 1, "extra_awards": 4}],
    "tempest": [{"day": "final"}, {}],
}
GAMES = [(game, options, seed) for game in ENGINES for options in OPTIONS.get(game, [{}]) for seed in (1, 2)]
MOST_STEPS = 250


@cache
def _play(game):
    return playable(load_or_raise(CONTENT, game))


def _playout(game, options, seed):
    """Yield a game after every step, played at random."""
    play = _play(game)
    state = play.new_game(play.scenario.generate(play.content, seed, play.options(options)))
    source = stream("test", seed, "show")
    yield state
    for _ in range(MOST_STEPS):
        seat = state.to_act()
        if seat == OVER:
            return
        state.apply(state.chance(source) if seat == CHANCE else source.choice(state.legal_actions()))
        yield state


# --- what every game's drawing keeps to


@pytest.mark.parametrize(("game", "options", "seed"), GAMES)
def test_drawings_of_random_games(game, options, seed):
    play, facts = _play(game), FACTS.get(game)
    before = None
    for step, state in enumerate(_playout(game, options, seed)):
        text, snapshot = show(play, state), state.snapshot()
        lines = text.split("\n")
        assert all(len(line) <= WIDTH and line == line.rstrip() for line in lines), text
        assert lines[0] and lines[-1]
        if before is not None and snapshot != before[1]:
            assert text != before[0], f"step {step} does not show"
        before = text, snapshot
        if facts is not None:
            facts(state, text)
    assert show(play, state.copy()) == text


@pytest.mark.parametrize("game", ENGINES)
def test_a_game_without_a_drawing_of_its_own_is_outlined(game, monkeypatch):
    monkeypatch.setattr(show_module, "plugin", lambda *_: None)
    before = None
    for number, state in enumerate(_playout(game, OPTIONS.get(game, [{}])[0], 1)):
        if number % 20 == 0:
            text = show(_play(game), state)
            assert text == outline(state.snapshot()) != before
            assert all(len(line) <= WIDTH for line in text.split("\n")), text
            before = text


# --- what a player of each game looks for


def _terrain_facts(state, text):
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


def _knowledge_facts(state, text):
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


def _stormfury_facts(state, text):
    content, table = state.content, state.table
    board, lines = content.board, text.split("\n")
    top = lines.index("") + 1
    assert f"damage {table.damage} of {content.rules.overwhelmed_at}" in text
    assert "infrastructure {}, people {}, roads {}".format(*table.losses) in text
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
        held = re.search(rf"Seat {seat + 1}, {content.roles[expert.role].name}, {city}: (.*(\n {{9}}.*)*)", text).group(
            1
        )
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


def _horde_facts(state, text):
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


def _tempest_facts(state, text):
    day = getattr(state, "day", state)
    x, y = day.stage.board.xy[day.position.player]
    row = next(line for line in text.split("\n") if re.match(rf" *{y}  ", line))
    assert "@" in row[5 * x : 5 * x + 5]


FACTS = {
    "horde": _horde_facts,
    "knowledge": _knowledge_facts,
    "stormfury": _stormfury_facts,
    "tempest": _tempest_facts,
    "terrain": _terrain_facts,
}


@pytest.mark.parametrize(("cities", "below"), [("CCBB", "12"), ("CCCB", "123"), ("CCCC", "1-4")])
def test_experts_who_meet_stand_below_their_city(cities, below):
    play = _play("stormfury")
    state = play.new_game(play.scenario.generate(play.content, 1, play.options({})))
    for city in cities:
        state.apply({"do": "place", "city": {"C": "CAL", "B": "BAY"}[city]})
    lines = show(play, state).split("\n")
    hex = state.content.board.spaces[state.content.board.space_number["CAL.P"]].hex
    line = lines[lines.index("") + 2 + 2 * (hex.r + hex.q // 2) + hex.q % 2]
    assert line[3 * hex.q : 3 * hex.q + 3].strip() == below


def test_an_island_is_drawn_cell_by_cell():
    content = _play("terrain").content
    island = Island()
    island.lay(1, (0, 1), Placement(cell(-1, 0), 0))
    island.lay(2, (2, 3), Placement(cell(0, 0), 1))
    island.lay(3, (5, 4), Placement(cell(2, 0), 2))
    assert grid(content, island) == ["  -1 0  1  2", "0 F  G2 V  W", "1 .  D  .  ."]


@pytest.mark.parametrize(("x", "cards"), [(-10_000, 20), (9_950, 24), (0, 20)])
def test_the_longest_island_far_away_still_fits(x, cards):
    content = _play("terrain").content
    island = Island()
    for number in range(cards):
        island.lay(number + 1, (0, 1), Placement(cell(x + 2 * number, 3), 0))
    drawn = grid(content, island)
    assert all(len(line) <= WIDTH for line in drawn)
    assert drawn[1].count("F") == drawn[1].count("M") == cards
    marked = re.search(rf"{x + 5}\b", drawn[0]).start()
    assert drawn[1][marked] == "M"


def test_a_tall_stack_shows_its_height():
    island = Island()
    for number in range(12):
        island.lay(number + 1, (0, 1), Placement(cell(0, 0), 0))
    assert grid(_play("terrain").content, island)[1] == "0 F12M12"


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
