"""Two folders change places in one step, where system and disk can do that: Linux and macOS on most disks."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from pnp.run.interrupts import uninterrupted

_HERE, _SWAP = -100, 2
"""AT_FDCWD of Linux; RENAME_EXCHANGE there is the same number as RENAME_SWAP of macOS."""

_PROBED: dict[int, bool] = {}


def exchange(one: Path, two: Path) -> None:
    """Let two folders change places; OSError where that cannot be done."""
    from ctypes import get_errno

    call = _system_call()
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if call(os.fsencode(one), os.fsencode(two)) != 0:
        raise OSError(get_errno(), os.strerror(get_errno()), str(one))


def can_exchange(empty: Path, spare: Path) -> bool:
    """Try it with an empty folder and another one made for it; what was found holds for the whole disk."""
    disk = empty.stat().st_dev
    if disk not in _PROBED:
        with uninterrupted():
            spare.mkdir()
            try:
                exchange(empty, spare)
                _PROBED[disk] = True
            except OSError:
                _PROBED[disk] = False
            finally:
                spare.rmdir()
    return _PROBED[disk]


@cache
def _system_call() -> Callable[[bytes, bytes], int] | None:
    with suppress(ImportError, OSError, TypeError):  # no ctypes; no C library to be found by no name
        from ctypes import CDLL, c_char_p, c_int, c_uint

        library = CDLL(None, use_errno=True)
        if hasattr(library, "renameat2"):
            linux = library.renameat2
            linux.argtypes = [c_int, c_char_p, c_int, c_char_p, c_uint]
            return lambda one, two: int(linux(_HERE, one, _HERE, two, _SWAP))
        if hasattr(library, "renamex_np"):
            mac = library.renamex_np
            mac.argtypes = [c_char_p, c_char_p, c_uint]
            return lambda one, two: int(mac(one, two, _SWAP))
    return None
