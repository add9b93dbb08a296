"""What the sheets say in short: the round, the set-up, the way on, each with the numbers of the content."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Day
from pnp.games.tempest.content.powers import Heal
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.deal import CitizenEntry, TempestDeal
from pnp.games.tempest.play.setup import letter

BOLTS = {"easy": 1, "medium": 2, "hard": 3}


def cards(content: TempestContent, ranks: int) -> str:
    """Return which cards a suit holds."""
    return content.words.day.cards(card_name(ranks))


def square_map(content: TempestContent, size: int) -> str:
    """Return the size of a map."""
    return content.words.day.squares(size)


def goal(content: TempestContent, day: Day) -> str:
    """Return what wins a day."""
    return content.words.day.goal(day.rescues, day.citizens)


def lends(content: TempestContent, name: str, today: int) -> str:
    """Return what a citizen rescued today lends, and from when."""
    citizen, last = content.citizen_named(name), content.days[-1].id
    first = today + content.switches.powers_after_days
    if citizen is None or first > last + 1:
        return ""
    return content.words.day.lends(citizen.said(content.words), first, first > last)


def healing(content: TempestContent, names: Sequence[str]) -> int:
    """Return how far the powers of these citizens can lift somebody above the health they start with."""
    if not content.switches.heal_above_start:
        return 0
    powers = [citizen.power for name in names if (citizen := content.citizen_named(name)) is not None]
    return sum(power.amount * power.uses for power in powers if isinstance(power, Heal))


def round_steps(content: TempestContent, *, final: bool = False) -> list[str]:
    """Return the round in short."""
    s, say = content.switches, content.words.round
    return [
        say.choose,
        say.strikes(final),
        say.card(s.citizen_penalty, final),
        say.walk(s.level_cost, s.force, s.force_damage),
    ]


def damage_words(content: TempestContent, *, final: bool = False) -> str:
    """Return when somebody loses health."""
    s = content.switches
    return content.words.round.damage(final, s.gain_damage, s.entering_damage)


def level_captions(content: TempestContent) -> list[str]:
    """Return what stands under the squares that show how levels are drawn."""
    s = content.switches
    return [content.words.round.level(n, n * s.level_cost, s.max_level > 3) for n in range(1, s.max_level + 1)]


def setup_steps(content: TempestContent, day: Day) -> list[str]:
    """Return the set-up of a day by hand."""
    say, letters = content.words.set_up, ", ".join(letter(i) for i in range(day.citizens))
    later = day.id > content.days[0].id
    steps = [say.cards(card_name(day.ranks)), say.haven, say.citizens(day.citizens, letters, later)]
    if day.obstacles:
        steps.append(say.obstacles(day.obstacles))
    return [*steps, say.shuffle]


def way_on(content: TempestContent) -> list[str]:
    """Return the rules of going from day to day."""
    say, days = content.words.campaign, content.days
    if len({day.rescues for day in days}) == 1:
        needs = say.needs_each(days[0].rescues)
    else:
        needs = ", ".join(say.needs(day.id, day.rescues) for day in days)
    return [say.order(needs), say.lend(content.switches.powers_after_days), say.lost, say.powers]


def variant_title(content: TempestContent) -> str:
    """Return the variant's name, or nothing."""
    return content.variants[content.variant].title if content.variant else ""


def earlier_citizens(deal: TempestDeal, today: int) -> list[tuple[int, CitizenEntry]]:
    """Return the citizens of the days before, with their day."""
    return [(entry.day, citizen) for entry in deal.days if entry.day < today for citizen in entry.citizens]
