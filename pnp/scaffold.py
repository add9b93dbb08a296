"""A game to start from: the files of `templates/new` under the designer's own name, or a copy of a shipped game."""

import json
import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from pnp.diagnostics import Diagnostic, Problems, Report, fail, one_of
from pnp.export.changeover import is_leftover
from pnp.export.files import OnWritten, finish, write_folders
from pnp.load.filenames import twin_in, why_unportable
from pnp.load.library import SHIPPED, content_folder, game_names, templates_folder
from pnp.load.schemas import all_schemas, games_with_code

LONGEST_NAME = LONGEST_TITLE = 40
SCHEMA_FOLDER = "schema"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_RESERVED = frozenset(("all", SCHEMA_FOLDER, SHIPPED, "true", "false", "yes", "no", "null"))


def scaffold(content: Path, name: str, title: str | None, written: OnWritten = lambda _: None) -> Path:
    """Write a small complete game into content/NAME, and the schema files beside it; return its folder."""
    shown = _title(name, title)
    templates = sorted((templates_folder() / "new").glob("*.yaml"), key=lambda p: (p.stem == "game", p.name))
    files = {Path(p.name): _filled_in(p, name, shown) for p in templates}  # game.yaml, which makes it a game, last
    return _start(content, name, files, written)


def scaffold_from(
    content: Path, name: str, title: str | None, source: Path, sheet: str, written: OnWritten = lambda _: None
) -> Path:
    """Write a game into content/NAME whose cards are the rows of a spreadsheet; return its folder."""
    from pnp.load.document import parse_or_raise
    from pnp.load.tables import read_table
    from pnp.model import TableFile
    from pnp.starter import starter_files

    shown = _title(name, title)
    if reason := why_unportable(source.name):
        raise fail("filename", f"'{source.name}' cannot be the name of a file: {reason}", None, "rename it")
    report = Report()
    document = parse_or_raise("", source.as_posix())
    found = read_table(TableFile(file=source.name, sheet=sheet), source.parent, document, (), {}, report)
    report.raise_if_failed()
    assert found is not None
    table, data = found
    texts = starter_files(name, shown, source.name, sheet, table)
    files = {Path(source.name): data, **{Path(file): text.encode() for file, text in texts.items()}}
    files[Path("game.yaml")] = files.pop(Path("game.yaml"))
    return _start(content, name, files, written)


def _title(name: str, title: str | None) -> str:
    _check_name(name)
    shown = name.replace("-", " ").strip().title() if title is None else title.strip()
    _check_title(shown)
    return shown


def _start(content: Path, name: str, files: Mapping[Path, bytes], written: OnWritten) -> Path:
    folder = content / name
    _check_twin(content, name)
    finish(folder)
    if (folder.exists() or folder.is_symlink()) and not _unfinished(folder, files):
        hint = "choose another name; nothing is ever overwritten"
        raise fail("exists", f"there is a {folder.as_posix()} already", None, hint)
    _write(content, schema_files(), folder, files, written)
    return folder


def copy_shipped(content: Path, name: str, written: OnWritten = lambda _: None) -> Path:
    """Copy a shipped game into content/NAME, with the schema files of its own kinds beside it; return its folder."""
    shipped = content_folder(SHIPPED)
    known = game_names(shipped)
    if name not in known:
        raise fail("missing", f"pnp ships no game '{name}'", None, one_of(name, known))
    folder = content / name
    kept = (p for p in (shipped / name).rglob("*") if p.is_file() and not p.name.startswith("."))
    # Deep folders first and game.yaml last of all, so that a copy that was cut short is no game.
    paths = sorted(kept, key=lambda p: (p.name == "game.yaml", -len(p.parts), p))
    files = {path.relative_to(shipped / name): path.read_bytes() for path in paths}
    _check_twin(content, name)
    finish(folder)
    if (folder.exists() or folder.is_symlink()) and not _unfinished(folder, files):
        hint = "move it away, or copy to another place with --to; nothing is ever overwritten"
        raise fail("exists", f"there is a {folder.as_posix()} already", None, hint)
    _write(content, schema_files([name] if name in games_with_code() else ()), folder, files, written)
    return folder


