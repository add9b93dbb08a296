"""What bot games show of a deal: whether it is fair, and whether it is interesting."""

from math import fsum
from statistics import fmean
from typing import NamedTuple

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.files import GAME
from pnp.games.terrain.play.bots import make_bots, play_out
from pnp.games.terrain.play.deal import DealCertificate, Rating, TerrainDeal
from pnp.games.terrain.play.engine import TerrainState
from pnp.play.match import remembered
from pnp.play.seeds import stream


class Trials(NamedTuple):
    """What some bot games of one deal gave, by seat."""

    games: int
    wins: tuple[float, ...]
    """Shared victories count in parts."""
    mean_scores: tuple[float, ...]
    requests_each: float
    awards_left: float


@remembered
def try_deal(content: TerrainContent, deal: TerrainDeal) -> Trials:
    """Play the trial games of a deal with greedy bots."""
    games = content.options.good_deal.test_games
    ends: list[TerrainState] = []
    for game in range(games):
        state = TerrainState.of_deal(content, deal)
        bots = make_bots(content, "greedy", deal.players, deal.number, f"trial/{game}")
        play_out(state, bots, stream(GAME, deal.number, f"trial/{game}/luck"))
        ends.append(state)
    results = [state.result() for state in ends]
    seats = range(deal.players)
    return Trials(
        games=games,
        wins=tuple(
            fsum(1 / len(result["winners"]) for result in results if seat in result["winners"]) for seat in seats
        ),
        mean_scores=tuple(fmean(result["scores"][seat] for result in results) for seat in seats),
        requests_each=fmean(len(taken) for result in results for taken in result["requests"]),
        awards_left=fmean(len(state.open_awards) for state in ends),
    )


def certify(content: TerrainContent, deal: TerrainDeal, _options: object) -> DealCertificate:
    """Rate a deal by what greedy bots make of it."""
    trials = try_deal(content, deal)
    good = content.options.good_deal
    interesting = trials.requests_each >= good.interesting_requests and trials.awards_left <= good.interesting_awards
    return DealCertificate(
        rating=Rating(
            games=trials.games,
            seat_share=tuple(round(wins / trials.games, 2) for wins in trials.wins),
            mean_scores=tuple(round(score, 1) for score in trials.mean_scores),
            mean_score=round(fsum(trials.mean_scores) / len(trials.mean_scores), 1),
            requests_each=round(trials.requests_each, 1),
            awards_left=round(trials.awards_left, 1),
            interesting=interesting,
        )
    )
