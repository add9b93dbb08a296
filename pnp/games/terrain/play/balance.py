"""How balanced Terrain Storm is: one bot game as a record, and many records as figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Annotated, Any, Literal

from msgspec import Meta

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.files import GAME
from pnp.games.terrain.play import scenario
from pnp.games.terrain.play.bots import make_bots, play_out
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.measures import single_best
from pnp.play import stats
from pnp.play.seeds import stream
from pnp.play.stats import Record


class Options(scenario.Options):
    """What to measure."""

    bot: Annotated[Literal["greedy", "random"], Meta(description="Who plays.")] = "greedy"


def play_one(content: TerrainContent, seed: int, options: Options) -> Record:
    """Deal and play one game with bots."""
    state = TerrainState.of_deal(content, scenario.generate(content, seed, options))
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
        "award_cards": {a: {"title": card.title, "best": card.best} for a, card in content.awards.items()},
        "request_cards": {r: {"shape": card.shape, "value": card.value} for r, card in content.requests.items()},
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


def report_options(content: TerrainContent) -> list[Options]:
    """List the runs of a full report: every number of players."""
    seats = content.options.seats
    return [Options(players=players) for players in range(seats.fewest, seats.most + 1)]


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of all records, by number of players."""
    return stats.by_players(records, _figures)


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures of games with the same number of players."""
    games = len(records)
    seats = range(records[0]["players"])
    return {
        "games": games,
        "players": len(seats),
        "score": _score(records),
        "margin": stats.distribution([record["margin"] for record in records]),
        "requests_each": stats.mean([_mean([len(taken) for taken in record["requests"]]) for record in records]),
        "request_points_each": stats.mean([_mean(record["request_points"]) for record in records]),
        "award_points_each": stats.mean([_mean(record["award_points"]) for record in records]),
        "award_share": stats.mean([_award_share(record) for record in records]),
        "requests_left": stats.mean([record["requests_left"] for record in records]),
        "fewest_requests_left": min(record["requests_left"] for record in records),
        "awards_unclaimed": stats.mean([len(record["awards_left"]) for record in records]),
        "shared_wins": stats.rate(sum(len(record["winners"]) > 1 for record in records), games),
        "seat_wins": {f"seat {seat + 1}": stats.seat_wins(records, seat) for seat in seats},
        "seat_scores": {
            f"seat {seat + 1}": stats.mean([record["scores"][seat] for record in records]) for seat in seats
        },
        "shapes_claimed_per_game": _shapes(records),
        **_awards(records),
        **_requests(records),
    }


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _score(records: Sequence[Record]) -> dict[str, Any]:
    """Describe the scores of all seats; as those of one game depend on each other, games make the interval."""
    by_game = stats.mean([_mean(record["scores"]) for record in records])
    scores = [score for record in records for score in record["scores"]]
    return {**stats.distribution(scores), "low": by_game["low"], "high": by_game["high"], "n": by_game["n"]}


def _award_share(record: Record) -> float:
    """Return which part of a game's points came from Awards."""
    total: int = sum(record["scores"])
    return sum(record["award_points"]) / max(1, total)


def _shapes(records: Sequence[Record]) -> dict[str, Any]:
    """Return how often each shape is claimed in a game."""
    names = dict.fromkeys(card["shape"] for card in records[0]["request_cards"].values())
    return {name: stats.mean([record["shapes"].get(name, 0) for record in records]) for name in names}


def _requests(records: Sequence[Record]) -> dict[str, Any]:
    """Return for each Request how often it was met once it lay open, and which are never or always met."""
    shown = Counter(request for record in records for request in record["requests_shown"])
    met = Counter(request for record in records for taken in record["requests"] for request in taken)
    cards: Mapping[str, Mapping[str, Any]] = records[0]["request_cards"]
    by_value: dict[str, dict[str, Any]] = {}
    for request, card in sorted(cards.items(), key=lambda entry: entry[1]["value"]):
        rates = by_value.setdefault(f"worth {card['value']}", {})
        rates[f"{request} {card['shape']}"] = stats.rate(met[request], shown[request])
    return {
        "never_met": [request for request in cards if shown[request] and not met[request]],
        "always_met": [request for request in cards if shown[request] and met[request] == shown[request]],
        "requests_met_when_open": by_value,
    }


def _awards(records: Sequence[Record]) -> dict[str, Any]:
    """Return for each Award how often it is won, decides a game, and separates the final islands."""
    won, decided, final = {}, {}, []
    for award, card in records[0]["award_cards"].items():
        title = f"{award} {card['title']}"
        shown = [record for record in records if award in record["awards_shown"]]
        won[title] = stats.rate(sum(award not in record["awards_left"] for record in shown), len(shown))
        decided[title] = stats.rate(sum(award in record["deciding_awards"] for record in shown), len(shown))
        top = min if card["best"] == "smallest" else max
        final.append(
            {
                "award": title,
                "single_best": stats.rate(sum(award in record["final_single"] for record in records), len(records)),
                "best_value": stats.mean([top(record["final_values"][award]) for record in records]),
            }
        )
    return {"awards_won": won, "awards_that_decided": decided, "final_islands": final}
