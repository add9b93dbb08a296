"""Folders and files that may not be read are named as such, with their place, and never taken for missing ones."""

import os
import shutil
import sys
from contextlib import contextmanager, suppress

import pytest
from support import DEMO, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs rights as POSIX has them")

_PASSES_BY = 1 << 1 | 1 << 2
"""The capabilities by which root reads and writes whatever it likes: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


@contextmanager
def like_anybody():
    """Heed rights, even as root."""
    if os.geteuid() != 0:
        yield
        return
    from ctypes import CDLL, c_uint32

    library = CDLL(None)
    header, data = (c_uint32 * 2)(0x20080522, 0), (c_uint32 * 6)()
    if not hasattr(library, "capget") or library.capget(header, data):
        pytest.skip("root reads everything, and cannot leave that here")
    before = data[0]
    data[0] = before & ~_PASSES_BY
    assert library.capset(header, data) == 0
    try:
        yield
    finally:
        data[0] = before
        assert library.capset(header, data) == 0


@pytest.fixture
def locked(tmp_path):
    """Return a function that takes all rights from paths, and give them back at the end."""
    taken = []

    def take(*paths):
        for path in paths:
            taken.append((path, path.stat().st_mode))
            path.chmod(0)

    yield take
    for path, mode in taken:
        with suppress(FileNotFoundError):
            path.chmod(mode)


@pytest.mark.parametrize(
    ("what", "command", "says"),
    [
        ("content", "build demo", "cannot read the folder content: Permission denied"),
        ("content", "list", "cannot read the folder content: Permission denied"),
        ("content/demo", "build demo", "cannot read the folder content/demo: Permission denied"),
        ("content/demo", "build all", "cannot read the folder content/demo: Permission denied"),
        ("content/demo", "check", "cannot read the folder content/demo: Permission denied"),
        ("content/demo", "rules demo", "cannot read the folder content/demo: Permission denied"),
        ("content/demo", "balance demo", "cannot read the folder content/demo: Permission denied"),
        ("content/demo", "scenario demo", "cannot read the folder content/demo: Permission denied"),
        ("content/demo/game.yaml", "build demo", "content/demo/game.yaml:1:1: error[read]: cannot read the file: Perm"),
        (
            "content/demo/cards.yaml",
            "build demo",
            "content/demo/cards.yaml:1:1: error[read]: cannot read the file: Perm",
        ),
        (
            "content/demo/icons",
            "build demo",
            "cannot read the icon 'star': content/demo/icons/star.svg: Permission denied",
        ),
        ("content/demo/art", "build demo", "cannot read 'art/sea.svg': Permission denied"),
        ("content/demo/art/sea.svg", "build demo", "cannot read sea.svg: Permission denied"),
        ("output/demo", "build demo", "cannot write to output/demo/a4: Permission denied"),
        ("output/demo/a4", "build demo", "cannot write to output/demo/a4: Permission denied"),
        ("output/demo/a4/.pnp-files", "build demo", "cannot write to output/demo/a4: Permission denied (.pnp-files)"),
        ("output/demo/a4/deck.pdf", "build demo", "cannot write to output/demo/a4: Permission denied (deck.pdf)"),
        ("record", "validate record/x.json", "record/x.json:1:1: error[read]: cannot read the file: Permission denied"),
        (
            "record/x.json",
            "referee record/x.json",
            "record/x.json:1:1: error[read]: cannot read the file: Permission denied",
        ),
        ("record", "scenario --from record/x.json", "record/x.json:1:1: error[read]: cannot read the file: Permission"),
    ],
)
def test_what_may_not_be_read_is_named(pnp, make_game, tmp_path, locked, what, command, says):
    faces = DEMO["faces.yaml"].replace(
        "      - {part: art, art: rays, colour: paper}\n",
        "      - {part: art, art: rays, colour: paper}\n      - {part: art, at: [5, 5, 20, 20], file: art/sea.svg, colour: paper}\n",
    )
    assert faces != DEMO["faces.yaml"]
    make_game({"faces.yaml": faces})
    picture = ROOT / "tests" / "data" / "skerries" / "art" / "rose.svg"
    for folder, name in (("art", "sea.svg"), ("icons", "own.svg")):
        (tmp_path / "content" / "demo" / folder).mkdir()
        shutil.copy(picture, tmp_path / "content" / "demo" / folder / name)
    (tmp_path / "record").mkdir()
    (tmp_path / "record" / "x.json").write_text('{"game": "demo"}')
    assert pnp("build demo")[0] == 0
    (tmp_path / "content" / "demo" / "game.yaml").write_text(DEMO["game.yaml"].replace("Demo", "Other"))
    locked(tmp_path / what)
    with like_anybody():
        code, _, errors = pnp(command)
    assert says in errors
    assert "no game" not in errors
    assert "Traceback" not in errors
    assert code == 1
    assert "nothing was written" in errors or command == "check" or "validate" in command
