"""Games with every name changed, and everything that is printed of them as text: no old name should be left.

Two sweeps: names that hold no other name; then all names, to see those that hold another one ("Debris hurts more", which
must stay in the first sweep, or it would hide that "Debris" leaks through it). A value that refers to a record by its
name is changed with it. Titles of chapters and clauses are texts of the rulebook and stay: names that stand in them leak.
"""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import yaml
from support import CONTENT, guide_of, options, walk_placed

from pnp.diagnostics import Report
from pnp.draw.drawing import Text
from pnp.load.game import GameContent, load_or_raise
from pnp.load.library import game_names
from pnp.pipeline import make_sheets
from pnp.play.deal import Seal, Sealed
from pnp.play.game import find_game
from pnp.play.scenario import playable
from pnp.play.seeds import stream
from pnp.play.show import show
from pnp.play.state import CHANCE, OVER
from pnp.sheets.scenarios import scenario_sets

NAMING = ("name", "title")
LETTERS = "abdeghklmnoprstuvyz"
NAMESAKES = {"tempest": {"Rush": ("B.R. Rush", "C.R. Rush")}}
"""Names of others in which a name stands by chance: the blessing is not called after the people."""

STEPS = 60
"""How far into a random game its drawing for the terminal is looked at."""


class Name(NamedTuple):
    """A value of `name` or `title`, and where it stands."""

    file: str
    start: int
    end: int
    value: str


def names_of(folder: Path) -> list[Name]:
    """List the names of a game, and the values that refer to them."""
    names, others = [], []
    for path in sorted(folder.glob("*.yaml")):
        if path.stem in ("rules", "words"):
            continue  # sentences, no names
        for key, value in _pairs(yaml.compose(path.read_text("utf-8"), yaml.SafeLoader)):
            if isinstance(value, yaml.ScalarNode) and "{" not in value.value and re.search("[A-Za-z]", value.value):
                found = Name(path.name, value.start_mark.index, value.end_mark.index, value.value)
                (names if key in NAMING else others).append(found)
    known = {name.value for name in names if name.value[0].isupper()}
    return [*names, *(other for other in others if other.value in known)]


def _pairs(node: yaml.Node | None, key: str = "") -> Iterator[tuple[str, yaml.Node]]:
    """Yield every value with its key, that of its list for the members of a list; types of fields are no values."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value != "fields":
                yield from _pairs(value, name.value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _pairs(value, "" if key in NAMING else key)
    elif node is not None:
        yield key, node


def word(number: int) -> str:
    """Make a short word that stands nowhere else."""
    vowels = "aeiou"
    return f"Q{vowels[number % 5]}{LETTERS[number // 5 % 19]}{vowels[number // 95 % 5]}x"


def stands_in(old: str, text: str) -> bool:
    """Say whether a name stands in a text as words of their own, written large as names are, alone or in the plural."""
    return re.search(rf"(?<![\w]){re.escape(old)}(?:s|es)?(?![\w])", text) is not None


def sweeps(names: Iterable[Name]) -> list[dict[str, str]]:
    """Return old → new words: first of names that hold no other, then of all."""
    values = list(dict.fromkeys(name.value for name in names))
    holds = {value for value in values if any(other != value and stands_in(other, value) for other in values)}
    new = {value: word(number) for number, value in enumerate(values)}
    return [{value: new[value] for value in values if value not in holds}, *([new] if holds else [])]


def renamed(game: str, names: Iterable[Name], words: Mapping[str, str], into: Path) -> GameContent:
    """Load a copy of a game with names changed."""
    folder = into / game
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CONTENT / game, folder)
    for name in sorted(names, key=lambda name: -name.start):
        if name.value in words:
            path = folder / name.file
            text = path.read_text("utf-8")
            path.write_text(text[: name.start] + words[name.value] + text[name.end :], "utf-8")
    return load_or_raise(into, game)


def printed(game: GameContent) -> dict[str, str]:
    """Return everything that is printed or shown of a game: the place and its words."""
    report, chosen = Report(), options("a4")
    made = make_sheets(game, chosen, (), report)
    assert made is not None, [d.message for d in report.diagnostics]
    found: dict[str, str] = {}
    for one in (guide_of(made), *made.sets):
        found[one.id] = _words(sheet.items for sheet in one.sheets)
    if made.rules is not None:
        for chapter in made.rules.rulebook.chapters:
            found[f"chapter {chapter.id}"] = f"{chapter.title} {chapter.intro}"
            for clause in chapter.clauses:
                texts = (clause.title, clause.text, clause.why, clause.quick, clause.example, clause.caption)
                found[f"clause {clause.id}"] = " ".join(texts)
                if clause.figure:
                    found[f"figure {clause.id}"] = _words([made.rules.figure(clause).items])
        for term in made.rules.rulebook.glossary:
            found[f"term {term.id}"] = f"{term.term} {term.text}"
    own = find_game(game.id)
    if own is not None and own.play is not None:
        found |= _played(game, chosen)
    return found


def _played(game: GameContent, chosen: Any) -> dict[str, str]:
    play = playable(game)
    found = {}
    for order in game.game.scenarios[:2]:
        options = play.options(order.options)
        deal = play.generate(order.seed, options)
        scenario = Sealed(deal, play.scenario.certificate(), Seal())
        for one in scenario_sets(game, [scenario], chosen, solutions=False):
            found[f"sheets of {one.id}"] = _words(sheet.items for sheet in one.sheets)
        state, luck = play.new_game(deal), stream("test", 1, "renaming")
        shown = [show(play, state)]
        for _ in range(STEPS):
            seat = state.to_act()
            if seat == OVER:
                break
            state.apply(state.chance(luck) if seat == CHANCE else luck.choice(state.legal_actions()))
            shown.append(show(play, state))
        found["terminal"] = found.get("terminal", "") + " ".join(shown)
    return found


def _words(drawings: Iterable[Iterable[Any]]) -> str:
    texts = (item.text for items in drawings for item, _ in walk_placed(items) if isinstance(item, Text))
    return " ".join(" ".join(texts).split())


def _without(text: str, others: Iterable[str]) -> str:
    for other in others:
        text = text.replace(other, "")
    return text


def leaks(game: str, into: Path) -> dict[str, list[str]]:
    """Return old name → places where it still stands when all names have changed."""
    names, found = names_of(CONTENT / game), dict[str, set[str]]()
    for words in sweeps(names):
        for place, text in printed(renamed(game, names, words, into)).items():
            for old in words:
                if stands_in(old, _without(text, NAMESAKES.get(game, {}).get(old, ()))):
                    found.setdefault(old, set()).add(place)
    return {old: sorted(places) for old, places in sorted(found.items())}


HEAD = """\
# Names of the shipped games that leak today: change one in content/, and the old word still stands in these places.
# This list may only become shorter: whoever mends a leak takes it out, or the test fails. Some are ordinary words too
# (Wind, Water, dam). `python tests/renaming.py` prints it as it is now.
"""


def main() -> None:
    """Print the leaks of all games, or of those named, as the file that the test reads."""
    found = {}
    with TemporaryDirectory() as folder:
        for game in sys.argv[1:] or game_names(CONTENT):
            found |= {game: told} if (told := leaks(game, Path(folder))) else {}
    sys.stdout.write(
        HEAD + yaml.safe_dump(found, allow_unicode=True, width=118, sort_keys=False, default_flow_style=None)
    )


if __name__ == "__main__":
    main()
