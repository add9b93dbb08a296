"""Packs that mean harm: each ends in an error with a place, soon, without leaving its folder or the memory it may use."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from packs import HEAVY

from pnp.context import limits
from pnp.diagnostics import CONTROLS, render
from pnp.limits import Limits
from pnp.pipeline import check_game

MOST_SECONDS, MOST_MEGABYTES = 60, 1024
"""What the heaviest pack within all limits may take; the designer's guide states both."""

FINE = {"as_many_cards_as_allowed", "wide_names", "many_clauses", "unknown_roles"}
"""Heavy packs that are within all limits: they are built."""


def build(content: Path, out: Path, *more: str) -> tuple[int, str, float, int]:
    """Build the demo game in a process of its own; return code, errors, processor seconds and peak memory in MB."""
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()", "build", "demo", "--quiet", *more]
    command += ["--content", str(content), "--out", str(out)]
    errors = out.with_suffix(".err")
    with errors.open("wb") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = used.ru_utime + used.ru_stime
    return process.returncode, errors.read_text("utf-8"), seconds, used.ru_maxrss // 1024


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_packs_end_soon(make_game, tmp_path, name):
    code, errors, seconds, megabytes = build(make_game(HEAVY[name]()), tmp_path / "out")
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
    assert "Traceback" not in errors
    assert code == (0 if name in FINE else 1), errors[:2000]
    if code:
        assert "/content/demo/" in errors
        assert ": error[" in errors
        assert not (tmp_path / "out").exists()


def test_the_user_raises_limits_and_a_pack_cannot(make_game, tmp_path):
    content = make_game(HEAVY["whole_pages"]())
    assert build(content, tmp_path / "one")[0] == 1
    assert build(content, tmp_path / "two", "--limit", "pages=20000", "--only", "deck")[0] == 0
    content = make_game({"limits.yaml": "pages: 20000\ncards: 1000000\n"})
    assert [d.code for d in check_game(content, "demo")[0]] == ["unused"]
    assert limits().pages == Limits().pages


# ---------------------------------------------------------------- templates


def front(text: str) -> dict[str, str]:
    """The demo game with a template on its cards, written so that YAML leaves it alone."""
    lines = "\n".join("            " + line for line in text.split("\n"))
    return {
        "faces.yaml": f"""\
faces:
  front:
    parts:
      - part: text
        size: [4, 9]
        text: |
{lines}
  back: {{parts: [{{part: box, fill: accent}}]}}
  map: {{parts: [{{part: box, fill: water}}]}}
  coin: {{parts: [{{part: box, fill: fire}}]}}
"""
    }


