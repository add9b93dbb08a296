"""Comparing two measurements: what has moved, what may be chance."""

import json
from pathlib import Path

import pytest

from pnp.play.compare import compare, only_in_one
from pnp.play.stats import difference, mean, rate


def errors(before, after):
    (change,) = compare({"x": before}, {"x": after})
    return change


def test_shares():
    assert errors(rate(50, 100), rate(50, 100)).errors == 0
    assert not errors(rate(50, 100), rate(60, 100)).sure
    assert errors(rate(50, 100), rate(80, 100)).sure
    assert errors(rate(500, 1000), rate(600, 1000)).sure
    assert errors(rate(80, 100), rate(50, 100)).errors < -3
    assert errors(rate(0, 1000), rate(100, 1000)).sure
    assert not errors(rate(0, 10), rate(2, 10)).sure


def test_means():
    wide, shifted = list(range(100)), [value + 3 for value in range(100)]
    assert not errors(mean(wide), mean(shifted)).sure
    assert errors(mean(wide), mean([value + 30 for value in wide])).sure
    assert errors(mean([5, 5, 5]), mean([6, 6, 6])).sure, "no spread at all"
    assert errors(mean([5, 5, 5]), mean([5, 5, 5])).errors == 0
    assert errors(mean([5]), mean([9])).errors is None, "a single game says nothing"
    assert not errors(mean([5]), mean([9])).sure


def test_chance_alone_moves_nothing():
    """Of many figures of the same game, measured with other seeds, hardly one is told as changed."""
    from pnp.play.seeds import stream

    def sample(name: str):
        luck = stream("test", 1, name)
        return {str(i): rate(sum(luck.below(100) < 40 for _ in range(100)), 100) for i in range(2000)}

    changes = compare(sample("one"), sample("two"))
    assert sum(c.sure for c in changes) <= 10, "3 in 1000 at most"
    assert sum(abs(c.errors or 0) > 1.96 for c in changes) >= 60, "at 95 % it would be 5 in 100"


def test_figures_are_found_at_any_depth():
    before = {"2 players": {"seats": [rate(3, 9), rate(6, 9)]}, "gap": difference(3, 9, 6, 9), "note": "x", "games": 9}
    after = {"2 players": {"seats": [rate(3, 9), rate(5, 9)]}, "gap": difference(3, 9, 5, 9), "new": rate(1, 2)}
    assert [c.path for c in compare(before, after)] == [
        ("2 players", "seats", "1"),
        ("2 players", "seats", "2"),
        ("gap",),
    ]
    assert only_in_one(before, after) == [("new",)]


def test_a_change_of_content_shows_and_chance_does_not(pnp):
    played = "balance stormfury --games 40 --experts 4 --jobs 1"
    old = "--compare old/stormfury/balance/balance.json"
    assert pnp(f"{played} --out old --quiet")[0] == 0
    code, out, err = pnp(f"{played} {old}")
    assert code == 0
    assert "same content" in err
    assert out.startswith("0 of "), "the same game again"
    code, out, err = pnp(f"{played.replace('experts 4', 'experts 2')} {old}")
    assert "measured with other options" in err
    assert pnp("copy stormfury")[0] == 0
    path = Path("content/stormfury/measures.yaml")
    text = path.read_text("utf-8")
    changed = text.replace("\n  draw: 2 ", "\n  draw: 1 ", 1)
    assert changed != text
    path.write_text(changed, "utf-8")
    code, out, err = pnp(f"{played} {old}")
    assert code == 0
    assert "same content" not in err and "other options" not in err
    assert "saved" in out and " → " in out and "▼" in out
    told = json.loads(pnp(f"{played} {old} --json")[1])
    assert any(c["sure"] for c in told["changes"])
    assert told["before"]["content"] != told["after"]["content"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "no balance report"),
        ("{}", "no balance report"),
        ('{"game": "horde", "figures": {}}', "is about 'horde'"),
        ("{", "error["),
    ],
)
def test_what_is_no_report(pnp, text, said):
    Path("old.json").write_text(text)
    code, _, err = pnp("balance stormfury --games 1 --jobs 1 --compare old.json")
    assert code == 1
    assert said in err
    assert not Path("output").exists()


