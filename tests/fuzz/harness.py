"""Runs one mutation: picks a valid file and a command by a stream, spoils the file, and judges what pnp says."""

import io
import json
import os
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutations import mutate
from support import CONTENT, DEMO

from pnp.cli.main import main
from pnp.context import allow, meter
from pnp.limits import Limits
from pnp.load.library import game_names
from pnp.play.seeds import Stream, stream
from pnp.play.state import CHANCE, OVER

TESTS = Path(__file__).resolve().parents[1]
HANG_SECONDS = 20
RECORDS = "records"
_PLACE = re.compile(r"^[^\n]*:\d+:\d+: error\[[\w-]+\]: .", re.MULTILINE)
_RAW_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]|[\u202a-\u202e\u2066-\u2069]")
_LONGEST_LINE = 2_000


class Target(NamedTuple):
    """A valid file of a prepared folder, and the commands that read it."""

    file: Path
    commands: tuple[tuple[str, ...], ...]


class Outcome(NamedTuple):
    """What a command did."""

    code: int | None
    out: str
    err: str
    crash: str


class Finding(NamedTuple):
    """A mutation that pnp did not take as it should."""

    seed: int
    number: int
    command: tuple[str, ...]
    done: str
    fault: str
    file: Path


class Hang(BaseException):
    """A command took too long; not an Exception, so that nothing swallows it."""


# ------------------------------------------------------------------ targets


def prepare(folder: Path) -> list[Target]:
    """Copy valid games and records into a folder and list every file that can be spoilt."""
    games = folder / "content"
    for name in game_names(CONTENT):
        shutil.copytree(CONTENT / name, games / name)
    shutil.copytree(TESTS / "data" / "skerries", games / "skerries")
    (games / "demo").mkdir()
    for file, text in DEMO.items():
        (games / "demo" / file).write_text(text, "utf-8")
    before = Path.cwd()
    os.chdir(folder)
    try:
        run(("new", "orchard"))
    finally:
        os.chdir(before)
    targets = [t for name in game_names(games) for t in _content_targets(games, name)]
    for name in game_names(games):
        targets += _play_targets(folder, games, name)
    return targets


def _content_targets(games: Path, name: str) -> Iterator[Target]:
    """Every YAML file of a game; small games stand for all in the slow commands."""
    where = ("--content", games.as_posix())
    component = _small_component(games, name)
    build = ("build", name, "--only", component, "--quiet", "--out", "OUT", *where)
    commands = [("list", name, "--cards", *where), build, ("check", name, *where)]
    if name in ("demo", "orchard"):
        commands += [build, ("check", name, "--json", *where), ("build", name, "--out", "OUT", *where)]
    if (games / name / "rules.yaml").is_file():
        commands.append(("rules", name, *where))
    for path in sorted((games / name).glob("*.yaml")):
        yield Target(path, tuple(commands))


def _small_component(games: Path, name: str) -> str:
    from pnp.load.game import load_or_raise

    content = load_or_raise(games, name)
    return next((c for c in content.component_ids() if c in content.pieces), content.component_ids()[0])


def _play_targets(folder: Path, games: Path, name: str) -> Iterator[Target]:
    from pnp.diagnostics import Problems
    from pnp.pipeline_play import open_game

    try:
        play = open_game(games, name)
    except Problems:
        return
    where = ("--content", games.as_posix())
    scenario = _SCENARIOS[name] = _SCENARIOS.get(name) or _scenario(play, name)
    records = folder / RECORDS
    records.mkdir(exist_ok=True)
    file = records / f"{name}.json"
    file.write_text(json.dumps(scenario, indent=1), "utf-8")
    commands = (
        ("validate", "FILE", "--hard-only", *where),
        ("validate", "FILE", "--hard-only", "--json", *where),
        ("scenario", "--from", "FILE", "--format", "json", "--out", "OUT", *where),
        ("scenario", "--from", "FILE", "--format", "pdf", "--out", "OUT", *where),
    )
    yield Target(file, commands)
    game = records / f"{name}-game.json"
    game.write_text(
        json.dumps({"game": name, "scenario": scenario, "moves": _moves(play, scenario)}, indent=1), "utf-8"
    )
    yield Target(game, (("referee", "FILE", *where), ("referee", "FILE", "--json", *where)))


_SCENARIOS: dict[str, dict[str, Any]] = {}
"""Those that were made before: to certify one takes a second or two."""


def _scenario(play: Any, name: str) -> dict[str, Any]:
    """Return a recorded scenario of the tests with a full certificate, or make one where there is none."""
    from pnp.play.deal import Sealed
    from pnp.play.reading import read_deal
    from pnp.play.scenario import find_scenarios

    for path in sorted((TESTS / "games" / name).glob("*-[0-9]*.json")):
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if data.get("game") != name:
            continue
        deal, wrong = read_deal(play, data)
        if not wrong:
            options = play.options({})
            certificate = play.scenario.certify(play.content, deal, options)
            return Sealed(deal, certificate, play.seal(options)).record()
    return next(find_scenarios(play, 1, 1, play.options({}), lambda _: None)).record()


def _moves(play: Any, scenario: dict[str, Any]) -> list[Any]:
    """Play a game at random for some steps."""
    from pnp.play.deal import plain
    from pnp.play.reading import read_deal

    state, luck = play.new_game(read_deal(play, scenario)[0]), stream("fuzz", 1, "moves")
    moves: list[Any] = []
    while state.to_act() != OVER and len(moves) < 60:
        action = state.chance(luck) if state.to_act() == CHANCE else luck.choice(state.legal_actions())
        state.apply(action)
        moves.append(plain(action))
    return moves


