"""The printed decks as records: every card of the two poker decks with what its face shows."""

from collections.abc import Mapping

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import Files

RED_SUITS = frozenset("HD")


def sorted_deck(content: HordeContent, deck: str) -> list[str]:
    """Return a deck in the order in which it is printed: suit by suit."""
    cards = content.court_cards if deck in ("wit", "encounters") else content.pip_cards
    suits = list(dict.fromkeys(card[-1] for card in cards))
    return sorted(cards, key=lambda card: suits.index(card[-1]))


def deck_tables(_: Files, content: HordeContent) -> Mapping[str, object]:
    """Return the tables of cards that cards.yaml prints."""

    def records(deck: str) -> list[dict[str, object]]:
        return [
            {
                "code": card,
                "mark": card[:-1],
                "suit": card[-1],
                "ink": "suit-red" if card[-1] in RED_SUITS else "suit-black",
                "tone": deck,
                **_own(content, deck, card),
            }
            for card in sorted_deck(content, deck)
        ]

    return {
        "wit_cards": records("wit"),
        "pack_cards": records("pack"),
        "encounter_cards": records("encounters"),
        "breeze_cards": records("breezes"),
    }


def _own(content: HordeContent, deck: str, card: str) -> dict[str, object]:
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
