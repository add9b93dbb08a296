"""Spoilt play.yaml: names, conditions and steps changed so that it often still loads, then checked, dealt and played."""

import re
from pathlib import Path

import structure
from harness import RECORDS, Finding, Target, spoil_and_judge
from mutations import mutate

from pnp.play.seeds import Stream, stream

_WORDS = (
    "next", "stop", "end", "true", "false", "none", "me", "me + 1", "-1", "0", "7", "10 ** 9", "seats", "others", "players",
    "turns", "round", "repeat", "choose", "move", "shuffle", "until: true", "until: false", "times: 9999", "when: false",
    "range(9999)|list", "range(9999)|map('string')|join|length", "pile", "hand", "hand[0]", "hand[99]", "today[5]", "rows(3)",
    "far('A2', 'E3')", "near('Z9')", "groups(cells)", "mine(me)", "largest(me)", "'a' * 99", "1 / 0", "''", "[]", "{}",
)  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*")


def spoil(luck: Stream, data: bytes) -> tuple[bytes, str]:
    """Change words, lines or the structure of a play.yaml."""
    kind = luck.below(4)
    if kind == 0:
        return mutate(luck, data)
    if kind == 1:
        return structure.spoil(luck, data)
    text = data.decode()
    for _ in range(luck.choice((1, 1, 2, 5))):
        if kind == 2:
            places = list(_NAME.finditer(text))
            place = luck.choice(places)
            word = luck.choice((*_WORDS, luck.choice(places)[0]))
            text = text[: place.start()] + word + text[place.end() :]
        else:
            lines = text.split("\n")
            here, there = luck.below(len(lines)), luck.below(len(lines))
            lines[here], lines[there] = luck.choice(
                ((lines[there], lines[here]), (lines[here], lines[here]), ("", lines[there]))
            )
            text = "\n".join(lines)
    return text.encode(), "words" if kind == 2 else "lines"


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Spoil a play.yaml in a numbered way of a seed; return what went wrong, if anything did."""
    luck = stream("fuzz", seed, f"plays {number}")
    target = luck.choice([t for t in targets if t.file.name == "play.yaml" and t.file.parent.name != RECORDS])
    name, where = target.file.parent.name, ("--content", target.file.parent.parent.as_posix())
    commands = (
        ("check", name, *where),
        ("scenario", name, "--format", "json", "--jobs", "1", "--out", "OUT", *where),
        ("balance", name, "--games", "3", "--bot", "random", "--jobs", "1", "--out", "OUT", *where),
        ("rules", name, "--coverage", *where),
    )
    return spoil_and_judge((seed, number), target._replace(commands=commands), luck, spoil, folder)
