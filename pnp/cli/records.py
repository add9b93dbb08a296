"""Recorded games as commands open them: read, with their game loaded and their deal set up, or their faults shown."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cli.console import fail_with_faults
from pnp.diagnostics import Diagnostic

if TYPE_CHECKING:
    from pnp.load.document import Document
    from pnp.play.recorded import RecordedGame
    from pnp.play.scenario import Playable


class OpenedRecord(NamedTuple):
    """A recorded game, ready to be replayed."""

    document: "Document"
    record: "RecordedGame"
    play: "Playable"
    deal: Any


def open_record(path: Path, content: str | None, *, as_json: bool = False) -> OpenedRecord:
    """Open a recorded game; one whose set-up breaks a hard rule ends the run with its faults."""
    from pnp.pipeline_play import open_recorded, read_record
    from pnp.play.recorded import recorded_game

    document = read_record(path)
    record = recorded_game(document)
    play = open_recorded(document, content, record.game_at)
    deal, hard = record.set_up(play)
    if hard:
        faults = [Diagnostic("error", v.check, v.message, document.span((*record.set_up_at, *v.path))) for v in hard]
        fail_with_faults(faults, {document.name: document.text}, as_json)
    return OpenedRecord(document, record, play, deal)
