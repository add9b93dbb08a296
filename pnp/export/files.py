"""Writing files: each whole or not at all, and none is replaced before all of them are ready.

The files of all folders are written beside their places first, so that a full disk shows before anything is
lost; then they are renamed. A folder is locked meanwhile: two runs into one folder take turns. The lock belongs
to the system and ends with the process, so that a killed run leaves nothing but staged files, and the next run
sweeps them.
"""

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from pnp.diagnostics import Problems, fail
from pnp.interrupts import at_the_end, uninterrupted

_PREFIX, _SUFFIX = ".pnp-", ".tmp"
_MANIFEST = ".pnp-files"
_NUMBERS = count()
PATIENCE = 30.0
"""How many seconds to wait for another run that writes to the same folder."""

OnWritten = Callable[[Path], object]


def write_files(
    folder: Path, files: Mapping[str, bytes], *, clean: bool = False, written: OnWritten = lambda _: None
) -> None:
    """Write files into one folder; see write_folders."""
    write_folders({folder: files}, clean=clean, written=written)


def write_folders(
    folders: Mapping[Path, Mapping[str, bytes]], *, clean: bool = False, written: OnWritten = lambda _: None
) -> None:
    """Write files into folders: all are staged first, then renamed; `written` hears of each folder that changes.

    With `clean`, files that an earlier build wrote there and this one does not are removed.
    """
    stages: dict[Path, _Stage] = {}
    changed: list[Path] = []

    def note(folder: Path) -> None:
        changed.append(folder)
        written(folder)

    def close() -> None:
        for stage in reversed(stages.values()):
            stage.close(keep=bool(changed))

    with at_the_end(close):
        for folder in sorted(folders):  # always in this order, so that two runs never wait for each other
            others = list(stages.values())
            stages[folder] = _Stage(folder)
            stages[folder].open(others)
        for folder, files in folders.items():
            stages[folder].fill(files, clean)
        with uninterrupted():
            _replace([stages[folder] for folder in folders], note)


def is_leftover(name: str) -> bool:
    """Say whether a file is one that a killed run left behind."""
    return name.startswith(_PREFIX) and name.endswith(_SUFFIX)


