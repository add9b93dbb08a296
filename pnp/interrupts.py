"""Interrupts (Ctrl-C) end the process where it stands.

No exception is raised on the way, because libraries swallow it now and then, or take it for a fault of their
own and go on with half a result. What must be put away first is named with `at_the_end`, and what must not be
torn apart runs `uninterrupted`.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 130
"""The exit code, as shells know it."""

_put_away: list[Callable[[], object]] = []


def end_at_interrupts(last_word: Callable[[], str]) -> None:
    """From now on, end this process at an interrupt: put away, say a word, exit code 130.

    A process that was started to ignore them (in the background, by nohup) goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        return

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for action in reversed(_put_away):
            with suppress(Exception):
                action()
        with suppress(OSError):
            start = "\n" if os.isatty(2) else ""
            os.write(2, f"{start}interrupted; {last_word()}\n".encode(errors="replace"))
        os._exit(INTERRUPTED)

    signal.signal(signal.SIGINT, end)


def ignore_interrupts() -> None:
    """Let nothing disturb the end of a process that has done its work, or that its parent will end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def at_the_end(action: Callable[[], object]) -> Iterator[None]:
    """Do something when a block ends, even if an interrupt ends the process in the midst of it; it may happen twice."""
    _put_away.append(action)
    try:
        yield
    finally:
        action()
        _put_away.remove(action)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold interrupts back for a moment; one that came counts at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts_to_parent() -> None:
    """Ignore interrupts in a worker that was started while they were held back; its parent ends it."""
    ignore_interrupts()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _put_away.clear()  # that is the parent's too
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
