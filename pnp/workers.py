"""Several builds at once: the same results in the same order, whatever the number of processes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Problems
from pnp.pipeline import BuildOrder, Built, Progress, build, sources_of


class Failed(NamedTuple):
    """An order that cannot be carried out, and why."""

    diagnostics: list[Diagnostic]
    sources: dict[str, str]


def run_orders(orders: Sequence[BuildOrder], jobs: int, progress: Progress) -> Iterator[Built | Failed]:
    """Yield the outcome of each order, in their order."""
    if jobs == 1 or len(orders) == 1:
        for order in orders:
            yield _run(order, progress)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    with ProcessPoolExecutor(min(jobs, len(orders)), mp_context=context) as pool:
        futures = [pool.submit(_run, order) for order in orders]
        try:
            for number, future in enumerate(futures, 1):
                progress(f"building: {number} of {len(futures)}")
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _run(order: BuildOrder, progress: Progress = lambda _: None) -> Built | Failed:
    try:
        return build(order, progress)
    except Problems as problems:
        return Failed(problems.diagnostics, sources_of(order.content, order.game))