# --------------------------------------------------------------------- runs


@cache
def _kept(function: Callable[..., Any]) -> Callable[..., Any]:
    return lru_cache(function)


@contextmanager
def known_games() -> Iterator[None]:
    """Load each unspoilt game only once while records are spoilt: a mutation of a record leaves the games alone."""
    from pnp import pipeline, pipeline_play

    load, compile_rules = pipeline_play.load_or_raise, pipeline.compile_game_rules
    pipeline_play.load_or_raise = _kept(load)  # type: ignore[assignment]
    pipeline.compile_game_rules = _kept(compile_rules)  # type: ignore[assignment]
    try:
        yield
    finally:
        pipeline_play.load_or_raise, pipeline.compile_game_rules = load, compile_rules


def run(args: tuple[str, ...]) -> Outcome:
    """Run a command line inside this process; a crash or a hang is part of the outcome."""
    allow(Limits())
    meter().restart()
    out, err, code, crash = io.StringIO(), io.StringIO(), None, ""

    def too_long(*_: object) -> None:
        raise Hang(f"longer than {HANG_SECONDS} s")

    before = signal.signal(signal.SIGALRM, too_long), signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, HANG_SECONDS)  # of processor time, so that a busy machine is no hang
    signal.alarm(10 * HANG_SECONDS)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(list(args))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except (Exception, Hang):
        crash = traceback.format_exc(limit=-12)
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, before[0])
        signal.signal(signal.SIGPROF, before[1])
    return Outcome(code, out.getvalue(), err.getvalue(), crash)


def judge(outcome: Outcome, out: Path, *, as_json: bool) -> str:
    """Return what is wrong with an outcome, or nothing."""
    shown = outcome.out + outcome.err
    if outcome.crash:
        return outcome.crash
    if "Traceback (most recent call last)" in shown:
        return f"a traceback was printed:\n{shown[-2000:]}"
    if outcome.code not in (0, 1):
        return f"exit code {outcome.code}:\n{shown[-2000:]}"
    if raw := _RAW_CONTROL.search(shown):
        return f"the control character {raw[0]!r} was printed raw: {shown[max(0, raw.start() - 80) : raw.end() + 20]!r}"
    if any(len(line) > _LONGEST_LINE for line in outcome.err.split("\n")):
        return f"a line of more than {_LONGEST_LINE} characters was printed: {outcome.err[:300]}"
    if outcome.code == 0:
        return ""
    if left := [p for p in out.rglob("*") if p.is_file()]:
        return f"exit code 1, but files were written: {left}"
    return _place_fault(outcome, as_json=as_json)


def _place_fault(outcome: Outcome, *, as_json: bool) -> str:
    if not as_json:
        return "" if _PLACE.search(outcome.err) else f"no fault with a place:\n{(outcome.out + outcome.err)[-2000:]}"
    try:
        said = json.loads(outcome.out)
    except json.JSONDecodeError:
        return f"no JSON:\n{(outcome.out + outcome.err)[-1000:]}"
    if isinstance(said, dict):  # the referee's refusal names a step of the record
        return "" if said.get("refusal") else f"no refusal: {outcome.out[-500:]}"
    return "" if any(d.get("file") and d.get("line") for d in said) else f"no fault with a place: {outcome.out[-1000:]}"


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Carry out one numbered mutation of a seed; return what went wrong, if anything did."""
    chosen = stream("fuzz", seed, str(number))
    return spoil_and_judge((seed, number), choose(targets, chosen), chosen, mutate, folder)


def spoil_and_judge(
    which: tuple[int, int],
    target: Target,
    chosen: Stream,
    spoil: Callable[[Stream, bytes], tuple[bytes, str]],
    folder: Path,
) -> Finding | None:
    """Spoil a target in some way, run one of its commands, put the file back, and judge what was said."""
    seed, number = which
    command = chosen.choice(target.commands)
    original = target.file.read_bytes()
    data, done = spoil(chosen, original)
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    args = tuple({"FILE": target.file.as_posix(), "OUT": out.as_posix()}.get(a, a) for a in command)
    target.file.write_bytes(data)
    games = known_games() if target.file.parent.name == RECORDS else nullcontext()  # spoilt games are never kept
    try:
        with games:
            fault = judge(run(args), out, as_json="--json" in args)
    finally:
        target.file.write_bytes(original)
    if not fault:
        return None
    kept = folder / "found" / f"{seed}-{number}-{target.file.parent.name}-{target.file.name}"
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(data)
    return Finding(seed, number, args, f"{done} of {target.file.parent.name}/{target.file.name}", fault, kept)


def choose(targets: list[Target], chosen: Stream) -> Target:
    """Pick a target, records as often as content."""
    wanted = chosen.below(2) == 0
    return chosen.choice([t for t in targets if (t.file.parent.name == RECORDS) == wanted])


def report(finding: Finding) -> str:
    """Describe a finding, with the line that shows it again."""
    return (
        f"mutation {finding.number} of seed {finding.seed}: {finding.done}\n"
        f"  pnp {' '.join(finding.command)}\n"
        f"  spoilt file: {finding.file}\n"
        f"  again: python tests/fuzz/run.py --seed {finding.seed} --number {finding.number}\n{finding.fault}"
    )
