"""Project Stormfury: a team of experts prepares a coast for a hurricane."""

from collections.abc import Mapping
from typing import Any

from pnp.games.stormfury.content.compiled import StormfuryContent, compile_content
from pnp.games.stormfury.content.faults import check_content
from pnp.games.stormfury.content.files import ChitKinds, Files
from pnp.games.stormfury.content.tables import card_tables
from pnp.load.room import ContentRoom
from pnp.play.game import AnyPlayRoom, Game, PrintRoom


def _tables(files: Files, content: StormfuryContent) -> Mapping[str, Any]:
    from pnp.games.stormfury.play.example import WorkedOut
    from pnp.games.stormfury.play.sentences import Teller

    teller, rules = Teller(content, files.words.tale), content.rules
    told = {"first": rules.first_turn, "example": rules.example_turn}
    return {**card_tables(content), **{name: WorkedOut(teller, chosen, name) for name, chosen in told.items()}}


def _play() -> AnyPlayRoom:
    from pnp.games.stormfury.play.room import ROOM

    return ROOM


def _print() -> PrintRoom:
    from pnp.games.stormfury.print.room import ROOM

    return ROOM


GAME = Game(
    id="stormfury",
    package=__name__,
    content=ContentRoom(
        files=Files,
        compile=compile_content,
        check=check_content,
        tables=_tables,
        table_types={"chit_kinds": ChitKinds},
        components=("board", "board-compact", "hurricane-pieces", "compact-kit"),
        roles=("shoal", "scenery", "plant", "end-hex", "road", "limits", "sand", "coast"),
    ),
    play=_play,
    print=_print,
)
