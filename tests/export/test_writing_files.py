"""Writing: whole or not at all, stale files removed only if they are ours, leftovers swept."""

import os

import pytest

from pnp.diagnostics import Problems
from pnp.export import changeover, locks
from pnp.export.files import write_files, write_folders
from pnp.export.manifest import MANIFEST, read_manifest


@pytest.fixture(params=["exchange", "journal"], autouse=True)
def system(request, monkeypatch):
    """Run every test twice: on a system that can exchange folders in one step, and on one that cannot."""
    if request.param == "journal":
        monkeypatch.setattr(changeover, "can_exchange", lambda *_: False)
    return request.param


def contents(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".pnp-files")}


def test_files_are_written_into_new_folders(tmp_path):
    folder = tmp_path / "a" / "b"
    write_files(folder, {"x.pdf": b"1", "y.pdf": b"2"})
    assert contents(folder) == {"x.pdf": b"1", "y.pdf": b"2"}


def test_nothing_is_replaced_before_everything_is_ready(tmp_path, monkeypatch):
    write_files(tmp_path, {"x.pdf": b"old", "y.pdf": b"old"}, clean=True)
    real = changeover.write_new

    def broken(path, data):
        if b"full" in data:
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(changeover, "write_new", broken)
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
    write_files(tmp_path, {"x.pdf": b"3"}, record=True)
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
    monkeypatch.setattr(locks, "_locking", lambda: None)
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


# ------------------------------------------------------ files of the user's


