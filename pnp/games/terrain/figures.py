"""Measured figures with the doubt that belongs to them: 95 % confidence intervals of means and rates."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z = 1.959964
"""How many standard errors hold 95 % of a normal distribution."""


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """Return a mean with its interval."""
    middle = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return {"mean": middle, "low": middle - half, "high": middle + half, "n": len(values)}


def rate_of(hits: float, n: int) -> dict[str, float]:
    """Return a rate with its Wilson interval; hits may come in parts (shared victories)."""
    if n == 0:
        return {"rate": 0.0, "low": 0.0, "high": 1.0, "n": 0}
    rate = hits / n
    spread = Z * Z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = Z * sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    return {"rate": rate, "low": max(0.0, centre - half), "high": min(1.0, centre + half), "n": n}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of all values lies (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
