"""Rates and means with 95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

Z = 1.959964


def rate(hits: int, trials: int) -> dict[str, Any]:
    """Return a share with its Wilson interval."""
    if not trials:
        return {"rate": None, "low": None, "high": None, "n": 0}
    share = hits / trials
    spread = Z * Z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = max(centre - half, 0.0) if hits else 0.0
    high = min(centre + half, 1.0) if hits < trials else 1.0
    return {"rate": round(share, 4), "low": round(low, 4), "high": round(high, 4), "n": trials}


def mean(values: Sequence[float]) -> dict[str, Any]:
    """Return an average with its normal interval."""
    n = len(values)
    if not n:
        return {"mean": None, "low": None, "high": None, "n": 0}
    average = sum(values) / n
    variance = sum((value - average) ** 2 for value in values) / max(n - 1, 1)
    half = Z * sqrt(variance / n)
    return {
        "mean": round(average, 4),
        "low": round(average - half, 4),
        "high": round(average + half, 4),
        "n": n,
    }
