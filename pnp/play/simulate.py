"""Many games at once: the same records in the same order, whatever the number of processes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from pnp.load.game import GameContent, load_or_raise
from pnp.play.scenario import playable
from pnp.play.stats import Record
from pnp.run.parallel import run_parallel

_CHUNK = 8


Task = tuple[int, Any]
"""A seed, and the options to play it with."""


def simulate(game: GameContent, tasks: Sequence[Task], jobs: int, progress: Callable[[int], None]) -> Iterator[Record]:
    """Yield the record of a simulated game for each task, in their order."""
    if jobs == 1:
        for done, task in enumerate(tasks, 1):
            yield _play(game, task)
            progress(done)
        return
    chunks = [tasks[i : i + _CHUNK] for i in range(0, len(tasks), _CHUNK)]
    done = 0
    with closing(run_parallel(_play_chunk, chunks, jobs, setup=partial(_prepare, game.folder))) as played:
        for records in played:
            yield from records
            done += len(records)
            progress(done)


def _play(game: GameContent, task: Task) -> Record:
    record: Record = playable(game).balance.play_one(game.compiled, *task)
    return record


def _prepare(folder: Path) -> GameContent:
    return load_or_raise(folder.parent, folder.name)


def _play_chunk(game: GameContent, tasks: Sequence[Task]) -> list[Record]:
    return [_play(game, task) for task in tasks]
