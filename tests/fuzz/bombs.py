"""Templates that want too much: a grammar of loops, operators, filters, lookups and literals over large data.

Whatever one of them does, a game that holds it ends within the time and memory of the designer's guide. So a game's
allowance of steps is cut to a twentieth here, and with it the time that a case may take.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from harness import Finding, judge, run
from support import DEMO

from pnp.play.seeds import Stream, stream

ALLOWED_STEPS = 100_000
MOST_SECONDS = 3.0
"""A twentieth of what the designer's guide allows a game and its 2 000 000 steps."""

_NUMBERS = ("0", "1", "2", "7", "-1", "0.5", "9999", "9999**16", "10**9", "2**16", "1e308", "big|sum", "words|length")
_TEXTS = ("''", "'a'", "words", "'0x' ~ words", "'" + "x" * 99 + "'", "'__class__'", "'a.b.c'", "'ß'", "game.title")
_LISTS = (
    "range(9999)",
    "range(99)",
    "big",
    "deep",
    "deep[0]",
    "[big, deep]",
    "range(9)|map('string')",
    "wide|items",
    "wide|map('length')",
    "words|list",
    "coins",
    "similar|list",
    "[]",
    "(big, words)",
    "wide",
    "similar",
)
_TO_NUMBER = (
    "abs",
    "count",
    "first",
    "int",
    "length",
    "max",
    "min",
    "round(15)",
    "sum",
    "last",
    "float",
    "round(-15)",
    "int(base=16)",
)
_TO_TEXT = (
    "capitalize",
    "join",
    "join(words)",
    "lower",
    "replace('', words)",
    "replace('a', 'aaaaaaaa')",
    "string",
    "title",
    "trim",
    "trim(words)",
    "upper",
    "words",
    "listed",
    "plural(words)",
    "default(words)",
    "first",
    "sum(start='')",
)
_TO_LIST = (
    "dictsort",
    "dictsort(by='value')",
    "groupby('id')",
    "groupby(0)",
    "items",
    "list",
    "map('list')",
    "map('string')",
    "map('int', base=16)",
    "map('_sized')",
    "map('upper')",
    "map(attribute='a.b.c')",
    "map('join')",
    "map('sum')",
    "reject",
    "rejectattr('id')",
    "reverse",
    "select",
    "select('in', big)",
    "selectattr('x', 'in', wide)",
    "sort",
    "sort(attribute='id')",
    "sort(reverse=true)",
    "sum(start=[])",
    "unique",
    "unique(attribute='0.0')",
    "map('length')",
)
_TESTS = ("defined", "in big", "sameas big", "divisibleby 7", "eq deep", "string", "lt words", "mapping", "number")
_TIMES = (1, 2, 3, 10, 60, 300)
LONGEST = 8_000


