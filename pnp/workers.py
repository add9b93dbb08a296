"""Several builds at once: the same results in the same order, whatever the number of processes."""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.pipeline import BuildOrder, Built, Progress, build, sources_of
from pnp.run.memory import HINT, SHORT
from pnp.run.parallel import run_parallel


class Failed(NamedTuple):
    """An order that cannot be carried out, and why."""

    diagnostics: list[Diagnostic]
    sources: dict[str, str]


def run_orders(orders: Sequence[BuildOrder], jobs: int, progress: Progress) -> Generator[Built | Failed, None, None]:
    """Yield the outcome of each order, in their order."""
    if jobs == 1 or len(orders) == 1:
        for order in orders:
            yield _run(order, progress)
        return
    with closing(run_parallel(_run, orders, jobs)) as outcomes:
        for number in range(1, len(orders) + 1):
            progress(f"building: {number} of {len(orders)}")
            yield next(outcomes)


def _run(order: BuildOrder, progress: Progress = lambda _: None) -> Built | Failed:
    try:
        return build(order, progress)
    except Problems as problems:
        return Failed(problems.diagnostics, sources_of(order.content, order.game))
    except MemoryError:
        place = Span((order.content / order.game / "game.yaml").as_posix(), 1, 1, 2)
    message = f"{SHORT} to build '{order.game}' for {order.options.paper.name}"
    return Failed([Diagnostic("error", "memory", message, place, HINT)], {})
