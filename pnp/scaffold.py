"""A game to start from: the files of `templates/new`, under the designer's own name."""

import json
import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from pnp.diagnostics import Diagnostic, Problems, fail
from pnp.export.files import OnWritten, is_leftover, write_folders
from pnp.load.library import SHIPPED, templates_folder
from pnp.load.schemas import all_schemas

LONGEST_NAME = LONGEST_TITLE = 40
SCHEMA_FOLDER = "schema"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_RESERVED = frozenset(("all", SCHEMA_FOLDER, SHIPPED, "true", "false", "yes", "no", "null"))


def scaffold(content: Path, name: str, title: str | None, written: OnWritten = lambda _: None) -> Path:
    """Write a small complete game into content/NAME, and the schema files beside it; return its folder."""
    _check_name(name)
    shown = name.replace("-", " ").strip().title() if title is None else title.strip()
    _check_title(shown)
    folder = content / name
    templates = sorted((templates_folder() / "new").glob("*.yaml"), key=lambda p: (p.stem == "game", p.name))
    files = {path.name: _filled_in(path, name, shown) for path in templates}  # game.yaml, which makes it a game, last
    if (folder.exists() or folder.is_symlink()) and not _unfinished(folder, files):
        hint = "choose another name; nothing is ever overwritten"
        raise fail("exists", f"there is a {folder.as_posix()} already", None, hint)
    try:
        write_folders({content / SCHEMA_FOLDER: schema_files(), folder: files}, written=written)
    except Problems as problems:
        raise Problems(_without_out(fault) for fault in problems.diagnostics) from None
    return folder


def _without_out(fault: Diagnostic) -> Diagnostic:
    """Mend a hint that speaks of an option which `pnp new` has not."""
    return fault._replace(hint="run pnp new in another folder") if "--out" in (fault.hint or "") else fault


def _unfinished(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Say whether a folder is what a killed `pnp new` left behind: a part of the files, untouched, and no game yet."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    found = [path for path in folder.iterdir() if not is_leftover(path.name)]
    return len(found) < len(files) and all(p.is_file() and p.read_bytes() == files.get(p.name) for p in found)


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
    if name in _RESERVED:
        raise fail("name", f"'{name}' is a word that pnp keeps for itself", None, f"try: pnp new {name}-game")
    if find_spec(f"pnp.games.{name.replace('-', '_')}") is not None:
        message = f"'{name}' is one of the shipped games, and its name brings its own rules engine along"
        raise fail("name", message, None, f"try: pnp new my-{name}")


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
