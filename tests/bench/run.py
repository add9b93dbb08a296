"""`make bench`: pnp against a tuned bare reportlab loop that draws the same marks.

Whole processes, interleaved, medians; what counts are the ratios, since other work on the
machine moves all times alike. `cpu` is the same ratio in processor time, which others
disturb less. Before anything is measured, the pages of both are rendered and compared.

    python tests/bench/run.py [--quick] [--json]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
CONTENT = HERE / "content"
PYTHON = sys.executable
PNP = Path(PYTHON).with_name("pnp")
MOST_DIFFERENT = 0.01
HELP_MS, FIVE_RATIO = 60.0, 0.45
TWINS = ("one", "two", "three", "four", "five")


class Job(NamedTuple):
    """A game to build, its component, the pages to compare, and the goals."""

    name: str
    component: str
    pages: tuple[int, ...]
    ratio: float
    megabytes: float
    bytes_ratio: float = 1.2


JOBS = (
    Job("deck84", "deck", (0, 1, 5, 18, 19), 1.6, 50),
    Job("hexboard", "island", (0, 2, 5, 7), 1.6, 50),
    Job("sheets1000", "sheets", (0, 499, 999), 1.5, 60),
)


class Run(NamedTuple):
    """What one process took."""

    seconds: float
    cpu: float
    megabytes: float


def run(*command: str | Path) -> Run:
    """Run a command to its end."""
    start = perf_counter()
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.DEVNULL, cwd=HERE)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def interleaved(times: int, *actions: Callable[[], Run]) -> list[Run]:
    """Run actions in turn and return the median of each; the first round only warms the disk up."""
    runs: list[list[Run]] = [[] for _ in actions]
    for number in range(times + 1):
        for action, found in zip(actions, runs, strict=True):
            result = action()
            if number:
                found.append(result)
    return [Run(*(median(values) for values in zip(*found, strict=True))) for found in runs]


# ---------------------------------------------------------------- the two sides


class Sides:
    """The commands for both sides of a job, with what the bare loop is to draw laid out beside it."""

    def __init__(self, job: Job, folder: Path) -> None:
        self.job = job
        self.out = folder / job.name
        self.ours = self.out / job.name / "a4" / f"{job.component}.pdf"
        self.bare = folder / f"{job.name}-bare.pdf"
        self.data = folder / f"{job.name}.json"
        self.label = folder / f"{job.name}.txt"

    def prepare(self) -> None:
        """Write what the bare loop draws: the job's records and the label that pnp prints on the pages."""
        import yaml

        from pnp.load.game import load_or_raise

        name = "faces" if self.job.name == "hexboard" else "data"
        data = yaml.load((CONTENT / self.job.name / f"{name}.yaml").read_text("utf-8"), yaml.CSafeLoader)
        if name == "faces":
            data = data["faces"]["island"]["parts"][1]
        self.data.write_text(json.dumps(data), "utf-8")
        game = load_or_raise(CONTENT, self.job.name)
        self.label.write_text(f"{game.game.title} {game.game.version} ({game.hash})", "utf-8")

    def run_ours(self) -> Run:
        """Build with pnp."""
        job = self.job
        return run(PNP, "build", job.name, "--content", CONTENT, "--only", job.component, "--out", self.out)

    def run_bare(self) -> Run:
        """Build with the bare loop."""
        code = f"import gc; gc.set_threshold(50_000, 20, 20); import bare_{self.job.name}"
        return run(PYTHON, "-c", code, self.bare, self.label.read_text("utf-8"), self.data)

    def differences(self) -> Iterator[str]:
        """Build both once and yield every way in which they differ."""
        import pypdfium2

        self.run_ours()
        self.run_bare()
        ours, bare = pypdfium2.PdfDocument(self.ours), pypdfium2.PdfDocument(self.bare)
        if len(ours) != len(bare):
            yield f"{len(ours)} pages, not {len(bare)}"
            return
        if _outline(ours) != _outline(bare):
            yield "the bookmarks differ"
        for number in range(len(ours)) if len(ours) < 100 else self.job.pages:
            if ours.get_page_label(number) != bare.get_page_label(number):
                yield f"page {number + 1}: the page labels differ"
            if _letters(ours[number]) != _letters(bare[number]):
                yield f"page {number + 1}: the texts differ"
        for number in self.job.pages:
            apart = _apart(ours[number], bare[number])
            if apart > MOST_DIFFERENT:
                yield f"page {number + 1}: the pictures differ by {apart:.1%} of their ink"