TEMPLATES = [
    "{{ '%1000000000d' | format(1) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ 'a' * 10**9 }}",
    "{{ 10**9 * 'a' }}",
    "{{ [0] * 10**9 }}",
    "{{ 2 ** (10**9) }}",
    "{{ (9999**16) ** 16 }}",
    "{{ " + "*".join(["9999**16"] * 400) + " }}",
    "{{ range(10**9) }}",
    "{{ range(10**9) | list }}",
    "{{ range(9999) | map('string') | join('x' * 5) }}",
    "{{ 'a' | center(10**9) }}",
    "{{ 'a' | indent(10**9) }}",
    "{{ 'a' | wordwrap(1) }}",
    "{{ [1] | batch(10**9, 0) | list }}",
    "{{ [1] | slice(10**9) | list }}",
    "{{ card | tojson(indent=10**9) }}",
    "{{ card | xmlattr }}",
    "{{ card | pprint }}",
    "{{ card | attr('__class__') }}",
    "{{ [''] | map(attribute='__class__') | list }}",
    "{{ [''] | map(attribute='__class__.__mro__') | first }}",
    "{{ [card] | sum(attribute='__class__') }}",
    "{{ [card] | groupby('__class__') }}",
    "{{ 5 | round(-1000000000) }}",
    "{{ 5.5 | round(1000000000) }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__'] }}",
    "{{ card['__class__'] }}",
    "{{ card.__class__ }}",
    "{{ range.__globals__ }}",
    "{{ loop }}",
    "{{ self }}",
    "{{ self._TemplateReference__context }}",
    "{{ cycler('a') }}",
    "{{ lipsum(1000000) }}",
    "{{ joiner() }}",
    "{{ namespace(a=1) }}",
    "{{ dict(a=1) }}",
    "{{ 'a'.format(1) }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ 'a'.zfill(10**9) }}",
    "{{ 'a'.ljust(10**9) }}",
    "{{ 'a'.replace('a', 'b') }}",
    "{{ ','.join(['a']) }}",
    "{{ 'a'.translate({}) }}",
    "{{ 'a'.upper() }}",
    "{{ [1].append(2) }}",
    "{{ card.update(title='x') }}",
    "{{ card.pop('title') }}",
    "{% include '/etc/passwd' %}",
    "{% include 'faces.yaml' %}",
    "{% import 'os' as os %}",
    "{% from 'os' import system %}",
    "{% extends 'base' %}",
    "{% block a %}{% endblock %}",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "{% call a() %}{% endcall %}",
    "{% set x = 1 %}",
    "{% set x %}a{% endset %}",
    "{% with x = 1 %}{% endwith %}",
    "{% filter upper %}a{% endfilter %}",
    "{% autoescape true %}{% endautoescape %}",
    "{% do card.pop() %}",
    "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "{% for a in range(9) %}" * 6 + "x" + "{% endfor %}" * 6,
    "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
    "{{ " + "[" * 60 + "1" + "]" * 60 + " }}" + "{{ 1/0 }}",
    "{{ " + "not " * 3000 + "1 }}",
    "{{ 1 if " * 200 + "1" + " }}" * 200,
    "{{ 1 / 0 }}",
    "{{ 1e308 * 10 }}{{ (1e308 * 10) | int }}",
    "{{ 'x' in 5 }}",
    "{{ card.title.nothing.at.all }}",
    "{{ nowhere }}",
    "{{ card | nofilter }}",
    "{{ card is notest }}",
    "{{",
    "{% for %}",
    "{# never closed",
    "{{ _keep(1) }}{{ _budget }}",
    "{{ card._secret }}",
    "{{ gettext('a') }}",
    "{{ debug() }}",
    "{% debug %}",
    "{% trans %}a{% endtrans %}",
    "{{ 'a' | _counted }}{{ 1 | _counted }}",
    "{{ [[[[[[1]]]]]] | sum(start='') }}",
    "{{ ['a'] | sum }}",
    "{{ [1, 'a'] | sort }}",
    "{{ 1 | replace('1', 'x' * 3) }}",
    "{{ (range(9999) | join) | replace('1', range(9999) | join) }}",
    "{{ ['a'] | map('upper') }}",
    "{{ range }}",
    "{{ range(3) }}",
    "{{ [range(3), card.items] }}",
    "{{ {1: ['a'] | map('upper')} }}",
    "{{ card.title ~ (['a'] | map('upper')) }}",
    "{{ ['a'] | reverse | upper }}",
    "{{ [['a'] | map('upper')] | string | length }}",
    "{{ [['a'] | map('upper')] | join }}",
    "{{ ['a'] | map('_sized') | list }}",
    "{{ [nowhere] }}",
    "{{ card[['a'] | map('upper')] }}",
    "{{ {}[range] }}",
    "{{ [1][[[1]]] }}",
    "{{ card() }}",
    "{{ (-8) ** 0.5 }}",
]


@pytest.mark.parametrize("text", TEMPLATES, ids=range(len(TEMPLATES)))
def test_hostile_templates_are_refused_at_their_place(make_game, text):
    started = time.process_time()
    found, sources = check_game(make_game(front(text)), "demo")
    assert time.process_time() - started < 10
    errors = [d for d in found if d.is_error]
    assert errors, render(found, sources)
    for fault in errors:
        assert fault.span is not None
        assert fault.span.file.endswith("faces.yaml")
        assert fault.span.line >= 4
        assert not CONTROLS.search(fault.message)
        assert " at 0x" not in fault.message


# --------------------------------------------------------- files and folders


def faults(content: Path, game: str = "demo") -> list[str]:
    """Return the codes of all errors; each has a place."""
    found, _ = check_game(content, game)
    assert all(d.span for d in found)
    return [d.code for d in found if d.is_error]


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_content_files_that_are_no_files(make_game, kind):
    content = make_game()
    path = content / "demo" / "cards.yaml"
    path.unlink()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    assert faults(content) == ["link" if kind == "device" else "read"]


def test_a_game_file_that_is_no_file_is_no_game(make_game):
    content = make_game({"game.yaml": None})
    os.mkfifo(content / "demo" / "game.yaml")
    assert [d.code for d in check_game(content, "demo")[0]] == ["missing"]


def test_a_hundred_megabytes_are_refused_before_they_are_read(make_game, monkeypatch):
    content = make_game({"data-big.yaml": ""})
    with (content / "demo" / "data-big.yaml").open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    real = Path.open

    def opened(self, *args):
        assert "big" not in self.name
        return real(self, *args)

    monkeypatch.setattr(Path, "open", opened)
    assert faults(content) == ["size"]


