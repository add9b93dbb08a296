"""Signals that end a process (Ctrl-C, a kill, a closed terminal) end it where it stands.

No exception is raised on the way, because libraries swallow it now and then, or take it for a fault of their
own and go on with half a result. What must be put away first is named with `at_the_end`, and what must not be
torn apart runs `uninterrupted`.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

INTERRUPTED = 130
"""The exit code of Ctrl-C, as shells know it: 128 and the number of the signal."""

_WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up", "SIGBREAK": "interrupted"}
_ENDING = {signal.Signals[name]: word for name, word in _WORDS.items() if hasattr(signal, name)}
"""The signals that ask a process to end, as far as the system has them."""

_put_away: list[Callable[[], object]] = []


class _Hold:
    """Whether signals are held back, and which one has come meanwhile."""

    depth = 0
    waiting: int | None = None
    end: Callable[[int], object] | None = None


def end_at_interrupts(last_word: Callable[[], str]) -> None:
    """From now on, end this process at a signal that asks for it: put away, say a word, exit as shells expect.

    A process that was started to ignore one of them (in the background, by nohup) goes on doing so.
    """

    def end(number: int, *_: object) -> None:
        if _Hold.depth:
            _Hold.waiting = number
            return
        ignore_interrupts()
        for action in reversed(_put_away):
            with suppress(Exception):
                action()
        with suppress(OSError):
            start = "\n" if os.isatty(2) else ""
            os.write(2, f"{start}{_ENDING[signal.Signals(number)]}; {last_word()}\n".encode(errors="replace"))
        os._exit(128 + number)

    _Hold.end = end
    for number in _ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def ignore_interrupts() -> None:
    """Let nothing disturb the end of a process that has done its work, or that its parent will end."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def at_the_end(action: Callable[[], object]) -> Iterator[None]:
    """Do something when a block ends, even if a signal ends the process in the midst of it; it may happen twice."""
    _put_away.append(action)
    try:
        yield
    finally:
        action()
        _put_away.remove(action)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold signals back for a moment; one that came counts at the end."""
    before = _block(_ENDING)
    _Hold.depth += 1
    try:
        yield
    finally:
        _Hold.depth -= 1
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if not _Hold.depth and _Hold.waiting is not None and _Hold.end is not None:
            _Hold.end(_Hold.waiting)


def _block(numbers: Any) -> Any:
    """Let the system hold signals back where it can, for workers too that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        return None
    return signal.pthread_sigmask(signal.SIG_BLOCK, numbers)


def leave_interrupts_to_parent() -> None:
    """Ignore signals in a worker that was started while they were held back; its parent ends it."""
    ignore_interrupts()
    _put_away.clear()  # that is the parent's too
    _Hold.depth, _Hold.waiting = 0, None
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
