"""Measured figures with the doubt that belongs to them: means and rates with 95 % intervals, quantiles, histograms."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum, sqrt
from typing import Any

Record = dict[str, Any]
"""What is noted of one simulated game: JSON values."""

Figures = dict[str, object]
"""Figures by name: numbers, lists, or further figures."""

Z95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


def mean(values: Sequence[float]) -> Figures:
    """Return the mean of values with its 95 % interval."""
    number = len(values)
    if number == 0:
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "sd": 0.0, "n": 0}
    middle = fsum(values) / number
    spread = sqrt(fsum(off * off for off in (value - middle for value in values)) / (number - 1)) if number > 1 else 0.0
    half = Z95 * spread / sqrt(number)
    return {"mean": middle, "low": middle - half, "high": middle + half, "sd": spread, "n": number}


def rate(hits: float, number: int) -> Figures:
    """Return a share with its Wilson interval; hits may come in parts (shared victories)."""
    if number == 0:
        return {"rate": 0.0, "low": 0.0, "high": 1.0, "n": 0}
    share = hits / number
    spread = Z95 * Z95 / number
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(max(0.0, share * (1 - share)) / number + spread / (4 * number)) / (1 + spread)
    return {"rate": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half), "n": number}


def difference(hits: int, number: int, other_hits: int, other_number: int) -> Figures:
    """Return how much greater the first share is than the second, with a normal interval."""
    one, two = hits / number, other_hits / other_number
    half = Z95 * sqrt(one * (1 - one) / number + two * (1 - two) / other_number)
    return {"difference": one - two, "low": one - two - half, "high": one - two + half}


def paired_difference(hits: Sequence[bool], others: Sequence[bool]) -> Figures:
    """Return how much greater the first share is than the second on the same seeds, with Bonett and Price's interval.

    Unlike the normal one, it stays honest where hardly a seed differs.
    """
    number = len(hits)
    gained = sum(one and not other for one, other in zip(hits, others, strict=True))
    lost = sum(other and not one for one, other in zip(hits, others, strict=True))
    up, down = (gained + 1) / (number + 2), (lost + 1) / (number + 2)
    middle, half = up - down, Z95 * sqrt((up + down - (up - down) * (up - down)) / (number + 2))
    share = (gained - lost) / number if number else 0.0
    return {"difference": share, "low": max(-1.0, middle - half), "high": min(1.0, middle + half), "n": number}


def rates(found: Iterable[Iterable[str]], names: Iterable[str], number: int) -> Figures:
    """Return for each name the share of games in which it was found."""
    counts = Counter(name for one in found for name in set(one))
    return {name: rate(counts[name], number) for name in names}


def by_players(records: Sequence[Record], figures: Callable[[Sequence[Record]], Figures]) -> Figures:
    """Return the figures of records, for each number of players by itself if there are several."""
    groups: dict[int, list[Record]] = {}
    for record in records:
        groups.setdefault(record["players"], []).append(record)
    if len(groups) == 1:
        return figures(records)
    return {f"{players} players": figures(group) for players, group in sorted(groups.items())}


def seat_wins(records: Sequence[Record], seat: int) -> Figures:
    """Return how often a seat wins; shared victories count in parts."""
    wins = fsum(1 / len(record["winners"]) for record in records if seat in record["winners"])
    return rate(wins, len(records))


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which that share of the values lies (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def distribution(values: Sequence[int]) -> Figures:
    """Describe whole numbers: mean with interval, quantiles, extremes and histogram."""
    return {
        **mean(values),
        "p05": quantile(values, 0.05),
        "quartiles": [quantile(values, share) for share in (0.25, 0.5, 0.75)],
        "p95": quantile(values, 0.95),
        "least": min(values),
        "most": max(values),
        "histogram": {str(value): count for value, count in sorted(Counter(values).items())},
    }
