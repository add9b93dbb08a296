"""Writing: whole or not at all, stale files removed only if they are ours, leftovers swept."""

import os

import pytest

from pnp.diagnostics import Problems
from pnp.export import files
from pnp.export.files import write_files


def contents(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".pnp-files")}


def test_files_are_written_into_new_folders(tmp_path):
    folder = tmp_path / "a" / "b"
    write_files(folder, {"x.pdf": b"1", "y.pdf": b"2"})
    assert contents(folder) == {"x.pdf": b"1", "y.pdf": b"2"}


def test_nothing_is_replaced_before_everything_is_ready(tmp_path, monkeypatch):
    write_files(tmp_path, {"x.pdf": b"old", "y.pdf": b"old"}, clean=True)
    real = files._write

    def broken(path, data):
        if b"full" in data:
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(files, "_write", broken)
    with pytest.raises(Problems) as caught:
        write_files(tmp_path, {"x.pdf": b"new", "y.pdf": b"full"}, clean=True)
    (fault,) = caught.value.diagnostics
    assert fault.code == "write"
    assert "the disk is full" in fault.hint
    assert contents(tmp_path) == {"x.pdf": b"old", "y.pdf": b"old"}


def test_stale_files_of_an_earlier_build_are_removed(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1", "gone.pdf": b"2"}, clean=True)
    (tmp_path / "mine.pdf").write_bytes(b"the user's own")
    write_files(tmp_path, {"x.pdf": b"3"}, clean=True)
    assert contents(tmp_path) == {"x.pdf": b"3", "mine.pdf": b"the user's own"}


def test_without_cleaning_everything_stays(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    write_files(tmp_path, {"x.pdf": b"3"})
    assert contents(tmp_path) == {"x.pdf": b"3", "y.pdf": b"2"}
    write_files(tmp_path, {"x.pdf": b"4"}, clean=True)
    assert contents(tmp_path) == {"x.pdf": b"4"}


def test_the_list_cannot_lead_out_of_the_folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (tmp_path / "precious.txt").write_text("x")
    (folder / ".hidden").write_text("x")
    (folder / ".pnp-files").write_text("../precious.txt\n.hidden\n..\\precious.txt\n\n/etc/hostname")
    write_files(folder, {"x.pdf": b"1"}, clean=True)
    assert (tmp_path / "precious.txt").exists()
    assert (folder / ".hidden").exists()


def leave_behind(folder):
    """Write what killed runs may leave: files of a dead process, of this one, of one alive, and odd ones."""
    alive = f".pnp-{os.getppid()}-0.tmp"
    owners = (_dead_process(), os.getpid(), "word", 10**30, "²", "-1", "")
    for name in [alive, ".pnp-list.tmp", *(f".pnp-{owner}-0.tmp" for owner in owners)]:
        (folder / name).write_bytes(b"half")
    return alive


def test_leftovers_of_killed_runs_are_swept(tmp_path):
    leave_behind(tmp_path)
    write_files(tmp_path, {"x.pdf": b"1"})
    left = {p.name for p in tmp_path.iterdir()}
    assert left == {"x.pdf"}, "under the lock nobody else is at work, even if a process has got the same number since"


def test_without_locks_a_run_that_is_alive_keeps_its_files(tmp_path, monkeypatch):
    monkeypatch.setattr(files._Stage, "_lock", lambda self: None)
    alive = leave_behind(tmp_path)
    write_files(tmp_path, {"x.pdf": b"1"})
    assert {p.name for p in tmp_path.iterdir()} == {"x.pdf", alive}


def _dead_process():
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)
    return process


def test_no_temporary_file_stays_behind(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1"}, clean=True)
    assert {p.name for p in tmp_path.iterdir()} == {"x.pdf", ".pnp-files"}


@pytest.mark.parametrize("where", ["file", "file/below", "folder-in-the-way"])
def test_places_that_cannot_be_written(tmp_path, where):
    (tmp_path / "file").write_text("x")
    folder = tmp_path / where
    if where == "folder-in-the-way":
        (folder / "x.pdf").mkdir(parents=True)
    with pytest.raises(Problems) as caught:
        write_files(folder, {"x.pdf": b"1"})
    assert caught.value.diagnostics[0].code == "write"
    assert (tmp_path / "file").read_text() == "x"


def test_links_are_replaced_not_followed(tmp_path):
    target = tmp_path / "target.txt"
    target.write_text("precious")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "x.pdf").symlink_to(target)
    write_files(folder, {"x.pdf": b"1"})
    assert target.read_text() == "precious"
    assert (folder / "x.pdf").read_bytes() == b"1"
    assert not (folder / "x.pdf").is_symlink()
