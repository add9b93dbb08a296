"""Fonts of a pack spoilt: tables that lie, outlines that leave all bounds, packed files that are something else."""

from pathlib import Path

from fontkit import ARABIC, ARABIC_BOLD, DEVANAGARI, HEBREW, JAPANESE, LIGATURES, small_font
from harness import Finding, judge, run
from mutations import delete_bytes, flip_bits, insert_bytes, move_bytes, repeat_bytes, truncate
from support import DEMO

from pnp.play.seeds import stream

_BYTES = (flip_bits, flip_bits, flip_bits, delete_bytes, insert_bytes, repeat_bytes, move_bytes, truncate)
_FONTS = {
    "a.ttf": (ARABIC, "خُذْ بطاقتين (2)"),
    "b.woff2": (ARABIC_BOLD, "بيت الحكمة"),
    "h.woff": (HEBREW, "שלום"),
    "d.woff2": (DEVANAGARI, "क्षत्रिय श्री"),
    "j.otf": (JAPANESE, "図書館で「星」を引く。"),
    "s.ttf": (small_font("fiAVab", features=LIGATURES), "fi AVab"),
    "v.ttf": (small_font("ab", variable=True), "ab"),
}


def attempt(seed: int, number: int, _: object, folder: Path) -> Finding | None:
    """Put one numbered spoilt font of a seed into a game; return what went wrong, if anything did."""
    chosen = stream("fuzz", seed, f"font {number}")
    name = chosen.choice(tuple(_FONTS))
    data, words = _FONTS[name]
    game = folder / f"lettered-{number}" / "demo"
    files = {
        **DEMO,
        "cards.yaml": DEMO["cards.yaml"].replace("title: Spark", f'title: "{words}"'),
        "fonts.yaml": f"fonts: {{sans: {{fallback: [f]}}, f: {{regular: fonts/{name}}}}}\n",
    }
    (game / "fonts").mkdir(parents=True)
    for file, text in files.items():
        (game / file).write_text(text, "utf-8")
    (game / "fonts" / name).write_bytes(chosen.choice(_BYTES)(chosen, data))
    out = folder / f"lettered-{number}" / "out"
    args = ("build", "demo", "--only", "deck", "--quiet", "--format", chosen.choice(("pdf", "svg")))
    args += ("--out", out.as_posix(), "--content", game.parent.as_posix())
    fault = judge(run(args), out, as_json=False)
    return Finding(seed, number, args, f"a spoilt {name}", fault, game / "fonts" / name) if fault else None
