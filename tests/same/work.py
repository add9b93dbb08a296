"""A day's work of pnp in one process, for any Python: `work.py OUT short|long` writes everything that pnp can write.

Warnings are errors, as in the tests, so that what a later Python frowns upon shows here.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml"))

SHORT = (
    *(f"rules {game} --json" for game in GAMES),
    *(f"build {game} --only cards --format svg --paper letter --style lowink" for game in GAMES),
    "build tempest --only rulebook",
    "build skerries --content tests/data",
    "scenario tempest --seed 3 --day 1 --solutions",
    "scenario knowledge --seed 6 --players 3",
    "scenario stormfury --seed 1 --format yaml",
    "scenario horde --seed 3",
    "balance tempest --day 2 --games 3",
    "balance knowledge --games 24",
    "balance stormfury --games 6",
    "balance horde --games 1",
    "balance terrain --games 2 --players 3",
)
LONG = (
    *SHORT[: len(GAMES)],
    *(f"build {game}" for game in GAMES),
    *(f"build {game} --format svg --paper letter --style lowink" for game in GAMES),
    "build skerries --content tests/data --style grey --backs gutterfold --paper a3",
    *(f"scenario {game} --seed 3 --count 2 --solutions" for game in GAMES),
    *(f"scenario {game} --seed 3 --format yaml --paper letter" for game in GAMES),
    "balance tempest --games 2",
    "balance tempest --games 8 --day 2 --bot sampling",
    "balance knowledge --games 200",
    "balance stormfury --games 40 --experts 4",
    "balance horde --games 6",
    "balance horde --games 4 --mode competition",
    "balance terrain --games 12",
)


def work(out: Path, lines: tuple[str, ...]) -> None:
    """Carry out the commands, each into a folder of its own; what they print is kept too."""
    from contextlib import redirect_stdout

    from pnp.cli.main import main

    for number, line in enumerate(lines):
        words = line.split()
        folder = out / f"{number:02d}"
        folder.mkdir(parents=True)
        more = [] if "--content" in words else ["--content", "content"]
        if words[0] != "rules":
            more += ["--out", str(folder), "--quiet"]
        if words[0] in ("scenario", "balance"):
            more += ["--jobs", "1"]
        with (folder / "said.txt").open("w", encoding="utf-8", newline="\n") as said, redirect_stdout(said):
            try:
                main([*words, *more])
            except SystemExit as ended:
                if ended.code:
                    raise SystemExit(f"pnp {line} ended with {ended.code}") from None


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ["PNP_CACHE"] = str(Path(sys.argv[1]) / "cache")
    work(Path(sys.argv[1]), {"short": SHORT, "long": LONG}[sys.argv[2]])
