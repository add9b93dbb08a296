"""Fast matching agrees with the plainest possible one, and measures with islands drawn by hand."""

import pytest

from pnp.games.terrain.content.grid import cell, point
from pnp.games.terrain.content.ground import Ground
from pnp.games.terrain.content.pattern import compile_pattern
from pnp.games.terrain.play.bots import RandomBot
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.matching import cells_by_terrain, fulfils, positions
from pnp.games.terrain.play.measures import measure, single_best
from pnp.games.terrain.play.outlook import Outlook
from pnp.play.seeds import stream

LETTERS = "FMGDVW"
LANDS = frozenset(range(5))
WATER = 5


def random_island(content, seed, cards=14):
    bot = RandomBot(content, stream("terrain", seed, "test/island"))
    island = Island()
    deck = stream("terrain", seed, "test/deck").shuffled(range(1, 121))
    for card in deck[:cards]:
        move = bot.move(island, [card], [])
        if move.lift is None:
            island.lay(card, content.faces(card), move.placement)
    return island


def best_match(rows, tiles):
    """Count matching cells of the best position by trying every position and turn."""
    best = 0
    wanted = [(x, y, LETTERS.index(c)) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "?"]
    points = [point(where) for where in tiles] or [(0, 0)]
    xs = range(min(x for x, _ in points) - 5, max(x for x, _ in points) + 6)
    ys = range(min(y for _, y in points) - 5, max(y for _, y in points) + 6)
    for _ in range(4):
        wanted = [(-y, x, terrain) for x, y, terrain in wanted]
        for left in xs:
            for top in ys:
                hits = sum(tiles.get(cell(left + x, top + y), WATER) == terrain for x, y, terrain in wanted)
                best = max(best, hits)
    return best, len(wanted)


def rows_of(pattern):
    """Draw a compiled pattern again."""
    turn = pattern.turns[0]
    width, height = max(x for x, _, _ in turn) + 1, max(y for _, y, _ in turn) + 1
    grid = [["?"] * width for _ in range(height)]
    for x, y, terrain in turn:
        grid[y][x] = LETTERS[terrain]
    return ["".join(row) for row in grid]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clauses("requests.match", "requests.ocean", "requests.anything")
def test_fulfils_agrees_with_trying_everything(content, seed):
    island = random_island(content, seed, cards=24)
    groups = cells_by_terrain(island.tiles)
    outcomes = set()
    for request in content.requests.values():
        hits, size = best_match(rows_of(request.pattern), island.tiles)
        outcomes.add(hits == size)
        assert fulfils(request.pattern, island.tiles, groups, WATER) == (hits == size), request.id
    assert outcomes == {True, False}


@pytest.mark.parametrize("seed", range(6))
def test_outlook_agrees_with_laying_the_card(content, seed):
    luck = stream("terrain", seed, "test/outlook")
    island = random_island(content, seed, cards=3 + 3 * seed)
    requests = luck.shuffled(list(content.requests.values()))[:4]
    outlook = Outlook(island.tiles, [(each.pattern, each.value) for each in requests], WATER, len(LETTERS))
    for _ in range(12):
        place = luck.choice(island.placements())
        first, second = luck.below(6), luck.below(6)
        after = {**island.tiles, place.cell: first, place.other: second}
        complete, unfinished = 0, 0.0
        for request in requests:
            hits, size = best_match(rows_of(request.pattern), after)
            if hits == size:
                complete += request.value
            else:
                unfinished = max(unfinished, (hits / size) ** 2 * request.value)
        assert outlook.after(place.cell, first, place.other, second) == (complete, pytest.approx(unfinished))


def compiled(rows, **options):
    letters = {letter: i for i, letter in enumerate(LETTERS)}
    return compile_pattern(rows, letters, sorted(LANDS), **{"turn": True, "mirror": False, **options})


def drawn(*rows):
    """Build an island from text rows; a dot is open ocean, a letter one visible tile."""
    island = Island()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                where = cell(x, y)
                island.tiles[where] = LETTERS.index(letter)
                island.stacks[where] = [1]
    return island


def shows(island, pattern):
    return fulfils(pattern, island.tiles, cells_by_terrain(island.tiles), WATER)


