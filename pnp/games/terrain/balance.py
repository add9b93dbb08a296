"""How balanced Terrain Storm is: one bot game as a record, and many records as figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from pnp.games.terrain import scenario
from pnp.games.terrain.content import TerrainContent
from pnp.games.terrain.engine import TerrainState
from pnp.games.terrain.figures import mean_of, percentile, rate_of
from pnp.games.terrain.measures import single_best
from pnp.games.terrain.trials import GAME, make_bots, play_out
from pnp.play.seeds import stream

Record = dict[str, Any]


class Options(scenario.Options):
    """What to measure."""

    bot: Annotated[Literal["greedy", "random"], Meta(description="Who plays.")] = "greedy"


def play_one(content: TerrainContent, seed: int, options: Options) -> Record:
    """Deal and play one game with bots."""
    state = scenario.new_game(content, scenario.generate(content, seed, options))
    players = len(state.players)
    shown = list(state.open_requests + state.request_deck)
    revealed = content.options.play.awards_per_round * state.rounds + options.extra_awards
    awards_shown = (state.open_awards + state.award_deck)[:revealed]
    play_out(state, make_bots(content, options.bot, players, seed, "balance"), stream(GAME, seed, "balance/luck"))
    result = state.result()
    ranked = sorted(result["scores"], reverse=True)
    return {
        "seed": seed,
        "players": players,
        "bot": options.bot,
        **result,
        "request_points": [sum(content.requests[request].value for request in taken) for taken in result["requests"]],
        "award_points": [content.options.play.award_points * len(taken) for taken in result["awards"]],
        "margin": ranked[0] - ranked[1],
        "requests_shown": shown[: len(shown) - len(state.request_deck)],
        "requests_left": len(state.request_deck),
        "awards_shown": awards_shown,
        "awards_left": list(state.open_awards),
        "deciding_awards": _deciding(content, state),
        "shapes": dict(Counter(content.requests[each].shape for taken in result["requests"] for each in taken)),
        "final_values": {award: state.award_values(award) for award in content.awards},
        "final_single": [
            award
            for award, card in content.awards.items()
            if single_best(state.award_values(award), card.best) is not None
        ],
        "best": {award: card.best for award, card in content.awards.items()},
    }


def _deciding(content: TerrainContent, state: TerrainState) -> list[str]:
    """List the Awards without which somebody else would have won."""
    winners = state.result()["winners"]
    deciding: list[str] = []
    for player in state.players:
        for award in list(player.awards):
            player.awards.remove(award)
            if state.result()["winners"] != winners:
                deciding.append(award)
            player.awards.append(award)
    return sorted(deciding)


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of all records, by number of players."""
    counts = sorted({record["players"] for record in records})
    return {str(n): _summary([record for record in records if record["players"] == n]) for n in counts}


def _summary(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of games with the same number of players."""
    games = len(records)
    scores = [score for record in records for score in record["scores"]]
    return {
        "games": games,
        "score": mean_of([_mean(record["scores"]) for record in records]),
        "score_spread": {str(share): percentile(scores, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)},
        "score_histogram": {str(score): count for score, count in sorted(Counter(scores).items())},
        "requests_each": mean_of([_mean([len(taken) for taken in record["requests"]]) for record in records]),
        "request_points_each": mean_of([_mean(record["request_points"]) for record in records]),
        "award_points_each": mean_of([_mean(record["award_points"]) for record in records]),
        "award_share": sum(sum(record["award_points"]) for record in records) / max(1, sum(scores)),
        "requests_left": mean_of([record["requests_left"] for record in records]),
        "fewest_requests_left": min(record["requests_left"] for record in records),
        "awards_unclaimed": mean_of([len(record["awards_left"]) for record in records]),
        "margin": mean_of([record["margin"] for record in records]),
        "shared_wins": rate_of(sum(len(record["winners"]) > 1 for record in records), games),
        "seats": [_seat(records, seat) for seat in range(records[0]["players"])],
        "shapes": _shapes(records),
        "requests": _requests(records),
        "awards": _awards(records),
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _seat(records: Sequence[Record], seat: int) -> dict[str, Any]:
    """Return how often a seat wins and what it scores."""
    wins = sum(1 / len(record["winners"]) for record in records if seat in record["winners"])
    return {
        "wins": rate_of(wins, len(records)),
        "score": mean_of([record["scores"][seat] for record in records]),
    }


def _shapes(records: Sequence[Record]) -> dict[str, Any]:
    """Return how often each shape is claimed in a game."""
    names = sorted({shape for record in records for shape in record["shapes"]})
    return {name: mean_of([record["shapes"].get(name, 0) for record in records]) for name in names}


def _requests(records: Sequence[Record]) -> dict[str, Any]:
    """Return for each Request how often it was met once it lay open, and which are never or always met."""
    shown = Counter(request for record in records for request in record["requests_shown"])
    met = Counter(request for record in records for taken in record["requests"] for request in taken)
    rates = {request: rate_of(met[request], shown[request]) for request in sorted(shown)}
    return {
        "met": rates,
        "never": [request for request, rate in rates.items() if rate["rate"] == 0],
        "always": [request for request, rate in rates.items() if rate["rate"] == 1],
    }


def _awards(records: Sequence[Record]) -> dict[str, Any]:
    """Return for each Award how often it is won, decides a game, and separates the final islands."""
    names: Mapping[str, str] = records[0]["best"]
    return {award: _award(records, award, best) for award, best in names.items()}


def _award(records: Sequence[Record], award: str, best: str) -> dict[str, Any]:
    shown = [record for record in records if award in record["awards_shown"]]
    top = min if best == "smallest" else max
    return {
        "won": rate_of(sum(award not in record["awards_left"] for record in shown), len(shown)),
        "decided": rate_of(sum(award in record["deciding_awards"] for record in shown), len(shown)),
        "single_best": rate_of(sum(award in record["final_single"] for record in records), len(records)),
        "best_value": mean_of([top(record["final_values"][award]) for record in records]),
    }
