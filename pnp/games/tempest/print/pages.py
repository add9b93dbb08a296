"""Scenarios on paper: a sheet for a day, or a whole campaign with its own sheet; sealed decks and solution apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.draw.drawing import Drawing
from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.games.tempest.play.deal import Scenario
from pnp.games.tempest.print.campaignsheet import CampaignSheet
from pnp.games.tempest.print.daypages import PageMaker
from pnp.games.tempest.print.daysheet import draw_page
from pnp.games.tempest.print.solutions import deck_pages, solution_pages
from pnp.geometry import Size
from pnp.load.game import GameContent


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Scenario, *, solutions: bool
) -> list[Printable]:
    """Return the sheets of a scenario; with solutions also its sealed decks and the play that proves par."""
    deal, seed = scenario.deal, scenario.seed
    name = deal.play if not deal.play.isdigit() else f"day-{deal.play}"
    number = "own" if seed is None else f"{seed:04d}"
    id = "-".join([name, number, *([deal.variant] if deal.variant else [])])
    maker = PageMaker(content, deal.variant)
    titles = maker.words.titles
    title = titles.scenario(deal.play, seed)
    made = [_printable(id, title, sheet_pages(maker, painter, canvas.upright, scenario), canvas)]
    if solutions:
        of = title[0].lower() + title[1:]
        decks = deck_pages(maker, painter, canvas.upright, scenario)
        made.append(_printable(f"{id}-decks", titles.decks_of(of), decks, canvas)._replace(secret=True))
        pages = solution_pages(maker, painter, canvas.upright, scenario)
        made.append(_printable(f"{id}-solution", titles.solution_of(of), pages, canvas)._replace(secret=True))
    return [printable for printable in made if printable.items]


def _printable(id: str, title: str, pages: Iterable[tuple[str, Drawing]], canvas: Canvas) -> Printable:
    items = tuple(print_item(page, label=label) for label, page in pages)
    return Printable(id, title, "page", canvas.upright, items, group=id)


def sheet_pages(maker: PageMaker, painter: Painter, size: Size, scenario: Scenario) -> Iterator[tuple[str, Drawing]]:
    """Yield the pages to play on, with their labels."""
    labels, pen = maker.words.labels, maker.pen(painter)
    if scenario.deal.campaign:
        yield labels.campaign, CampaignSheet(maker, painter, size).seeded(scenario)
    for entry in scenario.deal.days:
        yield labels.day(entry.day), draw_page(maker.day(scenario, entry), pen, size)
    if scenario.deal.final is not None:
        yield labels.final_day, draw_page(maker.final(scenario, scenario.deal.final), pen, size)
