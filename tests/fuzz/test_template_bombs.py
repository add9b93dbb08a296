"""Whatever a template does, a game ends within the time and memory of the designer's guide: known bombs, and bombs by grammar.

A game's allowance of steps is cut to a twentieth here, and with it the time that it may take.
"""

import json
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from bombs import ALLOWED_STEPS, MOST_SECONDS, template, write_game
from support import DEMO, ROOT

from pnp.context import allow, meter
from pnp.limits import Limits
from pnp.load.jinja import Compiled
from pnp.load.template import compile_text
from pnp.load.values import TemplateFault
from pnp.play.seeds import stream

LOOPS = "{% for a in range(9999) %}{% for b in range(9) %}"
ENDS = "{% endfor %}{% endfor %}"
DATA = {
    "digits": "0123456789abcdef" * 80_000,
    "rows": [[["ab"] * 20] * 20] * 20,
    "wide": {f"k{i}": {"id": i} for i in range(3_000)},
    "similar": {f"near{'-' * 60}{i}": i for i in range(3_000)},
}


def _doubled(start: str, times: int, rest: str) -> str:
    """Nest loops over literals, so that a value holds itself a thousandfold."""
    inner = rest
    for i in range(times, 0, -1):
        before = start if i == 1 else "abcd"[i - 2]
        inner = f"{{% for {'abcd'[i - 1]} in [({f'{before}, ' * 50})] %}}{inner}{{% endfor %}}"
    return inner


BOMBS = {
    "big numbers": "{% for a in [9999**16] %}{% for b in ["
    + "*".join(["a"] * 99)
    + "] %}{% for c in ["
    + "*".join(["b"] * 99)
    + "] %}{{ c > 1 }}"
    + "{% endfor %}" * 3,
    "divisions of big numbers": LOOPS + "{{ (digits|int(base=16)) // 7 > 1 }}" + ENDS,
    "a number of a megabyte": LOOPS + "{{ digits|int(base=16) > 0 }}" + ENDS,
    "subtractions": LOOPS + "{{ " + "a - b - " * 1500 + "1 > 0 }}" + ENDS,
    "additions in loops": LOOPS + "{{ " + "1 + " * 1900 + "1 > 0 }}" + ENDS,
    "comparisons in loops": LOOPS + "{% if " + "a == b or " * 700 + "a == b %}{% endif %}" + ENDS,
    "conditions in loops": LOOPS + "{{ " + "a if b else (" * 50 + "1" + ")" * 50 + " }}" + ENDS,
    "literals in loops": LOOPS + "{% if [" + "a, " * 2500 + "] %}{% endif %}" + ENDS,
    "tuples as keys": _doubled("'x'", 4, "{{ {d: 1}[d] }}"),
    "tuples as names": _doubled("'x'", 4, "{{ wide[d] is defined }}"),
    "tuples that are compared": _doubled("'x'", 4, "{{ d == d }}"),
    "tuples that are printed": _doubled("'x'", 4, "{{ d }}"),
    "tuples that are texts": _doubled("'x'", 4, "{{ d|string|length }}"),
    "tuples that are sorted": _doubled("'x'", 4, "{{ [d, d]|sort|length }}"),
    "tuples that are unique": _doubled("'x'", 4, "{{ [d, d]|unique|list|length }}"),
    "tuples that are grouped": _doubled("'x'", 4, "{{ [[d], [d]]|groupby(0)|length }}"),
    "lists of lists of lists": "{{ [" + "rows, " * 900 + "] }}",
    "lists of lists that are joined": "{{ [" + "rows, " * 900 + "]|join }}",
    "failed lookups": LOOPS + "{{ similar.near is defined }}" + ENDS,
    "failed lookups by key": LOOPS + "{{ similar['near'] is defined }}" + ENDS,
    "a failed lookup on each card": "{{ similar['near" + "-" * 60 + "' ~ (n + 3000)] }}",
    "long attributes": "{{ wide|items|map(attribute='" + "0." * 3000 + "0')|list|length }}",
    "chains of filters": "{{ range(9999)" + "|select" * 700 + "|list|length }}",
    "chains over one by one": LOOPS + "{{ range(9999)|map('string')" + "|map('upper')" * 99 + "|first }}" + ENDS,
    "texts in upper case": LOOPS + "{{ digits|upper|length }}" + ENDS,
    "searches": LOOPS + "{{ 'zz' in digits }}" + ENDS,
    "slices": LOOPS + "{{ digits[1:]|length }}" + ENDS,
    "replacing": LOOPS + "{{ digits|replace('a', 'b')|length }}" + ENDS,
    "sums of lists": "{{ wide|map('list')|sum(start=[])|length }}",
    "sums of texts": "{{ range(9999)|map('string')|sum(start='')|length }}",
    "dictionaries in loops": LOOPS + "{{ wide|items|list|length }}" + ENDS,
    "constants": "{{ " + "*".join(["9999**16"] * 800) + " > 1 }}",
    "constant lists": "{{ (range(9999)|list + range(9999)|list)|sort|length }}" * 99,
    "calls of large values": _doubled("'x'", 4, "{{ d() }}"),
}


TINY = {
    "big": [1, 2, 3],
    "n": 1,
    "words": "ab",
    "wide": {"k1": {"id": 3, "x": "y"}},
    "deep": [[[["ab"]]]],
    "similar": {"near": 1},
    "coins": [{"value": 1}],
    "game": {"title": "x"},
}


