"""Bots: players that see only a view and the legal choices, as a person at the table does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.choices import Choices, End, GoOn, Open, PickUp, Step, Storm, UsePower
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.policies import Greedy, Policy, Sampling
from pnp.games.tempest.play.position import Stage
from pnp.games.tempest.play.situation import Situation, open_storm, read_view
from pnp.games.tempest.play.state import STORM_DECKS
from pnp.games.tempest.play.view import View
from pnp.play.match import RandomBot
from pnp.play.seeds import Stream
from pnp.play.state import AnyBot


class CarelessBot:
    """Wanders about: takes along whom it meets, leaves nobody behind, and looks at nothing else."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Pick somebody up if possible; else step at random while the card lasts."""
        for wanted in (PickUp, Step, Storm, Open, GoOn):
            found = [choice for choice in legal if isinstance(choice, wanted)]
            if found:
                return self.stream.choice(found)
        return End()


class PolicyBot:
    """Lets a policy decide; a turn is planned once and then carried out choice by choice."""

    def __init__(self, content: TempestContent, policy: Policy) -> None:
        self.content = content
        self.policy = policy
        self.planned: list[Choices] = []

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return the policy's choice for the phase at hand."""
        phase, turn = view.phase, view.turn
        if phase == "move" and (turn.begun or self.planned):
            return self.planned.pop(0)
        situation = read_view(self.content, view)
        if phase == "deck":
            return Storm(STORM_DECKS[self.policy.deck(situation)])
        storm = open_storm(view, situation.stage)
        if phase == "brace":
            return self._brace(view, situation)
        if phase == "ward":
            self.planned = []
            if self.policy.ward(situation, storm):
                return next(choice for choice in legal if isinstance(choice, UsePower))
            return GoOn()
        if phase == "free":
            return Open(situation.stage.board.xy[self.policy.free(situation)])
        assert view.movement is not None, "no movement card lies open"
        shield = shield_of(situation.stage, turn.protected)
        plan = self.policy.turn(situation, storm, view.movement.card, shield)
        self.planned = [*plan.actions, End()]
        return self.planned.pop(0)

    def _brace(self, view: View, situation: Situation) -> Choices:
        """Protect somebody, or let the storm come."""
        self.planned = []
        if not view.turn.protected:
            whom = self.policy.brace(situation, open_storm(view, situation.stage))
            if whom >= 0:
                stage = situation.stage
                holder = next(
                    held.name
                    for held in stage.held
                    if held.counter in stage.protects and situation.position.uses[held.counter]
                )
                return UsePower(holder, citizen=stage.labels[whom])
        return GoOn()


def shield_of(stage: Stage, labels: Sequence[str]) -> int:
    """Return the protected citizens as a bit mask."""
    return sum(1 << stage.labels.index(label) for label in labels)


BOTS: dict[str, Callable[[TempestContent, Stream], AnyBot]] = {
    "random": lambda content, stream: RandomBot(stream),
    "careless": lambda content, stream: CarelessBot(stream),
    "greedy": lambda content, stream: PolicyBot(content, Greedy()),
    "sampling": lambda content, stream: PolicyBot(content, Sampling(stream)),
}
"""The players by name."""


def play_on(state: DayState | CampaignState, bot: AnyBot) -> list[Choices]:
    """Let a bot play to the end; return its choices."""
    actions: list[Choices] = []
    while not state.is_over:
        action = bot.choose(state.view(0), state.legal_actions())
        state.apply(action)
        actions.append(action)
    return actions
