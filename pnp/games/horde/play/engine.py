"""The game as bots, referee and simulator see it: a State over table, phases and choices."""

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import Mode
from pnp.games.horde.play import phases
from pnp.games.horde.play.choices import Choices
from pnp.games.horde.play.deal import HordeDeal
from pnp.games.horde.play.legal import legal
from pnp.games.horde.play.state import Event, Picture, Table, restore
from pnp.games.horde.play.verbs import CHANCE_STEPS, apply
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, enforces


class HordeState(Table):
    """A solo game or a competition in progress."""

    __slots__ = ()

    @classmethod
    def at(
        cls,
        content: HordeContent,
        picture: Picture,
        *,
        mode: Mode = "solo",
        log: list[Event] | None = None,
    ) -> "HordeState":
        """Return the state a snapshot describes, run on to its next choice.

        A snapshot whose agenda holds only some steps is a game of just these steps: examples of
        the rulebook and tests of a single phase are built this way.
        """
        state = cls(content, picture.get("mode", mode))
        state.log = log
        restore(state, picture)
        phases.run(state)
        return state

    def to_act(self) -> int:
        """Return the seat whose choice is awaited, or CHANCE, or OVER."""
        if self.status is not None or not self.agenda:
            return OVER
        current = self.agenda[-1]
        return CHANCE if current[0] in CHANCE_STEPS else int(current[1])

    def legal_actions(self) -> list[Choices]:
        """List every action the acting seat may take now."""
        return legal(self)

    def apply(self, action: Choices) -> None:
        """Carry out an action; raise Illegal and change nothing when a rule forbids it."""
        apply(self, action)

    def chance(self, stream: Stream) -> Choices:
        """Draw a card of the shuffled deck that the game waits for."""
        return stream.choice(legal(self))

    @enforces("ending.win", "competition.goal", "competition.ending", "competition.tie")
    def result(self) -> Picture:
        """Return the outcome of a finished game."""
        survivors = [horde.survivors() for horde in self.hordes]
        packs = [len(horde.pack) for horde in self.hordes]
        common = {"outcome": self.status, "turn": self.turn, "survivors": survivors, "pack": packs}
        if self.mode == "solo":
            won = self.status == "win"
            return {**common, "won": won, "scores": [int(won)], "winners": [0] if won else []}
        out = [horde.out is not None for horde in self.hordes]
        scores = [0 if gone else count for gone, count in zip(out, survivors, strict=True)]
        ranks = [(not gone, score, pack) for gone, score, pack in zip(out, scores, packs, strict=True)]
        best = max(ranks)
        winners = [] if all(out) else [seat for seat, rank in enumerate(ranks) if rank == best]
        return {**common, "out": [horde.out for horde in self.hordes], "scores": scores, "winners": winners}


@enforces("setup.split", "setup.aval", "setup.encounters", "setup.breezes", "competition.table")
def deal(content: HordeContent, dealt: HordeDeal) -> HordeState:
    """Lay out a scenario, before the first turn begins."""
    state = HordeState(content, dealt.mode)
    state.reshuffle = dealt.reshuffle
    for horde, own in zip(state.hordes, dealt.hordes, strict=True):
        horde.aval = list(own.aval)
        horde.wit = list(own.wit)
        horde.pack = list(own.pack)
    state.breezes = list(dealt.breezes)
    state.enc_deck = list(dealt.encounters)
    alone = state.mode == "solo"
    row = content.limits.encounters_at_start if alone else content.competition.encounters_at_start
    for slot in reversed(range(row)):
        state.enc[slot] = (state.enc_deck.pop(0), False)
    for slot in reversed(range(content.limits.breezes_at_start)):
        state.slots[slot] = state.breezes.pop(0)
    state.agenda = [("turn",)]
    return state


def begin(state: HordeState) -> HordeState:
    """Run a dealt game on to its first choice."""
    phases.run(state)
    return state