def _write(
    content: Path, schemas: Mapping[str, bytes], folder: Path, files: Mapping[Path, bytes], written: OnWritten
) -> None:
    """Write the schemas, then the game; a failure leaves no empty folder behind."""
    folders: dict[Path, dict[str, bytes]] = {content / SCHEMA_FOLDER: dict(schemas)}
    for path, data in files.items():
        folders.setdefault(folder / path.parent, {})[path.name] = data
    try:
        write_folders(folders, written=written)
    except Problems as problems:
        raise Problems(_without_out(fault) for fault in problems.diagnostics) from None


def _without_out(fault: Diagnostic) -> Diagnostic:
    """Mend a hint that speaks of an option which these commands have not."""
    hint = "go to a folder that you may write to, or choose one with --to"
    return fault._replace(hint=hint) if "--out" in (fault.hint or "") else fault


def _unfinished(folder: Path, files: Mapping[Path, bytes]) -> bool:
    """Say whether a folder is what a killed run left behind: a part of the files, untouched, and no game yet."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    found = [
        path
        for path in folder.rglob("*")
        if not path.is_dir() and not any(map(is_leftover, path.relative_to(folder).parts))
    ]
    return len(found) < len(files) and all(
        path.is_file() and path.read_bytes() == files.get(path.relative_to(folder)) for path in found
    )


def schema_files(games: Iterable[str] = ()) -> dict[str, bytes]:
    """Return file name → JSON Schema, as editors want it."""
    schemas = all_schemas(games)
    texts = {kind: json.dumps(schema, indent=1, ensure_ascii=False) for kind, schema in schemas.items()}
    return {f"{kind}.json": text.encode() + b"\n" for kind, text in texts.items()}


def _check_name(name: str) -> None:
    wish = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")[:LONGEST_NAME].strip("-")
    hint = f"try: pnp new {wish if _NAME.fullmatch(wish) and wish not in _RESERVED else 'mygame'}"
    if len(name) > LONGEST_NAME:
        message = f"the name has {len(name)} characters; at most {LONGEST_NAME} are allowed"
        raise fail("name", message, None, hint)
    if not _NAME.fullmatch(name):
        rule = "use lower-case letters, digits and hyphens, and start with a letter"
        raise fail("name", f"'{name}' cannot be a game's name: {rule}", None, hint)
    if reason := why_unportable(name):
        raise fail("name", f"'{name}' cannot be a game's name: {reason}", None, f"try: pnp new {name}-game")
    if name in _RESERVED:
        raise fail("name", f"'{name}' is a word that pnp keeps for itself", None, f"try: pnp new {name}-game")
    if find_spec(f"pnp.games.{name.replace('-', '_')}") is not None:
        message = f"'{name}' is one of the shipped games, and its name brings its own rules engine along"
        raise fail("name", message, None, f"to change it: pnp copy {name}; to start afresh: pnp new my-{name}")


def _check_twin(content: Path, name: str) -> None:
    twin = twin_in(content, name)
    if twin is not None:
        message = f"'{name}' and {(content / twin).as_posix()} are the same name on many systems"
        raise fail("exists", message, None, "rename or move one of them")


def _check_title(title: str) -> None:
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        message = f"a title has 1 to {LONGEST_TITLE} characters on one line"
        raise fail("title", message, None, "the tagline in game.yaml can say more")
    from pnp.draw.text import missing_glyphs

    lacking = missing_glyphs(title, "serif")
    if lacking:
        shown = ", ".join(f"'{c}'" for c in lacking[:5])
        hint = "write the title in Latin, Greek or Cyrillic letters"
        raise fail("title", f"the fonts have no glyph for {shown}", None, hint)


def _filled_in(path: Path, name: str, title: str) -> bytes:
    text = path.read_text("utf-8")
    return text.replace("__TITLE__", json.dumps(title, ensure_ascii=False)).replace("__ID__", name).encode()
