"""Phase 5 of the planning bot: how much power on which line, and where winners go.

Nothing in this phase is left to chance, so the bot searches it to the end: over the power of
each line that makes a difference, and over the moves that matter.
"""

from typing import NamedTuple

from pnp.games.horde.content.moves import mask
from pnp.games.horde.play.outlook import ORDER, Outlook

Standing = dict[str, tuple[int, bool]]
"""Role → square and whether it is wounded."""


class LinePlan(NamedTuple):
    """What to do on one line."""

    line: int
    power: int
    moves: dict[str, int]


class Payment(NamedTuple):
    """The cheapest way to pay the lines of a phase: cards (places in the hand) by line."""

    price: float
    cards: tuple[tuple[int, ...], ...]


class Gust(NamedTuple):
    """A line being resolved, and what the lines so far ask for."""

    line: int
    wind: int
    power: int
    needs: tuple[int, ...]
    supports: tuple[bool, ...]


class Hands:
    """All sets of cards that a hand can play, by bit mask: what they give and what they cost."""

    def __init__(self, outlook: Outlook) -> None:
        self.values = outlook.values
        self.factor = outlook.content.limits.support_factor
        settings = outlook.settings
        self.points = [0]
        self.prices = [0.0]
        self.highest = [0]
        for value in self.values:
            self.points += [points + value for points in self.points]
            self.prices += [price + settings.card + settings.point * value for price in self.prices]
            self.highest += [max(highest, value) for highest in self.highest]
        self.sets = sorted(range(len(self.points)), key=lambda cards: (self.prices[cards], self.points[cards]))

        self.least = [self.prices[self.smallest(points) or 0] for points in range(self.points[-1] + 1)]

    def smallest(self, points: int) -> int | None:
        """Return the cheapest set that gives so many points."""
        return next((cards for cards in self.sets if self.points[cards] >= points), None)

    def cheapest(self, points: int) -> float:
        """Return the least price of so many points, Support left aside."""
        return self.least[points] if points < len(self.least) else float("inf")

    def places(self, cards: int) -> list[int]:
        """Return the places in the hand of a set, the highest card first."""
        return sorted(
            (place for place in range(len(self.values)) if cards >> place & 1),
            key=lambda place: -self.values[place],
        )

    def pay(self, needs: tuple[int, ...]) -> Payment | None:
        """Return the cheapest payment without Support, each card played when it is needed."""
        cards = self.smallest(sum(needs))
        if cards is None:
            return None
        left = self.places(cards)
        played: list[tuple[int, ...]] = []
        pool = 0
        for need in needs:
            now: list[int] = []
            while pool < need:
                now.append(left.pop(0))
                pool += self.values[now[-1]]
            pool -= need
            played.append(tuple(now))
        return Payment(self.prices[cards], tuple(played))

    def pay_with_support(self, needs: tuple[int, ...], supports: tuple[bool, ...]) -> Payment | None:
        """Search which card to play on which line when a supported card counts more."""
        best: Payment | None = None
        played: list[int] = []

        def line(number: int, left: int, pool: int, support: bool, price: float) -> None:
            nonlocal best
            if best is not None and price >= best.price:
                return
            if number == len(needs):
                best = Payment(price, tuple(tuple(self.places(cards)) for cards in played))
                return
            cards = left if needs[number] else 0
            while True:
                after = pool + self.points[cards] - needs[number]
                if support:
                    after += (self.factor - 1) * self.highest[cards]
                if after >= 0:
                    played.append(cards)
                    still = (support and not cards) or supports[number]
                    line(number + 1, left & ~cards, after, still, price + self.prices[cards])
                    played.pop()
                if not cards:
                    return
                cards = (cards - 1) & left

        line(0, len(self.points) - 1, 0, False, 0.0)
        return best


