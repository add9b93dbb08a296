"""Fill the examples of formats.md from the games themselves: scenario files and recorded games.

An example stands after a line such as `<!-- example: scenario knowledge 5 {players: 3} -->` or
`<!-- example: record horde 3 {} 12 -->`, whose last number says how many moves are shown. Run it as
`python docs/make_formats.py`; games that are not there are left alone.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pnp.load.library import SHIPPED, content_folder, game_names
from pnp.pipeline_play import open_game
from pnp.play.deal import plain
from pnp.play.scenario import Playable
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER

PAGE = Path(__file__).resolve().parent / "formats.md"
EXAMPLE = re.compile(
    r"<!-- example: (scenario|record) ([a-z]+) (\d+) (\{.*?\})(?: (\d+))? -->\n\n```yaml\n(.*?)```\n", re.DOTALL
)
LEFT_OUT = ("witness", "verdicts", "options", "content")
"""What a scenario file also holds and the page only speaks of."""


class Example(NamedTuple):
    """One example of the page."""

    kind: str
    game: str
    seed: int
    options: dict[str, Any]
    moves: int
    text: str


def examples(page: str) -> list[Example]:
    """Return the examples of a page in their order."""
    return [
        Example(kind, game, int(seed), yaml.safe_load(options), int(moves or 0), text)
        for kind, game, seed, options, moves, text in EXAMPLE.findall(page)
    ]


def written(data: dict[str, Any]) -> str:
    """Write data as pnp writes YAML."""
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return text


def first_moves(play: Playable, deal: Any, number: int) -> list[Any]:
    """Return the first moves of a game: of the witness if there is one, else of players who choose by lot."""
    proof = play.scenario.proof(play.scenario.certify(play.content, deal, play.options({})))
    if proof is not None and proof.actions:
        return [plain(move) for move in proof.actions[:number]]
    state, moves = play.new_game(deal), []
    luck = stream(play.game.id, plain(deal)["seed"], "example")
    while len(moves) < number and state.to_act() != OVER:
        move = state.chance(luck) if state.to_act() == CHANCE else luck.choice(state.legal_actions())
        state.apply(move)
        moves.append(plain(move))
    return moves


def filled(example: Example) -> str:
    """Return the text of an example, made anew."""
    play = open_game(content_folder(SHIPPED), example.game)
    deal = play.generate(example.seed, play.options(example.options))
    if example.kind == "scenario":
        certificate = play.scenario.certify(play.content, deal, play.options(example.options))
        record = {**plain(deal), **plain(certificate)}
        return written({key: value for key, value in record.items() if key not in LEFT_OUT})
    head = f"game: {example.game}\nseed: {example.seed}\n"
    if example.options:
        head += written({"options": example.options})
    moves = first_moves(play, deal, example.moves)
    lines = [yaml.safe_dump(move, sort_keys=False, default_flow_style=True, width=1000) for move in moves]
    return f"{head}moves:\n" + "".join(f"  - {line}" for line in lines)


def main(arguments: Sequence[str]) -> int:
    """Write the page, or with --check say whether it is up to date."""
    page = PAGE.read_text("utf-8")
    there = game_names(content_folder(SHIPPED))

    def fill(match: re.Match[str]) -> str:
        (example,) = examples(match[0])
        head = match[0][: match.start(6) - match.start()]
        return match[0] if example.game not in there else f"{head}{filled(example)}```\n"

    made = EXAMPLE.sub(fill, page)
    if "--check" in arguments:
        return int(made != page)
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
