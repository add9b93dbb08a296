"""The files of a folder change over together: all old or all new, wherever a run is killed.

Where the system can exchange two folders in one step, the new folder is made complete beside the old one, with hard
links to everything that stays, and takes its place. Elsewhere a journal is written first: what is to be renamed. A
run that is killed in the midst of it leaves the journal, and the next run that comes to the folder finishes it.
"""

import json
import os
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copystat
from typing import NamedTuple

from pnp.export.exchange import can_exchange, exchange
from pnp.export.locks import Lock
from pnp.export.manifest import MANIFEST, hash_of_file, is_plain, read_manifest

PREFIX, SUFFIX = ".pnp-", ".tmp"
JOURNAL = f"{PREFIX}journal{SUFFIX}"
_NUMBERS = count()


class Plan(NamedTuple):
    """What is to change in one folder."""

    folder: Path
    new: dict[str, bytes]
    """Files to write, by name; the last one is the list of files, if there is one."""
    gone: list[str]
    """Files of an earlier build to remove."""
    aside: dict[str, str]
    """Files of the user's in places where new ones go, and the names under which they are kept."""
    old: dict[str, str]
    """Hashes of the files that are replaced or removed."""


class CannotExchange(Exception):
    """This folder must change over file by file."""


def temporary_name(about: str = "") -> str:
    """Return a name for something that does not outlive its run: whose it is, and a number."""
    return f"{PREFIX}{about}{os.getpid()}-{next(_NUMBERS)}{SUFFIX}"


def is_leftover(name: str) -> bool:
    """Say whether a file or folder is one that a killed run left behind."""
    return name.startswith(PREFIX) and name.endswith(SUFFIX)


def free_name(name: str, taken: Container[str], folder: Path) -> str:
    """Return a name under which a user's file can be kept: plan.pdf → plan.kept.pdf."""
    stem, dot, suffix = name.rpartition(".")
    stem, ending = (stem, dot + suffix) if stem else (name, "")
    for number in count(1):
        kept = f"{stem}.kept{'' if number == 1 else f'-{number}'}{ending}"
        if kept not in taken and not os.path.lexists(folder / kept):
            return kept
    raise AssertionError


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, down to the disk."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


class Swap:
    """A folder that is made anew beside the old one, and takes its place in one step."""

    def __init__(self, plan: Plan, lock: Lock) -> None:
        self.plan = plan
        self.beside = plan.folder.parent / temporary_name(f"{plan.folder.name}-")
        self._lock = lock
        self._swapped = False

    def prepare(self) -> None:
        """Make the new folder: links to what stays, then the new files."""
        plan = self.plan
        try:
            if plan.folder.samefile(Path()):  # who stands in it should go on doing so
                raise CannotExchange
            self.beside.mkdir()
            if not can_exchange(self.beside, self.beside.with_name(temporary_name(f"{plan.folder.name}-"))):
                raise CannotExchange
            self._lock.also(self.beside)  # for once it is in place, others find it
        except OSError:
            raise CannotExchange from None
        write_new(self.beside / JOURNAL, json.dumps({"beside": self.beside.name, "old": plan.old}).encode())
        try:
            self._like_the_old_one()
            self._link()
        except (OSError, NotImplementedError, AttributeError):  # a disk or a system without links or owners
            raise CannotExchange from None
        for name, data in plan.new.items():
            write_new(self.beside / name, data)

    def carry_out(self) -> None:
        """Let the new folder take the old one's place."""
        try:
            exchange(self.plan.folder, self.beside)
        except OSError:
            raise CannotExchange from None
        self._swapped = True

    def undo(self) -> None:
        """Let the old folder come back."""
        if self._swapped:
            exchange(self.plan.folder, self.beside)
            self._swapped = False

    def close(self) -> None:
        """Put away what is beside: the old folder, or the new one that was not needed."""
        with suppress(OSError):  # the next run sweeps it
            if self._swapped:
                recover(self.plan.folder)
            else:
                discard(self.beside, self.plan.folder)

    def new_files(self) -> list[str]:
        """Return the names of files that are new in their place."""
        return [name for name in self.plan.new if self._swapped and not name.startswith(PREFIX)]

    def _like_the_old_one(self) -> None:
        """Give the new folder the owner and the rights of the old one."""
        old, new = self.plan.folder.stat(), self.beside.stat()
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            os.chown(self.beside, old.st_uid, old.st_gid)
        copystat(self.plan.folder, self.beside)

    def _link(self) -> None:
        replaced = {*self.plan.new, *self.plan.gone} - self.plan.aside.keys()
        for path in self.plan.folder.iterdir():
            if path.name in replaced or (is_leftover(path.name) and not path.is_dir()):
                continue
            if path.is_symlink() or not path.is_file():
                raise CannotExchange
            os.link(path, self.beside / self.plan.aside.get(path.name, path.name))