class _Writer:
    """Writes random expressions that mostly work: of numbers, texts, lists and truths, with a slip now and then."""

    def __init__(self, chosen: Stream, loops: str) -> None:
        self.chosen = chosen
        self.loops = loops

    def any(self, depth: int) -> str:
        return self.chosen.choice((self.number, self.text, self.many, self.truth))(depth)

    def _or_slip(self, depth: int, right: str) -> str:
        return self.any(depth - 1) if self.chosen.below(25) == 0 and depth > 0 else right

    def _often(self, text: str) -> list[str]:
        """Repeat a text as often as a template could hold it."""
        return [text] * max(1, min(self.chosen.choice(_TIMES), LONGEST // len(text)))

    def _name(self) -> tuple[str, ...]:
        return tuple(self.loops)

    def number(self, depth: int) -> str:
        pick, below = self.chosen.choice, self.chosen.below
        if depth <= 0:
            return pick((*_NUMBERS, *self._name()))
        kind = below(5)
        if kind == 0:
            return (
                f"({self.number(depth - 1)}) {pick(('+', '-', '*', '/', '//', '%', '**'))} ({self.number(depth - 1)})"
            )
        if kind == 1:
            operator = f" {pick(('+', '-', '*', '//'))} "
            return operator.join(self._often(f"({self.number(depth - 2)})"))
        if kind == 2:
            return f"({self.any(depth - 1)})|{pick(_TO_NUMBER)}"
        if kind == 3:
            return f"({self.number(depth - 1)} if {self.truth(depth - 2)} else {self.number(depth - 2)})"
        return self._or_slip(depth, f"({self.many(depth - 1)})[{self.number(depth - 2)}]")

    def text(self, depth: int) -> str:
        pick, below = self.chosen.choice, self.chosen.below
        if depth <= 0:
            return pick(_TEXTS)
        kind = below(4)
        if kind == 0:
            return " ~ ".join(self._often(f"({self.any(depth - 1)})"))
        if kind == 1:
            return f"({self.any(depth - 1)})" + f"|{pick(_TO_TEXT)}" * pick((1, 1, 2, 60))
        if kind == 2:
            return f"({self.text(depth - 1)})" + pick(("[1:]", "[::2]", "[:99]", "[0]", "|upper", "|lower"))
        return self._or_slip(depth, f"({self.text(depth - 1)} + {self.text(depth - 1)})")

    def many(self, depth: int) -> str:
        pick, below = self.chosen.choice, self.chosen.below
        if depth <= 0:
            return pick((*_LISTS, *self._name()))
        kind = below(6)
        if kind == 0:
            return "[" + ", ".join(self._often(self.any(depth - 1))) + "]"
        if kind == 1:
            return "(" + "".join(self._often(f"{self.any(depth - 1)}, ")) + ")"
        if kind == 2:
            return "{" + f"{self.any(depth - 1)}: {self.any(depth - 1)}" + "}"
        if kind == 3:
            return f"({self.many(depth - 1)})" + f"|{pick(_TO_LIST)}" * pick((1, 1, 2, 10, 300))
        if kind == 4:
            return f"({self.many(depth - 1)})" + "".join(f"|{pick(_TO_LIST)}" for _ in range(1 + below(4)))
        return self._or_slip(depth, f"({self.many(depth - 1)} + {self.many(depth - 1)})")

    def truth(self, depth: int) -> str:
        pick, below = self.chosen.choice, self.chosen.below
        if depth <= 0:
            return pick(
                (
                    "true",
                    "false",
                    "similar.near is defined",
                    f"similar['near{'-' * 30}'] is defined",
                    "wide.k1 is defined",
                )
            )
        kind = below(4)
        if kind == 0:
            return f"({self.any(depth - 1)}) {pick(('==', '!=', 'in', 'not in', '<', '>='))} ({self.any(depth - 1)})"
        if kind == 1:
            return f"({self.any(depth - 1)}) is {pick(_TESTS)}"
        if kind == 2:
            return f" {pick(('and', 'or'))} ".join(self._often(f"({self.truth(depth - 1)})"))
        return f"(({self.many(depth - 1)})[{self.any(depth - 1)}]) is defined"


def template(chosen: Stream) -> str:
    """Write a random template: one expression alone, or texts and expressions inside of loops."""
    loops = "abcd"[: chosen.below(5)] if chosen.below(4) else ""
    head, known = "", ""
    for name in loops:
        source = _short(chosen, lambda w: w.many(chosen.below(3)), known, 1_500)
        test = f" if {_short(chosen, lambda w: w.truth(1), known + name, 300)}" if chosen.below(5) == 0 else ""
        head += f"{{% for {name} in {source}{test} %}}"
        known += name
    if not loops and chosen.below(2):
        return "{{ " + _short(chosen, lambda w: w.any(4), "", LONGEST - 9) + " }}"
    body = ""
    for _ in range(1 + chosen.below(3)):
        said = _short(chosen, lambda w: w.any(1 + chosen.below(4)), known, 500)
        body += chosen.choice(
            ("{{ " + said + " }}", "{% if " + said + " %}x{% endif %}", "{{ (" + said + ")|string|length }}")
        )
    end = "{% endfor %}" * len(loops)
    text = head + body * chosen.choice((1, 1, 1, 3, 30)) + end
    return text if len(text) <= LONGEST else head + body + end


def _short(chosen: Stream, write: Callable[[_Writer], str], known: str, longest: int) -> str:
    """Return the first of some expressions that is short enough."""
    for _ in range(20):
        text = write(_Writer(chosen, known))
        if len(text) <= longest:
            return text
    return "big"


def _data(chosen: Stream) -> dict[str, object]:
    """Large tables, as large as the limits let through."""
    return {
        "big": list(range(6_000)),
        "words": "0123456789abcdef" * chosen.choice((6, 6_000, 90_000)),
        "deep": [[[["ab"] * 10] * 10] * 5] * 5,
        "wide": {f"k{i}": {"id": i, "x": "y" * 20} for i in range(2_000)},
        "similar": {f"near{'-' * 30}{i}": i for i in range(2_000)},
    }


def write_game(chosen: Stream, folder: Path, text: str) -> Path:
    """Write the demo game with large tables and the template somewhere in it; return its content folder."""
    game = folder / "bombed" / "demo"
    game.mkdir(parents=True, exist_ok=True)
    files = {**DEMO, "data-bomb.yaml": json.dumps(_data(chosen))}
    place = chosen.below(6)
    if place <= 2:
        part = {"part": "text", "size": [7, 9], "text": text, "safe": 0}
        files["faces.yaml"] = DEMO["faces.yaml"].replace("    parts:\n", f"    parts:\n      - {json.dumps(part)}\n", 1)
        files["cards.yaml"] = (
            "decks: {deck: {title: Deck, size: tcg, front: front, back: back, name: '{{ n }}', each: n in 1..2000}}\n"
            if place
            else DEMO["cards.yaml"].replace("copies: 2", "copies: 1999")
        )
        if place:
            front, back = f"  front: {{parts: [{json.dumps(part)}]}}\n", DEMO["faces.yaml"].split("  back:")[1]
            files["faces.yaml"] = f"faces:\n{front}  back:{back}"
        files["game.yaml"] = DEMO["game.yaml"].replace("deck: 3", "deck: 2000")
    elif place == 3:
        files["pieces.yaml"] = DEMO["pieces.yaml"].replace('"{{ coin.copies }}"', json.dumps(text))
    elif place == 4:
        files["game.yaml"] = DEMO["game.yaml"].replace("title: Demo", f"title: {json.dumps(text[:3900])}")
    else:
        clauses = [{"id": f"a.c{i}", "title": "T", "text": text} for i in range(40)]
        files["rules.yaml"] = json.dumps({"chapters": [{"id": "a", "title": "A", "clauses": clauses}]})
    for name in {*files, "rules.yaml"}:
        if name in files:
            (game / name).write_text(files[name], "utf-8")
        else:
            (game / name).unlink(missing_ok=True)
    return game.parent


def attempt(seed: int, number: int, _: object, folder: Path) -> Finding | None:
    """Put one numbered template bomb of a seed into a game; return what went wrong, if anything did."""
    chosen = stream("fuzz", seed, f"bomb {number}")
    text = template(chosen)
    content = write_game(chosen, folder, text)
    args = ("check", "demo", "--content", content.as_posix(), "--limit", f"game_steps={ALLOWED_STEPS}")
    started = time.process_time()
    fault = judge(run(args), folder / "nothing", as_json=False)
    took = time.process_time() - started
    if not fault and took > MOST_SECONDS:
        fault = f"it took {took:.1f} s of processor time for {ALLOWED_STEPS} steps"
    if not fault:
        return None
    kept = folder / "found" / f"{seed}-{number}-bomb.txt"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(text, "utf-8")
    return Finding(seed, number, args, "a template bomb", fault, kept)
