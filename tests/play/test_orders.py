"""Scenarios that game.yaml orders: certified once, replaced in words when they are no longer good, and reseeded."""

import shutil

import pytest
import yaml

from pnp.diagnostics import Problems, Report
from pnp.load.game import load_or_raise
from pnp.load.library import SHIPPED, content_folder
from pnp.play import orders
from pnp.play.orders import ordered_scenarios, reseeded
from pnp.play.scenario import PassedOver, make_scenario, playable

SHIPS = content_folder(SHIPPED)
ORDERS = """
# Deals for every build.
scenarios:
  - {seed: 10, options: {players: 3}}    # for three
  -
    options:
      players: 3
    seed:   6
  - {seed: 7, options: {players: 4}}
"""


class _Cache:
    """A cache that remembers what it was asked."""

    def __init__(self):
        self.kept = {}

    def get(self, game, seed, options):
        return self.kept.get((game.played, seed, str(options)))

    def put(self, game, seed, options, scenario):
        self.kept[game.played, seed, str(options)] = scenario


@pytest.fixture
def ordering(tmp_path):
    """Make a copy of a game that orders scenarios, with a number of its options changed."""

    def make(lines=ORDERS, old="", new=""):
        folder = tmp_path / "content" / "knowledge"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SHIPS / "knowledge", folder)
        for path, changed in (
            (folder / "game.yaml", lambda text: text.split("\n# Deals")[0] + lines),
            (folder / "options.yaml", lambda text: text.replace(old, new)),
        ):
            path.write_text(changed(path.read_text("utf-8")), "utf-8")
        return load_or_raise(folder.parent, "knowledge")

    return make


def fill(game, cache=None, said=None):
    report, said = Report(), [] if said is None else said
    return ordered_scenarios(game, cache or _Cache(), report, said.append), report.diagnostics


def test_ordered_scenarios_are_certified_once_until_what_is_played_changes(ordering):
    cache, said = _Cache(), []
    first = fill(ordering("scenarios: [{seed: 6, options: {players: 3}}]\n"), cache, said)
    other_texts = fill(ordering("scenarios: [{seed: 6, options: {players: 3}}]\n# a remark\n"), cache, said)
    assert len(said) == 1
    assert first[1] == other_texts[1] == []
    assert other_texts[0][0].deal == first[0][0].deal
    assert other_texts[0][0].seal.content != first[0][0].seal.content
    fill(
        ordering("scenarios: [{seed: 6, options: {players: 3}}]\n", "random_trip: 0.05", "random_trip: 0.06"),
        cache,
        said,
    )
    assert len(said) > 1


def test_a_seed_that_is_not_good_gives_its_place_to_the_next_good_one_in_words(ordering):
    game, cache, said = ordering(), _Cache(), []
    found, diagnostics = fill(game, cache, said)
    play = playable(game)
    options = play.options({"players": 3})
    good = [s for s in range(11, 60) if not isinstance(make_scenario(play, s, options), PassedOver)]
    assert [scenario.seed for scenario in found] == [good[0], 6, 7]
    (told,) = diagnostics
    assert not told.is_error
    assert told.message == f"seed 10 is not good enough any more (KV12 seat-fairness): seed {good[0]} takes its place"
    assert "seed: 10" in game.documents["game"].text.split("\n")[told.span.line - 1]
    assert told.hint == "pnp scenario knowledge --reseed writes good seeds into game.yaml"
    tried = len(said)
    assert fill(game, cache, said) == (found, diagnostics) and len(said) == tried, "poor seeds are remembered, too"


def test_no_two_orders_get_the_same_seed(ordering):
    lines = "scenarios: [{seed: 10, options: {players: 3}}, {seed: 5, options: {players: 3}}]\n"
    found, diagnostics = fill(ordering(lines))
    assert len({scenario.seed for scenario in found}) == len(diagnostics) == 2
    found, _ = fill(ordering("scenarios: [{seed: 5, options: {players: 3}}, {seed: 6, options: {players: 3}}]\n"))
    assert [scenario.seed for scenario in found][1] == 6 != found[0].seed


def test_a_scenario_is_left_out_in_words_if_no_seed_near_is_good(ordering, monkeypatch):
    monkeypatch.setattr(orders, "NEAR", 3)
    monkeypatch.setattr(orders, "MOST_TRIES", 3)
    game = ordering(ORDERS, "home_goals: 2", "home_goals: 0")
    found, diagnostics = fill(game)
    assert len(found) < 3 and all(not d.is_error for d in diagnostics)
    assert any(d.message.endswith("nor is any of the next 3, and the scenario is left out") for d in diagnostics)
    with pytest.raises(Problems, match="no good seed within 3 from"):
        reseeded(game, _Cache(), lambda _: None)


def test_an_order_that_cannot_be_met_is_an_error_at_its_place(ordering):
    game = ordering("scenarios: [{seed: 6, options: {players: 9}}]\n")
    found, (fault,) = fill(game)
    assert found == [] and fault.is_error and "2 to 5 can play, not 9" in fault.message
    with pytest.raises(Problems, match="2 to 5 can play"):
        reseeded(game, _Cache(), lambda _: None)


def test_reseeding_changes_seeds_and_nothing_else(ordering):
    game = ordering(ORDERS, "seat_share: 1.5", "seat_share: 1.3")
    text, changed = reseeded(game, _Cache(), lambda _: None)
    before = game.documents["game"].text
    seeds = [order["seed"] for order in yaml.safe_load(text)["scenarios"]]
    assert changed and len(changed) == sum(a != b for a, b in zip(seeds, [10, 6, 7], strict=True))
    for old, new in zip([10, 6, 7], seeds, strict=True):
        before = before.replace(f"seed: {old},", f"seed: {new},").replace(f"seed:   {old}\n", f"seed:   {new}\n")
    assert text == before
    assert "  - {seed: " in text and "# for three" in text


def test_seeds_that_are_not_written_out_are_told_instead(ordering):
    game = ordering("scenarios: [&a {seed: &n 10, options: {players: 3}}, {seed: *n, options: {players: 2}}]\n")
    with pytest.raises(Problems, match="not written out"):
        reseeded(game, _Cache(), lambda _: None)


def test_check_and_build_say_the_same_and_reseed_mends_it(ordering, pnp, tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    ordering()
    code, out, checked = pnp("check knowledge")
    assert code == 0 and out == "knowledge: 1 warning\n"
    code, _, built = pnp("build knowledge --only scenarios")
    assert code == 0 and "seed 10 is not good enough any more" in built
    assert built.split(" warning")[1] == checked.split(" warning")[1]
    code, out, _ = pnp("scenario knowledge --reseed")
    assert code == 0 and out.endswith("content/knowledge/game.yaml: 1 seed changed\n")
    assert pnp("check knowledge") == (0, "knowledge: no faults\n", "")
    assert pnp("scenario knowledge --reseed")[1] == "content/knowledge/game.yaml: 0 seeds changed\n"


def test_shipped_games_and_games_without_orders_are_not_reseeded(ordering, pnp):
    code, _, err = pnp("scenario terrain --reseed")
    assert code == 1 and "pnp copy terrain makes it yours" in err
    ordering("")
    code, _, err = pnp("scenario knowledge --reseed")
    assert code == 1 and "orders no scenarios" in err


def test_a_game_whose_rules_stand_in_its_files_is_known_by_all_of_them(make_game):
    """Only code of its own says which files a game is played with."""
    game = load_or_raise(make_game(), "demo")
    assert game.played == game.hash != load_or_raise(make_game({"data-more.yaml": "more: 1\n"}), "demo").played
