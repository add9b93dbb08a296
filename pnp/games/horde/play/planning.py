"""Phase 3 of the planning bot: which squares to walk to so that the formation comes off.

Every role gets a list of options: a square to stand on after phase 3, what that costs, and what
the winds will ask of it there. The cheapest combination that the hand can pay and that can be
walked in a legal order is the plan. Without one, everybody goes where it hurts least.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.games.horde.content.moves import mask
from pnp.games.horde.play.outlook import HIDDEN, ORDER, Outlook, Purse

NO_COST = float("inf")


class Option(NamedTuple):
    """One role's part of a plan."""

    role: str
    square: int
    """Where it stands after phase 3; -1: it stays in Aval."""
    extra: float
    """Expected harm, in the bot's points."""
    early: int
    """Power points of phase 3."""
    needs: tuple[tuple[int, int], ...]
    """(line, power) that its wind tests ask for."""
    rest: bool
    provocations: int


@dataclass
class Plan:
    """What to do in phase 3."""

    cost: float
    entries: list[tuple[str, int]] = field(default_factory=list)
    moves: list[tuple[str, int]] = field(default_factory=list)
    rests: list[str] = field(default_factory=list)
    provocations: list[tuple[str, int]] = field(default_factory=list)
    attack: int | None = None
    help: bool = False
    early: int = 0
    late: int = 0


