"""The printed decks as records: every card of the two poker decks with what its face and back show.

Cards of one deck carry a small number on their backs. It follows from the card alone, never from a
scenario, so one print serves all scenarios: a sheet lists numbers, and a deck can be stacked by them
without anybody seeing a face. The numbers are mixed, so that they give little away at a glance.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.games.horde.compiled import HordeContent, compile_content
from pnp.games.horde.schema import DecksFile
from pnp.play.seeds import stream

RED_SUITS = frozenset("HD")


def back_numbers(content: HordeContent, deck: str) -> dict[str, int]:
    """Return the number on the back of every card of a deck."""
    cards = content.court_cards if deck in ("wit", "encounters") else content.pip_cards
    mixed: Sequence[str] = stream("horde", 0, f"backs/{deck}").shuffled(cards)
    return {card: number for number, card in enumerate(mixed, 1)}


def deck_tables(parts: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the tables of cards that cards.yaml prints."""
    content = compile_content(parts)
    decks: DecksFile = parts["decks"]

    def records(deck: str, cards: Sequence[str]) -> list[dict[str, Any]]:
        numbers = back_numbers(content, deck)
        order: dict[str, int] = {suit: place for place, suit in enumerate(decks.suits)}
        return [
            {
                "code": card,
                "mark": card[:-1],
                "suit": card[-1],
                "ink": "suit-red" if card[-1] in RED_SUITS else "suit-black",
                "tone": deck,
                "number": numbers[card],
                **_own(content, deck, card),
            }
            for card in sorted(cards, key=lambda card: order[card[-1]])
        ]

    return {
        "wit_cards": records("wit", content.court_cards),
        "pack_cards": records("pack", content.pip_cards),
        "encounter_cards": records("encounters", content.court_cards),
        "breeze_cards": records("breezes", content.pip_cards),
    }


def _own(content: HordeContent, deck: str, card: str) -> dict[str, Any]:
    """Return what only the cards of one deck have."""
    if deck == "wit":
        role = content.role_of(card)
        sparing = (rank for rank in content.spared if role in content.spared[rank])
        spared_by = next((rank for rank in sparing if content.enemies[rank].effect != "none"), "")
        return {"role": role, "action": content.roles[role].action.effect, "spared_by": spared_by}
    if deck == "encounters":
        rank = card[0]
        enemy = content.enemies[rank]
        spares = "" if enemy.effect == "none" else next(iter(sorted(content.spared[rank])), "")
        return {"rank": rank, "effect": enemy.effect, "cards": enemy.cards, "spares": spares}
    value = content.value[card]
    if deck == "breezes":
        return {"value": value, "wind": next(w.name for w in content.names.winds if w.low <= value <= w.high)}
    return {"value": value}
