"""Templates that want too much: a grammar of loops, operators, filters, lookups and literals over large data.

Whatever one of them does, a game that holds it ends within the time and memory of the designer's guide. So a game's
allowance of steps is cut to a tenth here, and with it the time that a case may take.
"""

import json
from pathlib import Path

from harness import Finding, judge, run
from support import DEMO

from pnp.play.seeds import Stream, stream

ALLOWED_STEPS = 200_000
MOST_SECONDS = 6.0
"""A tenth of what the designer's guide allows a game and its 2 000 000 steps."""

_NAMES = ("big", "words", "deep", "wide", "similar", "card", "coins", "game", "n", "loop", "range", "nothing", "near1")
_NUMBERS = ("0", "1", "2", "7", "-1", "0.5", "1e308", "9999", "9999**16", "10**9", "2**16", "true", "none")
_TEXTS = ("''", "'a'", "'ab' ~ words", "'0x' ~ words", "'" + "x" * 99 + "'", "'__class__'", "'a.b.c'", "'%s'", "'\u00df'")
_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", ">=", "in", "not in", "and", "or")
_FILTERS = (
    "abs", "capitalize", "count", "d", "default(words)", "dictsort", "dictsort(by='value')", "first", "float",
    "groupby('id')", "groupby(0)", "int", "int(base=16)", "int(base=36)", "items", "join", "join(words)", "last",
    "length", "list", "lower", "map('upper')", "map('list')", "map('string')", "map('int', base=16)", "map('_sized')",
    "map(attribute='a.b.c')", "map('join')", "map('sum')", "max", "min", "reject", "rejectattr('id')", "replace('', words)",
    "replace('a', 'aaaaaaaa')", "reverse", "round(15)", "select", "select('in', big)", "selectattr('x', 'in', wide)",
    "sort", "sort(attribute='id')", "sort(reverse=true)", "string", "sum", "sum(start=[])", "sum(start='')", "title",
    "trim", "trim(words)", "unique", "unique(attribute='0.0')", "upper", "words", "listed", "plural(words)", "round(-15)",
)  # fmt: skip
_TESTS = ("defined", "in big", "sameas big", "divisibleby 7", "eq deep", "string", "lt words", "mapping", "filter 'int'")
_LISTS = ("range(9999)", "range(99)", "big", "deep", "wide", "words", "similar", "range(9)|map('string')", "wide|items", "[big, deep]")


def expression(chosen: Stream, depth: int = 4) -> str:
    """Write a random expression; inner ones may be repeated many times."""
    if depth <= 0:
        return chosen.choice((chosen.choice(_NAMES), chosen.choice(_NUMBERS), chosen.choice(_TEXTS), chosen.choice("abcd")))

    def inner() -> str:
        return expression(chosen, depth - 1 - chosen.below(2))

    kind = chosen.below(13)
    times = chosen.choice((1, 2, 3, 10, 60, 300))
    if kind <= 1:
        return f"({inner()}) {chosen.choice(_OPERATORS)} ({inner()})"
    if kind == 2:
        operator = f" {chosen.choice(_OPERATORS)} "
        return operator.join([f"({inner()})"] * times)
    if kind <= 5:
        return f"({inner()})" + "".join(f"|{chosen.choice(_FILTERS)}" for _ in range(1 + chosen.below(4)))
    if kind == 6:
        return f"({inner()})" + f"|{chosen.choice(_FILTERS)}" * times
    if kind == 7:
        return "[" + ", ".join([inner()] * times) + "]"
    if kind == 8:
        return "(" + f"{inner()}, " * times + ")"
    if kind == 9:
        return "{" + f"{inner()}: {inner()}" + "}" + chosen.choice(("", f"[{inner()}]"))
    if kind == 10:
        return f"({inner()})" + chosen.choice((f"[{inner()}]", f"[{inner()}:]", "[::2]", ".id", ".near0", "[0]", "['x']"))
    if kind == 11:
        return f"({inner()}) is {chosen.choice(_TESTS)}"
    return f"({inner()}) if ({inner()}) else ({inner()})"


def template(chosen: Stream) -> str:
    """Write a random template: one expression alone, or texts and expressions inside of loops."""
    if chosen.below(4) == 0:
        return "{{ " + expression(chosen)[:7900] + " }}"
    loops = chosen.below(5)
    head = "".join(
        f"{{% for {name} in {chosen.choice(_LISTS) if chosen.below(4) else expression(chosen, 2)[:1500]}"
        f"{' if ' + expression(chosen, 1)[:300] if chosen.below(5) == 0 else ''} %}}"
        for name in "abcd"[:loops]
    )
    body = ""
    for _ in range(1 + chosen.below(3)):
        said = expression(chosen)[: 5000 // (1 + loops)]
        body += chosen.choice(("{{ " + said + " }}", "{% if " + said + " %}x{% endif %}", "{{ (" + said + ") is defined }}"))
    text = head + body * chosen.choice((1, 1, 1, 3, 30)) + "{% endfor %}" * loops
    return text if len(text) <= 8000 else head + body + "{% endfor %}" * loops


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
        part = {"part": "text", "size": [7, 9], "text": text}
        files["faces.yaml"] = DEMO["faces.yaml"].replace("    parts:\n", f"    parts:\n      - {json.dumps(part)}\n", 1)
        files["cards.yaml"] = (
            "decks: {deck: {title: Deck, size: tcg, front: front, name: '{{ n }}', each: n in 1..2000}}\n"
            if place
            else DEMO["cards.yaml"].replace("copies: 2", "copies: 1999")
        )
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
    import time

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
