"""One style of numbers in all rulebooks: words up to twelve in sentences, figures in tables, with units and as names."""

import re
from collections.abc import Iterator

import pytest
from shipped import GAMES, loaded

from pnp.diagnostics import Report
from pnp.rules.compile import compile_rules

STILL_TO_DO = {"horde", "knowledge", "stormfury", "terrain"}
"""Games whose sentences are still to be mended; this list only becomes shorter."""

NAMED = (
    "day|days|level|levels|round|rounds|turn|seat|player|phase|step|rule|line|lines|column|columns|row|card|no|seed|"
    "sheet|option|deck|tile|number|version|page|chapter|slot|category|infrastructure|wind|resists|power"
)
"""After these words a figure is a name: day 2, level 3, seat 1."""

UNITS = "%|mm|cm|minutes?|seconds?|hours?|years?|×|damage|health|points?|movement|dollars?|coins?|megabytes?|pt"
"""Before these a figure is a measure, and is compared with those on cards and sheets."""

ALLOWED = re.compile(
    rf"""
      \[\[[^\]]*\]\]                                 # references and terms: §2.8
    | https?://\S+
    | \bR-[A-Z]+\d+(?:\s*(?:,|and)\s*R-[A-Z]+\d+)*   # rulings
    | \b(?:{NAMED})s?\s\d+(?:(?:,\s|\sand\s|\sor\s|\sto\s|–)\d+)*
    | \d[\d.,]*\s?(?:×\s?\d+|(?:extra\s|more\s)?\b(?:{UNITS})|[%×])
    | \d+\s×\s\d+
    | [+−-]\d+                                       # signs, as on cards
    | \d+\sto\s\d+(?:\s?%)? | \d+(?:,\s\d+)+(?:\sand\s\d+)?   # ranges, and values in a row
    | \d+(?:\s[+−×]\s\d+)+                          # sums
    | \b(?:an?|the|its)\s\d+\b | \(×?\d+\) | \*\*\d+\*\*   # what is printed on a card or a board
    | :[a-z-]+:\**\s?\d+                             # after an icon: a card
    | \b[A-Z]\d+\b | \b\d+[A-Za-z]+\b                # codes
    | [\dA]+(?:[–,/.:]\d+)+                          # ranges, coordinates, versions, decimals
    | \bA–\d+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_COUNT = re.compile(r"^\s*- \d+ ")
"""A list of what lies in the box is as good as a table."""

FIGURE = re.compile(r"(?<![\w.,])(?:1[0-2]|\d)(?![\w]|[.,]\d)")


def sentences(game: str) -> Iterator[tuple[str, str]]:
    """Yield every running text of a rulebook with its place; tables and the short forms of the reference card are none."""
    book = compile_rules(loaded(game), Report())
    assert book is not None
    for chapter in book.chapters:
        yield f"chapter {chapter.id}", chapter.intro
        for clause in chapter.clauses:
            for text in (clause.text, clause.example, clause.why):
                yield f"clause {clause.id}", text
    for term in book.glossary:
        yield f"term {term.id}", term.text


def figures(text: str) -> list[str]:
    """Return small numbers that sentences write in figures without a reason, each with the words around it."""
    lines = [_COUNT.sub("", line) for line in text.split("\n") if not line.lstrip().startswith("|")]
    plain = ALLOWED.sub("_", " ".join(" ".join(lines).split()))
    return [plain[max(0, found.start() - 24) : found.end() + 16] for found in FIGURE.finditer(plain)]


@pytest.mark.parametrize("game", GAMES)
def test_small_numbers_are_words(game):
    found = [f"{place}: …{around}…" for place, text in sentences(game) for around in figures(text)]
    if game in STILL_TO_DO:
        assert found, f"{game} is done: take it out of STILL_TO_DO"
        return
    assert not found, "\n".join(["write these in words ({{ … | words }}):", *found])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Draw 3 cards.", 1),
        ("The next 2 pairs; 12 in all.", 2),
        ("Draw three cards.", 0),
        ("| 3 | 4 |", 0),
        ("13 cards, 40 of them", 0),
        ("On day 2 and at level 3 of rounds 1 to 4.", 0),
        ("It takes 2 damage and 5 minutes; 6 × 6 squares at 4,3.", 0),
        ("+1 for :club:5, see [[§2.8|rule-x]] (R-M02)", 0),
        ("It costs 2.", 1),
        ("- 4 pawns", 0),
        ("You play a 6, or the 2 (×3): 2 + 3 points.", 0),
    ],
)
def test_the_reader_knows_figures_with_a_reason(text, count):
    assert len(figures(text)) == count
