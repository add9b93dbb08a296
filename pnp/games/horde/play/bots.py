"""The player without a table that the balance report relies on.

Bots see only a view and the legal actions.
"""

from collections.abc import Callable, Mapping

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.bracing import Bracer, LinePlan
from pnp.games.horde.play.choices import (
    Advance,
    Attack,
    Brace,
    Choices,
    Dismiss,
    EndActions,
    EndDiscards,
    EndEntries,
    EndMoves,
    Enter,
    Help,
    Keep,
    Move,
    Play,
    Provoke,
    Rest,
    Stay,
)
from pnp.games.horde.play.outlook import ORDER, Outlook, Readiness
from pnp.games.horde.play.planning import Planner
from pnp.games.horde.play.view import View
from pnp.play.seeds import Stream


class PlannerBot:
    """Plans phase 3 towards the formation, searches phase 5 to its end."""

    def __init__(
        self,
        content: HordeContent,
        name: str,
        stream: Stream,
        *,
        noise: float = 0.0,
        forbidden: frozenset[str] = frozenset(),
        blind: bool = False,
    ) -> None:
        self.content = content
        self.settings = content.bots[name]
        self.stream = stream
        self.noise = noise
        self.forbidden = forbidden
        self.blind = blind
        self.ready = Readiness(content)
        self._turn = -1
        self._braced = -1
        self._entries: list[tuple[str, str]] = []
        self._moves: list[tuple[str, str]] = []
        self._acts: list[Choices] = []
        self._cards: list[list[str]] = []
        self._script: dict[int, LinePlan] = {}
        self._choosers: Mapping[str, Callable[..., Choices]] = {
            "enter": self._enter,
            "move": self._move,
            "act": self._act,
            "mixed": self._mixed,
            "keep": self._keep,
            "strike": self._strike,
            "brace": self._brace,
            "advance": self._advance,
            "trim": self._trim,
        }

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return the next action of the turn's plan."""
        if view.turn != self._turn:
            self._turn = view.turn
            self._begin(view)
        name, _, *about = view.step or ("", 0)
        return self._choosers[str(name)](view, legal, *about)

    def _jitter(self) -> float:
        if not self.noise:
            return 0.0
        return self.noise * (self.stream.uniform() + self.stream.uniform() - 1.0)

    def _outlook(self, view: View) -> Outlook:
        return Outlook(self.content, self.settings, view, self.ready, blind=self.blind)

    def _begin(self, view: View) -> None:
        """Plan phase 3."""
        outlook = self._outlook(view)
        seat = view.seat
        name = self.content.square_name
        planner = Planner(outlook, self._jitter, self.forbidden)
        plan = planner.plan()
        own = view.own
        cards = [(own.hand or ())[place] for place in planner.purse.cards(plan.early, plan.late)]
        slots = self.content.slot_names(view.mode)
        self._entries = [(role, name(square, seat)) for role, square in plan.entries]
        self._moves = [(role, name(square, seat)) for role, square in plan.moves]
        self._acts = [Play(card) for card in cards]
        if plan.attack is not None:
            slot = slots[seat * self.content.grid.columns + plan.attack]
            self._acts.append(Attack(slot))
        if plan.help:
            self._acts.append(Help())
        self._acts += (Rest(role) for role in plan.rests)
        self._acts += (Provoke(role, name(square, seat)) for role, square in plan.provocations)

    def _enter(self, view: View, legal: list[Choices]) -> Choices:
        if not self._entries:
            return EndEntries()
        role, to = self._entries.pop(0)
        aval = view.own.aval
        card = next(card for card in aval if self.content.role_of(card) == role)
        return Enter(card, to)

    def _move(self, view: View, legal: list[Choices]) -> Choices:
        if not self._moves:
            return EndMoves()
        role, to = self._moves.pop(0)
        return Move(role, to)

    def _act(self, view: View, legal: list[Choices]) -> Choices:
        return self._acts.pop(0) if self._acts else self._spend_rest(legal)

    def _spend_rest(self, legal: list[Choices]) -> Choices:
        """Points left in the pool would be lost: heal or ask for Help with them."""
        for wish, verb, kind in ((self.settings.rests, "rest", Rest), (self.settings.helps, "help", Help)):
            found = [choice for choice in legal if isinstance(choice, kind)]
            if wish and found and verb not in self.forbidden:
                return found[0]
        return EndActions()

    def _mixed(self, view: View, legal: list[Choices]) -> Choices:
        if self._entries:
            return self._enter(view, legal)
        return self._move(view, legal) if self._moves else self._act(view, legal)

    def _keep(self, view: View, legal: list[Choices]) -> Choices:
        looked_at = [choice for choice in legal if isinstance(choice, Keep)]
        return max(looked_at, key=lambda choice: self.content.value[choice.card])

    def _strike(self, view: View, legal: list[Choices], rank: str, role: str) -> Choices:
        return legal[0]

    def _search_wind(self, view: View, first: int) -> None:
        """Search phase 5 once, at its first choice."""
        if self._braced == self._turn:
            return
        self._braced = self._turn
        bracer = Bracer(self._outlook(view))
        bracer.search(first)
        hand = view.own.hand or ()
        self._cards = [[hand[place] for place in cards] for cards in bracer.payment.cards]
        self._script = {brace.line: brace for brace in bracer.script}

    def _brace(self, view: View, legal: list[Choices], line: int) -> Choices:
        self._search_wind(view, line * self.content.grid.columns)
        if self._cards[line]:
            return Play(self._cards[line].pop(0))
        return Brace(line + 1, self._script[line].power)

    def _advance(self, view: View, legal: list[Choices], role: str) -> Choices:
        seat = view.seat
        square = self.content.square_at(view.own.field[role].square, seat) or 0
        self._search_wind(view, square)
        goal = self._script[square // self.content.grid.columns].moves.get(role)
        if goal is None:
            return Stay(role)
        return Advance(role, self.content.square_name(goal, seat))

    def _trim(self, view: View, legal: list[Choices]) -> Choices:
        """Keep one of each role in Aval; throw doubles while the Wit lasts."""
        own = view.own
        by_role: dict[str, list[str]] = {role: [] for role in ORDER}
        for card in own.aval:
            by_role[self.content.role_of(card)].append(card)
        most = max(by_role.values(), key=len)
        must = len(own.aval) > self.content.limits.aval
        if must or (len(most) > 1 and own.wit_left > 0):
            return Dismiss(most[-1])
        return EndDiscards()
