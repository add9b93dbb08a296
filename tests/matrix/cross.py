"""Every combination of options for every game: the crosses, one attempt in this process, and which faults are as they should be."""

import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import CONTENT

from pnp import pipeline
from pnp.context import meter
from pnp.diagnostics import Diagnostic, Problems
from pnp.geometry import parse_paper
from pnp.load.game import GameContent, load_or_raise
from pnp.load.library import game_names
from pnp.pipeline import BuildOrder
from pnp.printing import BACKS, MARKS
from pnp.sheets.sheet import PrintOptions

GAMES = tuple(game_names(CONTENT))
SMALL_PAPERS = ("a5", "half-letter", "a6")
HOME_PAPERS = ("a4", "letter", "legal", "a3", "tabloid")

MAIN: dict[str, tuple[Any, ...]] = {
    "game": GAMES,
    "paper": (*HOME_PAPERS, *SMALL_PAPERS),
    "backs": BACKS,
    "style": ("colour", "lowink", "grey"),
    "marks": MARKS,
    "format": ("pdf", "svg"),
}
"""The dimensions that are crossed in full."""

USUAL = {
    "margin": 8.0,
    "bleed": None,
    "large": False,
    "card_size": None,
    "back_offset": (0.0, 0.0),
    "corners": 0.0,
    "solutions": False,
    "only": "",
}

SURE: dict[str, tuple[Any, ...]] = {
    **MAIN,
    "paper": HOME_PAPERS,
    "margin": (8.0, 5.0),
    "bleed": (None, 0.0, 3.0),
    "large": (False, True),
    "card_size": (None, "other"),
    "back_offset": ((0.0, 0.0), (0.7, -0.4)),
    "corners": (0.0, 3.0),
    "solutions": (False, True),
}
"""What must build in every combination; all pairs of values meet, none of them hidden behind a refusal."""

Choice = Mapping[str, Any]


class Outcome(NamedTuple):
    """What came of a combination: built, refused with faults, or crashed."""

    choice: Choice
    faults: tuple[Diagnostic, ...]
    crash: str

    @property
    def wrong(self) -> str:
        """What is wrong with it, in one line; nothing if it was built or refused as it should be."""
        if self.crash:
            return self.crash.strip().split("\n")[-1]
        unexpected = [fault for fault in self.faults if not expected(self.choice, fault)]
        return "; ".join(f"{f.message} (hint: {f.hint})" if f.hint else f.message for f in unexpected)


def expected(choice: Choice, fault: Diagnostic) -> bool:
    """Say whether a fault may be: paper or margins leave too little room, and the words say that this is why."""
    narrow = choice["paper"] in SMALL_PAPERS or choice["margin"] > USUAL["margin"]
    said = f"{fault.message} {fault.hint or ''}"
    return narrow and bool(re.search(r"paper|margin|--only", said))


def full() -> Iterator[Choice]:
    """Yield the full cross of the main dimensions, games one after another."""
    for values in product(*MAIN.values()):
        yield {**USUAL, **dict(zip(MAIN, values, strict=True))}


def sure() -> list[Choice]:
    """Return combinations in which all pairs of what must build meet."""
    return [{**USUAL, **row} for row in pairwise(SURE)]


def narrow() -> list[Choice]:
    """Return every game on every small paper and with wide margins: built, or refused for the right reason."""
    usual = {**USUAL, **{name: values[0] for name, values in MAIN.items()}}
    changes = [
        *({"paper": paper} for paper in SMALL_PAPERS),
        *({"margin": margin} for margin in (10.0, 15.0, 20.0, 40.0)),
    ]
    return [{**usual, "game": game, **change} for game in GAMES for change in changes]


def parts() -> list[Choice]:
    """Return every game in parts, in every format and with backs of every kind."""
    usual = {**USUAL, **{name: values[0] for name, values in MAIN.items()}}
    return [
        {**usual, "game": game, "only": only, "format": form, "backs": backs}
        for game in GAMES
        for only in ("cards", "boards", "pieces", "rulebook")
        for form in MAIN["format"]
        for backs in BACKS
    ]


def pairwise(dimensions: Mapping[str, Sequence[Any]]) -> list[Choice]:
    """Return few combinations in which every two values of two dimensions meet at least once."""
    names = list(dimensions)
    left = {
        (a, i, b, k): None
        for a, b in combinations(range(len(names)), 2)
        for i in range(len(dimensions[names[a]]))
        for k in range(len(dimensions[names[b]]))
    }
    rows: list[Choice] = []
    while left:
        a, i, b, k = next(iter(left))
        row = {a: i, b: k}
        for free in sorted(range(len(names)), key=lambda n: -len(dimensions[names[n]])):
            if free not in row:
                row[free] = max(
                    range(len(dimensions[names[free]])), key=lambda value: (_gain(left, row, free, value), -value)
                )
        for one, two in combinations(sorted(row), 2):
            left.pop((one, row[one], two, row[two]), None)
        rows.append({name: dimensions[name][row[n]] for n, name in enumerate(names)})
    return sorted(rows, key=lambda row: GAMES.index(row["game"]) if "game" in row else 0)


def _gain(left: Mapping[Any, Any], row: Mapping[int, int], free: int, value: int) -> int:
    pairs = ((other, row[other], free, value) if other < free else (free, value, other, row[other]) for other in row)
    return sum(pair in left for pair in pairs)


@cache
def loaded(name: str) -> GameContent:
    """A game, read once a process."""
    return load_or_raise(CONTENT, name)


def attempt(choice: Choice, *, scenarios: bool = True) -> Outcome:
    """Build a game as chosen, in this process, and keep nothing; scenarios take long to find at first."""
    game = loaded(choice["game"])
    paper = parse_paper(choice["paper"])
    assert paper is not None
    options = PrintOptions(
        paper,
        choice["margin"],
        choice["bleed"],
        choice["backs"],
        choice["marks"],
        choice["style"],
        choice["back_offset"],
        choice["large"],
        _other_size(game) if choice["card_size"] else None,
        corners=choice["corners"],
    )
    only = (choice["only"],) if choice["only"] else ()
    meter().restart()
    read, make = pipeline.load_game, pipeline.make_sheets
    pipeline.load_game = lambda *_: game
    pipeline.make_sheets = lambda *given, **more: make(*given, **{**more, "with_scenarios": scenarios})
    try:
        built = pipeline.build(
            BuildOrder(CONTENT, game.id, options, only, choice["format"], lenient=True, solutions=choice["solutions"])
        )
        empty = [file.name for file in built.files if not file.data]
        return Outcome(choice, (), f"empty files: {empty}" if empty else "")
    except Problems as problems:
        return Outcome(choice, tuple(d for d in problems.diagnostics if d.is_error), "")
    except Exception:
        return Outcome(choice, (), traceback.format_exc(limit=-8))
    finally:
        pipeline.load_game, pipeline.make_sheets = read, make


def _other_size(game: GameContent) -> str | None:
    """The last size that a game's decks come in, if they come in several."""
    return next((list(deck.sizes)[-1] for deck in game.decks.values() if deck.sizes), None)


def command(choice: Choice) -> str:
    """Write a combination as the command that shows it again."""
    words = [f"pnp build {choice['game']}"]
    for name, value in choice.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "game" or USUAL.get(name, ...) == value:
            continue
        if name in ("large", "solutions"):
            words.append(flag)
        elif name == "card_size":
            size = _other_size(loaded(choice["game"]))
            words += [flag, size] if size else []
        elif name == "back_offset":
            words.append(f"{flag}={value[0]:g},{value[1]:g}")
        else:
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    return " ".join(words)
