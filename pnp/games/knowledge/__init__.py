"""Tempest of Knowledge: memory and double guessing between scattered libraries."""

from pnp.games.knowledge.content.compiled import compile_content
from pnp.games.knowledge.content.faults import check_content
from pnp.games.knowledge.content.files import Files
from pnp.load.room import ContentRoom
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


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
    ),
    play=_play,
    print=_print,
)
