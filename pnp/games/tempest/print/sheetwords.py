"""What the sheets say in short: the round, the set-up, the way on, each with the numbers of the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.games.tempest.content import words
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Day
from pnp.games.tempest.content.powers import Heal
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.setup import letter

BOLTS = {"easy": 1, "medium": 2, "hard": 3}


def cards(ranks: int) -> str:
    """Return which cards a suit holds."""
    return f"cards A–{card_name(ranks)}"


def square_map(size: int) -> str:
    """Return the size of a map."""
    return f"{size} × {size} squares"


def goal(day: Day) -> str:
    """Return what wins a day."""
    if day.rescues >= day.citizens:
        return f"rescue all {words.number(day.citizens)}"
    return f"rescue at least {words.number(day.rescues)} of {words.number(day.citizens)}"


def day_name(content: TempestContent, number: int) -> str:
    """Return how a day is called, the final one after the last."""
    return f"day {number}" if number <= content.days[-1].id else "the final day"


def lends(content: TempestContent, name: str, today: int) -> str:
    """Return what a citizen rescued today lends, and from when."""
    citizen = content.citizen_named(name)
    first = today + content.switches.powers_after_days
    if citizen is None or first > content.days[-1].id + 1:
        return ""
    day = day_name(content, first)
    when = "On the final day" if day.startswith("the") else f"From {day}"
    return f"*{when}:* {citizen.text}"


def healing(content: TempestContent, names: Sequence[str]) -> int:
    """Return how far the powers of these citizens can lift somebody above the health they start with."""
    if not content.switches.heal_above_start:
        return 0
    powers = [citizen.power for name in names if (citizen := content.citizen_named(name)) is not None]
    return sum(power.amount * power.uses for power in powers if isinstance(power, Heal))


def round_steps(content: TempestContent, *, final: bool = False) -> list[str]:
    """Return the round in short."""
    s = content.switches
    who = "the target" if final else "each citizen"
    less = f", less {s.citizen_penalty} for {who} with you" if s.citizen_penalty else ""
    more = f", and {s.level_cost} more for each storm level you enter" if s.level_cost else ""
    stuck = "If the card allows no step, you may" if s.force == "when-stuck" else "Or"
    hurt = f"; those with you take {s.force_damage} damage more" if s.force_damage else ""
    return [
        "Choose :diamond: or :club: for the storm; turn up its top card, a :heart: and a :spade:.",
        "It strikes there. Pencil in new levels." + (" **Then the beast acts.**" if final else ""),
        f"Turn up the top card of the other deck: your movement{less}.",
        f"Walk: a step costs 1{more}. {stuck} force forward one square instead of using the card{hurt}.",
    ]


def damage_words(content: TempestContent, *, final: bool = False) -> str:
    """Return when somebody loses health."""
    s = content.switches
    parts = []
    if s.gain_damage:
        parts.append(f"**−{s.gain_damage}** for each level their square gains")
    if s.entering_damage:
        parts.append(f"**−{s.entering_damage}** when you move them into a storm")
    who = "The target" if final else "Citizens"
    return f"{who} lose{'s' if final else ''} health: {', '.join(parts)}, and by what the storm says." if parts else ""


def level_captions(content: TempestContent) -> list[str]:
    """Return what stands under the squares that show how levels are drawn."""
    s = content.switches
    short = s.max_level > 3
    return [f"{n}" if short else f"level {n}: +{n * s.level_cost}" for n in range(1, s.max_level + 1)]


def setup_steps(content: TempestContent, day: Day) -> list[str]:
    """Return the set-up of a day by hand."""
    letters = ", ".join(letter(i) for i in range(day.citizens))
    later = " Pass over names that appeared on an earlier day." if day.id > content.days[0].id else ""
    steps = [
        f"Keep {cards(day.ranks)} of each suit and shuffle four piles. Turn up a :heart: (column) and a :spade: (row) "
        "for each feature; no card is used twice.",
        "First pair: **Safe Haven**. Draw a star; you start here.",
        f"Next {words.number(day.citizens)} pairs: **citizens** {letters}. A :diamond: names each.{later}",
    ]
    if day.obstacles:
        count = f"The last {words.number(day.obstacles)} pairs" if day.obstacles > 1 else "The last pair"
        steps.append(
            f"{count}: **obstacles**. Mark an x; a :club: gives the shape around it. Squares off the map or on a "
            "feature stay free. If it cuts somebody off from Safe Haven, take the next :club: instead."
        )
    steps.append("Shuffle the four suits again for play.")
    return steps


def way_on(content: TempestContent) -> list[str]:
    """Return the rules of going from day to day."""
    s, days = content.switches, content.days
    same = len({day.rescues for day in days}) == 1
    rescues = [f"day {day.id}: {words.plural(day.rescues, 'rescue')}" for day in days]
    needs = f"{words.plural(days[0].rescues, 'rescue')} each" if same else ", ".join(rescues)
    wait = "the day after" if s.powers_after_days == 1 else f"{words.number(s.powers_after_days)} days after"
    return [
        f"Win the days in order ({needs}), then the final day.",
        f"Tick whom you brought home. They lend their power from {wait}, every day until the end; cross off each use.",
        "A day is lost: start over on day 1, with nobody saved.",
        "On the final day every power you hold works, and so does your blessing.",
    ]


def variant_title(content: TempestContent) -> str:
    """Return the variant's name, or nothing."""
    return content.variants[content.variant].title if content.variant else ""


def earlier_citizens(scenario: Mapping[str, Any], today: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the citizens of a campaign's earlier days, with their day."""
    days: Sequence[Mapping[str, Any]] = scenario.get("days", [])
    return [(day["day"], citizen) for day in days if day["day"] < today for citizen in day["citizens"]]
