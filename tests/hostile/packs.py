"""The heaviest packs that the limits let through, one for each way of being heavy: each must end soon, well or badly."""

import json
from collections.abc import Callable

from support import DEMO

Pack = dict[str, str]


def _faces(front: str, extra: str = "") -> str:
    """The faces of the demo game with another front."""
    return f"""\
faces:
  front: {{safe: 0, parts: {front}}}
  back: {{parts: [{{part: box, fill: accent}}]}}
  map: {{parts: [{{part: box, fill: water}}]}}
  coin: {{parts: [{{part: box, fill: fire}}]}}
{extra}"""


def _cards(count: int, *, each: str = "n in 1..5000", size: str = "[20, 20]", copies: int = 1) -> Pack:
    deck = f"decks: {{deck: {{title: Deck, size: {size}, front: front, each: {each}, copies: {copies}}}}}\n"
    return {"cards.yaml": deck, "game.yaml": DEMO["game.yaml"].replace("deck: 3", f"deck: {count}")}


def million_cards() -> Pack:
    return {**_cards(5000, each="[a in 1..1000, b in 1..1000]"), "faces.yaml": _faces("[{part: box, fill: fire}]")}


def billion_copies() -> Pack:
    return {**_cards(5000, each="n in 1..1", copies=1_000_000_000), "faces.yaml": _faces("[{part: box, fill: fire}]")}


def empty_inner_loop() -> Pack:
    loops = "[" + ", ".join(f"{c} in 1..9999" for c in "abcd") + ", e in nothing]"
    return {**_cards(5000, each=loops), "data.yaml": DEMO["data.yaml"] + "nothing: []\n"}


def as_many_cards_as_allowed() -> Pack:
    return {**_cards(5000), "faces.yaml": _faces('[{part: text, text: "{{ n }} and {{ n }}", size: [7, 12]}]')}


def templates_just_within_budget() -> Pack:
    front = json.dumps(
        [
            {"part": "text", "text": "{% for a in range(9999) %}{% if a == " + str(i) + " %}x{% endif %}{% endfor %}"}
            for i in range(500)
        ]
    )
    return {**_cards(5000), "faces.yaml": _faces(front)}


def thousands_of_templates() -> Pack:
    front = json.dumps([{"part": "text", "text": "{{ n + " + "0 + " * 90 + str(i) + " }}"} for i in range(500)])
    return {**_cards(500, each="n in 1..500"), "faces.yaml": _faces(front)}


def long_texts() -> Pack:
    words = "{{ n }}" + "word " * 1500
    front = json.dumps([{"part": "text", "text": words, "size": [3, 400]}])
    return {**_cards(5000, size="[280, 190]"), "faces.yaml": _faces(front)}


def endless_output() -> Pack:
    text = "{% for a in range(9999) %}{% for b in range(9) %}" + "x" * 7000 + "{% endfor %}{% endfor %}"
    return {**_cards(5000), "faces.yaml": _faces(json.dumps([{"part": "text", "text": text}]))}


def repeats_in_repeats() -> Pack:
    inner: list[dict[str, object]] = [{"part": "box", "fill": "fire"}]
    for name in "fedcba":
        inner = [{"part": "repeat", "each": f"{name} in 1..1999", "step": [0, 0], "parts": inner}]
    return {**_cards(1, each="n in 1..1"), "faces.yaml": _faces(json.dumps(inner))}


def faces_in_faces() -> Pack:
    extra = (
        "".join(f"  f{i}: {{parts: {json.dumps([{'part': 'face', 'face': f'f{i + 1}'}] * 60)}}}\n" for i in range(5))
        + "  f5: {parts: [{part: box, fill: '{{ n and \"fire\" }}'}]}\n"
    )
    return {**_cards(5000), "faces.yaml": _faces("[{part: face, face: f0}]", extra)}


def textures() -> Pack:
    boards = {f"b{i}": {"title": "B", "face": f"f{i}", "size": [1300 - i, 1700]} for i in range(20)}
    faces = "".join(f"  f{i}: {{parts: [{{part: box, fill: wet, texture: true}}]}}\n" for i in range(20))
    game = DEMO["game.yaml"] + "".join(f"  b{i}: 1\n" for i in range(20))
    return {
        "boards.yaml": json.dumps({"boards": {**boards, "map": {"title": "Map", "face": "map", "size": [50, 50]}}}),
        "game.yaml": game,
        "faces.yaml": DEMO["faces.yaml"] + faces,
        "palette.yaml": DEMO["palette.yaml"].replace("distinct", '  wet: {colour: "#2244cc", pattern: dots}\ndistinct'),
    }


def grids() -> Pack:
    rows = ["f" * 140] * 140
    part = {"part": "grid", "cells": rows, "legend": {"f": {"fill": "fire", "text": "{{ column }}", "icon": "star"}}}
    front = json.dumps([part] * 12)
    return {**_cards(5000, size="[280, 190]"), "faces.yaml": _faces(front)}


def named_cells() -> Pack:
    part = {"part": "grid", "columns": 200, "rows": 200, "names": "cells", "square": False}
    return {**_cards(500, each="n in 1..500", size="[280, 190]"), "faces.yaml": _faces(json.dumps([part] * 20))}


def pips() -> Pack:
    front = json.dumps([{"part": "pips", "icon": "star", "count": "{{ 200 }}", "gap": 0}] * 200)
    return {**_cards(5000), "faces.yaml": _faces(front)}


def whole_pages() -> Pack:
    return {**_cards(5000, size="page"), "faces.yaml": _faces("[{part: box, fill: '{{ \"fire\" }}'}]")}