@pytest.fixture(scope="module")
def bombed(tmp_path_factory):
    """Every bomb in a game of its own on 60 cards, all checked by one process of bounded memory: name → time and words."""
    folder = tmp_path_factory.mktemp("bombs")
    for i, text in enumerate(BOMBS.values()):
        game = folder / "content" / f"bomb{i}"
        game.mkdir(parents=True)
        part = json.dumps({"part": "text", "text": text, "size": [7, 9]})
        faces = f"faces: {{front: {{parts: [{part}]}}}}\n"
        manifest = DEMO["game.yaml"].split("components:")[0].replace("id: demo", f"id: bomb{i}")
        cards = "decks: {deck: {title: Deck, size: tcg, front: front, name: '{{ n }}', each: n in 1..60}}\n"
        files = {"game.yaml": manifest + "components: {deck: 60}\n", "cards.yaml": cards, "faces.yaml": faces}
        for name, data in {**files, "data.yaml": json.dumps(DATA)}.items():
            (game / name).write_text(data, "utf-8")
    script = f"""
import json, resource, sys, time
from pathlib import Path
from pnp.context import allow, meter
from pnp.limits import Limits
from pnp.pipeline import check_game
resource.setrlimit(resource.RLIMIT_DATA, (2**30, 2**30))
resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
allow(Limits(game_steps={ALLOWED_STEPS}))
said = []
for i in range({len(BOMBS)}):
    started = time.process_time()
    found, _ = check_game(Path({str(folder / "content")!r}), f"bomb{{i}}")
    took = time.process_time() - started
    said.append([took, [[d.code, d.message, d.span is not None] for d in found if d.is_error]])
status = Path("/proc/self/status")  # what getrusage tells begins with the memory of whoever started this
lines = status.read_text().splitlines() if status.exists() else []
most = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), None)
print(json.dumps([said, (most or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) // 1024]))
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr[-2000:]
    said, megabytes = json.loads(ended.stdout)
    return dict(zip(BOMBS, said, strict=True)), megabytes


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_time_with_a_fault_at_a_place(bombed, name):
    seconds, faults = bombed[0][name]
    assert seconds < MOST_SECONDS
    assert faults
    assert all(placed for _, _, placed in faults)
    assert not any("0x" in message for _, message, _ in faults)


def test_all_bombs_together_stay_within_the_memory(bombed):
    assert bombed[1] < 512


@pytest.mark.parametrize("chunk", range(4))
def test_bombs_by_grammar_pay_for_what_they_take(chunk):
    """No template of the grammar takes more time for its steps than a whole game may for all of its own."""
    names = {
        **DATA,
        "big": list(range(3_000)),
        "deep": DATA["rows"],
        "words": DATA["digits"],
        "coins": [{"value": 1}],
        "game": {"title": "x"},
        "n": 1,
    }
    allow(Limits())
    for number in range(chunk * 40, chunk * 40 + 40):
        text = template(stream("fuzz", 7, f"bomb {number}"))
        meter().restart()
        before, started = meter().left("game_steps"), time.process_time()
        with suppress(TemplateFault):
            Compiled(text).render(names)
        took, steps = time.process_time() - started, before - meter().left("game_steps")
        assert took < 0.3 + steps * 60 / Limits().game_steps, (number, took, steps, text[:400])


def test_the_grammar_of_bombs_writes_templates_that_run():
    outcomes = []
    for number in range(60):
        meter().restart()
        try:
            Compiled(template(stream("fuzz", 8, f"bomb {number}"))).render(TINY)
            outcomes.append("fine")
        except TemplateFault as fault:
            outcomes.append(fault.code)
    assert outcomes.count("fine") > 10


def test_the_game_of_the_bombs_takes_a_harmless_template(tmp_path, pnp):
    for number in range(6):
        content = write_game(stream("fuzz", 1, f"place {number}"), tmp_path, "{{ 1 + 1 }}")
        code, _, err = pnp(f"check demo --content {content}")
        assert code == 0 or "error[count]" in err, err


HONEST = {
    "{{ '; ' if false }}": "",
    "{{ wide|length }}": "3000",
    "{{ range(3)|list }}": "[0, 1, 2]",
    "{{ (1, 2) }}": "(1, 2)",
    "{{ {'a': none, 'b': true} }}": "{'a': None, 'b': True}",
    "{{ [[1], [2, 3]]|sum(start=[]) }}": "[1, 2, 3]",
    "{{ wide|items|map('last')|map(attribute='id')|sum }}": str(sum(range(3_000))),
    "{{ digits|replace('a', '')|length > 9 if false else 'ok' }}": "ok",
    "{{ 2 ** 16 * 3 - 1 // 2 }}": "196608",
    "{{ rows|first|first|join }}": "ab" * 20,
    "{{ similar.nothing|default('-') }}": "-",
    "{{ [3, 1, 2]|sort|map('string')|join(' ') }}": "1 2 3",
    "{{ 'ff'|int(base=16) }}": "255",
}


@pytest.mark.parametrize("text", HONEST)
def test_honest_templates_are_within_the_budget(text):
    meter().restart()
    assert compile_text(text).render(DATA) == HONEST[text]


def test_a_template_of_copies_is_measured_piece_by_piece():
    """A long text named a thousand times would be two gigabytes before anybody looked at it."""
    from pnp.limits import LimitReached

    meter().restart()
    with pytest.raises(LimitReached):
        compile_text("{{ digits }}" * 600).render({"digits": "x" * 2_000_000})