def test_a_file_that_grows_is_read_only_so_far(tmp_path, monkeypatch):
    from pnp.load.document import TooLarge, read_bytes

    path = tmp_path / "grows.yaml"
    path.write_bytes(b"x" * 5000)
    real = os.stat_result((0o100644, *[0] * 5, 10, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda self, **_: real)  # as if it had been small a moment ago
    with pytest.raises(TooLarge):
        read_bytes(path, 100)


@pytest.mark.parametrize(
    "name", ["../demo", "..", ".", "/etc", "demo/../demo", "a" * 5000, "con\x00", "de\nmo", "", "*"]
)
def test_names_of_games_lead_nowhere(make_game, name):
    content = make_game()
    (content / "game.yaml").write_text("id: x\n")
    found, _ = check_game(content, name)
    if name not in (".", "demo/../demo", "../demo", "..", ""):
        assert [d.code for d in found] == ["missing"]
    assert any(d.is_error for d in found)


def test_icons_that_link_out_of_the_folder_are_not_there(make_game, tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "spy.svg").write_text("<svg viewBox='0 0 9 9'><path d='M0 0L9 9Z'/></svg>")
    content = make_game({"faces.yaml": make_icon_face("spy")})
    (content / "demo" / "icons").symlink_to(tmp_path / "secret")
    assert faults(content) == ["icon"]
    (content / "demo" / "icons").unlink()
    (content / "demo" / "icons").mkdir()
    (content / "demo" / "icons" / "spy.svg").symlink_to(tmp_path / "secret" / "spy.svg")
    assert faults(content) == ["icon"]


def make_icon_face(name: str) -> str:
    """The demo game's faces with this icon on the cards."""
    import json

    from support import DEMO

    return DEMO["faces.yaml"].replace('"{{ card.icon }}"', json.dumps(name))


@pytest.mark.parametrize("name", ["../star", "/etc/passwd", "a/b", "..", "star.svg", "con", "%2e%2e", "x" * 300, "é"])
def test_icon_names_are_no_paths(make_game, name):
    assert set(faults(make_game({"faces.yaml": make_icon_face(name)}))) == {"icon"}


@pytest.mark.parametrize(
    "svg",
    [
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><svg><path d='M0 0L1 1Z'/></svg>",
        "<svg><script>alert(1)</script></svg>",
        "<svg><use href='#a'/></svg>",
        "<svg><image href='file:///etc/passwd'/></svg>",
        "<svg><path d='M0 0L1e99 1Z'/></svg>",
        "<svg><path d='M0 0L" + "9" * 100_000 + " 1Z'/></svg>",
        "<svg viewBox='0 0 1e99 1'><path d='M0 0L1 1Z'/></svg>",
        "<svg viewBox='nan nan nan nan'><path d='M0 0L1 1Z'/></svg>",
        "<svg>" + "<g>" * 100_000 + "</svg>",
        "<svg><path d='M0 0" + "L1 1" * 30_000 + "Z'/></svg>",
        "<svg><path d='url(#a)'/></svg>",
        "<svg><path style='fill:url(http://x)' d='M0 0L1 1Z'/></svg>",
        "<svg><foreignObject/></svg>",
        "<?xml-stylesheet href='http://x'?><svg></svg>",
        "not an svg",
        "",
        "\x00\x01\x02",
    ],
)
def test_hostile_icons_are_refused(make_game, svg):
    content = make_game({"faces.yaml": make_icon_face("evil"), "icons/evil.svg": svg})
    assert set(faults(content)) == {"svg"}


def test_a_linked_game_folder_is_the_users_own_choice_but_its_pictures_stay_inside(make_game, tmp_path):
    content = make_game()
    elsewhere = tmp_path / "elsewhere"
    (content / "demo").rename(elsewhere)
    (content / "demo").symlink_to(elsewhere)
    assert faults(content) == []


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "a/b", "deck\\n", "..", "con.", "a" * 60, "Deck", "d\u202e"])
def test_names_of_components_lead_nowhere(make_game, name):
    from support import DEMO

    cards = DEMO["cards.yaml"].replace("  deck:", f'  "{name}":')
    game = DEMO["game.yaml"].replace("  deck: 3", f'  "{name}": 3')
    assert set(faults(make_game({"cards.yaml": cards, "game.yaml": game}))) <= {"pattern", "character", "syntax"}
    assert faults(make_game({"cards.yaml": cards, "game.yaml": game}))


# ------------------------------------- packs that call themselves as a shipped game

