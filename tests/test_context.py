"""Runs beside each other in one process: each keeps to the limits of its own user."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from pnp.context import allow, context, limits, meter, run_with
from pnp.diagnostics import Problems
from pnp.limits import LimitReached, Limits
from pnp.load.game import load_or_raise
from pnp.load.template import compile_text

CONTENT = {"data-x.yaml": 'a: "{% for i in range(90) %}{{ i }}{% endfor %}"\n'}
FEW, MANY = Limits(game_steps=50), Limits()


def test_two_loads_at_once_keep_to_limits_of_their_own(make_game):
    """The one is refused again and again, the other never, and each account is as if it were alone."""
    folder = make_game(CONTENT)
    together = Barrier(2)

    def load(allowed: Limits) -> list[object]:
        found: list[object] = []
        for _ in range(12):
            together.wait(60)
            with run_with(allowed):
                try:
                    found.append(load_or_raise(folder, "demo").game.title)
                except Problems as problems:
                    found += [fault.code for fault in problems.diagnostics]
                found.append(meter().left("game_steps"))
        return found

    with ThreadPoolExecutor(2) as threads:
        few, many = threads.map(load, (FEW, MANY))
    assert few == few[:2] * 12
    assert few[0] == "size"
    assert many == many[:2] * 12
    assert many[0] == "Demo"
    assert 0 < many[1] < MANY.game_steps


def test_a_template_costs_each_run_the_same_whoever_compiled_it_first():
    text = "{{ 6 * n }} of a run"
    left = []
    for _ in range(2):
        with run_with(MANY):
            for _ in range(2):
                assert compile_text(text).render({"n": 7}) == "42 of a run"
                left.append(meter().left("game_steps"))
    assert left[:2] == left[2:]
    assert left[0] - left[1] < MANY.game_steps - left[0], "the second rendering need not compile"
    with run_with(FEW), pytest.raises(LimitReached):
        compile_text(text).render({"n": 7})


def test_a_run_ends_with_what_was_before_it():
    before = context()
    with run_with(Limits(cards=3)):
        assert limits().cards == 3
        allow(Limits(cards=4))
        assert limits().cards == 4
    assert context() is before


def test_a_thread_that_nobody_prepared_has_the_usual_limits():
    with run_with(Limits(cards=3)), ThreadPoolExecutor(1) as threads:
        assert threads.submit(lambda: limits().cards).result() == Limits().cards
        assert limits().cards == 3
