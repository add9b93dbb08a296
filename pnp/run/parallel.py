"""Work shared among processes: the same results in the same order, whatever their number.

Plain processes and pipes instead of a ready-made pool, so that three things hold: an interrupt ends every
worker at once and in silence, a worker that dies is a fault and no hang, and no worker outlives its parent.
"""

import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pnp.context import allow, limits
from pnp.diagnostics import Problems, fail
from pnp.limits import Limits
from pnp.run.interrupts import at_the_end, leave_interrupts_to_parent, uninterrupted
from pnp.run.memory import is_short_of_memory

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4
"""How many items a worker may be ahead of what was asked for."""


class _Worker(NamedTuple):
    process: "BaseProcess"
    connection: "Connection[Any, Any]"


class _Outcome(NamedTuple):
    value: Any
    error: BaseException | None


def run_parallel(
    function: Callable[..., Result],
    items: Iterable[Item],
    jobs: int,
    *,
    setup: Callable[[], object] | None = None,
) -> Generator[Result, None, None]:
    """Yield function(item) for each item, in their order and only as far as asked; closing ends all work.

    A setup, run once a process, gives what the function then takes before each item. Items may go on for ever.
    Function and setup must be picklable: functions of a module, or partials of them. What a call raises is raised
    here, in its place of the order.
    """
    if jobs == 1:
        yield from map(_ready(function, setup), items)
        return
    from multiprocessing.connection import wait

    source = enumerate(items)
    workers: list[_Worker] = []
    idle: list[_Worker] = []
    busy: dict[Any, _Worker] = {}
    done: dict[int, _Outcome] = {}
    taken = given = 0
    more = True
    with at_the_end(partial(_end, workers)):
        while True:
            while more and taken < given + jobs * _AHEAD and (idle or len(workers) < jobs):
                task = next(source, None)
                if task is None:
                    more = False
                    break
                worker = idle.pop() if idle else _start(function, setup, workers)
                _send(worker, task)
                busy[worker.connection] = worker
                taken += 1
            if given in done:
                value, error = done.pop(given)
                if error is not None:
                    raise error
                given += 1
                yield value
                continue
            if not busy:
                return
            for connection in wait(list(busy)):
                worker = busy.pop(connection)
                number, outcome = _receive(worker)
                done[number] = outcome
                idle.append(worker)


def _ready(function: Callable[..., Result], setup: Callable[[], object] | None) -> Callable[..., Result]:
    return function if setup is None else partial(function, setup())


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.connection.close()


def _start(function: Callable[..., Any], setup: Callable[[], object] | None, workers: list[_Worker]) -> _Worker:
    import multiprocessing

    context: Any = multiprocessing.get_context(start_method())
    ours, theirs = context.Pipe()
    with uninterrupted():  # until the worker ignores interrupts itself
        process = context.Process(target=_work, args=(theirs, function, setup, limits()), daemon=True)
        process.start()
        worker = _Worker(process, ours)
        workers.append(worker)
    theirs.close()
    return worker


def start_method() -> str:
    """Return how workers are started: as copies of this process where the system can do that."""
    import multiprocessing

    return "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"


def _send(worker: _Worker, task: tuple[int, Any]) -> None:
    try:
        worker.connection.send(task)
    except OSError:
        raise _lost(worker) from None


def _receive(worker: _Worker) -> tuple[int, _Outcome]:
    try:
        number, value, error = worker.connection.recv()
    except (EOFError, OSError):
        raise _lost(worker) from None
    return number, _Outcome(value, error)


def _lost(worker: _Worker) -> Problems:
    """Say how a worker ended that should not have."""
    worker.process.join(5)
    code = worker.process.exitcode
    how = f"with exit code {code}"
    if code is not None and code < 0:
        with suppress(ValueError):
            how = f"by {signal.Signals(-code).name}"
    hint = "perhaps there was not enough memory; try again with --jobs 1"
    return fail("worker", f"a worker process was ended {how}", None, hint)


# -------------------------------------------------------- inside a worker


def _work(connection: Any, function: Callable[[Any], Any], setup: Callable[[], object] | None, allowed: Limits) -> None:
    """Do what comes through the pipe until it closes; the parent alone decides about interrupts."""
    leave_interrupts_to_parent()
    allow(allowed)
    watched = False
    ready: Callable[..., Any] | None = None
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            number, item = connection.recv()
            value, error = None, None
            try:
                if not watched:
                    _end_with_parent()
                    watched = True
                if ready is None:
                    ready = _ready(function, setup)
                value = ready(item)
            except Exception as raised:
                error = _portable(raised)
            try:
                connection.send((number, value, error))
            except MemoryError:
                connection.send((number, None, MemoryError()))


def _end_with_parent() -> None:
    """End this process at once when its parent is gone, even if it was killed."""
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _portable(error: Exception) -> Exception:
    """Return an exception that survives the pipe, with the place where it was raised."""
    import pickle
    from traceback import format_exc

    if is_short_of_memory(error):
        return MemoryError()
    error.add_note(f"raised in a worker process:\n{format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}\n{format_exc()}")
    return error
