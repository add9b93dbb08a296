"""A whole game: files merged, records expanded, the manifest counted, everything found at once."""

from pathlib import Path

import pytest
from support import CONTENT, DEMO, ROOT

from pnp.context import allow
from pnp.diagnostics import Problems, Report
from pnp.limits import Limits
from pnp.load.game import load_game, load_or_raise, walk_parts
from pnp.load.library import content_folder, game_names, templates_folder
from pnp.load.template import compile_text


def codes(content, name="demo"):
    report = Report()
    assert load_game(content, name, report) is None
    return [d.code for d in report.diagnostics]


def test_the_demo_game(make_game):
    game = load_or_raise(make_game(), "demo")
    assert game.component_ids() == ["deck", "map", "coins"]
    assert [game.count(c) for c in game.component_ids()] == [3, 1, 4]
    assert [(r.label, r.copies) for r in game.records["deck"]] == [("Spark", 1), ("Wave", 2)]
    assert [r.names["coin"]["value"] for r in game.records["coins"]] == [1, 2]
    assert game.roles["fire"].colour == "#c0392b"
    assert "ink" in game.roles, "the common palette is there too"
    assert game.names["game"]["title"] == "Demo"


def test_content_of_one_kind_may_be_spread_over_files(make_game):
    parts = {
        "cards-extra.yaml": "decks:\n  promo: {title: Promo, front: front, cards: [{title: P, role: fire, icon: star}]}\n",
        "game.yaml": DEMO["game.yaml"].replace("coins: 4", "coins: 4\n  promo: 1"),
    }
    assert set(load_or_raise(make_game(parts), "demo").decks) == {"deck", "promo"}


def test_a_game_may_replace_a_common_role(make_game):
    content = make_game(
        {"palette.yaml": DEMO["palette.yaml"].replace("distinct", "  ink: {colour: '#333333'}\ndistinct")}
    )
    assert load_or_raise(content, "demo").roles["ink"].colour == "#333333"


def test_the_hash_follows_the_content_alone(make_game):
    content = make_game()
    first = load_or_raise(content, "demo").hash
    assert load_or_raise(content, "demo").hash == first
    make_game({"readme.txt": "nothing"})
    assert load_or_raise(content, "demo").hash == first
    make_game({"boards.yaml": DEMO["boards.yaml"].replace("\n", "\r\n")})
    assert load_or_raise(content, "demo").hash == first, "line ends are no content"
    make_game({"boards.yaml": DEMO["boards.yaml"] + "# a remark\n"})
    assert load_or_raise(content, "demo").hash != first


def test_later_phases_do_not_run_on_broken_input(make_game):
    broken = {
        "boards.yaml": "boards: {map: {title: 1}}\n",
        "cards.yaml": DEMO["cards.yaml"].replace("front: front", "front: x"),
    }
    assert codes(make_game(broken)) == ["missing-key", "missing-key", "type"]


@pytest.mark.parametrize("name", ["nogame", "", "..", "a" * 300, "demo/../demo", "x\ny"])
def test_names_that_are_no_games(make_game, name):
    found = codes(make_game(), name)
    assert found in (["missing"], ["id"])


def test_an_unknown_game_gets_the_closest_name(make_game):
    with pytest.raises(Problems) as caught:
        load_or_raise(make_game(), "dmeo")
    assert caught.value.diagnostics[0].hint == "did you mean 'demo'?"


def test_too_many_files_are_refused(make_game):
    content = make_game({f"data-{i}.yaml": "" for i in range(5)})
    allow(Limits()._replace(files=6))
    try:
        assert codes(content) == ["size"]
    finally:
        allow(Limits())


def test_a_folder_with_the_name_of_a_file(make_game):
    content = make_game({"rules.yaml/x": ""})
    assert codes(content) == ["read"]


def test_files_that_nothing_reads_are_not_opened(make_game):
    content = make_game({"notes.yaml": b"\xff\xfe not: [yaml"})
    report = Report()
    assert load_game(content, "demo", report) is not None
    assert [(d.severity, d.code) for d in report.diagnostics] == [("warning", "unused")]


def test_parts_inside_repeats_are_walked(knowledge):
    paths = [path for path, _ in walk_parts(knowledge.faces["setup-cell"])]
    assert any(len(path) == 4 for path in paths)


def test_games_are_found_by_their_game_file(make_game, tmp_path, monkeypatch):
    content = make_game()
    (content / "empty").mkdir()
    (content / "file.txt").write_text("x")
    assert game_names(content) == ["demo"]
    assert game_names(content / "nowhere") == []
    assert game_names(Path("a" * 300)) == []
    monkeypatch.chdir(tmp_path)
    assert content_folder() == Path("content")
    assert content_folder("elsewhere") == Path("elsewhere")
    assert content_folder("shipped") == CONTENT
    monkeypatch.chdir(content)
    assert content_folder() == Path(), "the user stands among the games"
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert content_folder() == CONTENT, "no ./content here: the shipped games"
    assert templates_folder() == ROOT / "templates"


def test_every_shipped_game_loads():
    for name in game_names(CONTENT):
        report = Report()
        assert load_game(CONTENT, name, report) is not None, (name, [d.message for d in report.diagnostics])


def test_templates_see_the_defaults_of_a_games_own_files():
    """The Kraken does not say that it stays on the ground, nor a role that it has no stand-in."""
    tempest, stormfury = (load_or_raise(CONTENT, name).names for name in ("tempest", "stormfury"))
    assert [beast["airborne"] for beast in tempest["beasts"]] == [False, False, True]
    assert compile_text("{{ beasts[0].airborne }}").render(tempest) == "False"
    assert compile_text("{% if beasts[0].airborne %}in the air{% endif %}").render(tempest) == ""
    assert tempest["game"]["language"] == "en" and tempest["game"]["cover"]["icon"] == "twister"
    assert stormfury["roles"]["evac"]["stand_in"] is None
    assert list(stormfury["resource_cards"]["M"]) == ["name", "kind", "count", "pay", "places", "discards"]
