"""Players without a table: a random one, and the planner that the balance report relies on.

Bots see only a view and the legal actions.
"""

from collections.abc import Mapping
from typing import Any

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.bracing import Brace, Bracer
from pnp.games.horde.play.outlook import ORDER, Outlook, Readiness
from pnp.games.horde.play.planning import Planner
from pnp.play.seeds import Stream
from pnp.play.state import Action


class RandomBot:
    """Plays any legal action."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        """Return one of the legal actions, each equally likely."""
        return self.stream.choice(legal)


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
        self._acts: list[Action] = []
        self._cards: list[list[str]] = []
        self._script: dict[int, Brace] = {}

    def choose(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        """Return the next action of the turn's plan."""
        if view["turn"] != self._turn:
            self._turn = view["turn"]
            self._begin(view)
        step = view["step"]
        return getattr(self, f"_{step[0]}")(view, legal, *step[2:])  # type: ignore[no-any-return]

    def _jitter(self) -> float:
        if not self.noise:
            return 0.0
        return self.noise * (self.stream.uniform() + self.stream.uniform() - 1.0)

    def _outlook(self, view: Mapping[str, Any]) -> Outlook:
        return Outlook(self.content, self.settings, view, self.ready, blind=self.blind)

    def _begin(self, view: Mapping[str, Any]) -> None:
        """Plan phase 3."""
        outlook = self._outlook(view)
        seat = view["seat"]
        name = self.content.square_name
        planner = Planner(outlook, self._jitter, self.forbidden)
        plan = planner.plan()
        own = view["hordes"][seat]
        cards = [own["hand"][place] for place in planner.purse.cards(plan.early, plan.late)]
        slots = list(view["enc"])
        self._entries = [(role, name(square, seat)) for role, square in plan.entries]
        self._moves = [(role, name(square, seat)) for role, square in plan.moves]
        self._acts = [{"do": "play", "card": card} for card in cards]
        if plan.attack is not None:
            slot = slots[seat * self.content.grid.columns + plan.attack]
            self._acts.append({"do": "attack", "slot": slot})
        if plan.help:
            self._acts.append({"do": "help"})
        self._acts += ({"do": "rest", "role": role} for role in plan.rests)
        self._acts += ({"do": "provoke", "role": role, "to": name(square, seat)} for role, square in plan.provocations)

    def _enter(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        if not self._entries:
            return {"do": "end-entries"}
        role, to = self._entries.pop(0)
        aval = view["hordes"][view["seat"]]["aval"]
        card = next(card for card in aval if self.content.role_of(card) == role)
        return {"do": "enter", "card": card, "to": to}

    def _move(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        if not self._moves:
            return {"do": "end-moves"}
        role, to = self._moves.pop(0)
        return {"do": "move", "role": role, "to": to}

    def _act(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        return self._acts.pop(0) if self._acts else self._spend_rest(legal)

    def _spend_rest(self, legal: list[Action]) -> Action:
        """Points left in the pool would be lost: heal or ask for Help with them."""
        for wish, verb in ((self.settings.rests, "rest"), (self.settings.helps, "help")):
            found = [action for action in legal if action["do"] == verb]
            if wish and found and verb not in self.forbidden:
                return found[0]
        return {"do": "end-actions"}

    def _mixed(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        if self._entries:
            return self._enter(view, legal)
        return self._move(view, legal) if self._moves else self._act(view, legal)

    def _keep(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        return max(legal, key=lambda action: self.content.value[action["card"]])

    def _strike(self, view: Mapping[str, Any], legal: list[Action], rank: str, role: str) -> Action:
        return legal[0]

    def _search_wind(self, view: Mapping[str, Any], first: int) -> None:
        """Search phase 5 once, at its first choice."""
        if self._braced == self._turn:
            return
        self._braced = self._turn
        bracer = Bracer(self._outlook(view))
        bracer.search(first)
        hand = view["hordes"][view["seat"]]["hand"]
        self._cards = [[hand[place] for place in cards] for cards in bracer.payment.cards]
        self._script = {brace.line: brace for brace in bracer.script}

    def _brace(self, view: Mapping[str, Any], legal: list[Action], line: int) -> Action:
        self._search_wind(view, line * self.content.grid.columns)
        if self._cards[line]:
            return {"do": "play", "card": self._cards[line].pop(0)}
        return {"do": "brace", "line": line + 1, "power": self._script[line].power}

    def _advance(self, view: Mapping[str, Any], legal: list[Action], role: str) -> Action:
        seat = view["seat"]
        square = self.content.square_at(view["hordes"][seat]["field"][role][1], seat) or 0
        self._search_wind(view, square)
        goal = self._script[square // self.content.grid.columns].moves.get(role)
        if goal is None:
            return {"do": "stay", "role": role}
        return {"do": "advance", "role": role, "to": self.content.square_name(goal, seat)}

    def _trim(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        """Keep one of each role in Aval; throw doubles while the Wit lasts."""
        own = view["hordes"][view["seat"]]
        by_role: dict[str, list[str]] = {role: [] for role in ORDER}
        for card in own["aval"]:
            by_role[self.content.role_of(card)].append(card)
        most = max(by_role.values(), key=len)
        must = len(own["aval"]) > self.content.limits.aval
        if must or (len(most) > 1 and own["wit_left"] > 0):
            return {"do": "dismiss", "card": most[-1]}
        return {"do": "end-discards"}
