"""Play: random games keep every card and chit, illegal actions are refused and change nothing, switches work."""

from collections import Counter

import pytest

from pnp.games.stormfury.content.compiled import GAME
from pnp.games.stormfury.play.bots import RandomBot
from pnp.games.stormfury.play.choices import Choices
from pnp.games.stormfury.play.refusals import CLAUSE_OF
from pnp.games.stormfury.play.scenario import Options, generate, new_game, set_up
from pnp.games.stormfury.play.state import Expert
from pnp.games.stormfury.play.storm import Loss
from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, Illegal

ROLES = ["aquatic", "architect", "evac", "relief"]


@pytest.fixture
def at(content):
    """A game in the middle of an expert's turn: at("evac", "CAL", ["E", "M"], other=("relief", "CAL", ["S"]))."""

    def make(role, city, hand, *others, phase="act", content=content):
        board = content.board
        seats = [(role, city, hand), *others]
        game = set_up(
            content,
            start=board.starts["C"],
            category=2,
            people=[2] * len(board.cities),
            roles=[seat[0] for seat in seats],
            resources=content.full_deck(),
            storm=None,
        )
        table = game.table
        table.experts = [Expert(role, board.city_number[city], list(hand)) for role, city, hand in seats]
        table.turn, table.phase, table.forecast = 1, "draw", content.decks["ocean"][:5]
        game._begin_expert()
        if phase == "act":
            table.draws_left, table.phase = 0, "act"
        return game

    return make


def do(game, action):
    """Carry out a choice as a recorded game writes it."""
    game.apply(read_choice(Choices, action))


def refusal(game, action):
    """Why a choice is refused, after checking that nothing has changed."""
    before = game.snapshot()
    with pytest.raises(Illegal) as error:
        do(game, action)
    assert game.snapshot() == before
    assert error.value.code in ("form", "not-now") or not error.value.clause or error.value.clause in CLAUSE_OF.values()
    return error.value


def refused(game, action):
    """The code of a refusal."""
    return refusal(game, action).code


# Random games


def check_nothing_lost(content, game, people):
    table, chits = game.table, content.rules.chits
    cards = Counter(table.deck + table.discards + table.pile)
    for expert in table.experts:
        cards.update(expert.hand)
    assert cards == Counter(content.full_deck())
    assert table.fort_supply + sum(table.forts) == chits.fortification
    assert table.dam_supply + table.dams.bit_count() == chits.dam
    assert min(table.fort_supply, table.dam_supply) >= 0
    assert sum(table.populations) + table.evacuated + table.losses.people == people
    lost = [content.board.spaces[i] for i in content.board.targets(table.lost)]
    assert table.losses.infrastructure == sum(not space.centre for space in lost)
    assert table.losses.roads == table.flooded.bit_count()
    assert table.damage == min(table.losses.total, content.rules.overwhelmed_at)
    assert all(table.forts[i] == 0 for i in content.board.targets(table.lost))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.clauses("components.supply", "hurricane.track")
