"""Tempest of Knowledge: memory and double guessing between scattered libraries."""

from collections.abc import Iterable, Mapping

from pnp.games.knowledge.content.compiled import KnowledgeContent, compile_content
from pnp.games.knowledge.content.faults import check_content
from pnp.games.knowledge.content.files import Files
from pnp.load.room import ContentRoom
from pnp.model import ContentFault
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


def _proof(files: Files, content: KnowledgeContent) -> Iterable[ContentFault]:
    from pnp.games.knowledge.play.example import check_example

    return check_example(content, files.example.example)


def _tables(files: Files, content: KnowledgeContent) -> Mapping[str, object]:
    from pnp.games.knowledge.play.example import example_tables

    return example_tables(content, files.example.example)


def _play() -> AnyPlayRoom:
    from pnp.games.knowledge.play.room import ROOM

    return ROOM


def _print() -> PrintRoom:
    from pnp.games.knowledge.print.room import ROOM

    return ROOM


GAME = Game(
    id="knowledge",
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
