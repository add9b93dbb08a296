"""Imagined storms: how often each space and road will be hit, judged from the open forecast only.

Counting is done for all targets at once: a set of targets is one wide integer with a lane of
eight bits each, so that adding up a few dozen storms is a few dozen additions.
"""

from typing import NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.play.seeds import Stream

DEPTH = 5
"""Hits on one target told apart; more than these count as these."""
_LANE = 8


class Outlook(NamedTuple):
    """How likely each target is to be hit at least 1, 2 ... times from now on."""

    at_least: tuple[tuple[float, ...], ...]

    def exactly(self, target: int, hits: int) -> float:
        """Return the chance of exactly that many hits."""
        if hits >= DEPTH:
            return 0.0
        return self.at_least[hits - 1][target] - self.at_least[hits][target]

    def more_than(self, target: int, hits: int) -> float:
        """Return the chance of more hits than that."""
        return self.at_least[hits][target] if hits < DEPTH else 0.0


class Foresight:
    """Imagines storms for one game's rules."""

    def __init__(self, content: StormfuryContent, draw: Stream, *, swath: bool = False) -> None:
        self.content = content
        self.draw = draw
        self.swath = swath
        self.targets = len(content.board.spaces) + len(content.board.roads)
        wide = {cover: tuple(_lanes(bits) for bits in cover) for cover in set(content.covers)}
        self._covers = [wide[cover] for cover in content.covers]
        self._to = [move.to for move in content.moves]
        self._change = [card.change for card in content.cards]
        self._ocean = list(content.decks["ocean"])
        self._land = list(content.decks["land"])

    def outlook(self, centre: int, category: int, forecast: tuple[int, ...]) -> Outlook:
        """Imagine storms that start with the forecast, if one is dealt, and go on by fresh shuffles."""
        number = self.content.rules.team_bot.continuations
        totals = [0] * DEPTH
        for _ in range(number):
            for depth, hit in enumerate(self._imagine(centre, category, list(forecast))):
                totals[depth] += hit
        size = self.targets * _LANE // 8
        return Outlook(tuple(tuple(count / number for count in total.to_bytes(size, "little")) for total in totals))

    def _imagine(self, centre: int, category: int, first: list[int]) -> tuple[int, int, int, int, int]:
        """Return what one imagined storm hits at least once, twice ... (DEPTH sets in lanes)."""
        board_ocean, flips, top = self.content.board.ocean, self.content.flips, self.content.top_category
        to, change_of, covers, next_bits = self._to, self._change, self._covers, self.draw.next
        new_piece = self.content.rules.switches.damage_under == "new"
        swath = self.swath
        once = twice = thrice = four = five = 0
        pool = first or (self._ocean if board_ocean[centre] else self._land)
        while True:
            bits, left, change, struck = next_bits(), len(pool), 0, 0
            for _ in range(flips[category]):
                # One random number deals several cards: its remainders pick, used cards go to the end.
                bits, at = divmod(bits, left)
                left -= 1
                card = pool[at]
                pool[at] = pool[left]
                pool[left] = card
                centre = to[card][centre]
                change = change or change_of[card]
                if swath:
                    struck |= covers[category][centre]
            before = category
            category += change
            if category == 0:
                return once, twice, thrice, four, five
            category = min(category, top)
            struck |= covers[category if new_piece else before][centre]
            if struck:
                five |= four & struck
                four |= thrice & struck
                thrice |= twice & struck
                twice |= once & struck
                once |= struck
            pool = self._ocean if board_ocean[centre] else self._land


def _lanes(bits: int) -> int:
    """Spread a set of targets over lanes."""
    wide, lane = 0, 0
    while bits:
        wide |= (bits & 1) << lane
        bits >>= 1
        lane += _LANE
    return wide
