"""The pool: order, laziness, faults of workers, and nobody left behind."""

import itertools
import multiprocessing
import os
import signal
import time
from contextlib import closing
from functools import partial

import pytest

from pnp.context import allow, limits
from pnp.diagnostics import Diagnostic, Problems, fail
from pnp.limits import Limits
from pnp.play.state import Illegal
from pnp.run import parallel
from pnp.run.parallel import run_parallel


def square(number):
    time.sleep(0.01 if number % 3 else 0)  # so that later items are ready before earlier ones
    return number * number


def keep(value):
    return value


def kept_and(kept, number):
    return kept + number


def card_limit(*_):
    return limits().cards


def break_down(number):
    if number == 3:
        raise ValueError("three")
    return number


def break_rules(_):
    raise Illegal("code", "clause", "not now")


def break_content(_):
    raise fail("broken", "no good", None, "mend it")


class Locked(Exception):
    def __init__(self):
        super().__init__("locked")
        self.handle = lambda: None  # which cannot go through a pipe


def break_oddly(_):
    raise Locked


def die(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leave(_):
    os._exit(7)


def pid(_):
    return os.getpid()


def sleep(_):
    time.sleep(60)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs):
    assert list(run_parallel(square, range(40), jobs)) == [n * n for n in range(40)]
    assert list(run_parallel(square, [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_endless_items_are_taken_only_as_far_as_needed(jobs):
    taken = []

    def items():
        for number in itertools.count():
            taken.append(number)
            yield number

    with closing(run_parallel(square, items(), jobs)) as results:
        assert list(itertools.islice(results, 5)) == [0, 1, 4, 9, 16]
    assert len(taken) <= 5 + jobs * 4
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_setup_runs_in_every_process(jobs):
    assert list(run_parallel(kept_and, range(8), jobs, setup=partial(keep, 100))) == list(range(100, 108))


def test_no_more_workers_than_items_or_jobs():
    assert len(set(run_parallel(pid, range(3), 64))) <= 3
    assert len(set(run_parallel(pid, range(30), 2))) <= 2
    assert os.getpid() not in set(run_parallel(pid, range(4), 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_is_raised_in_its_place_of_the_order(jobs):
    seen = []
    with pytest.raises(ValueError, match="three"):
        seen.extend(run_parallel(break_down, range(10), jobs))
    assert seen == [0, 1, 2]
    assert not multiprocessing.active_children()


def test_faults_keep_their_parts_on_the_way():
    with pytest.raises(Illegal) as refused:
        list(run_parallel(break_rules, [1], 2))
    assert (refused.value.code, refused.value.clause, refused.value.message) == ("code", "clause", "not now")
    with pytest.raises(Problems) as broken:
        list(run_parallel(break_content, [1], 2))
    assert broken.value.diagnostics == [Diagnostic("error", "broken", "no good", None, "mend it")]
    with pytest.raises(RuntimeError, match="Locked: locked"):
        list(run_parallel(break_oddly, [1], 2))


@pytest.mark.parametrize(("function", "how"), [(die, "by SIGKILL"), (leave, "with exit code 7")])
def test_a_worker_that_dies_is_a_fault_and_no_hang(function, how):
    with pytest.raises(Problems) as caught:
        list(run_parallel(function, range(10), 2))
    (fault,) = caught.value.diagnostics
    assert fault.code == "worker"
    assert how in fault.message
    assert "--jobs 1" in fault.hint
    assert not multiprocessing.active_children()


def test_workers_started_afresh_know_the_limits_and_the_setup(monkeypatch):
    monkeypatch.setattr(parallel, "start_method", lambda: "spawn")
    allow(Limits(cards=77))
    try:
        assert list(run_parallel(card_limit, range(2), 2, setup=partial(keep, 1))) == [77, 77]
    finally:
        allow(Limits())


def test_no_worker_outlives_a_parent_that_is_killed():
    reader, writer = os.pipe()
    parent = os.fork()
    if parent == 0:
        os.close(reader)
        for _ in run_parallel(sleep, range(4), 2):
            pass
        os._exit(0)
    os.close(writer)  # now only the parent and its workers hold that end
    time.sleep(0.3)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    started = time.monotonic()
    assert os.read(reader, 1) == b"", "the pipe closes when the last of them is gone"
    os.close(reader)
    assert time.monotonic() - started < 5
