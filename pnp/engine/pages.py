"""A deal of a game that runs from data, on paper: the order in which to lay each shuffled pile."""

from collections.abc import Iterable, Sequence
from typing import Any

from pnp.draw.drawing import Drawing
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Paragraph, Table, flow
from pnp.draw.heads import HEAD, page_head, seal
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.engine.deal import PlayDeal
from pnp.engine.machine import Program
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.play.deal import Sealed
from pnp.play.notation import write_move
from pnp.rules.pages import look_of

_WIDE = 6
"""Cards in a row."""


def scenario_printables(
    game: GameContent, painter: Painter, canvas: Canvas, scenario: Sealed[PlayDeal, Any], *, solutions: bool
) -> list[Printable]:
    """Return the pages of a deal; with solutions, apart from them, how bots played it."""
    page, look, cover, deal = canvas.upright, look_of(painter), game.game.cover, scenario.deal
    words = game.words.dealt
    title = words.title(game.game.title, deal.number)
    scores = ", ".join(f"{score:g}" for score in scenario.certificate.scores)
    sealed = seal(game.words, deal.number, deal.format, scenario.seal.content or game.hash, words.play(scores))
    name = f"deal-{deal.number:04d}"

    def printed(id: str, blocks: Iterable[Block]) -> Printable:
        pages = flow(blocks, [Rect(0, HEAD, page.w, page.h - HEAD)])
        items = [
            print_item(Drawing(page, (*page_head(painter, page.w, cover.role, cover.icon, title, sealed), *on_page)))
            for on_page in pages
        ]
        return Printable(id, title, "page", page, tuple(items), group=id)

    blocks: list[Block] = [Paragraph(words.intro(deal.players), look)]
    program: Program = game.compiled
    titles = game.titles()
    for zone, keys in deal.zones.items():
        kinds = program.zones[zone].of
        labels = {card.key: card.label for card in program.cards if card.kind in kinds}
        heading = words.zone(zone.replace("_", " "), ", ".join(titles.get(kind, kind) for kind in kinds))
        rows = [
            [words.row(start + 1), *(labels[key] for key in keys[start : start + _WIDE])]
            for start in range(0, len(keys), _WIDE)
        ]
        blocks += [Paragraph(heading, look), Table(_filled(rows), look, head=False)]
    found = [printed(name, blocks)]
    witness = scenario.certificate.witness
    if solutions and witness is not None:
        moves = "; ".join(write_move(move) for move in witness.actions)
        found.append(printed(f"{name}-solution", [Paragraph(words.moves(moves), look)])._replace(secret=True))
    return found


def _filled(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of the same length."""
    return [[*row, *[""] * (_WIDE + 1 - len(row))] for row in rows]