class Moves:
    """Files that wait beside their places under temporary names, and a journal of what goes where."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._temporary: list[Path] = []
        self._moves: list[_Move] = []
        self._journal = plan.folder / temporary_name()
        self._set_aside: list[_Move] = []
        self._moved: list[_Move] = []
        self._unfinished = False

    def prepare(self) -> None:
        """Write the new files under temporary names."""
        for name, data in self.plan.new.items():
            staged = self._name()
            write_new(self.plan.folder / staged, data)
            self._moves.append(_Move(staged, name, self.plan.aside.get(name) or self._name(), self.plan.old.get(name)))
        self._moves += [_Move(None, name, self._name(), self.plan.old.get(name)) for name in self.plan.gone]
        if len(self._moves) > 1:  # a single one needs no journal
            self._temporary.append(self._journal)
            write_new(self._journal, json.dumps({"moves": self._moves}).encode())

    def carry_out(self) -> None:
        """Rename everything, one after the other."""
        folder = self.plan.folder
        if len(self._moves) > 1:
            self._journal.replace(folder / JOURNAL)
        for move in self._moves:
            kept = len(self._moves) > 1 or move.aside in self.plan.aside.values()
            if kept and os.path.lexists(folder / move.name):
                self._set_aside.append(move)
                move.set_aside(folder)
            if move.staged is not None:
                (folder / move.staged).replace(folder / move.name)
                self._moved.append(move)
        with suppress(OSError):  # there is nothing left in it to be done
            (folder / JOURNAL).unlink(missing_ok=True)

    def undo(self) -> None:
        """Let everything be as before; if that fails, the journal stays for the next run."""
        folder = self.plan.folder
        self._unfinished = True
        while self._moved:
            move = self._moved[-1]
            assert move.staged is not None
            (folder / move.name).replace(folder / move.staged)
            self._moved.pop()
        while self._set_aside:
            self._set_aside.pop().take_back(folder)
        (folder / JOURNAL).unlink(missing_ok=True)
        self._unfinished = False

    def close(self) -> None:
        """Remove temporary files."""
        for path in () if self._unfinished else self._temporary:
            with suppress(OSError):  # the next run sweeps it
                path.unlink(missing_ok=True)

    def new_files(self) -> list[str]:
        """Return the names of files that are new in their place."""
        return [move.name for move in self._moved if not move.name.startswith(PREFIX)]

    def _name(self) -> str:
        name = temporary_name()
        self._temporary.append(self.plan.folder / name)
        return name


class _Move(NamedTuple):
    """What waits under a temporary name (None: a file only goes), where it goes, and what becomes of the old file."""

    staged: str | None
    name: str
    aside: str
    old: str | None

    def set_aside(self, folder: Path) -> None:
        """Give the old file another name, and leave the place empty only where it must be."""
        try:
            if self.staged is None:
                raise NotImplementedError
            os.link(folder / self.name, folder / self.aside, follow_symlinks=False)
        except (OSError, NotImplementedError, AttributeError):
            (folder / self.name).rename(folder / self.aside)

    def take_back(self, folder: Path) -> None:
        """Let the old file have its name again."""
        aside, place = folder / self.aside, folder / self.name
        if not os.path.lexists(aside):
            return
        if os.path.lexists(place) and os.path.samestat(aside.lstat(), place.lstat()):
            aside.unlink()
        else:
            aside.replace(place)

    def finish(self, folder: Path) -> None:
        """Carry out what a killed run has not; what a user has put there since is kept."""
        place, aside = folder / self.name, folder / self.aside
        if self.staged is not None and not os.path.lexists(folder / self.staged):
            return
        if os.path.lexists(place) and not (os.path.lexists(aside) and os.path.samestat(aside.lstat(), place.lstat())):
            if self.staged is None and hash_of_file(place) != self.old:
                return
            if os.path.lexists(aside) or (self.old is not None and hash_of_file(place) != self.old):
                place.rename(folder / free_name(self.name, {}, folder))
            else:
                self.set_aside(folder)
        if self.staged is not None:
            (folder / self.staged).replace(place)


# ------------------------------------------------- what killed runs left


def recover(folder: Path) -> None:
    """Finish what the journal of a folder tells: put the old folder away, or rename the rest."""
    journal = folder / JOURNAL
    beside, old, moves = _read_journal(journal)
    if beside is not None and is_leftover(beside):
        _put_away(folder.parent / beside, folder, old)
    for move in moves:
        move.finish(folder)
    for move in moves:
        if is_leftover(move.aside):
            (folder / move.aside).unlink(missing_ok=True)
    journal.unlink(missing_ok=True)


def discard(beside: Path, folder: Path) -> None:
    """Remove a folder beside its place; one that has its journal was never there, and holds but links and new files."""
    journal = beside / JOURNAL
    if not journal.is_file():
        _put_away(beside, folder, {})
        return
    for path in beside.iterdir():
        if path != journal:
            path.unlink(missing_ok=True)
    journal.unlink(missing_ok=True)
    beside.rmdir()


def beside_of(folder: Path) -> Iterator[Path]:
    """List the folders that runs have made beside a folder."""
    with suppress(OSError):
        for path in folder.parent.iterdir():
            if owner_of(path.name)[0] == folder.name and path.is_dir():
                yield path


def owner_of(name: str) -> tuple[str, int | None]:
    """Return what a temporary name is about, and the process that made it."""
    about, _, number = name.removeprefix(PREFIX).removesuffix(SUFFIX).rpartition("-")
    about, dash, process = about.rpartition("-")
    known = is_leftover(name) and all(part.isascii() and part.isdecimal() for part in (number, process))
    known = known and bool(about) == bool(dash)
    return (about, int(process)) if known else ("", None)


def _put_away(old: Path, folder: Path, hashes: Mapping[str, str]) -> None:
    """Remove the old folder; what is neither in the new one nor pnp's own moves there, under a free name if need be."""
    if not old.is_dir():
        return
    listed = {name: entry.hash for name, entry in read_manifest(old).items()} | {MANIFEST: hash_of_file(old / MANIFEST)}
    stays = {_identity(path) for path in folder.iterdir()}
    for path in old.iterdir():
        known = {hashes.get(path.name), listed.get(path.name)} - {None}
        if is_leftover(path.name) or _identity(path) in stays or (known and hash_of_file(path) in known):
            path.unlink(missing_ok=True)
        else:
            taken = os.path.lexists(folder / path.name)
            path.rename(folder / (free_name(path.name, {}, folder) if taken else path.name))
    old.rmdir()


def _identity(path: Path) -> tuple[int, int]:
    about = path.lstat()
    return about.st_dev, about.st_ino


def _read_journal(path: Path) -> tuple[str | None, dict[str, str], list[_Move]]:
    """Read a journal; one that is damaged, or leads elsewhere, tells nothing."""
    text = path.read_bytes()
    with suppress(ValueError, TypeError, AttributeError, RecursionError):
        data = json.loads(text)
        beside, moves = data.get("beside"), [_Move(*move) for move in data.get("moves", ())]
        names = [name for move in moves for name in (move.name, move.aside, move.staged) if name is not None]
        if all(is_plain(name) for name in ([beside] if beside is not None else []) + names):
            return beside, dict(data.get("old", {})), moves
    return None, {}, []