class _Stage:
    """One folder: its lock, and the new files that wait beside their places."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.staged: list[tuple[Path, Path]] = []
        self.manifests: list[Path] = []
        self.stale: list[Path] = []
        self._temporary: list[Path] = []
        self._made: list[Path] = []
        self._handle: int | None = None
        self._identity: tuple[int, int] | None = None

    def open(self, others: "list[_Stage]") -> None:
        """Make the folder, lock it, and sweep what killed runs left there."""
        with _told(self.folder):
            self._made = [p for p in (self.folder, *self.folder.parents) if not p.exists()]
            self.folder.mkdir(parents=True, exist_ok=True)
            about = self.folder.stat()
            self._identity = (about.st_dev, about.st_ino)
            if all(other._identity != self._identity for other in others):
                self._lock()
                self._sweep()

    def fill(self, files: Mapping[str, bytes], clean: bool) -> None:
        """Write the new files under temporary names."""
        with _told(self.folder):
            for name, data in files.items():
                target = self.folder / name
                if target.is_dir():
                    raise fail("write", f"cannot write {target}: it is a folder")
                self.staged.append((self._write(data), target))
            if clean:
                before, now = _listed(self.folder), set(files)
                self.stale = [self.folder / name for name in sorted(before - now)]
                self.manifests = [self._write("\n".join(sorted(names)).encode()) for names in (before | now, now)]

    def close(self, *, keep: bool) -> None:
        """Remove temporary files, and folders made for nothing, and give the folder free."""
        for path in self._temporary:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        for path in () if keep else self._made:
            with suppress(OSError):
                path.rmdir()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _write(self, data: bytes) -> Path:
        path = self.folder / f"{_PREFIX}{os.getpid()}-{next(_NUMBERS)}{_SUFFIX}"
        self._temporary.append(path)
        _write(path, data)
        return path

    def _lock(self) -> None:
        """Lock the folder itself; systems without such locks still write whole files, only without taking turns."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock

            handle = os.open(self.folder, os.O_RDONLY)
        except (ImportError, PermissionError):
            return
        patience = time.monotonic() + PATIENCE
        self._handle = handle
        while True:
            try:
                flock(handle, LOCK_EX | LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > patience:
                    hint = "wait until it is done, or choose another folder with --out"
                    raise fail("busy", f"another pnp is writing to {self.folder}", None, hint) from None
                time.sleep(0.02)
            except OSError:
                os.close(handle)
                self._handle = None
                return

    def _sweep(self) -> None:
        """Remove what killed runs left: under the lock nobody else is at work, without it only what no process owns."""
        for path in self.folder.iterdir():
            if is_leftover(path.name) and (self._handle is not None or not _owned(path.name)):
                with suppress(OSError):
                    path.unlink(missing_ok=True)


def _replace(stages: list[_Stage], written: OnWritten) -> None:
    """Let the new files take the places of the old ones; a file is listed before it is there, and until it is gone."""
    for stage in stages:
        if stage.manifests:
            with _told(stage.folder):
                stage.manifests[0].replace(stage.folder / _MANIFEST)
    moves = [(stage, *move) for stage in stages for move in stage.staged]
    for done, (stage, temporary, target) in enumerate(moves):
        try:
            temporary.replace(target)
        except OSError as error:
            targets = [move[2] for move in moves]
            raise _half_way(error, target, targets[:done], targets[done:]) from None
        if temporary == stage.staged[0][0]:
            written(stage.folder)
    kept: list[str] = []
    for stage in stages:
        faults = list(_remove(stage.stale))
        kept += faults
        if stage.manifests and not faults:
            with _told(stage.folder):
                stage.manifests[1].replace(stage.folder / _MANIFEST)
    if kept:
        hint = "all new files were written; remove the old ones yourself, or build again"
        raise fail("write", f"files of an earlier build cannot be removed: {'; '.join(kept)}", None, hint)


def _remove(paths: Iterable[Path]) -> Iterator[str]:
    """Remove files of an earlier build; yield those that stay, and why. A folder of that name is not ours."""
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            yield f"{path} ({error.strerror or error})"


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _owned(name: str) -> bool:
    """Say whether another process that is still alive may have staged a file of this name."""
    owner = name.removeprefix(_PREFIX).split("-")[0]
    if os.name != "posix" or not (owner.isascii() and owner.isdecimal()):
        return False
    try:
        os.kill(int(owner), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return int(owner) != os.getpid()


def _listed(folder: Path) -> set[str]:
    """Return the names that an earlier build wrote; only plain names count."""
    path = folder / _MANIFEST
    if not path.is_file():
        return set()
    names = path.read_text("utf-8", errors="replace").split("\n")
    return {n for n in names if n and "/" not in n and "\\" not in n and not n.startswith(".")}


# ------------------------------------------------------------------ faults


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turn what the system says into a fault that names the folder."""
    try:
        yield
    except OSError as error:
        raise fail("write", f"cannot write to {folder}: {error.strerror or error}", None, _hint(error)) from None


def _half_way(error: OSError, target: Path, done: list[Path], left: list[Path]) -> Problems:
    """Say what was written and what not when a rename fails."""
    told = f"cannot write {target}: {error.strerror or error}"
    if not done:
        return fail("write", told, None, _hint(error))
    return fail("write", told, None, f"new: {_by_folder(done)}; still as before: {_by_folder(left)}")


def _by_folder(paths: list[Path]) -> str:
    folders: dict[Path, list[str]] = {}
    for path in paths:
        folders.setdefault(path.parent, []).append(path.name)
    return "; ".join(f"{', '.join(names)} in {folder}" for folder, names in folders.items())


def _hint(error: OSError) -> str | None:
    return {
        errno.EACCES: "choose a folder you may write to with --out",
        errno.EPERM: "choose a folder you may write to with --out",
        errno.EROFS: "the disk is read-only; choose another folder with --out",
        errno.ENOSPC: "the disk is full; nothing was replaced",
        errno.EDQUOT: "your share of the disk is full; nothing was replaced",
        errno.ENOTDIR: "a part of the path is a file; choose another folder with --out",
        errno.EEXIST: "the path is a file; choose another folder with --out",
    }.get(error.errno or 0)
