"""Kites of the tutorial from YAML, beside its Python form: the same states, choices and results in random games."""

import re
import sys

import pytest
from conftest import shipped
from support import ROOT

from pnp.play.seeds import stream
from pnp.play.state import OVER
from pnp.play.verbs import verb_of

_FILE = re.compile(r"```python\n# (kites/\w+\.py)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The engine of the page on adding games, and its content."""
    home = tmp_path_factory.mktemp("kites")
    (home / "kites").mkdir()
    for name, text in _FILE.findall((ROOT / "docs" / "add-a-game.md").read_text("utf-8")):
        (home / name).write_text(text, "utf-8")
    sys.path.insert(0, str(home))
    try:
        import kites.engine
        import kites.files

        names = shipped("kites").game.names
        seats = {"fewest": 2, "most": 4}
        said = {key: names[key] for key in ("kite", "calm", "winds")}
        files = kites.files.Files(winds=_converted(kites.files.WindsFile, {**said, "seats": seats, "land_at": 7}))
        yield kites.engine.KitesState, kites.files.compile_content(files)
    finally:
        sys.path.remove(str(home))
        for name in [n for n in sys.modules if n.split(".")[0] == "kites"]:
            del sys.modules[name]


def _converted(kind, data):
    import msgspec

    return msgspec.convert(data, kind)


def games(python, count):
    """Yield pairs of the same deal in both forms, and a stream of luck."""
    engine, content = python
    play = shipped("kites")
    for seed in range(count):
        deal = play.generate(seed, play.options({"players": 2 + seed % 3}))
        pile = [int(key.removeprefix("wind-")) for key in deal.zones["pile"]]
        yield play.new_game(deal), engine(content, deal.players, pile), stream("kites", seed, "test")


def strengths(cards):
    return [card["strength"] for card in cards]


def test_both_forms_are_the_same_game(python):
    for ours, theirs, luck in games(python, 100):
        while theirs.to_act() != OVER:
            assert ours.to_act() == theirs.to_act()
            verbs = [verb_of(choice) for choice in ours.legal_actions()]
            assert verbs == [verb_of(choice) for choice in theirs.legal_actions()]
            number = luck.below(len(verbs))
            ours.apply(ours.legal_actions()[number])
            theirs.apply(theirs.legal_actions()[number])
            assert strengths(ours.names["air"]) == theirs.air
            assert strengths(ours.names["pile"]) == theirs.pile
            assert ours.names["points"] == theirs.scores
        assert ours.to_act() == OVER
        assert ours.result()["scores"] == list(theirs.result()["scores"])
        assert ours.result()["winners"] == theirs.result()["winners"]
