"""Tables for templates that no file holds because code works them out: the hurricane cards with their ids."""

from typing import Any

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import DECK_NAMES


def card_tables(content: StormfuryContent) -> dict[str, Any]:
    """Return the tables by the name that templates know them by."""
    decks = content.storm.hurricane_decks
    cards = {
        name: [
            {
                "id": card.id,
                "deck": name,
                "steps": list(card.steps),
                "mark": getattr(decks, name).mark if card.change else "",
                "change": card.change,
            }
            for card in (content.cards[number] for number in content.decks[name])
        ]
        for name in DECK_NAMES
    }
    return {"storm_cards": cards}
