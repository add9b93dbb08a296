"""Bot games: one played to its end, and the few that tell whether a deal is fair."""

from math import fsum
from statistics import median
from typing import NamedTuple

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.content.files import GAME
from pnp.games.knowledge.play.bots import STRONGEST, make_bot
from pnp.games.knowledge.play.choices import Choices
from pnp.games.knowledge.play.deal import DealCertificate, KnowledgeDeal, Rating
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.view import View
from pnp.play.match import play_out, remembered
from pnp.play.seeds import stream
from pnp.play.state import Bot


def play(content: KnowledgeContent, deal: KnowledgeDeal, kind: str, name: str) -> tuple[KnowledgeState, bool]:
    """Let bots of a kind play a deal with the luck of a name; return the end, and whether they got there in time."""
    state = KnowledgeState.of_deal(content, deal)
    bots = make_bots(content, kind, deal.players, deal.number, name)
    longest = content.options.measurement.longest_game
    luck = stream(GAME, deal.number, f"{name}/luck")
    return state, play_out(state, bots, luck, goes_on=lambda: state.round <= longest)


def make_bots(content: KnowledgeContent, kind: str, players: int, seed: int, name: str) -> list[Bot[Choices, View]]:
    """Seat one bot of a kind on every seat, each with a random stream of its own."""
    return [make_bot(content, kind, stream(GAME, seed, f"{name}/{seat}")) for seat in range(players)]


class Trials(NamedTuple):
    """What some bot games of one deal gave."""

    games: int
    wins: tuple[float, ...]
    """By seat; shared victories count in parts."""
    median_rounds: float
    early: float
    """Share of games that ended by the early round."""


@remembered
def try_deal(content: KnowledgeContent, deal: KnowledgeDeal) -> Trials:
    """Play the trial games of a deal with the strongest bots: what they make of it, people can."""
    good = content.options.good_deal
    ends = [play(content, deal, STRONGEST, f"trial/{game}")[0] for game in range(good.test_games)]
    return Trials(
        games=len(ends),
        wins=tuple(fsum(1 / len(end.winners) for end in ends if seat in end.winners) for seat in range(deal.players)),
        median_rounds=median(end.round for end in ends),
        early=sum(end.round <= good.early_round for end in ends) / len(ends),
    )


def certify(content: KnowledgeContent, deal: KnowledgeDeal, _options: object) -> DealCertificate:
    """Rate a deal by what bots make of it."""
    trials = try_deal(content, deal)
    return DealCertificate(
        rating=Rating(
            games=trials.games,
            bot=STRONGEST,
            seat_share=tuple(round(wins / trials.games, 2) for wins in trials.wins),
            median_rounds=trials.median_rounds,
            early=round(trials.early, 2),
        )
    )
