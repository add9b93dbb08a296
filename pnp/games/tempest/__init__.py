"""Tempest: a solo storm puzzle with a poker deck, three growing days and a final day against a beast."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.games.tempest.content.compiled import TempestContent, compile_content
from pnp.games.tempest.content.faults import check_content
from pnp.games.tempest.content.files import Files
from pnp.games.tempest.content.tables import card_tables
from pnp.load.room import ContentRoom
from pnp.model import ContentFault
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


def _tables(files: Files, content: TempestContent) -> Mapping[str, Any]:
    from pnp.games.tempest.play.firstround import first_round

    return card_tables(files) | {"first_round": first_round(content)}


def _proof(_: Files, content: TempestContent) -> Iterable[ContentFault]:
    from pnp.games.tempest.play.example import check_example

    return check_example(content)


def _play() -> AnyPlayRoom:
    from pnp.games.tempest.play.room import ROOM

    return ROOM


def _print() -> PrintRoom:
    from pnp.games.tempest.print.room import ROOM

    return ROOM


GAME = Game(
    id="tempest",
    package=__name__,
    content=ContentRoom(
        files=Files,
        compile=compile_content,
        check=check_content,
        proof=_proof,
        tables=_tables,
        components=("day-sheets", "final-maps", "variant-maps", "campaign-sheet"),
        roles=(
            *("storm-deck", "storm-deck-line", "haven", "haven-line"),
            *("storm-1", "storm-2", "storm-3", "storm-ink", "hurt", "bolt", "block", "calm"),
        ),
    ),
    play=_play,
    print=_print,
)
