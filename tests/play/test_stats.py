"""Statistics: intervals against values worked out by hand."""

import ast
from math import fsum

import pytest
from shipped import ENGINES
from support import ROOT

from pnp.play.stats import difference, distribution, mean, paired_difference, quantile, rate, rates, seat_wins


def test_mean_with_interval():
    found = mean([1, 2, 3, 4])
    assert found["mean"] == 2.5
    assert found["sd"] == pytest.approx(1.2909944)
    assert found["high"] - found["mean"] == pytest.approx(1.959964 * 1.2909944 / 2)


def test_wilson_interval():
    found = rate(8, 10)
    assert found["rate"] == 0.8
    assert found["low"] == pytest.approx(0.4902, abs=1e-4)
    assert found["high"] == pytest.approx(0.9433, abs=1e-4)


def test_no_games_are_no_division_by_zero():
    assert rate(0, 0) == {"rate": 0.0, "low": 0.0, "high": 1.0, "n": 0}
    assert mean([]) == {"mean": 0.0, "low": 0.0, "high": 0.0, "sd": 0.0, "n": 0}
    assert mean([3]) == {"mean": 3.0, "low": 3.0, "high": 3.0, "sd": 0.0, "n": 1}


def test_rates_count_each_game_once():
    found = rates([["a", "a"], ["b"], []], ["a", "b", "c"], 4)
    assert [found[k]["rate"] for k in "abc"] == [0.25, 0.25, 0.0]


def test_quantiles_and_distribution():
    values = list(range(1, 101))
    assert quantile(values, 0.5) == 51
    found = distribution(values)
    assert (found["least"], found["most"], found["quartiles"]) == (1, 100, [26, 51, 76])
    assert found["histogram"]["7"] == 1


def test_difference_of_shares():
    found = difference(60, 100, 40, 100)
    assert found["difference"] == pytest.approx(0.2)
    assert found["low"] < 0.2 < found["high"]


def test_paired_differences_look_at_each_seed():
    same = paired_difference([True, False] * 50, [True, False] * 50)
    assert same["difference"] == 0
    assert same["high"] == -same["low"] == pytest.approx(1.959964 * (2 / 102 / 102) ** 0.5)
    worse = paired_difference([False, False, True, True], [True, False, True, True])
    assert worse["difference"] == -0.25
    assert (worse["low"], worse["high"]) == (pytest.approx(-0.7165, abs=1e-4), pytest.approx(0.3832, abs=1e-4))


def test_sums_are_exact():
    """Every Python gives the same last digit, whatever the order: 3.11 adds plainly, 3.12 compensates."""
    values = [1e16, 1.0, -1e16, 0.1] * 5
    assert mean(values)["mean"] == mean(sorted(values))["mean"] == 5.5 / 20
    thirds = [{"winners": [0, *range(1, number % 7 + 1)]} for number in range(100)]
    assert seat_wins(thirds, 0)["rate"] == fsum(1 / len(one["winners"]) for one in thirds) / 100


def test_a_plain_sum_of_floats_is_refused_in_tests():
    with pytest.raises(AssertionError, match="fsum"):
        eval("sum([0.1, 0.2])", {"__name__": "pnp.play.somewhere"})
    assert eval("sum([1, 2])", {"__name__": "pnp.play.somewhere"}) == 3


FIGURES = ["play/stats.py", "play/compare.py", *(f"games/{game}/play/balance.py" for game in ENGINES)]


@pytest.mark.parametrize("file", FIGURES)
def test_figures_use_only_what_every_machine_rounds_alike(file):
    """Additions, products, quotients and square roots are exact to the last digit everywhere; powers and logarithms are not."""
    tree = ast.parse((ROOT / "pnp" / file).read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Pow)], "write a * a, or sqrt"
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"pow", "exp", "log", "log2", "log10", "sin", "cos", "tan", "stdev", "pstdev", "variance"}