def _outline(document: Any) -> list[tuple[int, str, int]]:
    return [(b.level, b.get_title(), b.get_dest().get_index()) for b in document.get_toc()]


def _letters(page: Any) -> list[str]:
    """Return the letters of a page, whatever the order and the runs they are drawn in."""
    return sorted("".join(page.get_textpage().get_text_bounded().split()))


def _apart(a: Any, b: Any) -> float:
    """Return the mean difference of two rendered pages as a share of the ink on them."""
    from PIL import ImageChops, ImageStat

    first, second = (page.render(scale=1.5).to_pil().convert("RGB") for page in (a, b))
    if first.size != second.size:
        return 1.0
    ink = sum(255 - m for m in ImageStat.Stat(first).mean)
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / max(ink, 0.01)


def compare(folder: Path) -> None:
    """Prepare the jobs and exit if their two sides differ; in a process of its own.

    Linux counts the memory of a process that starts another as the other's, so the one that
    measures must stay small.
    """
    wrong = []
    for job in JOBS:
        sides = Sides(job, folder)
        sides.prepare()
        wrong += [f"{job.name}: {difference}" for difference in sides.differences()]
    if wrong:
        sys.exit("\n".join(["the two sides do not draw the same:", *wrong]))


# ---------------------------------------------------------------- measurements


def measure_job(sides: Sides, times: int) -> dict[str, Any]:
    """Measure one job on both sides."""
    job = sides.job
    ours, bare = interleaved(times, sides.run_ours, sides.run_bare)
    return {
        "job": job.name,
        "pnp_s": ours.seconds,
        "bare_s": bare.seconds,
        "ratio": ours.seconds / bare.seconds,
        "cpu_ratio": ours.cpu / bare.cpu,
        "ratio_goal": job.ratio,
        "pnp_mb": ours.megabytes,
        "bare_mb": bare.megabytes,
        "mb_goal": job.megabytes,
        "bytes_ratio": sides.ours.stat().st_size / sides.bare.stat().st_size,
        "bytes_goal": job.bytes_ratio,
    }


def measure_help(times: int) -> dict[str, Any]:
    """Measure `pnp --help` over the start of the interpreter."""
    shown, bare = interleaved(times, lambda: run(PNP, "--help"), lambda: run(PYTHON, "-c", "pass"))
    return {
        "job": "help",
        "pnp_ms": shown.seconds * 1000,
        "bare_ms": bare.seconds * 1000,
        "over_ms": (shown.seconds - bare.seconds) * 1000,
        "cpu_over_ms": (shown.cpu - bare.cpu) * 1000,
        "goal_ms": HELP_MS,
    }


def measure_five(folder: Path, times: int) -> dict[str, Any]:
    """Measure five decks in one process against five processes."""
    content, out = folder / "five", folder / "five-out"
    for number, name in enumerate(TWINS):
        twin = content / f"deck-{name}"
        shutil.copytree(CONTENT / "deck84", twin)
        game, data = twin / "game.yaml", twin / "data.yaml"
        game.write_text(game.read_text("utf-8").replace("id: deck84", f"id: deck-{name}"), "utf-8")
        word = ("the", "this", "each", "one", "any")[number]
        data.write_text(data.read_text("utf-8").replace(" the ", f" {word} "), "utf-8")
    names = [f"deck-{name}" for name in TWINS]
    common: Sequence[str | Path] = ("--content", content, "--only", "cards", "--out", out)

    def together() -> Run:
        return run(PNP, "build", *names, *common)

    def apart() -> Run:
        runs = [run(PNP, "build", name, *common) for name in names]
        return Run(sum(r.seconds for r in runs), sum(r.cpu for r in runs), max(r.megabytes for r in runs))

    one, five = interleaved(times, together, apart)
    return {
        "job": "five decks",
        "one_process_s": one.seconds,
        "five_processes_s": five.seconds,
        "ratio": one.seconds / five.seconds,
        "cpu_ratio": one.cpu / five.cpu,
        "ratio_goal": FIVE_RATIO,
        "mb": one.megabytes,
    }