class Planner:
    """Searches one turn's plan."""

    def __init__(self, outlook: Outlook, jitter: Callable[[], float], forbidden: frozenset[str] = frozenset()) -> None:
        self.outlook = outlook
        self.content = outlook.content
        self.jitter = jitter
        self.forbidden = forbidden
        self.columns = outlook.content.grid.columns
        last = self.columns * (self.content.lines - 1)
        self.gates = range(last, last + self.columns)
        self.purse = Purse(outlook.values, outlook.settings)
        one = self.content.switches.entries_per_turn == "one"
        self.most_entries = 1 if one else len(ORDER)

    def plan(self) -> Plan:
        """Return the best plan: in formation, or out of harm's way."""
        best: Plan | None = None
        for attack in self._attacks():
            found = self._formation(attack, best.cost if best else NO_COST)
            if found is not None:
                best = found
        if best is None and self._may_help():
            best = self._formation(None, NO_COST, helped=True)
        return best or self.safe_plan()

    def _may_help(self) -> bool:
        return self.outlook.settings.helps and "help" not in self.forbidden and self.outlook.pack_left > 0

    # --- options ----------------------------------------------------------------------------

    def _attacks(self) -> Iterator[int | None]:
        yield None
        if "attack" in self.forbidden:
            return
        for column, enemy in enumerate(self.outlook.enemies):
            if enemy is None or enemy == HIDDEN or self.outlook.blind:
                continue
            worst = max(
                self.outlook.harm(role, column, role in self.outlook.wounded).cost
                - self.outlook.harm(role, column, role in self.outlook.wounded, HIDDEN).cost
                for role in ORDER
            )
            if worst > 0:
                yield column

    def _places(self, role: str) -> dict[int, tuple[int, bool, int]]:
        """Return square → (phase-3 power, rest, provocations), cheapest, ways not yet checked."""
        out = self.outlook
        provoke = self.content.cost["provocation"]
        rest = self.content.cost["rest"]
        places: dict[int, tuple[int, bool, int]] = {}
        squares = self.content.movement.squares

        def offer(square: int, early: int, rested: bool, times: int) -> None:
            if square not in places or places[square][0] > early:
                places[square] = (early, rested, times)

        may_provoke = "provocation" not in self.forbidden
        if role in out.wounded:
            here = out.field[role]
            offer(here, 0, False, 0)
            if "rest" not in self.forbidden and may_provoke:
                for there in squares(role, here, 0):
                    offer(there, rest + provoke, True, 1)
            return places
        starts = [out.field[role]] if role in out.field else self.gates if out.doubles[role] else []
        for start in starts:
            offer(start, 0, False, 0)
            for there in squares(role, start, 0):
                offer(there, 0, False, 0)
        if may_provoke:
            for middle in [square for square, way in places.items() if way[0] == 0]:
                for there in squares(role, middle, 0):
                    offer(there, provoke, False, 1)
        return places

    def _options(self, role: str, attack: int | None) -> list[Option]:
        """List the ways in which a role ends the turn on a wanted square."""
        out = self.outlook
        wanted = out.wanted[role]
        resistance = self.content.roles[role].resistance
        missed = out.settings.broken
        options: list[Option] = []
        for square, (early, rested, times) in self._places(role).items():
            line, column = divmod(square, self.columns)
            hurt = role in out.wounded and not rested
            harm = out.harm(role, column, hurt, HIDDEN if column == attack else None)
            wind = out.winds[line]
            extra = harm.cost + harm.destroyed * missed + self.jitter()
            if square in wanted:
                need = 0 if wind is None else max(0, wind - resistance)
                options.append(Option(role, square, extra, early, ((line, need),), rested, times))
            elif wind is not None and not hurt:
                for goal in self.content.movement.squares(role, square, 0):
                    if goal not in wanted:
                        continue
                    needs = [(line, max(0, wind - resistance + 1))]
                    below = goal // self.columns
                    next_wind = out.winds[below]
                    if below > line and next_wind is not None:
                        needs.append((below, max(0, next_wind - resistance)))
                    risk = extra + harm.wounded * missed
                    options.append(Option(role, square, risk, early, tuple(needs), rested, times))
        options.sort(key=lambda option: option.extra + option.early + sum(need for _, need in option.needs))
        return options

    # --- the search -------------------------------------------------------------------------

    def _formation(self, attack: int | None, limit: float, *, helped: bool = False) -> Plan | None:
        lists = [self._options(role, attack) for role in ORDER]
        coming = sum(role not in self.outlook.field for role in ORDER)
        if not all(lists) or coming > self.most_entries:
            return None
        base = self.content.cost["attack"] if attack is not None else 0
        hoped = 0
        if helped:
            base += self.content.cost["help"]
            hoped = self.outlook.settings.help_gain
        if attack is not None:
            limit -= self.outlook.settings.attack_gain - self.outlook.settings.card
        rest_extras = [0.0] * (len(ORDER) + 1)
        for number in reversed(range(len(ORDER))):
            rest_extras[number] = rest_extras[number + 1] + min(option.extra for option in lists[number])
        best: Plan | None = None
        chosen: list[Option] = []

        def price(early: int, late: int) -> float:
            return self.purse.price(early, max(0, late - hoped))

        def search(number: int, extra: float, early: int, needs: tuple[int, ...], taken: int) -> None:
            nonlocal best, limit
            if extra + rest_extras[number] + price(early, sum(needs)) >= limit:
                return
            if number == len(lists):
                walk = Walk(self, chosen).find()
                if walk is not None:
                    limit = walk.cost = extra + price(early, sum(needs))
                    walk.attack = attack
                    walk.early = early
                    walk.late = max(0, sum(needs) - hoped)
                    walk.help = helped
                    best = walk
                return
            for option in lists[number]:
                if taken >> option.square & 1:
                    continue
                merged = list(needs)
                for line, need in option.needs:
                    merged[line] = max(merged[line], need)
                chosen.append(option)
                search(
                    number + 1,
                    extra + option.extra,
                    early + option.early,
                    tuple(merged),
                    taken | 1 << option.square,
                )
                chosen.pop()

        search(0, 0.0, base, (0,) * self.content.lines, 0)
        return best

    # --- no formation -----------------------------------------------------------------------

    def safe_plan(self) -> Plan:
        """Move everybody to the least dangerous squares and spend nothing."""
        lists = [self._refuges(role) for role in ORDER]
        best = Plan(NO_COST)
        chosen: list[Option] = []

        def search(number: int, extra: float, taken: int) -> None:
            nonlocal best
            if extra >= best.cost:
                return
            if number == len(lists):
                staying = [option for option in chosen if option.square >= 0]
                coming = sum(option.role not in self.outlook.field for option in staying)
                walk = Walk(self, staying).find() if coming <= self.most_entries else None
                if walk is not None:
                    walk.cost = extra
                    best = walk
                return
            for option in lists[number]:
                if option.square >= 0 and taken >> option.square & 1:
                    continue
                chosen.append(option)
                search(
                    number + 1,
                    extra + option.extra,
                    taken | (1 << option.square if option.square >= 0 else 0),
                )
                chosen.pop()

        search(0, 0.0, 0)
        return best

    def _refuges(self, role: str) -> list[Option]:
        out = self.outlook
        refuges: list[Option] = []
        for square, (early, _, _) in self._places(role).items():
            if early:
                continue
            hurt = role in out.wounded
            harm = out.harm(role, square % self.columns, hurt).cost + self._wind_harm(role, square, hurt)
            harm += out.settings.ready * out.ready.at(role, square, hurt)
            if role not in out.field:
                harm -= out.settings.presence
            refuges.append(Option(role, square, harm + self.jitter(), 0, (), False, 0))
        if role not in out.field:
            refuges.append(Option(role, -1, out.settings.ready * out.ready.away[role], 0, (), False, 0))
        refuges.sort(key=lambda option: option.extra)
        return refuges

    def _wind_harm(self, role: str, square: int, hurt: bool) -> float:
        """Return what the winds do to a character without any power."""
        settings = self.outlook.settings
        fatal = self.content.limits.destroyed_from
        resistance = self.content.roles[role].resistance
        cost = 0.0
        while square < self.columns * self.content.lines:
            wind = self.outlook.winds[square // self.columns]
            behind = 0 if wind is None else wind - resistance
            if behind <= 0:
                return cost
            if hurt or (fatal is not None and behind >= fatal):
                return cost + settings.lost_character
            cost += settings.wound
            hurt = True
            square += self.columns
        return cost


class Walk:
    """Finds an order in which chosen squares can be walked to."""

    def __init__(self, planner: Planner, options: list[Option]) -> None:
        self.options = {option.role: option for option in options}
        self.out = planner.outlook
        self.gates = planner.gates
        self.squares = planner.content.movement.squares

    def find(self) -> Plan | None:
        """Return the walk as a plan, or None."""
        coming = [role for role in self.options if role not in self.out.field]
        return self._enter(coming, dict(self.out.field), [])

    def _enter(self, coming: list[str], at: dict[str, int], entries: list[tuple[str, int]]) -> Plan | None:
        if not coming:
            waiting = [
                role
                for role, option in self.options.items()
                if at[role] != option.square and (option.provocations == 0 or role not in self.out.wounded)
            ]
            return self._move(waiting, at, entries, [])
        role = coming[0]
        goal = self.options[role].square
        direct = self.options[role].provocations == 0
        for gate in sorted(self.gates, key=lambda square: square != goal):
            if gate in at.values():
                continue
            if direct and gate != goal and goal not in self.squares(role, gate, 0):
                continue
            found = self._enter(coming[1:], {**at, role: gate}, [*entries, (role, gate)])
            if found is not None:
                return found
        return None

    def _move(
        self,
        waiting: list[str],
        at: dict[str, int],
        entries: list[tuple[str, int]],
        moves: list[tuple[str, int]],
    ) -> Plan | None:
        if not waiting:
            return self._provoke(at, entries, moves, [])
        occupied = mask(at.values())
        for role in waiting:
            option = self.options[role]
            left = [other for other in waiting if other != role]
            for square in self.squares(role, at[role], occupied):
                if option.provocations == 0 and square != option.square:
                    continue
                if option.provocations and option.square not in self.squares(role, square, 0):
                    continue
                found = self._move(left, {**at, role: square}, entries, [*moves, (role, square)])
                if found is not None:
                    return found
        return None

    def _provoke(
        self,
        at: dict[str, int],
        entries: list[tuple[str, int]],
        moves: list[tuple[str, int]],
        provoked: list[tuple[str, int]],
    ) -> Plan | None:
        away = [role for role, option in self.options.items() if at[role] != option.square]
        if not away:
            rests = [role for role, option in self.options.items() if option.rest]
            return Plan(0.0, entries, moves, rests, provoked)
        occupied = mask(at.values())
        for role in away:
            goal = self.options[role].square
            if goal in self.squares(role, at[role], occupied):
                found = self._provoke({**at, role: goal}, entries, moves, [*provoked, (role, goal)])
                if found is not None:
                    return found
        return None
