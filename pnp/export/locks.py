"""Locks on folders, so that two runs into one folder take turns.

A lock belongs to the system and ends with the process, so that a killed run leaves none behind.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pnp.diagnostics import fail

PATIENCE = 30.0
"""How many seconds to wait for another run that writes to the same folder."""

_LOCK_FILE = ".pnp-lock.tmp"


class Lock:
    """A lock on a folder; `held` is False where the system has no such locks."""

    def __init__(self, folder: Path, shown: Path | None = None, *, patience: float | None = None) -> None:
        """Wait for the lock; a fault if another run keeps it too long."""
        self._file: Path | None = None
        self._handles: list[int] = []
        self._shown = shown or folder
        self._take(folder, time.monotonic() + (PATIENCE if patience is None else patience))

    @property
    def held(self) -> bool:
        """Say whether nobody else can be at work."""
        return bool(self._handles)

    def is_file(self, path: Path) -> bool:
        """Say whether a file is the lock itself."""
        return path == self._file

    def also(self, folder: Path) -> None:
        """Lock another folder, one that nobody else knows."""
        if self.held and self._file is None:
            self._take(folder, 0)

    def free(self) -> None:
        """Give the folder free."""
        while self._handles:
            os.close(self._handles.pop())
        if self._file is not None:
            with suppress(OSError):  # another run has it open already
                self._file.unlink()

    def _take(self, folder: Path, until: float) -> None:
        lock = _locking()
        while lock is not None:
            try:
                handle, file = lock.grasp(folder)
            except PermissionError:
                return
            try:
                if lock.take(handle) and _still_there(handle, file or folder):
                    self._handles.append(handle)
                    self._file = file
                    return
            except OSError:  # a disk without locks
                os.close(handle)
                return
            os.close(handle)
            if time.monotonic() > until:
                hint = "wait until it is done, or choose another folder with --out"
                raise fail("busy", f"another pnp is writing to {self._shown}", None, hint)
            time.sleep(0.02)


class _Locking:
    """How a system locks: what is grasped (a handle, and the file made for it, if any), and whether it was free."""

    def __init__(self, grasp: Callable[[Path], tuple[int, Path | None]], take: Callable[[int], bool]) -> None:
        self.grasp, self.take = grasp, take


def _locking() -> _Locking | None:
    with suppress(ImportError):
        return _folder_locks()
    with suppress(ImportError):
        return _file_locks()
    return None


def _folder_locks() -> _Locking:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def take(handle: int) -> bool:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    return _Locking(lambda folder: (os.open(folder, os.O_RDONLY), None), take)


def _file_locks() -> _Locking:
    """Lock the first byte of a file, as Windows does."""
    import msvcrt

    locking, mode = getattr(msvcrt, "locking"), getattr(msvcrt, "LK_NBLCK")  # noqa: B009 - mypy knows them on Windows only

    def open_file(folder: Path) -> tuple[int, Path | None]:
        path = folder / _LOCK_FILE
        return os.open(path, os.O_RDWR | os.O_CREAT), path

    def take(handle: int) -> bool:
        try:
            locking(handle, mode, 1)
        except OSError:
            return False
        return True

    return _Locking(open_file, take)


def _still_there(handle: int, path: Path) -> bool:
    """Say whether a path is still what was opened; meanwhile another may have taken its place."""
    with suppress(FileNotFoundError):
        ours, theirs = os.fstat(handle), path.stat()
        return (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino)
    return False


def is_alive(process: int) -> bool:
    """Say whether another process with this number may be at work."""
    import signal

    if process == os.getpid():
        return False
    if hasattr(signal, "CTRL_C_EVENT"):  # where os.kill would not ask, but interrupt
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