def many_components() -> Pack:
    decks = {f"d{i}": {"title": "D", "size": [20, 20], "front": "front", "each": "n in 1..5000"} for i in range(60)}
    game = DEMO["game.yaml"].replace("  deck: 3\n", "".join(f"  d{i}: 5000\n" for i in range(60)))
    return {
        "cards.yaml": json.dumps({"decks": decks}),
        "game.yaml": game,
        "faces.yaml": _faces("[{part: box, fill: fire}]"),
    }


def many_values() -> Pack:
    rows = json.dumps([[1] * 100] * 1900)
    return {f"data-{i}.yaml": f"t{i}: {rows}\n" for i in range(8)}


def wide_names() -> Pack:
    tables = "".join(f"t{i}: {i}\n" for i in range(290))
    return {
        **_cards(5000),
        "data-more.yaml": tables,
        "faces.yaml": _faces("[{part: box, fill: '{{ n and \"fire\" }}'}]"),
    }


def nested_tables() -> Pack:
    table = json.dumps([[1] * 100] * 900)
    front = json.dumps(
        [{"part": "text", "text": "{% for a in range(9000) %}{% if t == u %}x{% endif %}{% endfor %}"}] * 50
    )
    return {**_cards(5000), "data-t.yaml": f"t: {table}\nu: {table}\n", "faces.yaml": _faces(front)}


def misspelt_keys() -> Pack:
    cards = ", ".join(f"{{titel{i}: x}}" for i in range(30_000))
    return {"cards.yaml": DEMO["cards.yaml"].split("    cards:")[0] + f"    cards: [{cards}]\n"}


def wrong_types() -> Pack:
    return {"faces.yaml": "faces:\n" + "".join(f"  f{i}: {{parts: {i}}}\n" for i in range(60_000))}


def unknown_roles() -> Pack:
    roles = "".join(f"  r{i}: {{colour: '#123456'}}\n" for i in range(20_000))
    return {"palette.yaml": "roles:\n  fire: {colour: '#c0392b'}\n  water: {colour: '#2e86c1'}\n" + roles}


def distinct_roles() -> Pack:
    roles = "".join(f"  r{i}: {{colour: '#123456'}}\n" for i in range(3000))
    group = ", ".join(f"r{i}" for i in range(3000))
    return {"palette.yaml": DEMO["palette.yaml"].split("distinct")[0] + roles + f"distinct:\n  - [{group}]\n"}


def long_rules() -> Pack:
    clauses = [{"id": f"a.c{i}", "title": "T", "text": "word " * 1590} for i in range(720)]
    return {"rules.yaml": json.dumps({"chapters": [{"id": "a", "title": "A", "clauses": clauses}]})}


def many_clauses() -> Pack:
    clauses = [{"id": f"a.c{i}", "title": "T", "text": "a"} for i in range(12_000)]
    return {"rules.yaml": json.dumps({"chapters": [{"id": "a", "title": "A", "clauses": clauses}]})}


def brackets_in_rules() -> Pack:
    text = "{% for a in range(9) %}{% for b in range(9999) %}{{ '[' }}{% endfor %}{% endfor %}"
    clauses = [{"id": f"a.c{i}", "title": "T", "text": text} for i in range(200)]
    return {"rules.yaml": json.dumps({"chapters": [{"id": "a", "title": "A", "clauses": clauses}]})}


def spaces_in_lengths() -> Pack:
    part = {"part": "box", "at": [" " * 100_000 + "x", 0, 1, 1]}
    return {"faces.yaml": _faces(json.dumps([part]))}


def open_comments_in_icons() -> Pack:
    return {"icons/star.svg": "<svg viewBox='0 0 9 9'>" + "<!--" * 1_500_000}


def open_tags_in_icons() -> Pack:
    return {"icons/star.svg": ("<path" + " " * 3_000_000 + "x") * 2}


def huge_icon() -> Pack:
    return {"icons/star.svg": "<svg viewBox='0 0 9 9'>" + "<path d='M0 0 L1 1Z'/>" * 300_000 + "</svg>"}


def svg_on_every_card() -> Pack:
    path = "M0 0 " + "L1 1 " * 9_000
    front = json.dumps([{"part": "art", "file": "a{{ '' }}.svg"}])
    return {**_cards(5000), "a.svg": f"<svg viewBox='0 0 9 9'><path d='{path}'/></svg>", "faces.yaml": _faces(front)}


def figures_in_rules() -> Pack:
    clauses = [
        {"id": f"a.c{i}", "title": "T", "text": "a", "figure": "map", "figure_size": [150, 150]} for i in range(3000)
    ]
    part = {"part": "hexes", "cells": ["w" * 100] * 100, "legend": {"w": {"fill": "water"}}}
    faces = DEMO["faces.yaml"].split("  map:")[0] + f"  map: {{parts: [{json.dumps(part)}]}}\n"
    faces += "  coin:\n" + DEMO["faces.yaml"].split("  coin:\n")[1]
    return {
        "rules.yaml": json.dumps({"chapters": [{"id": "a", "title": "A", "clauses": clauses}]}),
        "faces.yaml": faces,
    }


HEAVY: dict[str, Callable[[], Pack]] = {
    make.__name__: make
    for make in (
        million_cards,
        billion_copies,
        empty_inner_loop,
        as_many_cards_as_allowed,
        templates_just_within_budget,
        thousands_of_templates,
        long_texts,
        endless_output,
        repeats_in_repeats,
        faces_in_faces,
        textures,
        grids,
        named_cells,
        pips,
        whole_pages,
        many_components,
        many_values,
        wide_names,
        nested_tables,
        misspelt_keys,
        wrong_types,
        unknown_roles,
        distinct_roles,
        long_rules,
        many_clauses,
        brackets_in_rules,
        spaces_in_lengths,
        open_comments_in_icons,
        open_tags_in_icons,
        huge_icon,
        svg_on_every_card,
        figures_in_rules,
    )
}