OWN_CODE = [
    ("stormfury", "data.yaml", "damage: [{icon: damage, role: damage}]", 'damage: {"": ""}', "type"),
    ("stormfury", "data.yaml", "chit_kinds:", "other_kinds:", "missing"),
    ("stormfury", "cards.yaml", "each: card in", "each: other in", "undefined"),
    ("stormfury", "faces.yaml", "drawing: storm-move", "drawing: piece-size", "drawing"),
    ("stormfury", "measures.yaml", "trial_games: 15", "trial_games: 1000000", "range"),
    ("stormfury", "palette.yaml", "  shoal:", "  shoals:", "role"),
    ("terrain", "islands.yaml", "double_water: 10", "double_water: 1000000000", "range"),
    ("terrain", "options.yaml", "test_games: 24", "test_games: 100000", "range"),
    ("knowledge", "options.yaml", "test_games: 60", "test_games: 100000", "range"),
    ("horde", "scenario.yaml", "games: 40", "games: 100000", "range"),
    ("horde", "palette.yaml", "  wit:", "  with:", "role"),
]


@pytest.mark.parametrize(("game", "file", "old", "new", "code"), OWN_CODE, ids=range(len(OWN_CODE)))
def test_code_of_a_game_meets_content_that_is_not_its_own(tmp_path, game, file, old, new, code):
    import shutil

    from support import CONTENT

    shutil.copytree(CONTENT / game, tmp_path / "content" / game)
    path = tmp_path / "content" / game / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert code in faults(tmp_path / "content", game)


# ----------------------------------------------------------------- terminal


def test_control_characters_of_a_pack_never_reach_the_terminal(make_game, tmp_path):
    evil = "\x1b]0;owned\x07\x1b[2J"
    for text in (evil, "\u202eevil", "\x9b31m", "a\u2028b"):
        content = make_game({"cards.yaml": f"decks: {{deck: '{text}'}}\n"})
        found, sources = check_game(content, "demo")
        assert [d.code for d in found] == ["syntax"]
        assert not CONTROLS.search(render(found, sources))
    for escape in ("\\e[31m", "\\x9b", "\\u202e", "\\0", "\\L"):
        content = make_game({"cards.yaml": f'decks: {{deck: "{escape}"}}\n'})
        found, sources = check_game(content, "demo")
        assert [d.code for d in found] == ["character"]
        assert not CONTROLS.search(render(found, sources))
    odd = content / f"a\n{evil}b"
    odd.mkdir()
    (odd / "game.yaml").write_text("id: [\n")
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()"]
    for line in (["list"], ["check"], ["build", "all", "--out", str(tmp_path / "out")]):
        ended = subprocess.run(
            [*command, *line, "--content", str(content)], capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1
        assert not CONTROLS.search(ended.stdout + ended.stderr), ended.stdout + ended.stderr


def test_text_of_a_pack_is_only_text_in_the_html_rulebook(make_game, tmp_path):
    from support import DEMO

    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    rules = f"""\
chapters:
  - id: a
    title: "{evil}"
    intro: "{evil}"
    clauses:
      - {{id: a.b, title: "{evil}", text: "{evil} [[{evil}|rule-a.b]] **{evil}**", why: "{evil}", source: ruled}}
glossary:
  - {{id: x, term: "{evil}", text: "{evil}"}}
"""
    game = DEMO["game.yaml"].replace("title: Demo", f'title: "{evil}"').replace("a tester", f'"{evil}"')
    content = make_game({"rules.yaml": rules, "game.yaml": game})
    code, errors, _, _ = build(content, tmp_path / "out", "--only", "rulebook")
    assert code == 0, errors
    html = (tmp_path / "out" / "demo" / "a4" / "rulebook.html").read_text("utf-8")
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "&lt;script&gt;alert" in html


def test_full_pages_are_laid_out_once_however_many_there_are(monkeypatch):
    """How sheets are shared is weighed often; what it costs follows the kinds of pieces, not their number."""
    from pnp.geometry import Size
    from pnp.sheets import packing
    from pnp.sheets.grid import Room

    laid = []
    lay = packing._grid_page
    monkeypatch.setattr(packing, "_grid_page", lambda *args: laid.append(args) or lay(*args))
    pools = [packing.Pool(Size(60 - i, 90), 0.0, 3.0, tuple(range(9_001 + i))) for i in range(6)]
    layout = packing.plan(pools, Room(Size(210, 297), 10.0, 14.3, "none"), None)
    placed = [piece for page in layout.pages for block in page.blocks for piece in block.pieces]
    assert len(placed) == sum(len(pool.pieces) for pool in pools)
    assert len(layout.pages) > 4_000
    assert len(laid) < 100