def test_random_games_end_and_lose_nothing(content, part):
    """200 games in all, of every size, level and profile; half of them without a scenario's storm."""
    for seed in range(part * 50, part * 50 + 50):
        level = ("easy", "normal", "hard")[seed % 3]
        options = Options(experts=1 + seed % 4, level=level, profile=("even", "census")[seed // 2 % 2])
        game = new_game(content, generate(content, seed, options))
        if seed % 2:
            game.storm = None
        game.swath = seed % 5 == 0
        people = sum(game.table.populations)
        luck = stream(GAME, seed, "playout")
        bot = RandomBot(luck)
        steps = 0
        while (seat := game.to_act()) != OVER:
            game.apply(game.chance(luck) if seat == CHANCE else bot.choose(None, game.legal_actions()))
            check_nothing_lost(content, game, people)
            steps += 1
            assert steps < 5000
        assert game.legal_actions() == []
        result = game.result()
        assert result["scores"] == [-result["damage"]] * options.experts
        assert result["over"] in ("dissipated", "overwhelmed")


def test_every_listed_action_is_accepted(content):
    """Whatever legal_actions lists can be applied, in many positions of random games."""
    for seed in range(12):
        game = new_game(content, generate(content, seed, Options()))
        luck = stream(GAME, seed, "listed")
        bot = RandomBot(luck)
        for step in range(60):
            if game.to_act() in (OVER, CHANCE):
                break
            legal = game.legal_actions()
            assert len({repr(action) for action in legal}) == len(legal)
            if step % 4 == 0:
                for action in legal:
                    game.copy().apply(action)
            game.apply(bot.choose(None, legal))


def test_a_copy_is_independent(content):
    game = new_game(content, generate(content, 3, Options()))
    luck = stream(GAME, 3, "copy")
    bot = RandomBot(luck)
    for _ in range(30):
        game.apply(game.chance(luck) if game.to_act() == CHANCE else bot.choose(None, game.legal_actions()))
    before = game.snapshot()
    twin = game.copy()
    assert twin.snapshot() == before
    for _ in range(30):
        twin.apply(twin.chance(luck) if twin.to_act() == CHANCE else bot.choose(None, twin.legal_actions()))
    assert game.snapshot() == before
    assert twin.snapshot() != before


@pytest.mark.clauses("overview.open-hands")
def test_views_hide_deck_and_storm(content):
    """Two games that differ only in the deck's order and the storm ahead look the same."""
    game = new_game(content, generate(content, 1, Options()))
    for city in ("CAL", "BAY", "PEL", "CYP"):
        do(game, {"do": "place", "city": city})
    twin = game.copy()
    twin.table.deck.reverse()
    now = game.storm[0]
    twin.storm = [now._replace(flips=now.forecast[:3]), *game.storm[:1:-1]]
    assert twin.snapshot() != game.snapshot()
    for seat in range(4):
        assert twin.view(seat) == game.view(seat)
        open_part = {key: value for key, value in game.snapshot().items() if key not in ("deck", "storm_ahead")}
        assert plain(game.view(seat)) == open_part
        assert game.legal_actions() == twin.legal_actions()


# What is refused


@pytest.mark.clauses("turn.move")
def test_moves(at):
    game = at("evac", "BAY", [])
    assert refused(game, {"do": "move", "to": "PEL"}) == "not_adjacent"
    assert refused(game, {"do": "move", "to": "nowhere"}) == "unknown"
    do(game, {"do": "move", "to": "CAL"})
    game.table.flooded = 1 << game.content.board.road_number["R07"]
    assert refused(game, {"do": "move", "to": "CYP"}) == "road_flooded"
    do(game, {"do": "move", "to": "PEL"})
    assert refused(game, {"do": "move", "to": "HER"}) == "no_moves_left"


@pytest.mark.clauses("turn.play-or-draw", "roles.evac")
def test_playing_locks_drawing_and_the_other_way_round(at):
    game = at("aquatic", "CAL", ["F1", "M", "F1", "M"])
    do(game, {"do": "fortify", "card": "F1", "pay": ["M"], "on": ["CAL.P"]})
    assert refused(game, {"do": "draw_more"}) == "mode_locked"
    do(game, {"do": "fortify", "card": "F1", "pay": ["M"], "on": ["CAL.P"]})
    game = at("evac", "CAL", ["M", "M", "D1", "S"])
    do(game, {"do": "draw_more"})
    do(game, {"do": "draw", "from": "deck"})
    do(game, {"do": "draw", "from": "deck"})
    assert refused(game, {"do": "dam", "card": "D1", "pay": ["S"], "at": [["R05", "CAL"]]}) == "mode_locked"
    assert refused(game, {"do": "draw_more"}) == "mode_locked"
    do(game, {"do": "evacuate", "people": 1, "pay": ["M", "M"]})
    do(game, {"do": "move", "to": "BAY"})
    assert game.table.mode == "draw"


@pytest.mark.clauses("turn.pay")
def test_prices_are_exact(at):
    game = at("relief", "CAL", ["F2", "M", "M", "S", "D2"])
    fortify = {"do": "fortify", "card": "F2", "pay": ["M"], "on": ["CAL.P"]}
    assert refused(game, fortify) == "bad_payment"
    assert refused(game, fortify | {"pay": ["M", "S"]}) == "bad_payment"
    assert refused(game, fortify | {"pay": ["M", "M", "S"]}) == "bad_payment"
    assert refused(game, fortify | {"card": "D2", "pay": ["M", "M"]}) == "bad_payment"
    assert refused(game, fortify | {"card": "F1"}) == "missing_cards"
    dam = {"do": "dam", "card": "D2", "pay": ["S", "S"], "at": [["R05", "CAL"]]}
    assert refused(game, dam) == "missing_cards"


@pytest.mark.clauses("roles.architect")
def test_the_architect_stands_in_once_a_turn(at):
    game = at("architect", "CAL", ["F2", "M", "S", "F1", "S", "M"])
    assert refused(game, {"do": "fortify", "card": "F2", "pay": ["S", "S"], "on": ["CAL.P"]}) == "bad_payment"
    do(game, {"do": "fortify", "card": "F1", "pay": ["S"], "on": ["CAL.P"]})
    again = refusal(game, {"do": "fortify", "card": "F2", "pay": ["M", "S"], "on": ["CAL.P"]})
    assert (again.code, again.clause) == ("bad_payment", "roles.architect")
    assert again.message == "Only 1 Sandbag may pay for Material in each of her turns."
    do(game, {"do": "fortify", "card": "F2", "pay": ["M", "M"], "on": ["CAL.P"]})


@pytest.mark.clauses("roles.architect")
def test_the_architect_dams_like_anybody(at):
    game = at("architect", "CAL", ["D1", "M"])
    assert refused(game, {"do": "dam", "card": "D1", "pay": ["M"], "at": [["R05", "CAL"]]}) == "bad_payment"


@pytest.mark.clauses("turn.fortify", "turn.fortify-where", "turn.fewer", "components.supply")
def test_where_fortifications_go(at):
    game = at("evac", "CAL", ["F1", "F2", "M", "M", "M"])
    action = {"do": "fortify", "card": "F1", "pay": ["M"]}
    assert refused(game, action | {"on": ["BAY.P"]}) == "wrong_city"
    assert "in New Calais there are CAL.P, CAL.I1, CAL.I2" in refusal(game, action | {"on": ["CAL.X"]}).message
    assert refused(game, action | {"on": []}) == "bad_targets"
    assert refused(game, action | {"on": ["CAL.P", "CAL.P"]}) == "bad_targets"
    assert refused(game, action) == "form"
    game.table.lost = 1 << game.content.board.space_number["CAL.I1"]
    assert refused(game, action | {"on": ["CAL.I1"]}) == "space_lost"
    game.table.fort_supply = 1
    assert refused(game, {"do": "fortify", "card": "F2", "pay": ["M", "M"], "on": ["CAL.P", "CAL.P"]}) == "no_chits"
    do(game, {"do": "fortify", "card": "F2", "pay": ["M", "M"], "on": ["CAL.P"]})
    assert refused(game, action | {"on": ["CAL.P"]}) == "no_chits"


@pytest.mark.clauses("turn.dam-ends", "turn.dam", "components.supply")
def test_where_dams_go(at):
    game = at("evac", "CAL", ["D2", "D1", "S", "S", "S"])
    action = {"do": "dam", "card": "D1", "pay": ["S"]}
    assert refused(game, action | {"at": [["R05", "BAY"]]}) == "wrong_city"
    assert refused(game, action | {"at": [["R01", "CAL"]]}) == "not_a_road_end"
    assert refused(game, action | {"at": [["R05"]]}) == "form"
    assert refused(game, action | {"at": [7]}) == "form"
    both = {"do": "dam", "card": "D2", "pay": ["S", "S"], "at": [["R05", "CAL"], ["R05", "CAL"]]}
    assert refused(game, both) == "already_dammed"
    game.table.flooded = 1 << game.content.board.road_number["R07"]
    assert refused(game, action | {"at": [["R07", "CAL"]]}) == "road_flooded"
    do(game, both | {"at": [["R05", "CAL"], ["R08", "CAL"]]})
    assert refused(game, action | {"at": [["R08", "CAL"]]}) == "already_dammed"
    game.table.dams, game.table.dam_supply = 0, 0
    assert refused(game, action | {"at": [["R05", "CAL"]]}) == "no_chits"


@pytest.mark.clauses("roles.aquatic")
def test_the_aquatic_engineer_reaches_over_flooded_roads(at):
    game = at("aquatic", "CAL", ["D1", "D1", "S", "S"])
    board = game.content.board
    game.table.flooded = 1 << board.road_number["R05"]
    do(game, {"do": "dam", "card": "D1", "pay": ["S"], "at": [["R06", "BAY"]]})
    assert refused(game, {"do": "dam", "card": "D1", "pay": ["S"], "at": [["R01", "COR"]]}) == "wrong_city"


@pytest.mark.clauses("turn.evacuate", "roles.evac")
def test_evacuation(at):
    game = at("relief", "CAL", ["E", "M", "M", "S", "S", "D1", "D1"])
    action = {"do": "evacuate", "card": "E", "people": 1, "pay": ["M"]}
    assert refused(game, action) == "bad_payment"
    assert refused(game, {"do": "evacuate", "people": 1, "pay": ["M", "S"]}) == "needs_evacuate_card"
    assert refused(game, action | {"people": 0, "pay": []}) == "form"
    assert refused(game, action | {"people": 3, "pay": ["M", "M", "S", "S", "D1", "D1"]}) == "not_enough_population"
    assert refused(game, action | {"pay": ["E", "M"]}) == "missing_cards"
    do(game, action | {"pay": ["M", "M"]})
    assert game.view(0).populations["CAL"] == 1
    assert game.table.evacuated == 1
    specialist = at("evac", "CAL", ["M", "S", "M"])
    do(specialist, {"do": "evacuate", "people": 1, "pay": ["M", "S"]})
    assert specialist.table.mode is None
    assert refused(specialist, {"do": "evacuate", "people": 1, "pay": ["M"]}) == "bad_payment"


@pytest.mark.clauses("turn.trade")
def test_trades(at):
    game = at("evac", "CAL", ["M", "M"], ("relief", "CAL", ["F1", "F2"]), ("aquatic", "BAY", ["S"]))
    assert refused(game, {"do": "trade", "with": 2, "give": ["M"], "get": ["S"]}) == "not_same_city"
    assert refused(game, {"do": "trade", "with": 1, "give": ["M"], "get": ["F1", "F2"]}) == "unequal_trade"
    assert refused(game, {"do": "trade", "with": 1, "give": [], "get": []}) == "unequal_trade"
    assert refused(game, {"do": "trade", "with": 1, "give": ["S"], "get": ["F1"]}) == "missing_cards"
    assert refused(game, {"do": "trade", "with": 1, "give": ["M"], "get": ["E"]}) == "missing_cards"
    assert refused(game, {"do": "trade", "with": 0, "give": ["M"], "get": ["M"]}) == "not_same_city"
    do(game, {"do": "trade", "with": 1, "give": ["M", "M"], "get": ["F1", "F2"]})
    assert sorted(game.table.experts[0].hand) == ["F1", "F2"]
    assert game.table.experts[1].hand == ["M", "M"]


@pytest.mark.clauses("turn.end")
def test_the_hand_limit_is_exact(at):
    game = at("evac", "CAL", ["M"] * 7)
    assert refused(game, {"do": "end"}) == "hand_limit"
    assert refused(game, {"do": "end", "discard": ["M"] * 3}) == "hand_limit"
    assert refused(game, {"do": "end", "discard": ["M", "S"]}) == "missing_cards"
    do(game, {"do": "end", "discard": ["M", "M"]})
    assert refused(at("evac", "CAL", ["M"] * 5), {"do": "end", "discard": ["M"]}) == "hand_limit"


@pytest.mark.clauses("roles.relief")
def test_the_open_pile(at):
    game = at("relief", "CAL", ["S"], ("evac", "BAY", []), phase="draw")
    game.table.pile = ["E"]
    assert refused(game, {"do": "draw", "from": "pile", "card": "E"}) == "own_pile"
    game.table.deck = ["M", "F1", "D2"]
    do(game, {"do": "draw", "from": "deck"})
    do(game, {"do": "draw", "from": "deck"})
    assert refused(game, {"do": "lay", "cards": ["S"]}) == "not_just_drawn"
    assert refused(game, {"do": "lay", "cards": []}) == "not_just_drawn"
    do(game, {"do": "lay", "cards": ["D2", "F1"]})
    assert refused(game, {"do": "lay", "cards": ["D2"]}) == "not_just_drawn"
    do(game, {"do": "end"})
    assert refused(game, {"do": "draw", "from": "pile", "card": "S"}) == "not_in_pile"
    do(game, {"do": "draw", "from": "pile", "card": "F1"})
    do(game, {"do": "draw", "from": "deck"})
    assert game.table.experts[1].hand == ["F1", "M"]
    assert refused(game, {"do": "lay", "cards": ["M"]}) == "not_relief_corps"


@pytest.mark.clauses("roles.relief")
def test_cards_must_be_laid_right_after_the_draw(at):
    game = at("relief", "CAL", ["S"], phase="draw")
    do(game, {"do": "draw", "from": "deck"})
    do(game, {"do": "draw", "from": "deck"})
    fresh = game.table.fresh[0]
    do(game, {"do": "move", "to": "BAY"})
    assert refused(game, {"do": "lay", "cards": [fresh]}) == "not_just_drawn"


def test_actions_out_of_turn_or_without_sense(at):
    game = at("evac", "CAL", ["M"], phase="draw")
    assert refused(game, {"do": "end"}) == "not-now"
    assert refused(game, {"do": "dance"}) == "unknown"
    assert refused(game, {}) == "form"
    assert refused(game, {"do": ["end"]}) == "form"
    assert refused(game, {"do": "draw", "from": "sleeve"}) == "form"
    game = at("evac", "CAL", ["M"])
    assert refused(game, {"do": "end", "discard": "M"}) == "form"
    assert refused(game, {"do": "end", "discard": [["M"]]}) == "form"
    assert refused(game, {"do": "evacuate", "people": True, "pay": []}) == "form"
    assert refused(game, {"do": "fortify", "card": ["F1"], "pay": ["M"], "on": ["CAL.P"]}) == "form"


# Drawing


@pytest.mark.clauses("turn.reshuffle")
def test_the_discards_become_the_deck(at):
    game = at("evac", "CAL", [], phase="draw")
    table = game.table
    table.deck, table.discards = ["M"], ["S", "E"]
    do(game, {"do": "draw", "from": "deck"})
    assert game.to_act() == 0
    do(game, {"do": "draw", "from": "deck"})
    assert game.to_act() == CHANCE
    assert refused(game, {"do": "reshuffle", "order": ["S", "S"]}) == "bad_reshuffle"
    assert refused(game, {"do": "reshuffle", "order": "SE"}) == "form"
    do(game, {"do": "reshuffle", "order": ["E", "S"]})
    assert table.experts[0].hand == ["M", "E"]
    assert (table.deck, table.discards, table.phase) == (["S"], [], "act")


@pytest.mark.clauses("turn.reshuffle")
def test_with_nothing_left_nothing_is_drawn(at):
    game = at("evac", "CAL", ["M"])
    game.table.deck = []
    do(game, {"do": "draw_more"})
    assert game.table.phase == "act"
    assert game.table.experts[0].hand == ["M"]


def test_the_pile_may_be_the_only_source(at):
    game = at("evac", "CAL", [], phase="draw")
    game.table.deck, game.table.pile = [], ["E"]
    do(game, {"do": "draw", "from": "deck"})
    do(game, {"do": "draw", "from": "pile", "card": "E"})
    assert game.table.experts[0].hand == ["E"]
    assert game.table.phase == "act"


# The hurricane


@pytest.mark.clauses("hurricane.order", "forecast.deal", "hurricane.return", "hurricane.flip")
def test_a_table_without_a_storm_book_states_its_cards(at):
    game = at("evac", "CAL", [])
    do(game, {"do": "end"})
    assert game.to_act() == CHANCE
    assert refused(game, {"do": "flip", "cards": ["O01", "O02"]}) == "bad_flip"
    assert refused(game, {"do": "flip", "cards": ["O01", "O02", "O15"]}) == "bad_flip"
    assert refused(game, {"do": "flip", "cards": ["O01", "O01", "O02"]}) == "bad_flip"
    do(game, {"do": "flip", "cards": ["O01", "O02", "O03"]})
    assert game.view(0).center == (10, 5)
    assert refused(game, {"do": "forecast", "cards": ["L01", "L02", "L03", "L04", "L05"]}) == "bad_forecast"
    assert refused(game, {"do": "forecast", "cards": ["O01"]}) == "bad_forecast"
    do(game, {"do": "forecast", "cards": ["O01", "O02", "O03", "O04", "O05"]})
    assert (game.table.turn, game.to_act()) == (2, 0)


@pytest.mark.parametrize(
    ("start", "category", "flips", "expected"),
    [
        ((10, -3), 3, ["L05", "L06"], 2),
        ((10, 8), 4, ["O04", "O06"], 5),
        ((10, -3), 2, ["L08", "L10"], 2),
        ((12, 1), 2, ["L01"], 1),
    ],
)
@pytest.mark.clauses("hurricane.category", "hurricane.marks")
def test_one_step_a_turn(at, start, category, flips, expected):
    game = at("evac", "CAL", [])
    table, content = game.table, game.content
    table.centre, table.category = content.board.number[start], category
    game.hurricane([content.card_number[card] for card in flips])
    assert table.category == expected


@pytest.mark.clauses("hurricane.edge")
def test_steps_off_the_board_are_skipped(at, changed):
    """Card O12 goes north-east, then south-east; at the east edge only the steps off the board are lost."""
    for off_board, centre, skipped in (("skip", (20, -10), 2), ("end_card", (20, -10), 2)):
        content = changed({("measures", "switches", "off_board_step"): off_board})
        game = at("evac", "CAL", [], content=content)
        game.table.centre = content.board.number[20, -10]
        game.hurricane([content.card_number["O12"]])
        assert (content.board.hexes[game.table.centre], game.gusts[0].skipped) == (centre, skipped)
    north_edge = (10, -5)
    for off_board, centre, skipped in (("skip", (11, -5), 1), ("end_card", north_edge, 2)):
        content = changed({("measures", "switches", "off_board_step"): off_board})
        game = at("evac", "CAL", [], content=content)
        game.table.centre = content.board.number[north_edge]
        game.hurricane([content.card_number["O12"]])
        assert (content.board.hexes[game.table.centre], game.gusts[0].skipped) == (centre, skipped)


def over_new_calais(game, category=1):
    game.table.centre = game.content.board.number[10, 1]
    game.table.category = category
    game.hurricane([game.content.card_number["L10"], game.content.card_number["L07"]])
    return {hit.target: (hit.effect, hit.damage) for hit in game.gusts[-1].hits}


@pytest.mark.clauses(
    "hurricane.single-dam",
    "hurricane.infrastructure",
    "hurricane.people",
    "hurricane.one-chit",
    "hurricane.roads",
    "hurricane.every-turn",
    "hurricane.cover",
    "hurricane.track",
)
def test_damage_by_kind(at):
    """A small storm stays over New Calais: chits absorb, the rest is lost."""
    game = at("evac", "CAL", [])
    table, board = game.table, game.content.board
    table.forts[board.space_number["CAL.P"]] = 2
    table.dams = sum(
        1 << game.content.dam_site_number[site] for site in (("R05", "CAL"), ("R05", "BAY"), ("R07", "CAL"))
    )
    table.fort_supply, table.dam_supply = 28, 27
    assert over_new_calais(game) == {
        "CAL.P": ("absorbed", 0),
        "CAL.I1": ("lost", 1),
        "CAL.I2": ("lost", 1),
        "R05": ("held", 0),
        "R07": ("flooded", 1),
        "R08": ("flooded", 1),
    }
    assert (table.damage, table.fort_supply, table.dam_supply) == (4, 29, 28)
    assert over_new_calais(game) == {"CAL.P": ("absorbed", 0), "R05": ("held", 0)}
    assert over_new_calais(game) == {"CAL.P": ("people", 2), "R05": ("held", 0)}
    assert over_new_calais(game) == {"R05": ("held", 0)}
    assert game.table.losses == Loss(2, 2, 2)


def test_damage_under_the_old_or_the_new_piece(at, changed):
    """A storm that grows to the largest piece: with the other switch it still hits with the medium one."""
    reach = {}
    for switch in ("new", "old"):
        content = changed({("measures", "switches", "damage_under"): switch})
        game = at("evac", "CAL", [], content=content)
        game.table.centre, game.table.category = content.board.number[10, 3], 4
        game.hurricane([content.card_number["O13"]])
        assert game.table.category == 5
        reach[switch] = {hit.target for hit in game.gusts[0].hits}
    assert reach["old"] < reach["new"]
    assert "R07" in reach["new"] - reach["old"]


@pytest.mark.clauses("levels.swath", "hurricane.area")
def test_the_swath_counts_every_stop(at):
    """Past New Calais and back to sea: only the swath rule hits it."""
    targets = {}
    for swath in (False, True):
        game = at("evac", "CAL", [])
        game.swath = swath
        game.table.centre, game.table.category = game.content.board.number[10, 4], 1
        game.hurricane([game.content.card_number[card] for card in ("O01", "O15", "O15")])
        targets[swath] = {hit.target for hit in game.gusts[0].hits}
    assert targets[False] == set()
    assert targets[True] == {"CAL.I1"}


def test_dams_for_whole_cities(at, changed):
    """With the other switch a chit guards all roads of its city and survives a flood."""
    content = changed({("measures", "switches", "dams"): "city"})
    game = at("evac", "CAL", ["D2", "S", "S"], content=content)
    assert refused(game, {"do": "dam", "card": "D2", "pay": ["S", "S"], "at": ["BAY"]}) == "wrong_city"
    assert refused(game, {"do": "dam", "card": "D2", "pay": ["S", "S"], "at": [["R05", "CAL"]]}) == "not_a_road_end"
    do(game, {"do": "dam", "card": "D2", "pay": ["S", "S"], "at": ["CAL"]})
    game.table.dams |= 1 << content.dam_site_number["BAY"]
    hits = over_new_calais(game)
    assert hits["R05"] == ("held", 0)
    assert hits["R07"] == ("flooded", 1)
    assert game.view(0).dams == ("BAY", "CAL")


def test_a_team_game_under_every_switch(changed):
    """The team bot plays to the end under each other reading."""
    from pnp.games.stormfury.play.balance import Options as Simulation
    from pnp.games.stormfury.play.balance import play_one

    for switch, value in (("dams", "city"), ("damage_under", "old"), ("off_board_step", "end_card")):
        content = changed({("measures", "switches", switch): value})
        for seed in range(5):
            record = play_one(content, seed, Simulation())
            assert record["over"] in ("dissipated", "overwhelmed")


@pytest.mark.parametrize(
    ("experts", "damage", "ending", "verdict"),
    [
        (4, 0, "dissipated", "Unshaken coast"),
        (4, 2, "dissipated", "Unshaken coast"),
        (4, 3, "dissipated", "Well weathered"),
        (4, 12, "dissipated", "Hard hit"),
        (4, 29, "dissipated", "Devastated"),
        (3, 3, "dissipated", "Unshaken coast"),
        (1, 7, "dissipated", "Unshaken coast"),
        (1, 8, "dissipated", "Well weathered"),
        (2, 30, "overwhelmed", "Overwhelmed"),
    ],
)
@pytest.mark.clauses("end.verdict")
def test_verdicts(at, experts, damage, ending, verdict):
    game = at("evac", "CAL", [], *((role, "CAL", []) for role in ("relief", "aquatic", "architect")[: experts - 1]))
    game.table.damage, game.table.ending, game.table.phase = damage, ending, "over"
    assert game.result()["verdict"] == verdict


@pytest.mark.clauses("turn.order", "turn.draw", "setup.place", "setup.order")
def test_a_round_goes_from_seat_to_seat_and_on_to_the_next_turn(content):
    game = new_game(content, generate(content, 1, Options(experts=2)))
    assert game.to_act() == 0
    do(game, {"do": "place", "city": "CAL"})
    assert game.to_act() == 1
    do(game, {"do": "place", "city": "CAL"})
    for seat in (0, 1):
        assert (game.table.turn, game.to_act()) == (1, seat)
        for _ in range(2):
            do(game, {"do": "draw", "from": "deck"})
        hand = game.table.experts[seat].hand
        do(game, {"do": "end", "discard": hand[:2]})
    assert (game.table.turn, game.to_act()) == (2, 0)
    assert game.view(0).center == generate(content, 1, Options()).storm[0].center
