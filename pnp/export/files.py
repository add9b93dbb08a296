"""Writing files: whole or not at all, and nothing before everything is ready."""

import os
from collections.abc import Mapping
from pathlib import Path

from pnp.diagnostics import fail

_PREFIX = ".pnp-"
_MANIFEST = ".pnp-files"


def write_files(folder: Path, files: Mapping[str, bytes], *, clean: bool = False) -> None:
    """Write files into a folder: all are staged beside their places first, then renamed.

    With `clean`, files that an earlier build wrote there and this one does not are removed.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        for name, data in files.items():
            target = folder / name
            if target.is_dir():
                raise fail("write", f"cannot write {target}: it is a folder")
            temporary = folder / f"{_PREFIX}{os.getpid()}-{name}.tmp"
            staged.append((temporary, target))
            _write(temporary, data)
        before = _listed(folder)
        for temporary, target in staged:
            temporary.replace(target)
        if clean:
            for name in before - set(files):
                (folder / name).unlink(missing_ok=True)
            _write(folder / f"{_PREFIX}list.tmp", "\n".join(sorted(files)).encode())
            (folder / f"{_PREFIX}list.tmp").replace(folder / _MANIFEST)
    except OSError as error:
        raise fail("write", f"cannot write to {folder}: {error.strerror or error}", None, _hint(error)) from None
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sweep(folder: Path) -> None:
    """Remove what a killed run left behind, unless that run is still alive."""
    for path in folder.glob(f"{_PREFIX}*.tmp"):
        owner = path.name.removeprefix(_PREFIX).split("-")[0]
        if not (owner.isdecimal() and _alive(int(owner))):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def _listed(folder: Path) -> set[str]:
    """Return the names that an earlier build wrote; only plain names count."""
    path = folder / _MANIFEST
    if not path.is_file():
        return set()
    names = path.read_text("utf-8", errors="replace").split("\n")
    return {n for n in names if n and "/" not in n and "\\" not in n and not n.startswith(".")}


def _hint(error: OSError) -> str | None:
    import errno

    return {
        errno.EACCES: "choose a folder you may write to with --out",
        errno.EROFS: "the disk is read-only; choose another folder with --out",
        errno.ENOSPC: "the disk is full; nothing was replaced",
        errno.ENOTDIR: "a part of the path is a file; choose another folder with --out",
        errno.EEXIST: "the path is a file; choose another folder with --out",
    }.get(error.errno or 0)
