"""A game's own code as the loader sees it: its kinds of files, their faults, the engine's form, tables for templates.

A game is found by its name: the shipped ones in `pnp/games`, others by the entry point group `pnp.games` of an
installed package. A folder of content never brings code.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, json
from msgspec.structs import fields

from pnp.diagnostics import Report, fail
from pnp.load.library import PACKAGES
from pnp.load.words import file_type, is_words, texts_of
from pnp.model import ContentFault
from pnp.words import Words

F = TypeVar("F", bound=Struct)
C = TypeVar("C")


def _no_faults(_: object) -> Iterable[ContentFault]:
    return ()


def _no_proof(_files: object, _content: object) -> Iterable[ContentFault]:
    return ()


def _no_tables(_files: object, _content: object) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True)
class ContentRoom(Generic[F, C]):
    """What a game's code says of its content: F holds the typed files by stem, C is what the engine plays with."""

    files: type[F]
    compile: Callable[[F], C]
    check: Callable[[F], Iterable[ContentFault]] = _no_faults
    """Finds the faults that types alone cannot say."""
    proof: Callable[[F, C], Iterable[ContentFault]] = _no_proof
    """Finds the faults that only play shows, such as an example that breaks a rule."""
    tables: Callable[[F, C], Mapping[str, object]] = _no_tables
    """Works out tables for templates, such as decks that are described by distributions."""
    table_types: Mapping[str, type[Struct]] = field(default_factory=dict)
    """Free tables that the game's code reads, with the type of each."""
    components: tuple[str, ...] = ()
    """Components that the game's code draws."""
    roles: tuple[str, ...] = ()
    """Palette roles that the game's drawings name."""
    faces: tuple[str, ...] = ()
    """Faces that only the game's code uses."""

    @property
    def kinds(self) -> dict[str, type[Struct]]:
        """Return the type of each file by its stem."""
        return {each.name: file_type(each.type) if is_words(each.type) else each.type for each in fields(self.files)}

    @property
    def words(self) -> type[Words]:
        """Return the class of the game's words."""
        return next((each.type for each in fields(self.files) if is_words(each.type)), Words)

    def compiled(self, files: F) -> C:
        """Compile files; those that say the same give the very same, so that what is known of it is known again."""
        known: C = _compiled(_Written(self, files))
        return known


class _Written:
    """Files of a game, compared by what they say."""

    def __init__(self, room: ContentRoom[Any, Any], files: Struct) -> None:
        self.room = room
        self.files = files
        self.text = json.encode(files, enc_hook=texts_of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Written) and (self.room, self.text) == (other.room, other.text)

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=16)
def _compiled(written: _Written) -> Any:
    return written.room.compile(written.files)


def find_compiler() -> Callable[[Any, Report], Any]:
    """Return what makes a game of its play.yaml; like a game's own code, it stands above the loader."""
    compiler: Callable[[Any, Report], Any] = import_module("pnp.engine.compile").compile_play
    return compiler


class Door(Protocol):
    """What the loader needs of a game."""

    @property
    def id(self) -> str:
        """The game's name."""

    @property
    def content(self) -> ContentRoom[Any, Any]:
        """What the game's code says of its content."""


@cache
def find_door(game: str) -> Door | None:
    """Return the code of a shipped or installed game, or None if it has none."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", game):
        return None
    if find_spec(f"{PACKAGES}.{game}") is not None:
        shipped: Door = import_module(f"{PACKAGES}.{game}").GAME
        return shipped
    from importlib.metadata import entry_points

    for entry in entry_points(group=PACKAGES, name=game):
        installed: Door = entry.load()
        if installed.id != game:
            raise fail("package", f"the package that brings the game '{game}' calls it '{installed.id}'")
        return installed
    return None
