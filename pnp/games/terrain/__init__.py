"""Terrain Storm: everybody builds an island of dominoes to match requests and win awards."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.games.terrain.content.compiled import TerrainContent, compile_content
from pnp.games.terrain.content.faults import check_content
from pnp.games.terrain.content.files import Files
from pnp.games.terrain.content.tables import card_tables
from pnp.load.room import ContentRoom
from pnp.model import ContentFault
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


def _tables(files: Files, content: TerrainContent) -> Mapping[str, Any]:
    from pnp.games.terrain.play.story import round_table

    return {**card_tables(files), "example_round": round_table(content, files.examples.examples.played)}


def _proof(files: Files, content: TerrainContent) -> Iterable[ContentFault]:
    from pnp.games.terrain.play.example import check_examples

    return check_examples(content, files.examples)


def _play() -> AnyPlayRoom:
    from pnp.games.terrain.play.room import ROOM

    return ROOM


def _print() -> PrintRoom:
    from pnp.games.terrain.print.room import ROOM

    return ROOM


GAME = Game(
    id="terrain",
    package=__name__,
    content=ContentRoom(
        files=Files,
        compile=compile_content,
        check=check_content,
        proof=_proof,
        tables=_tables,
    ),
    play=_play,
    print=_print,
)
