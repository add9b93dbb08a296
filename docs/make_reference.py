"""Writes the content reference, and that of the shipped games' own files, from the types the loader checks against.

python docs/make_reference.py           writes docs/content-reference.md and docs/game-files.md
python docs/make_reference.py --check   says whether they are up to date (exit code 1 if not)
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from pnp.draw.icons import IconLibrary
from pnp.geometry import CARD_SIZES, PAPERS
from pnp.load import jinja
from pnp.load.library import templates_folder
from pnp.load.records import FIELD_TYPES
from pnp.load.schemas import games_with_code
from pnp.load.words import FILE_KINDS
from pnp.model import PATTERNS, PartBase
from pnp.play.game import find_game

DOCS = Path(__file__).resolve().parent

_GAMES_HEAD = """\
# Files of the shipped games

<!-- Written by docs/make_reference.py from pnp/games/*; do not edit by hand. -->

What each shipped game adds to the files that [every game has](content-reference.md): its numbers, switches, decks and
maps. `pnp copy GAME` writes them into `content/GAME` for you to change; rulebook, checks, referee and bots follow.
Keys in **bold** must be given. The words are those of the [content reference](content-reference.md).
"""

_HEAD = """\
# Content reference

<!-- Written by docs/make_reference.py from pnp/model.py and pnp/model_play.py; do not edit by hand. -->

Every file of a game and every key in it. A game is a folder of YAML files; the name of a file says what
it holds, and `cards-something.yaml` counts as `cards.yaml`, so that large games can be split. Unknown keys
are errors. `pnp schema --out content/schema` writes the same facts as JSON Schema, for editors that
complete and check while you type.

In the tables, keys in **bold** must be given. These words come up again and again:

| word | what it means |
|---|---|
| name | lower-case letters, digits and hyphens, starting with a letter: `plant-back` |
| template | a text in which `{{ … }}` is filled in, such as `{{ card.title }}` |
| length | mm, a share of the face such as `"50%"`, or both: `"100% - 4"` |
| box | `[left, top, width, height]`, four lengths |
| role | a role of the palette, such as `ink`; `on-ink` is the colour that reads on it |
| loop | `book in books`, `n in 1..6`, or a list of such loops, the outer one first |
"""

_ORDER = ("game", "palette", "faces", "cards", "boards", "pieces", "rules", "fonts", "play")


def reference() -> str:
    """Return the whole page."""
    lines = [_HEAD]
    done: set[type] = set()
    for kind in _ORDER:
        lines.append(f"## {kind}.yaml\n")
        lines += _section(inspect.type_info(FILE_KINDS[kind]), done, top=True)
    missing = set(FILE_KINDS) - set(_ORDER)
    if missing:
        raise SystemExit(f"add to _ORDER: {', '.join(sorted(missing))}")
    lines += _data_section()
    lines += _lists()
    return "\n".join(lines).rstrip("\n") + "\n"


def game_files() -> str:
    """Return the page of the files that only some games have."""
    lines = [_GAMES_HEAD]
    for game in games_with_code():
        door = find_game(game)
        assert door is not None
        lines.append(f"## {game}\n")
        done: set[type] = set()
        for stem, kind in door.content.kinds.items():
            lines.append(f"### {game}: {stem}.yaml\n")
            lines += _section(inspect.type_info(kind), done, top=True)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(info: Any, done: set[type], *, top: bool = False) -> Iterator[str]:
    """Yield the table of a type, then those of the types in it."""
    if info.cls in done:
        return
    done.add(info.cls)
    if not top:
        yield f"{'####' if _game_of(info) else '###'} {_title(info)}\n"
    about = (info.cls.__doc__ or "").strip()
    if not about.startswith("content/"):  # which says no more than the heading
        yield f"{about}\n"
    common = PartBase.__struct_fields__ if issubclass(info.cls, PartBase) else ()
    yield from _table(field for field in info.fields if field.name not in common)
    if info.cls.__name__ == "Face":
        yield "### Every part\n"
        yield (
            "A part says what it is with `part: box` and so on, and takes these keys besides its own. It is drawn\n"
            "over the parts before it.\n"
        )
        yield from _table(inspect.type_info(PartBase).fields)
    for field in info.fields:
        for inner in _structs(field.type):
            yield from _section(inner, done)


def _table(fields: Iterable[Any]) -> Iterator[str]:
    yield "| key | what it takes | if left out | meaning |"
    yield "|---|---|---|---|"
    for field in fields:
        key = f"**{field.encode_name}**" if field.required else field.encode_name
        row = (key, _words(field.type), _default(field), _meaning(field.type))
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    yield ""


def _title(info: Any) -> str:
    if issubclass(info.cls, PartBase):
        return f"part: {info.tag}"
    game = _game_of(info)
    return f"{game}: {info.cls.__name__}" if game else str(info.cls.__name__)


def _game_of(info: Any) -> str:
    """Return the game whose code a type belongs to, if any."""
    parts = info.cls.__module__.split(".")
    return parts[2] if parts[:2] == ["pnp", "games"] else ""


def _anchor(info: Any) -> str:
    return _title(info).lower().replace(": ", "-").replace(" ", "-")


def _bare(info: Any) -> Any:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def _structs(info: Any) -> Iterator[Any]:
    info = _bare(info)
    if isinstance(info, inspect.StructType):
        yield info
    elif isinstance(info, inspect.UnionType):
        for inner in info.types:
            yield from _structs(inner)
    elif isinstance(info, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
        yield from _structs(info.item_type)
    elif isinstance(info, inspect.TupleType):
        for inner in info.item_types:
            yield from _structs(inner)
    elif isinstance(info, inspect.DictType):
        yield from _structs(info.value_type)


def _meaning(info: Any) -> str:
    """Return the description, which may sit on the type or around it; words say at their class what they are."""
    while isinstance(info, inspect.Metadata):
        text = (info.extra_json_schema or {}).get("description")
        if text:
            return str(text)
        info = info.type
    if isinstance(info, inspect.StructType) and info.cls.__module__.endswith("words"):
        return (info.cls.__doc__ or "").strip()
    return ""


def _words(info: Any) -> str:
    """Say in words what values a type takes."""
    info = _bare(info)
    if isinstance(info, inspect.UnionType):
        return _union(info)
    if isinstance(info, inspect.StructType):
        return f"[{_title(info) if issubclass(info.cls, PartBase) else info.cls.__name__}](#{_anchor(info)})"
    if isinstance(info, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
        return f"list of {_words(info.item_type)}"
    if isinstance(info, inspect.TupleType):
        items = [_words(item) for item in info.item_types]
        if items == ["length"] * 4:
            return "box"
        return f"pair of: {items[0]}" if len(items) == 2 and items[0] == items[1] else f"[{', '.join(items)}]"
    if isinstance(info, inspect.DictType):
        return f"{_words(info.key_type)}: {_words(info.value_type)} …"
    if isinstance(info, inspect.LiteralType):
        return ", ".join(f"`{v}`" if v != "" else "nothing" for v in info.values)
    if isinstance(info, inspect.StrType):
        return _text_words(info)
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        return _number_words(info)
    if isinstance(info, inspect.BoolType):
        return "`true`, `false`"
    return "nothing" if isinstance(info, inspect.NoneType) else "anything"


def _union(info: Any) -> str:
    kinds = [_bare(t) for t in info.types]
    if all(isinstance(k, inspect.StructType) and k.tag_field for k in kinds):
        return ", ".join(f"[{k.tag}](#{_anchor(k)})" for k in kinds)
    plain = {type(k) for k in kinds if not getattr(k, "max_length", None)}
    if plain == {inspect.FloatType, inspect.StrType} and len(kinds) == 2:
        return "length"
    return " or ".join(dict.fromkeys(_words(k) for k in kinds if not isinstance(k, inspect.NoneType)))


def _text_words(info: Any) -> str:
    if info.pattern and info.pattern.startswith("^#"):
        return "`#RRGGBB`"
    if info.pattern and "\\." in info.pattern:
        return "chapter.name"
    if info.pattern:
        return "name"
    return "template" if info.max_length == 8000 else "text"


def _number_words(info: Any) -> str:
    word = "whole number" if isinstance(info, inspect.IntType) else "number"
    least = info.ge if info.ge is not None else info.gt
    if least is not None and info.le is not None:
        above = "above " if info.gt is not None else ""
        return f"{word}, {above}{least:g} to {info.le:g}"
    return word


def _default(field: Any) -> str:
    if field.required:
        return ""
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    if value is None or value in ("", [], {}, ()):
        return ""
    if isinstance(value, msgspec.Struct):
        return "its own defaults"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (tuple, list)):
        return "`[" + ", ".join(f'"{v}"' if isinstance(v, str) else f"{v:g}" for v in value) + "]`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def _data_section() -> Iterator[str]:
    yield "## data.yaml\n"
    yield (
        "Tables of your own: lists, mappings, numbers and texts under names of letters, digits and `_`. Each name can\n"
        "be used in every template and loop. `fields` may declare what the records of a table hold; an undeclared\n"
        "or missing key is then an error. A `?` after the type marks keys that may be missing.\n"
    )
    yield '```yaml\nfields:\n  ships: {name: text, speed: whole, flag: icon, note: "text?"}\nships:'
    yield "  - {name: Petrel, speed: 4, flag: feather}\n```\n"
    yield "Types of fields: " + ", ".join(f"`{name}`" for name in FIELD_TYPES) + ".\n"


def _lists() -> Iterator[str]:
    yield "## What is on the shelf\n"
    yield "### Card sizes\n"
    yield "| size | mm |\n|---|---|"
    for name, size in CARD_SIZES.items():
        yield f"| `{name}` | {size.w:g} × {size.h:g} |"
    yield "| `page` | the whole sheet, less its margins |\n"
    yield "### Papers\n"
    yield ", ".join(f"`{name}` ({size.w:g} × {size.h:g})" for name, size in PAPERS.items()) + ", or `WxHmm`.\n"
    yield "### Patterns\n"
    yield ", ".join(f"`{name}`" for name in PATTERNS) + ".\n"
    yield "### Icons\n"
    icons = IconLibrary((templates_folder() / "icons",)).names()
    yield ", ".join(f"`{name}`" for name in icons) + ".\n\n![all icons](pictures/icons.png)\n"
    yield "### Filters in templates\n"
    yield (
        "Used as `{{ value|filter }}`: "
        + ", ".join(f"`{name}`" for name in sorted(jinja._ENV.filters) if not name.startswith("_"))
        + ". Besides Jinja's own there are `words` (3 → three), `plural` (`{{ n|plural('card') }}`) and `listed` "
        "(a, b and c). `range(…)` counts.\n"
    )
    yield "Every loop also leaves its position behind, counted from 0: `{{ book_index }}` in `book in books`."


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = 0
    for name, text in (("content-reference.md", reference()), ("game-files.md", game_files())):
        target = DOCS / name
        if "--check" not in arguments:
            target.write_text(text, "utf-8")
            sys.stdout.write(f"wrote {name}\n")
        elif not target.is_file() or target.read_text("utf-8") != text:
            sys.stdout.write(f"{name} is out of date; run: make reference\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
