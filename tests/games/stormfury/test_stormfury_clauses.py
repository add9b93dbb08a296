"""Clauses that no other test of Project Stormfury is about."""

import pytest
from test_stormfury_engine import at, do, refused

from pnp.games.stormfury.play.certificate import storm_class
from pnp.games.stormfury.play.scenario import Options, generate, new_game
from pnp.games.stormfury.play.storm import deal_turn
from pnp.play.state import CHANCE

__all__ = ["at"]


@pytest.mark.clauses("setup.decks", "forecast.deck")
@pytest.mark.parametrize("start", ["W", "C", "E"])
def test_the_first_forecast_comes_from_the_ocean_deck(content, start):
    game = new_game(content, generate(content, 4, Options(start=start, experts=1)))
    do(game, {"do": "place", "city": "CAL"})
    assert set(game.table.forecast) <= set(content.decks["ocean"])
    game = new_game(content, generate(content, 4, Options(start=start, experts=1)))
    game.storm = None
    do(game, {"do": "place", "city": "CAL"})
    assert game.to_act() == CHANCE
    assert refused(game, {"do": "forecast", "cards": ["L01", "L02", "L03", "L04", "L05"]}) == "bad_forecast"
    do(game, {"do": "forecast", "cards": ["O01", "O02", "O03", "O04", "O05"]})


@pytest.mark.clauses("forecast.deal", "forecast.shuffle", "hurricane.flip")
def test_the_whole_deck_is_shuffled_every_turn(content):
    """Whatever was flipped before, each card may come again, in the forecast and among the flips."""
    centre = content.board.starts["C"]
    for turn in (1, 2):
        dealt = [deal_turn(content, seed, turn, centre, 3) for seed in range(80)]
        assert {deck for deck, _, _ in dealt} == {"ocean"}
        assert {card for _, forecast, _ in dealt for card in forecast} == set(content.decks["ocean"])
        assert {card for _, _, flips in dealt for card in flips} == set(content.decks["ocean"])
        for _, forecast, flips in dealt:
            assert len(set(forecast)) == len(forecast) == content.storm.forecast_cards
            assert set(flips) <= set(forecast) and len(set(flips)) == len(flips) == content.flips[3]
    assert any(flips != forecast[: len(flips)] for _, forecast, flips in dealt)


@pytest.mark.clauses("hurricane.return", "forecast.deck")
def test_a_storm_that_goes_back_to_sea_is_dealt_from_the_ocean_deck_again(at):
    game = at("evac", "CAL", [])
    content, table = game.content, game.table
    decks = []
    for centre in ((10, 1), (10, 5)):
        table.centre, table.category, table.turn = content.board.number[centre], 2, 3
        game._begin_round()
        assert game.to_act() == CHANCE
        decks.append(next(name for name, cards in content.decks.items() if content.card_number[_first(game)] in cards))
        assert table.turn == 4
    assert decks == ["land", "ocean"]


def _first(game):
    """The first card of a forecast that the game accepts."""
    for letter in "LO":
        cards = [f"{letter}{number:02}" for number in range(1, 6)]
        twin = game.copy()
        try:
            do(twin, {"do": "forecast", "cards": cards})
        except Exception as refusal:
            assert refusal.code == "bad_forecast"
        else:
            return cards[0]
    raise AssertionError("no forecast is accepted")


@pytest.mark.clauses("scenario.classes")
@pytest.mark.parametrize(
    ("damage", "name"),
    [
        (8, None),
        (9, "mild"),
        (11, "mild"),
        (12, "standard"),
        (15, "standard"),
        (16, "severe"),
        (20, "severe"),
        (21, None),
    ],
)
def test_a_storm_is_classed_by_the_damage_that_nobody_prevents(content, damage, name):
    assert storm_class(content, damage) == name
