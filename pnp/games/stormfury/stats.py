"""Figures with their uncertainty: means, rates, quantiles and histograms of simulated games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

Z95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


def mean(values: Sequence[float]) -> dict[str, Any]:
    """Return the mean of values with its 95 % interval."""
    number = len(values)
    middle = sum(values) / number
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (number - 1)) if number > 1 else 0.0
    half = Z95 * spread / sqrt(number)
    return {"mean": middle, "low": middle - half, "high": middle + half, "sd": spread, "n": number}


def rate(hits: int, number: int) -> dict[str, Any]:
    """Return a share with its 95 % interval (Wilson)."""
    share = hits / number
    root = Z95 * sqrt(share * (1 - share) / number + Z95**2 / (4 * number**2))
    base = 1 + Z95**2 / number
    centre = share + Z95**2 / (2 * number)
    return {
        "rate": share,
        "low": max(0.0, (centre - root) / base),
        "high": min(1.0, (centre + root) / base),
        "n": number,
    }


def rates(found: Iterable[Iterable[str]], names: Iterable[str], number: int) -> dict[str, Any]:
    """Return for each name the share of games in which it was found."""
    counts = Counter(name for one in found for name in set(one))
    return {name: rate(counts[name], number) for name in names}


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which that share of the values lies (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def distribution(values: Sequence[int]) -> dict[str, Any]:
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
