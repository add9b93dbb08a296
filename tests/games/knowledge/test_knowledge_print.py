"""Sealed deals on paper: the dealer's page tells everything, a slip only what its seat may know."""

import pytest
from support import options

from pnp.draw.drawing import Text, walk
from pnp.games.knowledge.play.deal import DealCertificate
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.games.knowledge.print.pages import SealedDeal, scenario_printables
from pnp.play.deal import Seal, Sealed
from pnp.sheets.components import canvas_of, make_painter
from pnp.sheets.scenarios import scenario_sets


@pytest.fixture(scope="module")
def pages(game, golden):
    return SealedDeal(game, make_painter(game, "colour"), canvas_of(options("a4")).upright, golden)


def words(drawing):
    return " ".join(item.text for item in walk(drawing.items) if isinstance(item, Text))


def titles(game, numbers):
    books = {book["no"]: book["title"] for place in game.names["locations"] for book in place["books"]}
    return [books[number] for number in numbers]


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_page_for_the_dealer_and_one_for_each_seat(game, golden, golden_scenario, paper, style):
    sets = scenario_sets(game, [golden], options(paper, style=style), solutions=True)
    assert sum(len(s.sheets) for s in sets) == 1 + golden_scenario["players"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_of_players_fits(game, players):
    deal = Sealed(generate(game.compiled, 1, Options(players=players)), DealCertificate(), Seal())
    for paper in ("a4", "letter"):
        canvas = canvas_of(options(paper))
        made = scenario_printables(game, make_painter(game, "colour"), canvas, deal, solutions=False)
        assert [item.label for p in made for item in p.items] == ["dealer", *(f"seat {i + 1}" for i in range(players))]


def test_a_slip_names_the_own_goals_and_no_others(game, golden_scenario, pages):
    for seat, goals in enumerate(golden_scenario["goals"]):
        text = words(pages.slip(seat))
        for number in range(1, 25):
            title = titles(game, [number])[0].split()[-1]
            alike = [t for t in titles(game, goals) if title in t.split()]
            assert (title in text.split()) == bool(alike) or number in goals
        for title in titles(game, goals):
            assert all(word in text for word in title.split())


def test_the_part_that_covers_the_goals_tells_nothing(game, golden_scenario, pages):
    """The decoys are the same for every seat and every golden_scenario."""
    third = pages.page.h / 3

    def lowest(seat):
        return [i for i in walk(pages.slip(seat).items) if isinstance(i, Text) and i.y > 2 * third + 4]

    assert lowest(0) == lowest(1) == lowest(2)
    assert {int(i.text) for i in lowest(0) if i.text.isdigit()} == set(range(1, 25))


def test_goals_lie_between_the_folds(game, golden_scenario, pages):
    """Nothing of the goals reaches over a fold, where it could be read from outside."""
    third = pages.page.h / 3
    for seat, goals in enumerate(golden_scenario["goals"]):
        shown = {word for title in titles(game, goals) for word in title.split()}
        for item in walk(pages.slip(seat).items):
            if isinstance(item, Text) and item.font.startswith("serif") and item.text in shown:
                assert third < item.y < 2 * third


def test_the_cover_names_seat_and_colour_only(game, golden_scenario, pages):
    third = pages.page.h / 3
    for seat, colour in enumerate(golden_scenario["colours"]):
        place = game.names["locations"][colour]
        cover = " ".join(i.text for i in walk(pages.slip(seat).items) if isinstance(i, Text) and i.y < third - 3)
        assert f"Seat {seat + 1}: {place['name']}" in " ".join(cover.split())
        assert "seed 5" in cover and "format 1" in cover and game.hash in cover
        for title in titles(game, golden_scenario["goals"][seat]):
            assert title not in cover


def test_the_dealer_s_page_has_libraries_in_order(game, golden_scenario, pages):
    text = words(pages.dealer())
    positions = []
    for number in sorted(map(int, golden_scenario["libraries"])):
        for title in titles(game, golden_scenario["libraries"][str(number)]):
            positions.append(text.find(title.split()[-1], positions[-1] if positions else 0))
    assert -1 not in positions and positions == sorted(positions)
    uses = {game.names["locations"][number]["name"]: use for use, _, number in pages.places()}
    assert uses["Algiers"] == "seat 1" and uses["Milan"] == "seat 2" and uses["Bermoothes"] == "seat 3"
    assert uses["Carthage"] == "neutral" and uses["Naples"] == uses["Tunis"] == "not in use"


def test_ordered_deals_are_good(game):
    from pnp.games.knowledge.play.checks import CHECKS, Subject

    assert [order.options["players"] for order in game.game.scenarios] == [3, 4]
    for order in game.game.scenarios:
        subject = Subject(game.compiled, generate(game.compiled, order.seed, Options(**order.options)))
        assert not [v for check in CHECKS.checks for v in check.run(subject)]
