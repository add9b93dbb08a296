"""The end of a run for which the memory did not suffice: a fault in words, said with next to no memory."""

import errno
import os
import re
import sys
from contextlib import suppress
from typing import NoReturn

SHORT = "there is not enough memory"
HINT = "close other programs, build fewer games at once, use --jobs 1, or raise the limit (ulimit -v)"


def is_short_of_memory(error: BaseException) -> bool:
    """Say whether a fault only means that there is no more memory, in whatever words."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    if isinstance(error, ImportError):  # of a library that could not be mapped
        return "cannot allocate memory" in str(error).lower() or "failed to map segment" in str(error)
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)
    if isinstance(error, SystemError):  # of an import that had no room even for its exception
        return "error return without exception set" in str(error)
    if isinstance(error, ValueError):  # of a module that Python had no room to compile
        return re.fullmatch(r"field '\w+' is required for \w+", str(error)) is not None
    return isinstance(error, MemoryError)


def quiet_about_memory() -> None:
    """Let one fault be told once: what is put away while memory is short may fail for the same reason."""
    sys.unraisablehook = lambda fault: (
        None if fault.exc_value and is_short_of_memory(fault.exc_value) else sys.__unraisablehook__(fault)
    )


def end_without_memory(what: str, written: str) -> NoReturn:
    """Say that the memory did not suffice, and for what, and end."""
    text = f"error[memory]: {SHORT} {what}\n   = hint: {HINT}\n1 error; {written}\n"
    with suppress(OSError):
        os.write(2, text.encode(errors="backslashreplace"))
    sys.exit(1)
