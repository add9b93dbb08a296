"""What many simulated games say: one run by itself, or all runs of a full report beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.games.tempest.play.deal import CAMPAIGN, FACE_ROLES, FINAL
from pnp.play import stats
from pnp.play.game import Record

Figures = dict[str, Any]
"""Figures as the report holds them: JSON values."""

Run = tuple[str, str, tuple[str, ...], int, str, tuple[str, ...]]
"""What the games of a run have in common: player, day, powers, powers lent, variant, changes."""

USUAL = "greedy"
"""Whose games stand for a good player's where a report plays thousands."""


def summarise(records: Sequence[Record]) -> Figures:
    """Return the figures of records, by themselves if they are of one run, else as a report."""
    runs: dict[Run, list[Record]] = {}
    for record in records:
        runs.setdefault(_run_of(record), []).append(record)
    return _figures(records) if len(runs) <= 1 else _report(runs)


def _run_of(record: Record) -> Run:
    return (
        record["bot"],
        record["day"],
        tuple(record["powers"]),
        record["lent"],
        record["variant"],
        tuple(record["change"]),
    )


# ------------------------------------------------------------------ one run


def _figures(records: Sequence[Record]) -> Figures:
    """Return the figures of one run: rates and means with 95 % intervals."""
    last = max((len(record["days"]) for record in records), default=0)
    figures: Figures = {
        "games": len(records),
        "won": _won(records),
        "days": [_day([record["days"][i] for record in records if len(record["days"]) > i]) for i in range(last)],
    }
    with_faces = [record for record in records if "faces" in record]
    if with_faces:
        figures["faces"] = _faces(with_faces)
    return figures


def _won(records: Sequence[Record]) -> Figures:
    return stats.rate(sum(record["won"] for record in records), len(records))


def _day(days: Sequence[Figures]) -> Figures:
    """Return the figures of one day over many games."""
    rescued = [day["rescued"] for day in days]
    figures = {
        "played": len(days),
        "won": stats.rate(sum(day["won"] for day in days), len(days)),
        "rescued": stats.mean(rescued),
        "rescued_share": {
            str(count): stats.rate(sum(one == count for one in rescued), len(days))
            for count in range(max(rescued, default=0) + 1)
        },
        "left_behind": stats.mean([day["left_behind"] for day in days]),
        "deaths_per_game": _per_game([_counted(day["deaths"]) for day in days]),
        "damage_per_game": _per_game([day["damage"] for day in days]),
    }
    if any("exact" in day for day in days):
        figures["exact"] = stats.rate(sum(day.get("exact", False) for day in days), len(days))
    return figures