@pytest.mark.clauses("requests.turn")
def test_patterns_turn_but_do_not_mirror():
    corner = ["FG", "V?"]
    assert shows(drawn("FG", "V."), compiled(corner))
    assert shows(drawn("VF", ".G"), compiled(corner))
    assert not shows(drawn("GF", ".V"), compiled(corner))
    assert shows(drawn("GF", ".V"), compiled(corner, mirror=True))
    assert not shows(drawn("VF", ".G"), compiled(corner, turn=False))


def test_equal_turns_are_kept_once():
    assert len(compiled(["FFF"]).turns) == 2
    assert len(compiled(["FM", "MF"]).turns) == 2
    assert len(compiled(["FG", "V?"]).turns) == 4


@pytest.mark.clauses("requests.ocean", "requests.anything")
def test_ocean_and_printed_water_are_the_same_for_requests():
    assert shows(drawn("F.M", ".G."), compiled(["FWM", "?G?"]))
    assert shows(drawn("FWM", ".G."), compiled(["FWM", "?G?"]))
    assert not shows(drawn("FDM", ".G."), compiled(["FWM", "?G?"]))


@pytest.mark.parametrize(
    ("rows", "island", "found"),
    [
        (["FG", "V?"], ["FG", "V."], [{(0, 0), (1, 0), (0, 1)}]),
        (["FG", "V?"], [".VF", "..G"], [{(2, 0), (2, 1), (1, 0)}]),
        (["WF"], ["F"], [{(0, 0), (-1, 0)}, {(0, 0), (1, 0)}, {(0, 0), (0, -1)}, {(0, 0), (0, 1)}]),
        (["FWM"], ["FDM"], []),
        (["FFF"], ["FFFF"], [{(0, 0), (1, 0), (2, 0)}, {(1, 0), (2, 0), (3, 0)}]),
    ],
)
def test_positions_are_the_cells_that_show_a_pattern(rows, island, found):
    drawing = drawn(*island)
    places = [{point(at) for at in cells} for cells in positions(compiled(rows), drawing.tiles, WATER)]
    assert sorted(map(sorted, places)) == sorted(map(sorted, found))
    assert bool(places) == shows(drawing, compiled(rows))


MEASURED = [
    ("visible-tiles", "F", ["FFM", "WFF"], 4),
    ("visible-tiles", "W", ["FW.", "W.F"], 2),
    ("largest-group", "F", ["FF.F", "M.FF"], 3),
    ("largest-group", "W", ["WF", "FW"], 1),
    ("longest-run", None, ["FMGW", "F...", "D...", "V...", "M..."], 5),
    ("longest-run", None, ["FM.GDV"], 3),
    ("rectangle-sides", None, ["F..", "..W"], 5),
    ("rectangle-area", None, ["F..", "..W"], 6),
    ("coast", None, ["FM"], 6),
    ("coast", None, ["FW"], 4),
    ("heartland", None, [".F.", "MGD", ".V."], 1),
    ("heartland", None, [".F.", "MGW", ".V."], 0),
    ("mosaic", None, ["FMF", "GWG"], 2),
    ("mosaic", None, ["FM", "GF"], 0),
    ("mosaic", None, ["FM", "G."], 0),
    ("rarest-land", None, ["FFMGDV", "MGDV.."], 2),
    ("rarest-land", None, ["FFMGD"], 0),
]


@pytest.mark.parametrize(("name", "terrain", "rows", "value"), MEASURED)
@pytest.mark.clauses("awards.measures", "awards.ocean")
def test_measure(name, terrain, rows, value):
    ground = Ground(LETTERS.index(terrain) if terrain else None, LANDS)
    assert measure(name, drawn(*rows), ground) == value


@pytest.mark.clauses("awards.measures")
def test_tallest_stack_counts_cards_on_a_cell(content):
    island = Island()
    for card in (1, 2, 3):
        island.lay(card, content.faces(card), Placement(0, card))
    assert measure("tallest-stack", island, Ground(None, LANDS)) == 3


@pytest.mark.parametrize(
    ("values", "best", "winner"),
    [
        ([3, 5, 4], "largest", 1),
        ([5, 5, 4], "largest", None),
        ([0, 0, 0], "largest", None),
        ([12, 9, 10], "smallest", 1),
        ([9, 9, 10], "smallest", None),
    ],
)
@pytest.mark.clauses("awards.majority")
def test_only_a_single_best_wins(values, best, winner):
    assert single_best(values, best) == winner
