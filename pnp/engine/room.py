"""What a game that runs from data offers to those who deal, check, play and measure it (pnp.play.game.PlayRoom)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from pnp.diagnostics import fail
from pnp.engine.balance import Options as BalanceOptions
from pnp.engine.balance import play_one, report_options, summarise
from pnp.engine.bots import GreedyBot, SearchingBot, random_bot
from pnp.engine.compile import starting_cards
from pnp.engine.deal import Options, PlayDeal, dealt, new_game
from pnp.engine.machine import Program, Rolled, Running, Shuffled
from pnp.engine.show import show
from pnp.play.checks import CheckList, Fault, seats_fault
from pnp.play.deal import Certificate, Proof
from pnp.play.game import AnyPlayRoom, BalanceRoute, PlayRoom, ScenarioRoute
from pnp.play.match import play_out
from pnp.play.seeds import Stream, stream
from pnp.play.state import Choice


class Subject(NamedTuple):
    """A deal to look at."""

    program: Program
    deal: PlayDeal


CHECKS: CheckList[Subject] = CheckList()


@CHECKS.add("PL01", "players", hard=True, clauses=())
def check_players(subject: Subject) -> Iterator[Fault]:
    """The deal is for a legal number of players."""
    yield from seats_fault(subject.deal.players, *subject.program.seats)


@CHECKS.add("PL02", "whole-zones", hard=True, clauses=(), parts=("zones",))
def check_zones(subject: Subject) -> Iterator[Fault]:
    """Every shuffled zone is there, with each of its cards once."""
    program, zones = subject.program, subject.deal.zones
    cards = starting_cards(program)
    shuffled = [name for name in cards if program.zones[name].shuffled]
    for name in zones:
        if name not in shuffled:
            yield Fault(f"there is no shuffled zone '{name}'", ("zones", name))
    for name in shuffled:
        if name not in zones:
            yield Fault(f"the zone '{name}' is missing", ("zones",))
        elif Counter(zones[name]) != Counter(card.key for card in cards[name]):
            yield Fault(f"'{name}' must hold its {len(cards[name])} cards, each once", ("zones", name))


@cache
def room_of(program: Program) -> AnyPlayRoom:
    """Return the playing side of a compiled game."""
    kinds: list[type[Choice]] = [*(kind for kind, _ in program.verbs.values()), Shuffled, Rolled]
    choices: Any = reduce(or_, kinds)
    witness = msgspec.defstruct("Witness", [("actions", tuple[choices, ...])], frozen=True, forbid_unknown_fields=True)
    certificate = msgspec.defstruct(
        "PlayCertificate",
        [("scores", tuple[float, ...], ()), ("witness", witness | None, None)],
        bases=(Certificate,),
        frozen=True,
        kw_only=True,
    )

    def certify(program: Program, deal: PlayDeal, _: Options) -> Any:
        """Let bots play the deal; their game shows that it comes to an end."""
        state = new_game(program, deal)
        played: list[Choice] = []

        def luck(name: str) -> Stream:
            return stream(program.game, deal.number, name)

        bots = [GreedyBot(program, seat, luck(f"bot/{seat}")) for seat in range(deal.players)]
        play_out(state, bots, luck("luck"), watch=played.append)
        result = state.result()
        if result["end"] != "end":
            message = f"bots do not bring the game of seed {deal.number} to an end"
            raise fail("endless", message, program.place, "pnp check tells more; look at loops and at 'end'")
        return certificate(scores=tuple(result["scores"]), witness=witness(actions=tuple(played)))

    def proof(certified: Any) -> Proof | None:
        return None if certified.witness is None else Proof(certified.witness.actions)

    def seats(state: Running) -> int:
        return state.players

    return PlayRoom(
        scenario=ScenarioRoute(
            options=Options,
            deal=PlayDeal,
            certificate=certificate,
            actions=choices,
            generate=dealt,
            certify=certify,
            new_game=new_game,
            subject=Subject,
            checks=CHECKS,
            proof=proof,
        ),
        balance=BalanceRoute(
            options=BalanceOptions, play_one=play_one, summarise=summarise, report_options=report_options
        ),
        seats=seats,
        bots={"mcts": SearchingBot, "greedy": GreedyBot, "random": random_bot},
        show=show,
        secrets="owner"
        in {zone.seen for zone in program.zones.values()} | {counter.seen for counter in program.counters.values()},
    )