def measure_engines() -> Iterator[dict[str, Any]]:
    """Ask every shipped game with a benchmark of its own."""
    import horde_engine
    import stormfury_engine
    import terrain_engine

    from pnp.load.game import load_or_raise
    from pnp.load.library import content_folder

    folder = content_folder("shipped")
    engines = {"horde": horde_engine, "stormfury": stormfury_engine, "terrain": terrain_engine}
    for name, engine in engines.items():
        try:
            yield {"job": f"{name} engine", **engine.benchmark(load_or_raise(folder, name).compiled)}
        except Exception as error:
            yield {"job": f"{name} engine", "not measured": str(error)}


# ---------------------------------------------------------------- output


def _mark(value: float, goal: float) -> str:
    return "ok" if value <= goal else "OVER"


def table(results: dict[str, Any]) -> Iterator[str]:
    """Yield the results as lines of text."""
    yield (
        f"{'job':<12}{'pnp s':>8}{'bare s':>8}{'ratio':>8} goal     {'cpu':>6}   {'MB':>6} goal     {'bytes':>6} goal"
    )
    for r in results["jobs"]:
        yield (
            f"{r['job']:<12}{r['pnp_s']:>8.3f}{r['bare_s']:>8.3f}{r['ratio']:>8.2f} "
            f"{r['ratio_goal']:<4g}{_mark(r['ratio'], r['ratio_goal']):<5}{r['cpu_ratio']:>6.2f}   "
            f"{r['pnp_mb']:>6.1f} {r['mb_goal']:<4g}{_mark(r['pnp_mb'], r['mb_goal']):<5}"
            f"{r['bytes_ratio']:>6.2f} {r['bytes_goal']:<4g}{_mark(r['bytes_ratio'], r['bytes_goal'])}"
        )
    h = results["help"]
    yield (
        f"pnp --help: {h['pnp_ms']:.0f} ms, {h['over_ms']:.0f} ms more than a bare start "
        f"(cpu {h['cpu_over_ms']:.0f}), goal {h['goal_ms']:g} {_mark(h['over_ms'], h['goal_ms'])}"
    )
    f = results["five"]
    yield (
        f"five decks: {f['one_process_s']:.3f} s in one process, {f['five_processes_s']:.3f} s in five, "
        f"ratio {f['ratio']:.2f} (cpu {f['cpu_ratio']:.2f}), goal {f['ratio_goal']:g} "
        f"{_mark(f['ratio'], f['ratio_goal'])}, {f['mb']:.0f} MB"
    )
    for engine in results["engines"]:
        facts = ", ".join(
            f"{k} {v:.3g}" if isinstance(v, float) else f"{k} {v}" for k, v in engine.items() if k != "job"
        )
        yield f"{engine['job']}: {facts}"


def main() -> None:
    """Compare, measure, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("--compare", metavar="FOLDER", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.compare:
        compare(chosen.compare)
        return
    times = 3 if chosen.quick else 15
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        folder = Path(name)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed pnp has its bytecode beside it
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        jobs = [Sides(job, folder) for job in JOBS]
        if subprocess.run([PYTHON, __file__, "--compare", name], check=False).returncode:
            sys.exit(1)
        results = {
            "jobs": [measure_job(s, times if s.job.name != "sheets1000" else max(3, times // 2)) for s in jobs],
            "help": measure_help(times),
            "five": measure_five(folder, max(2, times // 3)),
            "engines": list(measure_engines()),
        }
    print(json.dumps(results, indent=1) if chosen.json else "\n".join(table(results)))  # noqa: T201


if __name__ == "__main__":
    main()
