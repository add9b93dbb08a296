"""The tool that asks whether tests bite: what it changes, what it leaves alone, and whom it calls a survivor."""

import ast

import mutants
import pytest

SOURCE = '''\
"""A module."""

LIMIT = 5


def fits(number: int, most: "list[int] | None" = None) -> bool:
    """Say whether a number fits."""
    if not number and most:
        return True
    return number + 1 < LIMIT


def told(number: int) -> str:
    """Tell a number."""
    return f"{number + 1} is {'odd' if number % 2 else 'even'}"
'''
TEST = "from pnp.play.small import fits, told\n\ndef test_fits():\n    assert fits(3) and not fits(4) and not fits(9)\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one module and one test."""
    for path, text in (
        ("pnp/__init__.py", ""),
        ("pnp/play/__init__.py", ""),
        ("pnp/play/small.py", SOURCE),
        ("tests/play/test_small.py", TEST),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "BESIDE", {"pnp/play": ("tests/play",)})
    return tmp_path


def test_operators_and_constants_are_changed_one_at_a_time(project):
    found = mutants.mutants_of("pnp/play/small.py")
    assert {(mutant.line, mutant.before, mutant.after) for mutant in found} == {
        (8, "not number and most", "not number or most"),
        (8, "not number", "number"),
        (9, "True", "False"),
        (10, "number + 1 < LIMIT", "number + 1 <= LIMIT"),
        (10, "number + 1", "number - 1"),
        (10, "1", "2"),
    }
    for mutant in found:
        ast.parse(mutant.source)
        before, after = SOURCE.splitlines(), mutant.source.splitlines()
        assert [number for number, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]] == [
            mutant.line
        ]


def test_the_same_seed_draws_the_same_mutants(project):
    first, again, other = (mutants.sample(seed, 4, []) for seed in (1, 1, 2))
    assert first == again != other and len(set(first)) == 4
    assert mutants.sample(1, 4, ["pnp/load"]) == []


def test_survivors_are_those_that_no_test_notices(project):
    by_change = {mutant.after: mutant for mutant in mutants.mutants_of("pnp/play/small.py")}
    tests = mutants.beside("pnp/play/small.py")
    assert mutants.notices(project, by_change["number - 1"], tests)
    assert not mutants.notices(project, by_change["False"], tests)
    assert (project / "pnp/play/small.py").read_text() == SOURCE


def test_tests_beside_a_module_of_a_game_are_the_quick_ones_and_those_about_it():
    engine, balance = (mutants.beside(f"pnp/games/tempest/{name}.py") for name in ("engine", "balance"))
    assert engine[0].endswith("test_tempest_engine.py") and engine[1].endswith("test_tempest_clauses.py")
    assert not any("balance" in path for path in engine) and any("balance" in path for path in balance)
    assert all((mutants.ROOT / path).is_file() for path in engine)


def test_tests_that_name_a_clause_are_found_by_their_marks_and_words(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    folder = tmp_path / "tests" / "games" / "x"
    folder.mkdir(parents=True)
    (folder / "test_x_engine.py").write_text(
        'TABLE = ["a.table"]\n\n@mark.clauses("a.mark", "a.two-words")\ndef test_one():\n    "Rules a.text."\n\ndef test_two():\n    refused("a.code")\n'
    )
    (folder / "test_x_rules.py").write_text('def test_words():\n    assert "a.printed"\n')
    here = "tests/games/x/test_x_engine.py"
    one, two = f"{here}::test_one", f"{here}::test_two"
    assert mutants._naming(folder) == {
        "a.table": [here],
        "a.mark": [one],
        "a.two-words": [one],
        "a.text": [one],
        "a.code": [two],
        "mark.clauses": [one],
    }