def _counted(causes: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for cause in causes:
        counts[cause] = counts.get(cause, 0) + 1
    return counts


def _per_game(counts: Sequence[Mapping[str, int]]) -> Figures:
    """Return the mean of each cause, the commonest first."""
    totals: dict[str, int] = {}
    for one in counts:
        for cause, count in one.items():
            totals[cause] = totals.get(cause, 0) + count
    ranked = sorted(totals, key=lambda cause: (-totals[cause], cause))
    return {cause: stats.mean([one.get(cause, 0) for one in counts]) for cause in ranked}


def _faces(records: Sequence[Record]) -> Figures:
    """Return how often the final day is won by each face card."""
    return {
        role: {
            face: _won([record for record in records if record["faces"][role] == face])
            for face in sorted({record["faces"][role] for record in records})
        }
        for role in FACE_ROLES
    }


# ------------------------------------------------------------- all the runs


def _report(runs: Mapping[Run, Sequence[Record]]) -> Figures:
    """Lay the runs beside each other: by player, power, switch, ruling and variant."""
    plain = {run: records for run, records in runs.items() if not run[2] and not run[4] and not run[5]}
    by_day = _by_player(plain)
    ways = {run[4] for run in runs if run[1] == CAMPAIGN}  # ways to play, where the others read one ruling
    report: Figures = {
        "games": sum(len(records) for records in runs.values()),
        "winning": {_title(day): {bot: _won(records) for bot, records in bots.items()} for day, bots in by_day.items()},
        "rescued": {
            _title(day): {
                bot: stats.mean([one["days"][0]["rescued"] for one in records]) for bot, records in bots.items()
            }
            for day, bots in by_day.items()
            if day not in (FINAL, CAMPAIGN)
        },
        "campaign_day_by_day": {bot: _stages(records) for bot, records in by_day.get(CAMPAIGN, {}).items()},
        "deaths_per_game": {
            _title(day): _per_game([_counted(one["days"][-1]["deaths"]) for one in bots[USUAL]])
            for day, bots in by_day.items()
            if USUAL in bots and day != CAMPAIGN
        },
        "final_day_by_card": _faces(by_day[FINAL][USUAL]) if USUAL in by_day.get(FINAL, {}) else {},
        "value_of_powers": _differences(runs, lambda run: run[2][0] if run[2] else ""),
        "readings_of_rulings": _differences(runs, lambda run: run[4] if run[4] not in ways else ""),
        "switches": _differences(runs, lambda run: run[5][0].removeprefix("switches.") if run[5] else ""),
        "variants": _variants(runs),
    }
    return {key: value for key, value in report.items() if value}


def _by_player(plain: Mapping[Run, Sequence[Record]]) -> dict[str, dict[str, Sequence[Record]]]:
    """Return day → player → records; of two runs of the final day the one with powers counts."""
    found: dict[str, dict[str, Sequence[Record]]] = {}
    for run in sorted(plain, key=lambda run: run[3], reverse=True):
        found.setdefault(run[1], {}).setdefault(run[0], plain[run])
    order = sorted(found, key=lambda day: (day == CAMPAIGN, day == FINAL, day))
    return {day: found[day] for day in order}


def _title(day: str) -> str:
    return {FINAL: "final day", CAMPAIGN: "campaign"}.get(day, f"day {day}")


def _stages(records: Sequence[Record]) -> Figures:
    """Return how often each day of a campaign is won by those who reach it."""
    longest = max(len(record["days"]) for record in records)
    return {
        f"day {i + 1}, when reached": stats.rate(
            sum(record["days"][i]["won"] for record in records if len(record["days"]) > i),
            sum(len(record["days"]) > i for record in records),
        )
        for i in range(longest)
    }


def _differences(runs: Mapping[Run, Sequence[Record]], label: Callable[[Run], str]) -> Figures:
    """Return by day what a change does to the games won and to the citizens saved, on the same seeds."""
    won: dict[str, Figures] = {}
    saved: dict[str, Figures] = {}
    for run, records in runs.items():
        name, day = label(run), run[1]
        base = runs.get((run[0], day, (), run[3], "", ()))
        if not name or base is None or day == CAMPAIGN:
            continue
        pairs = list(zip(records, base, strict=False))
        shares = stats.paired_difference([one["won"] for one, _ in pairs], [other["won"] for _, other in pairs])
        won.setdefault(f"games won, {_title(day)}", {})[name] = shares
        if day != FINAL:  # where one target makes it the same figure
            citizens = [one["days"][0]["rescued"] - other["days"][0]["rescued"] for one, other in pairs]
            saved.setdefault(f"citizens saved, {_title(day)}", {})[name] = stats.mean(citizens)
    return {**won, **saved}


def _variants(runs: Mapping[Run, Sequence[Record]]) -> Figures:
    """Return for each variant how often its campaign is won, and its final day by cards."""
    found: Figures = {}
    for run, records in runs.items():
        bot, day, _, _, variant, _ = run
        if not variant:
            continue
        if day == CAMPAIGN:
            found.setdefault(variant, {}).setdefault("campaign", {})[bot] = _won(records)
            found[variant].setdefault("day_by_day", {})[bot] = _stages(records)
    for run, records in runs.items():
        if run[4] in found and run[1] == FINAL:
            found[run[4]]["final_day_by_card"] = _faces(records)
    return found