def test_what_is_listed_goes_only_if_it_is_as_it_was_written(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1", "gone.pdf": b"2", "edited.pdf": b"3", "made-mine.pdf": b"4"}, clean=True)
    (tmp_path / "edited.pdf").write_bytes(b"my notes")
    (tmp_path / "made-mine.pdf").unlink()
    (tmp_path / "made-mine.pdf").mkdir()
    (warning,) = write_files(tmp_path, {"x.pdf": b"5"}, clean=True)
    assert warning.severity == "warning"
    assert f"{(tmp_path / 'edited.pdf').as_posix()} is no part of this build any more, but stays" in warning.message
    assert (tmp_path / "edited.pdf").read_bytes() == b"my notes"
    assert (tmp_path / "made-mine.pdf").is_dir()
    assert not (tmp_path / "gone.pdf").exists()
    assert not write_files(tmp_path, {"x.pdf": b"6"}, clean=True), "it is told once"
    assert (tmp_path / "edited.pdf").read_bytes() == b"my notes"


def test_a_list_without_hashes_removes_nothing(tmp_path):
    """As older versions wrote it, or a user by hand."""
    for name in ("x.pdf", "precious.pdf"):
        (tmp_path / name).write_bytes(b"?")
    (tmp_path / MANIFEST).write_text("precious.pdf\nx.pdf\ngone-already.pdf")
    (warning,) = write_files(tmp_path, {"x.pdf": b"1"}, clean=True)
    assert "precious.pdf is no part of this build any more, but stays: an older pnp listed it" in warning.message
    assert contents(tmp_path) == {"x.pdf": b"1", "precious.pdf": b"?"}
    assert set(read_manifest(tmp_path)) == {"x.pdf"}


@pytest.mark.parametrize("mine", ["file", "annotated", "link", "unlisted"])
def test_a_file_in_the_way_is_kept_under_another_name(tmp_path, mine):
    if mine == "annotated":
        write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
        (tmp_path / "x.pdf").write_bytes(b"1 and my notes")
    elif mine == "link":
        (tmp_path / "target.txt").write_bytes(b"precious")
        (tmp_path / "x.pdf").symlink_to("target.txt")
    else:
        (tmp_path / "x.pdf").write_bytes(b"mine")
    before = (tmp_path / "x.pdf").read_bytes()
    (warning,) = write_files(tmp_path, {"x.pdf": b"3"}, record=True)
    assert warning.message.endswith("x.pdf is not as pnp wrote it; it is kept as x.kept.pdf")
    assert (tmp_path / "x.kept.pdf").read_bytes() == before
    assert (tmp_path / "x.pdf").read_bytes() == b"3"
    assert not (tmp_path / "x.pdf").is_symlink()
    (tmp_path / "x.pdf").write_bytes(b"again")
    (warning,) = write_files(tmp_path, {"x.pdf": b"4", "x.kept-2.pdf": b"5"}, clean=True)
    assert (tmp_path / "x.kept.pdf").read_bytes() == before, "nor does one kept file replace another"
    assert (tmp_path / "x.kept-2.pdf").read_bytes() == b"5"
    assert (tmp_path / "x.kept-3.pdf").read_bytes() == b"again"


def test_nothing_is_touched_if_nothing_changes(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    before = {p.name: p.stat() for p in tmp_path.iterdir()}
    told = []
    write_folders({tmp_path: {"x.pdf": b"1", "y.pdf": b"2"}}, clean=True, written=told.append)
    assert not told
    assert {p.name: p.stat() for p in tmp_path.iterdir()} == before


def test_a_part_leaves_the_rest_and_is_part_of_the_whole_later(tmp_path):
    write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    assert not write_files(tmp_path, {"y.pdf": b"3", "z.svg": b"4"}, record=True)
    assert contents(tmp_path) == {"x.pdf": b"1", "y.pdf": b"3", "z.svg": b"4"}
    assert not write_files(tmp_path, {"x.pdf": b"5"}, clean=True)
    assert contents(tmp_path) == {"x.pdf": b"5", "z.svg": b"4"}, "y was a file of whole builds, z never was"


def test_a_file_that_cannot_be_read_stops_all_and_is_named(tmp_path, monkeypatch):
    write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    real = type(tmp_path).read_bytes

    def locked(path):
        if path.name == "y.pdf":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(type(tmp_path), "read_bytes", locked)
        with pytest.raises(Problems, match=r"Permission denied \(y\.pdf\)"):
            write_files(tmp_path, {"x.pdf": b"3", "y.pdf": b"4"}, clean=True)
    assert contents(tmp_path) == {"x.pdf": b"1", "y.pdf": b"2"}


def test_rights_and_links_of_the_folder_stay(tmp_path, system):
    folder = tmp_path / "real"
    folder.mkdir(mode=0o750)
    (tmp_path / "link").symlink_to("real")
    (folder / "mine.txt").write_text("x")
    before = folder.stat()
    write_files(tmp_path / "link", {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    after = folder.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert (after.st_ino == before.st_ino) == (system == "journal")
    assert (tmp_path / "link").is_symlink()
    assert contents(folder) == {"x.pdf": b"1", "y.pdf": b"2", "mine.txt": b"x"}


def test_folders_of_the_users_never_move(tmp_path, system):
    (tmp_path / "out" / "my notes").mkdir(parents=True)
    inode = (tmp_path / "out").stat().st_ino
    write_files(tmp_path / "out", {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    assert (tmp_path / "out" / "my notes").is_dir()
    assert (tmp_path / "out").stat().st_ino == inode, "file by file, with a journal"


def test_who_stands_in_the_folder_goes_on_standing_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {"x.pdf": b"1", "y.pdf": b"2"}, clean=True)
    assert {p.name for p in type(tmp_path)().iterdir()} == {"x.pdf", "y.pdf", MANIFEST}


def test_names_that_differ_only_in_case(tmp_path, monkeypatch):
    """On disks that do not tell them apart, the new file is not taken for a stale one."""
    write_files(tmp_path, {"Deck.pdf": b"1", "x.pdf": b"2"}, clean=True)
    (tmp_path / "Deck.pdf").rename(tmp_path / "deck.pdf")
    real = type(tmp_path).stat, type(tmp_path).read_bytes
    for name, function in zip(("stat", "read_bytes"), real, strict=True):
        monkeypatch.setattr(
            type(tmp_path), name, lambda p, f=function, **k: f(type(p)(str(p).replace("Deck", "deck")), **k)
        )
    assert not write_files(tmp_path, {"deck.pdf": b"1", "x.pdf": b"3"}, clean=True)
    monkeypatch.undo()
    assert contents(tmp_path) == {"deck.pdf": b"1", "x.pdf": b"3"}
    assert set(read_manifest(tmp_path)) == {"deck.pdf", "x.pdf"}
