"""Many games at once: the same records in the same order, whatever the number of processes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pnp.load.game import GameContent, load_or_raise, plugin

Record = dict[str, Any]
_CHUNK = 8


def simulate(
    game: GameContent, seeds: Sequence[int], options: Any, jobs: int, progress: Callable[[int], None]
) -> Iterator[Record]:
    """Yield the record of a simulated game for each seed, in their order."""
    module = plugin(game.id, "balance")
    assert module is not None
    if jobs == 1:
        for done, seed in enumerate(seeds, 1):
            yield module.play_one(game.compiled, seed, options)
            progress(done)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    chunks = [seeds[i : i + _CHUNK] for i in range(0, len(seeds), _CHUNK)]
    with ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context(method), initializer=_prepare, initargs=(str(game.folder), options)
    ) as pool:
        done = 0
        for records in pool.map(_play_chunk, chunks):
            yield from records
            done += len(records)
            progress(done)


_WORKER: dict[str, Any] = {}


def _prepare(folder: str, options: Any) -> None:
    from pathlib import Path

    path = Path(folder)
    _WORKER["game"] = load_or_raise(path.parent, path.name)
    _WORKER["options"] = options


def _play_chunk(seeds: Sequence[int]) -> list[Record]:
    game: GameContent = _WORKER["game"]
    module = plugin(game.id, "balance")
    assert module is not None
    return [module.play_one(game.compiled, seed, _WORKER["options"]) for seed in seeds]
