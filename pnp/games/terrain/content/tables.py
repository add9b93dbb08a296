"""Water and the three finished decks as tables for templates, and the lines of the score pad."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from pnp.games.terrain.content.cards import RequestCard, award_cards, island_cards, request_cards, water_of
from pnp.games.terrain.content.files import Files, TerrainsFile


def card_tables(files: Files) -> dict[str, Any]:
    """Return the terrain that is water, the finished decks for faces, lists and texts, and the score pad's lines."""
    terrains: TerrainsFile = files.terrains
    described: dict[str, dict[str, Any]] = {each.id: msgspec.to_builtins(each) for each in terrains.terrains}
    water = water_of(terrains)
    requests = request_cards(terrains, files.requests, files.options.switches)
    values = {card.value for card in requests}
    return {
        "water": described[water],
        "island_cards": [
            {**card._asdict(), "tiles": [described[letter] for letter in card.faces], "storm": card.faces == 2 * water}
            for card in island_cards(terrains, files.islands)
        ],
        "request_cards": [{**card._asdict(), "wanted": _wanted(card, described)} for card in requests],
        "award_cards": [card._asdict() for card in award_cards(terrains, files.awards)],
        "pad_lines": [
            {"kind": "name"},
            *({"kind": "requests", "value": value} for value in sorted(values)),
            {"kind": "awards"},
            {"kind": "total"},
        ],
    }


def _wanted(card: RequestCard, described: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return which terrains a Request wants and how often, in the order of terrains."""
    counts = Counter("".join(card.rows))
    return [{**terrain, "count": counts[letter]} for letter, terrain in described.items() if counts[letter]]
