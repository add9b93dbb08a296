"""Scenarios on paper: a sheet for a day, or the whole campaign with its own sheet; solutions upside down at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.draw.drawing import Drawing
from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.games.tempest.campaignsheet import CampaignSheet
from pnp.games.tempest.daypages import PageMaker
from pnp.games.tempest.daysheet import draw_page
from pnp.games.tempest.scenario import CAMPAIGN
from pnp.games.tempest.solutions import solution_pages
from pnp.load.game import GameContent


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Mapping[str, Any], *, solutions: bool
) -> list[Printable]:
    """Return the sheets of a scenario; with solutions also the play that proves par, upside down."""
    items = tuple(
        print_item(page, label=label) for label, page in pages(content, painter, canvas, scenario, solutions=solutions)
    )
    play, seed = scenario.get("play", CAMPAIGN), scenario.get("seed")
    number = f"{seed:04d}" if isinstance(seed, int) else "own"
    name = play if not play.isdigit() else f"day-{play}"
    parts = [name, number, *([scenario["variant"]] if scenario.get("variant") else [])]
    title = f"{name.replace('-', ' ').capitalize()}, seed {seed}" if seed is not None else name
    id = "-".join(parts)
    return [Printable(id, title, "page", canvas.upright, items, group=id)]


def pages(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Mapping[str, Any], *, solutions: bool
) -> Iterator[tuple[str, Drawing]]:
    """Yield the pages of a scenario with their labels."""
    maker, size = PageMaker(content, scenario.get("variant", "")), canvas.upright
    if scenario.get("play", CAMPAIGN) == CAMPAIGN:
        yield "campaign", CampaignSheet(maker, painter, size).seeded(scenario)
    for entry in scenario.get("days", []):
        yield f"day {entry['day']}", draw_page(maker.day(scenario, entry), painter, size)
    if "final" in scenario:
        yield "final day", draw_page(maker.final(scenario), painter, size)
    if solutions:
        yield from solution_pages(maker, painter, size, scenario)
