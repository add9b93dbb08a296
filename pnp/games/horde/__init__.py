"""The Horde of Upwind: a solo card game on a field of four by four, and its competition for two."""

from collections.abc import Iterable, Mapping

from pnp.games.horde.content.compiled import HordeContent, compile_content
from pnp.games.horde.content.faults import check_content
from pnp.games.horde.content.files import Files
from pnp.games.horde.content.tables import deck_tables
from pnp.load.room import ContentRoom
from pnp.model import ContentFault
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


def _proof(files: Files, content: HordeContent) -> Iterable[ContentFault]:
    from pnp.games.horde.play.example import check_examples

    return check_examples(content)


def _tables(files: Files, content: HordeContent) -> Mapping[str, object]:
    from pnp.games.horde.play.example import example_tables

    return {**deck_tables(files, content), **example_tables(content)}


def _play() -> AnyPlayRoom:
    from pnp.games.horde.play.room import ROOM

    return ROOM


def _print() -> PrintRoom:
    from pnp.games.horde.print.room import ROOM

    return ROOM


GAME = Game(
    id="horde",
    package=__name__,
    content=ContentRoom(
        files=Files,
        compile=compile_content,
        check=check_content,
        proof=_proof,
        tables=_tables,
        components=("area-compact", "area-poker", "reference", "area-compact-right", "area-poker-right"),
        roles=(
            *("horde", "horde-wash", "horde-pale", "near", "far"),
            *("adversity", "adversity-wash", "adversity-pale"),
        ),
    ),
    play=_play,
    print=_print,
)