class Bracer:
    """Searches one phase 5."""

    def __init__(self, outlook: Outlook) -> None:
        self.out = outlook
        self.content = outlook.content
        self.columns = outlook.content.grid.columns
        self.limits = outlook.content.limits
        self.first = 0
        self.best = float("inf")
        self.script: list[LinePlan] = []
        self.payment = Payment(0.0, ())
        self._trail: list[LinePlan] = []
        self.hands = Hands(outlook)
        self._prices: dict[tuple[tuple[int, ...], tuple[bool, ...]], Payment | None] = {}

    def search(self, first: int) -> None:
        """Find the script of least cost from the square tested first; `script` and `payment` hold it."""
        self.first = first
        line = first // self.columns
        standing = {role: (square, role in self.out.wounded) for role, square in self.out.field.items()}
        self._line(line, standing, 0.0, (0,) * line, (False,) * line)

    # --- paying -----------------------------------------------------------------------------

    def _bound(self, needs: tuple[int, ...], supports: tuple[bool, ...]) -> float:
        until = supports.index(True) + 1 if True in supports else len(needs)
        return self.hands.cheapest(sum(needs[:until]))

    def _pay(self, needs: tuple[int, ...], supports: tuple[bool, ...]) -> Payment | None:
        key = (needs, supports)
        if key not in self._prices:
            helped = True in supports and any(needs[supports.index(True) + 1 :])
            self._prices[key] = self.hands.pay_with_support(*key) if helped else self.hands.pay(needs)
        return self._prices[key]

    # --- the search -------------------------------------------------------------------------

    def _line(
        self, line: int, standing: Standing, cost: float, needs: tuple[int, ...], supports: tuple[bool, ...]
    ) -> None:
        if cost + self._doom(line, standing) + self._bound(needs, supports) >= self.best:
            return
        if line == self.content.lines:
            self._finish(standing, cost, needs, supports)
            return
        here = sorted(
            (square, role)
            for role, (square, _) in standing.items()
            if square // self.columns == line and square >= self.first
        )
        wind = self.out.winds[line]
        if wind is None or not here:
            self._line(line + 1, standing, cost, (*needs, 0), (*supports, False))
            return
        roles = [role for _, role in here]
        for power in self._powers(roles, wind):
            earns = any(
                self.content.roles[role].resistance + power - wind >= self.limits.support_from for role in roles
            )
            self._trail.append(LinePlan(line, power, {}))
            self._test(Gust(line, wind, power, (*needs, power), (*supports, earns)), roles, standing, cost)
            self._trail.pop()

    def _doom(self, line: int, standing: Standing) -> float:
        """Return the price of a formation that can no longer come off: above a line nobody moves any more."""
        first = line * self.columns
        wanted = self.out.wanted
        if len(standing) < len(ORDER):
            return self.out.settings.missed
        if any(square < first and square not in wanted[role] for role, (square, _) in standing.items()):
            return self.out.settings.missed
        return 0.0

    def _powers(self, roles: list[str], wind: int) -> list[int]:
        """List the powers that change something on a line."""
        powers = {0}
        fatal = self.limits.destroyed_from
        for role in roles:
            short = wind - self.content.roles[role].resistance
            powers.update((short, short + 1, short + self.limits.support_from))
            if fatal is not None:
                powers.add(short - fatal + 1)
        most = sum(self.out.values) * self.limits.support_factor
        # Holding everybody is the likeliest to be good, and a good first script cuts the search.
        firm = max(wind - self.content.roles[role].resistance for role in roles)
        return sorted((power for power in powers if 0 <= power <= most), key=lambda power: abs(power - firm))

    def _test(self, gust: Gust, roles: list[str], standing: Standing, cost: float) -> None:
        """Test the remaining roles of a line, then go on to the next line."""
        if cost >= self.best:
            return
        if not roles:
            self._line(gust.line + 1, standing, cost, gust.needs, gust.supports)
            return
        role, others = roles[0], roles[1:]
        square, wounded = standing[role]
        margin = self.content.roles[role].resistance + gust.power - gust.wind
        settings = self.out.settings
        fatal = self.limits.destroyed_from
        after = dict(standing)
        dies_hurt = wounded and self.content.switches.second_wound == "destroys"
        if margin < 0 and (dies_hurt or (fatal is not None and margin <= -fatal)):
            del after[role]
            cost += settings.lost_character
        elif margin < 0:
            after[role] = (square, True)
            cost += 0.0 if wounded else settings.wound
            self._back(after, square)
        elif margin > 0 and not wounded:
            self._moves(gust, role, others, standing, cost)
        self._test(gust, others, after, cost)

    def _moves(self, gust: Gust, role: str, others: list[str], standing: Standing, cost: float) -> None:
        """Try a winner's moves onto wanted squares, and upstream to readier ones."""
        square = standing[role][0]
        occupied = mask(place for place, _ in standing.values())
        ready = self.out.ready.at
        here = ready(role, square, False) if self.out.settings.ready else 0.0
        for goal in self.content.movement.squares(role, square, occupied):
            if goal in self.out.wanted[role] or (goal < square and ready(role, goal, False) < here):
                self._trail[-1].moves[role] = goal
                self._test(gust, others, {**standing, role: (goal, False)}, cost)
                del self._trail[-1].moves[role]

    def _back(self, standing: Standing, square: int) -> None:
        """Move whoever stands on a square one line back, pushing others."""
        role = next(who for who, (place, _) in standing.items() if place == square)
        behind = square + self.columns
        if behind >= self.columns * self.content.lines:
            del standing[role]
            return
        if any(place == behind for place, _ in standing.values()):
            self._back(standing, behind)
        standing[role] = (behind, standing[role][1])

    def _finish(self, standing: Standing, cost: float, needs: tuple[int, ...], supports: tuple[bool, ...]) -> None:
        settings = self.out.settings
        wanted = self.out.wanted
        complies = all(role in standing and standing[role][0] in wanted[role] for role in ORDER)
        cost += 0.0 if complies else settings.missed
        ready = self.out.ready
        for role in ORDER:
            points = ready.at(role, *standing[role]) if role in standing else ready.away[role]
            cost += settings.ready * points
        if cost + self._bound(needs, supports) >= self.best:
            return
        payment = self._pay(needs, supports)
        if payment is None or cost + payment.price >= self.best:
            return
        self.best = cost + payment.price
        self.payment = payment
        self.script = [LinePlan(brace.line, brace.power, dict(brace.moves)) for brace in self._trail]
