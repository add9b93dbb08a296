"""Runs a case in a process of its own: a signal, an endless run or too much memory is a finding, and the runner lives on."""

import faulthandler
import os
import pickle
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from typing import NamedTuple, TypeVar

MOST_SECONDS, MOST_MEGABYTES = 60, 1024
"""What the designer's guide promises for whatever a pack holds."""
_NO_MEMORY = 71
T = TypeVar("T")


class Died(NamedTuple):
    """How a case ended that gave no answer, or gave it at too great a cost."""

    reason: str


def isolated(case: Callable[[], T], seconds: int = MOST_SECONDS, megabytes: int = MOST_MEGABYTES) -> "T | Died":
    """Return what a case returns, or how it died: processor time and memory are bounded by the system itself."""
    sys.stdout.flush()
    with tempfile.TemporaryFile() as answer:
        child = os.fork()
        if child == 0:
            _answer(case, seconds, megabytes, answer.fileno())
        _, status, used = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code == _NO_MEMORY:
            return Died("found no more memory")
        if code < 0:
            return Died(f"ended by {signal.Signals(-code).name} after {used.ru_utime + used.ru_stime:.1f} s")
        if used.ru_maxrss // 1024 > megabytes:
            return Died(f"took {used.ru_maxrss // 1024} MB of memory")
        answer.seek(0)
        data = answer.read()
    if not data:
        return Died(f"ended with exit code {code} and no answer")
    result: T = pickle.loads(data)
    return result


def _answer(case: Callable[[], object], seconds: int, megabytes: int, answer: int) -> None:
    """Be the child: carry the case out within its bounds, leave the answer and vanish without any ceremony."""
    faulthandler.disable()  # what a test runner may have switched on
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (2 * megabytes * 2**20,) * 2)
    try:
        with os.fdopen(os.dup(answer), "wb") as file:
            pickle.dump(case(), file)
        code = 0
    except MemoryError:
        code = _NO_MEMORY
    except BaseException as error:  # said by the parent, which finds no answer
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
        code = 70
    os._exit(code)
