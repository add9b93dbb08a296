"""Writing files: each whole or not at all, and the files of a folder change over together.

The files of all folders are written before any of them changes, so that a full disk shows before anything is lost.
Then each folder changes over in one step (see `changeover`). A folder is locked meanwhile: two runs into one folder
take turns. What a killed run leaves is finished or swept by the next one.

What pnp wrote is listed in the folder with hashes. Only what is still as it was written is replaced or removed; in the
way of a new file, anything else is kept under another name.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.diagnostics import Diagnostic, Problems, fail
from pnp.export.changeover import (
    JOURNAL,
    CannotExchange,
    Moves,
    Plan,
    Swap,
    beside_of,
    discard,
    free_name,
    is_leftover,
    owner_of,
    recover,
)
from pnp.export.locks import Lock, is_alive
from pnp.export.manifest import MANIFEST, Entry, hash_of, hash_of_file, manifest_bytes, read_manifest
from pnp.run.interrupts import at_the_end, uninterrupted

OnWritten = Callable[[Path], object]


def write_files(
    folder: Path, files: Mapping[str, bytes], *, clean: bool = False, record: bool = False
) -> list[Diagnostic]:
    """Write files into one folder; see write_folders."""
    return write_folders({folder: files}, clean=clean, record=record)


def write_folders(
    folders: Mapping[Path, Mapping[str, bytes]],
    *,
    clean: bool = False,
    record: bool = False,
    written: OnWritten = lambda _: None,
) -> list[Diagnostic]:
    """Write files into folders, all of them or none; `written` hears of each folder that changes.

    With `record`, what is written is listed, and a file that is not as it was written is kept under another name.
    With `clean`, the files are a whole build: what an earlier one wrote and this one does not is removed, too.
    Returns warnings about files of the user's.
    """
    stages: list[_Stage] = []
    made: list[Path] = []
    changed: list[Path] = []

    def close() -> None:
        for stage in reversed(stages):
            stage.close()
        for path in () if changed else made:
            with suppress(OSError):  # somebody has put something there
                path.rmdir()

    with at_the_end(close):
        for folder in sorted(folders):
            with _told(folder):
                made[:0] = [p for p in (folder, *folder.parents) if not p.exists()]
                folder.mkdir(parents=True, exist_ok=True)
        for stage in _stages(folders):  # always in one order, so that two runs never wait for each other
            stages.append(stage)
            stage.enter()
        for stage in stages:
            stage.fill(clean, record)
        with uninterrupted():
            try:
                for stage in stages:
                    stage.change_over()
            except BaseException as error:
                _take_back(stages, error)
                raise
            finally:
                changed += [folder for stage in stages if stage.new_files() for folder in stage.names]
                for folder in (f for f in folders if f in changed):
                    written(folder)
    return [warning for stage in stages for warning in stage.warnings]


def finish(folder: Path) -> None:
    """Finish what a killed run left half done in a folder and beside it, if it can be and nobody is at work there."""
    with suppress(OSError, Problems):  # told by the run that wants to write there
        place = folder.resolve()
        if any(is_leftover(p.name) for p in place.iterdir()) or any(beside_of(place)):
            lock = Lock(place, patience=0)
            try:
                _sweep(place, lock)
            finally:
                lock.free()


def finish_below(out: Path) -> None:
    """Finish what killed runs left half done in the folders out/*/*."""
    with suppress(OSError):
        for folder in [p for parent in out.iterdir() if parent.is_dir() for p in parent.iterdir()]:
            if folder.is_dir() and not is_leftover(folder.name):
                finish(folder)


class _Stage:
    """One folder (under one or more names): its lock, and how it changes over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: list[Path] = []
        self.files: dict[str, bytes] = {}
        self.warnings: list[Diagnostic] = []
        self._lock: Lock | None = None
        self._plan: Plan | None = None
        self._changes: list[Swap | Moves] = []

    @property
    def shown(self) -> Path:
        """The name that the user knows."""
        return self.names[0]

    def enter(self) -> None:
        """Lock the folder, and finish what killed runs left there."""
        with _told(self.shown):
            self._lock = Lock(self.folder, self.shown)
            _sweep(self.folder, self._lock)

    def fill(self, clean: bool, record: bool) -> None:
        """See what is to change, and write the new files where nobody sees them yet."""
        with _told(self.shown):
            self._plan = plan = self._planned(clean, record or clean)
            if len(plan.new) + len(plan.gone) > 1:
                assert self._lock is not None
                swap = Swap(plan, self._lock)
                self._changes.append(swap)
                with suppress(CannotExchange):
                    swap.prepare()
                    return
                swap.close()
                self._changes.clear()
            self._move()

    def change_over(self) -> None:
        """Let the new files be there and the old ones gone."""
        with _told(self.shown):
            for change in list(self._changes):
                try:
                    change.carry_out()
                except CannotExchange:  # some disks say so only now
                    change.close()
                    self._changes.remove(change)
                    self._move()
                    self._changes[-1].carry_out()

    def take_back(self) -> None:
        """Let everything be as before, as far as that goes."""
        with suppress(OSError):  # what is new then is told
            for change in self._changes:
                change.undo()

    def new_files(self) -> list[str]:
        """Return the names of files that are new in their place."""
        return [name for change in self._changes for name in change.new_files()]

    def close(self) -> None:
        """Put away what is not needed any more, and give the folder free."""
        for change in self._changes:
            change.close()
        if self._lock is not None:
            self._lock.free()

    def _move(self) -> None:
        assert self._plan is not None
        if self._plan.new or self._plan.gone:
            self._changes.append(Moves(self._plan))
            self._changes[-1].prepare()

    def _planned(self, clean: bool, record: bool) -> Plan:
        folder = self.folder
        entries = read_manifest(folder) if record else {}
        new: dict[str, bytes] = {}
        gone: list[str] = []
        aside: dict[str, str] = {}
        old: dict[str, str] = {}
        for name, data in self.files.items():
            target, wanted, entry = folder / name, hash_of(data), entries.get(name)
            if target.is_dir():
                raise fail("write", f"cannot write {self.shown / name}: it is a folder")
            found = hash_of_file(target)
            entries[name] = Entry(wanted, clean or (entry is not None and entry.whole))
            if found == wanted:
                continue
            new[name] = data
            if os.path.lexists(target):
                if record and (entry is None or found is None or entry.hash not in (None, found)):
                    aside[name] = self._keep(name, {*self.files, *aside.values()})
                elif found is not None:
                    old[name] = found
        for name, entry in list(entries.items()) if record else ():
            found = hash_of_file(folder / name)
            if name in self.files or (found is not None and not (clean and entry.whole)):
                continue
            del entries[name]
            if found is None or self._is_new_file(folder / name):
                continue
            if found == entry.hash:
                gone.append(name)
                old[name] = found
            else:
                self._leave(name, entry)
        if record:
            listed, before = manifest_bytes(entries), hash_of_file(folder / MANIFEST)
            if before != hash_of(listed):
                new[MANIFEST] = listed
                old |= {MANIFEST: before} if before is not None else {}
        return Plan(folder, new, gone, aside, old)

    def _is_new_file(self, path: Path) -> bool:
        """Say whether a listed name is that of a new file in other letters, on a disk that does not tell them apart."""
        twins = (self.folder / name for name in self.files if name.casefold() == path.name.casefold())
        return any(twin.exists() and twin.samefile(path) for twin in twins)

    def _keep(self, name: str, taken: Iterable[str]) -> str:
        kept = free_name(name, dict.fromkeys(taken), self.folder)
        message = f"{(self.shown / name).as_posix()} is not as pnp wrote it; it is kept as {kept}"
        self.warnings.append(Diagnostic("warning", "kept", message, None, "remove it if you do not need it"))
        return kept

    def _leave(self, name: str, entry: Entry) -> None:
        why = "an older pnp listed it without its hash" if entry.hash is None else "it is not as pnp wrote it"
        message = f"{(self.shown / name).as_posix()} is no part of this build any more, but stays: {why}"
        self.warnings.append(Diagnostic("warning", "kept", message, None, "remove it if you do not need it"))


def _stages(folders: Mapping[Path, Mapping[str, bytes]]) -> list[_Stage]:
    """Return a stage for each folder; one folder may have several names."""
    stages: dict[Path, _Stage] = {}
    for name, files in folders.items():
        with _told(name):
            place = name.resolve()
        stage = stages.setdefault(place, _Stage(place))
        stage.names.append(name)
        stage.files |= files
    return [stages[place] for place in sorted(stages)]


def _sweep(folder: Path, lock: Lock) -> None:
    """Finish and remove what killed runs left: under the lock all of it, without it only what no process owns."""

    def ownerless(name: str) -> bool:
        process = owner_of(name)[1]
        return lock.held or process is None or not is_alive(process)

    if (folder / JOURNAL).exists():
        recover(folder)
    for path in folder.iterdir():
        if is_leftover(path.name) and ownerless(path.name) and not path.is_dir() and not lock.is_file(path):
            with suppress(OSError):  # the run after this one tries again
                path.unlink(missing_ok=True)
    for path in beside_of(folder):
        if ownerless(path.name):
            with suppress(OSError):  # likewise
                discard(path, folder)


# ------------------------------------------------------------------ faults


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turn what the system says into a fault that names the folder."""
    try:
        yield
    except OSError as error:
        names = [Path(name).name for name in (error.filename2, error.filename) if isinstance(name, str)]
        about = "".join(f" ({name})" for name in names[:1] if name != folder.name and not is_leftover(name))
        raise fail("write", f"cannot write to {folder}: {error.strerror or error}{about}", None, _hint(error)) from None


def _take_back(stages: list[_Stage], error: BaseException) -> None:
    """Take back what was done before a fault; where that fails too, add to the fault what is new and what is not."""
    for stage in reversed(stages):
        stage.take_back()
    new = [stage.shown / name for stage in stages for name in stage.new_files()]
    if new and isinstance(error, Problems):
        left = [p for s in stages for p in (s.shown / n for n in s.files) if p not in new]
        hint = f"new: {_by_folder(new)}; still as before: {_by_folder(left)}; pnp tries again when it comes there next"
        error.diagnostics[:] = [fault._replace(hint=hint) for fault in error.diagnostics]


def _by_folder(paths: list[Path]) -> str:
    folders: dict[Path, list[str]] = {}
    for path in paths:
        folders.setdefault(path.parent, []).append(path.name)
    return "; ".join(f"{', '.join(names)} in {folder}" for folder, names in folders.items())


def _hint(error: OSError) -> str | None:
    return {
        errno.EACCES: "choose a folder you may write to with --out; or close the program that has a file of it open",
        errno.EPERM: "choose a folder you may write to with --out",
        errno.EROFS: "the disk is read-only; choose another folder with --out",
        errno.ENOSPC: "the disk is full; nothing was replaced",
        errno.EDQUOT: "your share of the disk is full; nothing was replaced",
        errno.ENOTDIR: "a part of the path is a file; choose another folder with --out",
        errno.EEXIST: "the path is a file; choose another folder with --out",
    }.get(error.errno or 0)
