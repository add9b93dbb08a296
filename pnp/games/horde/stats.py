"""Small statistics: rates and means with their 95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt

Z = 1.959964


def rate(hits: int, trials: int) -> dict[str, float | int]:
    """Return a share with its Wilson interval."""
    if trials == 0:
        return {"n": 0, "rate": 0.0, "low": 0.0, "high": 1.0}
    share = hits / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return {"n": trials, "rate": share, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}


def mean(values: Sequence[float]) -> dict[str, float | int]:
    """Return a mean with its normal interval."""
    count = len(values)
    if count == 0:
        return {"n": 0, "mean": 0.0, "low": 0.0, "high": 0.0}
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    half = Z * sqrt(spread / count)
    return {"n": count, "mean": middle, "low": middle - half, "high": middle + half}


def difference(hits: int, trials: int, other_hits: int, other_trials: int) -> dict[str, float]:
    """Return how much greater the first share is than the second, with a normal interval."""
    one, two = hits / trials, other_hits / other_trials
    half = Z * sqrt(one * (1 - one) / trials + two * (1 - two) / other_trials)
    return {"difference": one - two, "low": one - two - half, "high": one - two + half}
