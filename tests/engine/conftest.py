"""Games that run from data, for tests: those of tests/data/runs, and small ones written in a test."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest
from support import ROOT

from pnp.load.game import load_or_raise
from pnp.play.scenario import Playable, playable

RUNS = Path(__file__).parents[1] / "data" / "runs"

GAME = """
id: tiny
title: Tiny
players: [2, 4]
age: 6
minutes: [5, 10]
author: nobody
licence: CC0 1.0
components: {cards: 10}
"""
CARDS = """
decks:
  cards:
    title: Cards
    size: mini
    front: face
    fields: {id: text, suit: text, rank: whole}
    cards:
      - {id: r1, suit: red, rank: 1, copies: 2}
      - {id: r2, suit: red, rank: 2, copies: 2}
      - {id: b1, suit: blue, rank: 1, copies: 2}
      - {id: b2, suit: blue, rank: 2, copies: 2}
      - {id: g3, suit: green, rank: 3, copies: 2}
"""
FACES = """
faces:
  face: {parts: [{part: text, at: [4, 4, "100% - 8", 20], text: "{{ card.suit }} {{ card.rank }}"}]}
"""
RULES = """
chapters:
  - id: play
    title: Play
    clauses:
      - {id: play.turn, title: A turn, text: Do something., enforced: true}
      - {id: play.follow, title: Follow suit, text: Follow suit if you can., enforced: true}
      - {id: play.end, title: The end, text: It ends., enforced: true}
"""


def of_the_page(title: str) -> str:
    """Return the play.yaml that stands below a heading of the page on rules that run."""
    page = (ROOT / "docs" / "rules-that-run.md").read_text("utf-8")
    return page.split(f"\n### {title}\n")[1].split("```yaml\n")[1].split("```")[0]


def shipped(name: str) -> Playable:
    """Return a game of tests/data/runs."""
    return playable(load_or_raise(RUNS, name))


@pytest.fixture
def tiny(tmp_path):
    """Return what makes a small game of a play.yaml."""

    def write(play: str, **files: str) -> Path:
        folder = tmp_path / "tiny"
        folder.mkdir(exist_ok=True)
        texts = {"game": GAME, "cards": CARDS, "faces": FACES, "rules": RULES, "play": play, **files}
        for stem, text in texts.items():
            (folder / f"{stem}.yaml").write_text(dedent(text), "utf-8")
        return folder

    def load(play: str, **files: str) -> Playable:
        return playable(load_or_raise(write(play, **files).parent, "tiny"))

    load.write = write
    return load


sys.path.insert(0, str(Path(__file__).parent))
