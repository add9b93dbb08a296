"""A state that a view allows: what a seat does not see is dealt at random among all that it may be."""

from typing import Any

from pnp.engine.cards import Card, FaceDown
from pnp.engine.machine import Asking, Made, Running, Secret, View, chosen
from pnp.load.budget import Allowance
from pnp.play.seeds import Stream


def imagined(view: View, stream: Stream) -> Running:
    """Return a state that looks to the seat just as the view does."""
    state = view.covered.copy()  # with nothing worked out yet
    hidden = _Hidden(view, stream)
    where: list[tuple[str, Any]] = [("", None)] * len(state.program.cards)
    for zone in state.program.zones.values():
        value = state.names[zone.name]
        lists = [(None, value)] if zone.each is None else value.items() if isinstance(value, dict) else enumerate(value)
        for key, cards in lists:
            cards[:] = [hidden.card(card) for card in cards]
            for card in cards:
                where[card.number] = (zone.name, key)
    state.where = where
    for counter in state.program.counters.values():
        state.names[counter.name] = _told(state.names[counter.name], counter.start)
    for frame in state.frames:
        for name in frame.hidden:
            if name != "me":
                state.names[name] = hidden.meant(state.names[name])
        frame.hidden = {name: hidden.meant(value) for name, value in frame.hidden.items()}
        frame.left = tuple(hidden.meant(value) for value in frame.left)
    if state.asking is not None:
        made = tuple(_guessed(state, state.asking, one, stream) for one in state.asking.made)
        state.asking = state.asking._replace(made=made)
    return state


class _Hidden:
    """The cards that a seat does not see, by their backs, in a random order."""

    def __init__(self, view: View, stream: Stream) -> None:
        program = view.covered.program
        names = view.covered.names
        seen = set()
        for zone in program.zones.values():
            value = names[zone.name]
            lists = [value] if zone.each is None else value.values() if isinstance(value, dict) else value
            seen |= {card.number for cards in lists for card in cards}
        self._left: dict[str, list[Card]] = {kind: [] for kind in program.backs}
        for card in program.cards:
            if card.number not in seen:
                self._left[card.kind].append(card)
        for cards in self._left.values():
            stream.shuffle(cards)
        self._dealt: dict[str, list[Card]] = {kind: [] for kind in program.backs}

    def card(self, card: Card) -> Card:
        """Return a card that this one may be."""
        if not isinstance(card, FaceDown):
            return card
        found = self._left[card.kind].pop()
        self._dealt[card.kind].append(found)
        return found

    def meant(self, value: Any) -> Any:
        """Return what a name may stand for."""
        if isinstance(value, FaceDown):
            cards = self._dealt[value.kind]
            cards.append(cards.pop(0))  # another one each time
            return cards[-1]
        return [self.meant(one) for one in value] if isinstance(value, list) else value


def _told(value: Any, start: Any) -> Any:
    """Return a counter with what it began with where it is a secret."""
    if isinstance(value, Secret):
        return start
    if isinstance(value, list):
        return [_told(one, start) for one in value]
    return {key: _told(one, start) for key, one in value.items()} if isinstance(value, dict) else value


def _guessed(state: Running, asking: Asking, made: Made, stream: Stream) -> Made:
    """Return a choice that a seat may have made, for one that is not known."""
    if made.act is not None:
        return made
    with Allowance():
        offered = state.offered(asking.acts, made.seat)
        return Made(made.seat, *chosen(state, asking.acts, made.seat, stream.choice(offered)))
