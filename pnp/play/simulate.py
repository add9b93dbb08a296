"""Many games at once: the same records in the same order, whatever the number of processes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from pnp.load.game import GameContent, load_or_raise, plugin
from pnp.parallel import run_parallel

Record = dict[str, Any]
_CHUNK = 8


def simulate(
    game: GameContent, seeds: Sequence[int], options: Any, jobs: int, progress: Callable[[int], None]
) -> Iterator[Record]:
    """Yield the record of a simulated game for each seed, in their order."""
    if jobs == 1:
        for done, seed in enumerate(seeds, 1):
            yield _play(game, seed, options)
            progress(done)
        return
    chunks = [seeds[i : i + _CHUNK] for i in range(0, len(seeds), _CHUNK)]
    done = 0
    with closing(run_parallel(_play_chunk, chunks, jobs, setup=partial(_prepare, game.folder, options))) as played:
        for records in played:
            yield from records
            done += len(records)
            progress(done)


def _play(game: GameContent, seed: int, options: Any) -> Record:
    module = plugin(game.id, "balance")
    assert module is not None
    record: Record = module.play_one(game.compiled, seed, options)
    return record


_WORKER: dict[str, Any] = {}


def _prepare(folder: Path, options: Any) -> None:
    _WORKER["game"] = load_or_raise(folder.parent, folder.name)
    _WORKER["options"] = options


def _play_chunk(seeds: Sequence[int]) -> list[Record]:
    return [_play(_WORKER["game"], seed, _WORKER["options"]) for seed in seeds]
