"""Words are content: what a file says is what is printed, and what code says is what its types allow."""

import os
import subprocess
import sys
from typing import Annotated, Protocol

import pytest
from support import ROOT, options, sheets_of, walk_placed

from pnp.diagnostics import Problems, Report
from pnp.draw.drawing import Text
from pnp.load.document import parse_or_raise
from pnp.load.game import load_or_raise
from pnp.load.words import check_words, file_type, members, shared_document, shared_words, speak
from pnp.words import Must, Words


class TrapWords(Protocol):
    """Traps."""

    name: Annotated[str, "What they are called."]

    def sprung(self, who: Must[str], wounds: int, kinds: list[str]) -> str:
        """Somebody steps on one."""


class OwnWords(Words, Protocol):
    """content/demo/words.yaml."""

    trap: TrapWords


def spoken(text, **names):
    document = parse_or_raise(text, "words.yaml")
    words = speak(OwnWords, document, names)
    report = Report()
    check_words(words, document, report)
    return words, [(fault.code, fault.span.line, fault.span.column) for fault in report.diagnostics]


SAID = """\
trap:
  name: "{{ device.name|lower }}"
  sprung: "{{ who }} takes {{ wounds }} {{ wounds|plural('wound') }} by {{ kinds|listed }} and the {{ device.name }}"
sheet:
  tile: piece {{ name }}
"""


def test_labels_and_sentences_say_what_the_file_says_with_names_of_the_game():
    words, faults = spoken(SAID, device={"name": "Snare"})
    assert faults == []
    assert words.trap.name == "snare"
    assert words.trap.sprung("Ann", 1, ["rope"]) == "Ann takes 1 wound by rope and the Snare"
    assert words.trap.sprung(
        who="Bob", wounds=2, kinds=["rope", "net"]
    ) == "Bob takes 2 wounds by rope, net and the Snare".replace("rope, net", "rope and net")
    assert words.sheet.tile("A1") == "piece A1" and words.sheet.back == shared_words().sheet.back == "back"
    with pytest.raises(AttributeError, match="no words 'nmae'"):
        words.trap.nmae  # noqa: B018 - looking is what is tried


def test_a_sentence_is_tried_with_one_and_many_with_something_and_nothing():
    broken = SAID.replace("{{ wounds|plural('wound') }}", "{{ 6 // (wounds - 2) }}")
    words, faults = spoken(broken, device={"name": "Snare"})
    assert faults == [("template", 3, 12)]
    with pytest.raises(Problems, match="division"):
        words.trap.sprung("Ann", 2, [])
    assert spoken(SAID.replace("{{ who }}", "Somebody"), device={"name": "Snare"})[1] == [("forgotten", 3, 12)]
    assert [code for code, *_ in spoken(SAID)[1]] == ["undefined", "undefined"]


def test_the_type_of_the_file_wants_all_words_of_the_game_and_none_of_pnp():
    import msgspec

    kind = file_type(OwnWords)
    made = msgspec.convert({"trap": {"name": "Traps", "sprung": "x"}, "sheet": {"back": "verso"}}, kind)
    assert made.sheet.back == "verso" and made.sheet.front == "front"
    for given in ({}, {"trap": {"name": "Traps"}}, {"trap": {"name": "a", "sprung": "b"}, "traps": {}}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, kind)
    told = msgspec.json.schema(kind)["$defs"]["TrapWords"]["properties"]["sprung"]["description"]
    assert told == "Somebody steps on one. Values: who (needed), wounds, kinds."


def test_a_declaration_that_no_sentence_could_follow_is_refused():
    class Opaque(Protocol):
        """Shows an object."""

        def shown(self, what: object) -> str:
            """What no template can write."""

    class Number(Protocol):
        """A label that is none."""

        size: int

    for kind in (Opaque, Number):
        with pytest.raises(TypeError):
            members(kind)


def test_what_pnp_ships_says_everything_without_a_fault():
    report = Report()
    check_words(shared_words(), shared_document(), report)
    assert report.diagnostics == []


def texts(sheet_set):
    return " ".join(i.text for s in sheet_set.sheets for i, _ in walk_placed(s.items) if isinstance(i, Text))


def test_a_game_says_the_words_of_pnp_in_its_own_way(make_game):
    said = "guide: {name: Bauanleitung, heads: {job: Auftrag}}\nsheet: {count: 'Blatt {{ number }} von {{ total }}'}\n"
    game = load_or_raise(make_game({"words.yaml": said}), "demo")
    sheets = sheets_of(game)
    guide = texts(sheets["build-guide"])
    assert "Auftrag" in guide and "Job" not in guide.split() and "Pages" in guide
    assert "Bauanleitung · Blatt 1 von" in guide and "Blatt 1 von" in texts(sheets["deck"])
    assert sheets["build-guide"].title == "Bauanleitung"
    assert options("a4").paper.name == "a4"


MISUSES = {
    "words.sheet.bcak": "has no attribute",
    "words.sheet.tile()": "Missing positional argument",
    "words.sheet.count(1, totl=2)": "Unexpected keyword argument",
    "words.sheet.count('a', 2)": "incompatible type",
    "words.guide.two_sided('upper')": "incompatible type",
}


def test_misspelt_words_and_wrong_values_fail_the_type_checker(tmp_path):
    lines = ["from pnp.words import Words", "def use(words: Words) -> None:", "    words.sheet.tile('A1')"]
    source = tmp_path / "use.py"
    source.write_text("\n".join([*lines, *(f"    {use}" for use in MISUSES)]) + "\n", "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(source)]
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    faults = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(faults) == len(MISUSES), done.stdout
    for number, (fault, message) in enumerate(zip(faults, MISUSES.values(), strict=True), len(lines) + 1):
        assert f":{number}: " in fault and message in fault, fault
