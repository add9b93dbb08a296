"""Where games and templates are found: a folder of one's own first, else what pnp ships."""

from errno import EACCES, EINVAL, ENAMETOOLONG
from pathlib import Path

from pnp.diagnostics import Problems, did_you_mean, fail

SHIPPED = "shipped"
PACKAGES = "pnp.games"
"""The package of the shipped games' code, and the entry point group of packages that bring others."""
_PACKAGE = Path(__file__).resolve().parent.parent


def _data(name: str) -> Path:
    """Return a shipped folder, inside the installed package or beside it in a checkout."""
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def templates_folder() -> Path:
    """Return the folder of shipped templates, icons and the common palette."""
    return _data("templates")


def read_profile(name: str) -> bytes:
    """Return a shipped colour profile of a printing condition."""
    return (templates_folder() / "icc" / name).read_bytes()


def content_folder(choice: Path | str | None = None, game: str | None = None) -> Path:
    """Return the folder of games: the given one, else ./content, else the shipped games.

    For a game that ./content does not have, it is the shipped games if it is one of them, else those of a package
    that brings it.
    """
    if choice == SHIPPED:
        return _data("content")
    if choice is not None:
        return Path(choice)
    own, shipped = own_folder(), _data("content")
    if own is None:
        return shipped if game is None or game in game_names(shipped) else installed_folder(game) or shipped
    if game is not None and not is_folder(own / game):
        return shipped if game in game_names(shipped) else installed_folder(game) or own
    return own


def installed_folder(game: str) -> Path | None:
    """Return the content that an installed package brings with a game; none of its code runs."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for entry in entry_points(group=PACKAGES, name=game):
        spec = find_spec(entry.module.partition(".")[0])
        for place in spec.submodule_search_locations or () if spec is not None else ():
            if has_game(Path(place) / "content" / game):
                return Path(place) / "content"
    return None


def own_folder() -> Path | None:
    """Return the user's folder of games: ./content, or the one that the user stands in; None if there is none."""
    if is_folder(Path("content")):
        return Path("content")
    if has_game(Path()) and Path.cwd().parent.name == "content":
        return Path("..")
    return Path() if Path.cwd().name == "content" and game_names(Path()) else None


def game_names(folder: Path) -> list[str]:
    """List the games in a content folder: the subfolders that hold a game.yaml, or may, if they cannot be read."""
    if fault := closed(folder):
        raise fault
    if not is_folder(folder):
        return []
    return sorted(p.name for p in folder.iterdir() if not p.name.startswith(".") and (has_game(p) or closed(p)))


def closed(folder: Path) -> Problems | None:
    """Return the fault of a folder that is there but cannot be read, or of one on the way to it."""
    try:
        if folder.is_dir():
            next(folder.iterdir(), None)
            (folder / "game.yaml").lstat()
        elif not folder.is_file():
            folder.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):  # no name of a file holds a zero byte
        return None
    except OSError as error:
        if error.errno in (ENAMETOOLONG, EINVAL):  # no file system takes such a name
            return None
        hint = "give yourself the right to read it, and all that is in it" if error.errno == EACCES else None
        return fail("read", f"cannot read the folder {_where_it_ends(folder)}: {error.strerror or error}", None, hint)
    return None


def _where_it_ends(folder: Path) -> Path:
    """Return the first folder on the way that cannot be entered, else the last one."""
    for place in reversed((folder / "game.yaml", folder, *folder.parents)):
        try:
            place.lstat()
        except OSError:
            return place.parent
    return folder


def has_game(folder: Path) -> bool:
    """Say whether a folder holds a game; a name that no file system takes holds none."""
    try:
        return (folder / "game.yaml").is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Say whether a path is a folder; a name that no file system takes is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def nearest_file(path: Path) -> str | None:
    """Return a hint that names the file of the closest name in the same folder."""
    try:
        names = [p.name for p in path.parent.iterdir() if p.is_file()]
    except OSError:
        return None
    return did_you_mean(path.name, names)
