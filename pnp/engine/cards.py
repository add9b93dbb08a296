"""The cards and pieces of a running game: each a record that expressions read, with a number of its own."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from pnp.load.game import GameContent
from pnp.load.records import own_values
from pnp.load.values import TemplateFault


class Card(dict[str, Any]):
    """A card or piece; copies of one record read the same and have different numbers."""

    __slots__ = ("key", "kind", "label", "number")

    def __init__(self, number: int, kind: str, key: str, values: Mapping[str, Any], label: str = "") -> None:
        super().__init__({**values, "key": key, "kind": kind})
        self.number = number
        self.kind = kind
        self.key = key
        self.label = label
        """What people call it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (other.key, other.kind) == (self.key, self.kind)

    def __hash__(self) -> int:  # type: ignore[override]  # a mapping has none
        return hash((self.key, self.kind))


class FaceDown(Card):
    """A card of which only the back is seen: it has no number, and nobody may ask what it is."""

    __slots__ = ()

    def __init__(self, kind: str) -> None:
        super().__init__(-1, kind, f"({kind})", {})

    def _secret(self, *_: object) -> NoReturn:
        raise TemplateFault("secret", "this looks at a card that the choosing seat does not see")

    __contains__ = __getitem__ = __eq__ = __ne__ = __hash__ = _secret


def cards_of(content: GameContent, kind: str, first: int) -> Iterator[Card]:
    """Yield all cards of a deck or pieces of a kind in the order of their file, numbered from `first`."""
    taken: set[str] = set()
    number = first
    for record in content.records.get(kind, ()):
        own = own_values(record, content.names)
        values, card = _values(own), own.get("card")
        named = isinstance(card, Mapping) and "id" in card
        key = _free(str(values["id"]) if named else record.label, taken)
        for _ in range(record.copies):
            yield Card(number, kind, key, values, record.label)
            number += 1


def in_order(cards: Sequence[Card], keys: Iterable[str]) -> list[Card]:
    """Return cards in the order in which a file names them; copies are as good as each other."""
    waiting: dict[str, list[Card]] = {}
    for card in reversed(cards):
        waiting.setdefault(card.key, []).append(card)
    return [waiting[key].pop() for key in keys]


def _values(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record: those of its card, or of the entries of its loops beside their names."""
    if "card" in own and isinstance(own["card"], Mapping):
        return {key: value for key, value in own["card"].items() if key != "copies"}
    fields: dict[str, Any] = {}
    for value in own.values():
        fields.update(value if isinstance(value, Mapping) else {})
    return {**fields, **own}


def _free(label: str, taken: set[str]) -> str:
    """Return a name for recorded games that no other record of the deck has."""
    plain = re.sub(r"[^\w]+", "-", label.lower()).strip("-") or "card"
    key, number = plain, 1
    while key in taken:
        number += 1
        key = f"{plain}-{number}"
    taken.add(key)
    return key