ODD = ["x", None, True, [], {}, [1, [2]], "NaN", float("inf"), 10**400, -(10**14), 0.5]


def places(value, path=()):
    """Yield the path of every value inside of a report."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from places(inner, (*path, key))


def test_a_damaged_report_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    """Every value of a report replaced by odd ones, or gone: it is refused with its place, or it can be compared."""
    import copy

    from pnp.diagnostics import Problems
    from pnp.export.report import report_changes
    from pnp.load.words import shared_words
    from pnp.pipeline_play import read_report

    whole = {
        "game": "demo",
        "content": "abc",
        "games": 2,
        "options": None,
        "figures": {
            "saved": {"rate": 0.5, "low": 0.4, "high": 0.6, "n": 9},
            "by seat": [
                {"mean": 1.5, "low": 1.0, "high": 2.0, "sd": 1.0, "n": 9, "quartiles": [1, 2, 3], "histogram": [1, 2]}
            ],
            "gap": {"difference": 0.1, "low": -0.1, "high": 0.3},
            "decks": {"words": "plain", "counts": [1, 2]},
        },
    }
    refused = 0
    paths = list(places(whole))
    for path in paths:
        for odd in [*ODD, ...]:
            data = copy.deepcopy(whole)
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            if odd is ...:
                del inner[path[-1]]
            else:
                inner[path[-1]] = odd
            (tmp_path / "old.json").write_text(json.dumps(data))
            try:
                report = read_report(tmp_path / "old.json", "demo").data
            except Problems as problems:
                refused += 1
                assert all(fault.span is not None for fault in problems.diagnostics)
                continue
            only_in_one(report["figures"], whole["figures"])
            changes = compare(report["figures"], whole["figures"])
            assert all(isinstance(text, str) for row in report_changes(changes, shared_words().report) for text in row)
    assert refused > 5 * len(paths) / 2


def test_a_damaged_figure_is_told_with_its_place(pnp):
    text = (
        '{"game": "stormfury", "content": "", "games": 1, "options": null,\n "figures": {"x": {"rate": 1, "low": "?"}}}'
    )
    Path("old.json").write_text(text)
    code, out, err = pnp("balance stormfury --games 1 --jobs 1 --compare old.json")
    assert (code, out) == (1, "")
    assert "old.json:2:38: error[report]: 'low' of a figure is a number" in err
    assert "old.json:2:19: error[report]: this figure has no 'high'" in err
    assert err.endswith("2 errors; nothing was written\n")
    assert not Path("output").exists()


@pytest.mark.parametrize("spoilt", ["x", None, True, [1], {"a": 1}, 10**400, float("nan"), float("inf"), -1e300])
@pytest.mark.parametrize("key", ["rate", "low", "high", "n"])
def test_damaged_figures_have_a_place(key, spoilt):
    from pnp.play.compare import damage

    sound = rate(3, 9)
    assert list(damage({"a": [sound], "b": {"histogram": {"1": 2}}, "note": "x"})) == []
    if key == "rate" and isinstance(spoilt, (list, dict)):
        return  # that is no figure, but figures by name
    ((path, message),) = damage({"a": [sound, {**sound, key: spoilt}]})
    assert path == ("a", 1, key)
    assert key in message


def test_a_damaged_report_is_refused_before_anything_is_measured(pnp, tmp_path):
    assert pnp("balance knowledge --games 4 --jobs 1 --quiet --out old")[0] == 0
    file = tmp_path / "old" / "knowledge" / "balance" / "balance.json"
    file.write_text(file.read_text("utf-8").replace('"quartiles": [', '"quartiles": ["x", ', 1), "utf-8")
    code, out, err = pnp(f"balance knowledge --games 4 --jobs 1 --out new --compare {file}")
    assert (code, out) == (1, "")
    assert "error[report]: 'quartiles' of a figure are numbers" in err
    assert not (tmp_path / "new").exists()
