"""Sheets without a seed: blank days to set up by hand, the maps of the final day, the campaign sheet."""

from collections.abc import Iterator

from pnp.draw.drawing import Drawing, hold
from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable, PrintItem, print_item
from pnp.games.tempest.print.campaignsheet import CampaignSheet
from pnp.games.tempest.print.daypages import PageMaker
from pnp.games.tempest.print.daysheet import DayPage, draw_page
from pnp.load.game import GameContent


def blank_days(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Return a sheet for each day of the storm, with the set-up in short."""
    maker = PageMaker(content)
    titles = maker.words.titles
    items = tuple(
        print_item(_page(maker.blank_day(day), maker, painter, canvas), label=titles.day(day.id))
        for day in maker.content.days
    )
    return Printable("day-sheets", titles.day_sheets, "page", canvas.upright, items, group="day-sheets")


def final_maps(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Return the maps of the final day, with boxes for what the other face cards choose."""
    maker = PageMaker(content)
    items, title = tuple(_maps(maker, painter, canvas)), maker.words.titles.final_maps
    return Printable("final-maps", title, "page", canvas.upright, items, group="final-maps")


def variant_maps(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Return the final maps of every variant that is a way to play."""
    variants = [variant.id for variant in content.compiled.variants.values() if variant.kind == "game"]
    items = tuple(item for id in variants for item in _maps(PageMaker(content, id), painter, canvas))
    title = content.compiled.words.titles.variant_maps
    return Printable("variant-maps", title, "page", canvas.upright, items, group="variant-maps", optional=True)


def _maps(maker: PageMaker, painter: Painter, canvas: Canvas) -> Iterator[PrintItem]:
    for face, drawn in maker.content.maps.items():
        yield print_item(_page(maker.final_map(face), maker, painter, canvas), label=drawn.name)


def _page(page: DayPage, maker: PageMaker, painter: Painter, canvas: Canvas) -> Drawing:
    """Draw a page, and say what its squares hold."""
    drawn = draw_page(page, maker.pen(painter), canvas.upright)
    held = painter.held(maker.game.files.print.square_holds, maker.game.names)
    return drawn._replace(items=tuple(hold(drawn.items, held)))


def campaign_sheet(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Return the sheet on which a campaign is noted."""
    maker = PageMaker(content)
    drawing, title = CampaignSheet(maker, painter, canvas.upright).blank(), maker.words.titles.campaign_sheet
    item = print_item(drawing, label=title)
    return Printable("campaign-sheet", title, "page", canvas.upright, (item,), group="campaign-sheet")
