"""What makes a scenario legal (hard) and good (soft).

A scenario may be a hand-written file; the reader has made sure of its form.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.deal import HordeDeal, Slots
from pnp.games.horde.play.scenario import Rated, rate_by_bots, start_slots
from pnp.play.checks import CheckList, Fault


@dataclass(frozen=True)
class Subject:
    """A deal to be checked."""

    content: HordeContent
    deal: HordeDeal

    @cached_property
    def sound(self) -> bool:
        """Return whether no hard check finds a fault, so that the deal can be played."""
        return not CHECKS.run(self, soft=False)

    @cached_property
    def rated(self) -> Rated:
        """Return what bot games show (only for sound solo deals)."""
        return rate_by_bots(self.content, self.deal)


CHECKS = CheckList[Subject]()


def _shown(found: Sequence[str]) -> str:
    return ", ".join(found[:4]) + (" …" if len(found) > 4 else "")


def _permutation(found: Sequence[str], wanted: Sequence[str], what: str) -> Iterator[str]:
    """Say what is missing from a deck, doubled in it or does not belong there."""
    counts = Counter(found)
    missing = [card for card in wanted if card not in counts]
    doubled = sorted(card for card, count in counts.items() if count > 1)
    foreign = sorted(set(counts) - set(wanted))
    if missing:
        yield f"{what} lacks {_shown(missing)}"
    if doubled:
        yield f"{what} holds {_shown(doubled)} more than once"
    if foreign:
        yield f"{what} holds {_shown(foreign)}, which does not belong there"


@CHECKS.add("HV01", "format", hard=True, clauses=("scenario.format",))
def check_format(subject: Subject) -> Iterator[Fault]:
    """The file is a scenario of this game; the reader has made sure of its form."""
    yield from ()


@CHECKS.add("HV02", "hordes-count", hard=True, clauses=("scenario.hordes",), parts=("hordes",))
def check_hordes(subject: Subject) -> Iterator[Fault]:
    """One Horde alone, two in a competition."""
    deal = subject.deal
    wanted = 1 if deal.alone else subject.content.competition.players
    if len(deal.hordes) != wanted:
        yield Fault(f"{deal.mode} needs {wanted} in `hordes`, not {len(deal.hordes)}", ("hordes",))


@CHECKS.add("HV03", "pack-complete", hard=True, clauses=("scenario.decks",))
def check_packs(subject: Subject) -> Iterator[Fault]:
    """Every Pack is made of the numbered cards."""
    for number, horde in enumerate(subject.deal.hordes):
        for message in _permutation(horde.pack, subject.content.pip_cards, "the Pack"):
            yield Fault(message, ("hordes", number, "pack"))


@CHECKS.add("HV04", "wit-complete", hard=True, clauses=("scenario.decks",))
def check_wits(subject: Subject) -> Iterator[Fault]:
    """Aval and Wit together are the kings, queens, jacks and aces."""
    for number, horde in enumerate(subject.deal.hordes):
        both = horde.aval + horde.wit
        for message in _permutation(both, subject.content.court_cards, "Aval and Wit together"):
            yield Fault(message, ("hordes", number, "wit"))


@CHECKS.add("HV05", "aval-roles", hard=True, clauses=("setup.aval",))
def check_avals(subject: Subject) -> Iterator[Fault]:
    """Aval begins with one card of every role."""
    ranks = sorted(subject.content.role_of_rank)
    for number, horde in enumerate(subject.deal.hordes):
        found = sorted(card[:1] for card in horde.aval)
        if found != ranks:
            yield Fault("Aval must begin with one card of each role", ("hordes", number, "aval"))


@CHECKS.add("HV06", "encounters-complete", hard=True, clauses=("scenario.decks",), parts=("encounters",))
def check_encounters(subject: Subject) -> Iterator[Fault]:
    """The Encounters are the kings, queens, jacks and aces."""
    for message in _permutation(subject.deal.encounters, subject.content.court_cards, "the Encounters deck"):
        yield Fault(message, ("encounters",))


@CHECKS.add("HV07", "breezes-complete", hard=True, clauses=("scenario.decks",), parts=("breezes",))
def check_breezes(subject: Subject) -> Iterator[Fault]:
    """The Breezes are the numbered cards."""
    for message in _permutation(subject.deal.breezes, subject.content.pip_cards, "the Breezes deck"):
        yield Fault(message, ("breezes",))


def _slots(subject: Subject, key: Literal["encounter_slots", "breeze_slots"]) -> Iterator[Fault]:
    deal = subject.deal
    start = start_slots(subject.content, deal.mode, deal.encounters, deal.breezes)
    found: Slots = getattr(deal.start, key)
    wanted: Slots = getattr(start, key)
    for slot, card in wanted.items():
        if found.get(slot) != card:
            yield Fault(f"slot {slot} must hold {card}", ("start", key, slot))
    for slot in found:
        if slot not in wanted and found[slot] is not None:
            yield Fault(f"slot {slot} must be empty", ("start", key, slot))


@CHECKS.add("HV08", "encounter-slots", hard=True, clauses=("setup.encounters",), parts=("start",))
def check_encounter_slots(subject: Subject) -> Iterator[Fault]:
    """The first Encounters lie in the row, the first card farthest on, the last slot empty."""
    yield from _slots(subject, "encounter_slots")


@CHECKS.add("HV09", "breeze-slots", hard=True, clauses=("setup.breezes",))
def check_breeze_slots(subject: Subject) -> Iterator[Fault]:
    """The first Breezes lie in the column, the first card farthest down, the last slot empty."""
    yield from _slots(subject, "breeze_slots")


@CHECKS.add("HV10", "reshuffle-rule", hard=True, clauses=("wind.reshuffle",), parts=("reshuffle",))
def check_reshuffle(subject: Subject) -> Iterator[Fault]:
    """A fixed scenario turns the discards over, so that it stays the same game."""
    wanted = subject.content.switches.scenario_reshuffle
    if subject.deal.reshuffle != wanted:
        yield Fault(f"reshuffle must be {wanted!r}", ("reshuffle",))


@CHECKS.add("HV11", "early-suits", hard=False, clauses=("scenario.quality",))
def check_early_suits(subject: Subject) -> Iterator[Fault]:
    """The Up-cards of the first compliant turns ask for different formations."""
    quality = subject.content.quality
    breezes = subject.deal.breezes
    if not subject.deal.alone or len(breezes) < max(quality.early_up_cards):
        return
    suits = {breezes[place - 1][-1:] for place in quality.early_up_cards}
    if len(suits) < quality.early_suits:
        yield Fault(f"the early Up-cards show only {len(suits)} suits", ("breezes",))


@CHECKS.add("HV12", "first-wind-mild", hard=False, clauses=("scenario.quality",))
def check_first_winds(subject: Subject) -> Iterator[Fault]:
    """The winds of the first turn leave a chance."""
    quality = subject.content.quality
    first = subject.deal.breezes[: quality.first_winds]
    total = sum(subject.content.value.get(card, 0) for card in first)
    if total > quality.first_winds_sum:
        yield Fault(f"the first {quality.first_winds} winds sum to {total}", ("breezes",))


@CHECKS.add("HV13", "first-encounters", hard=False, clauses=("scenario.quality",))
def check_first_encounters(subject: Subject) -> Iterator[Fault]:
    """Not too many devourers wait at the beginning."""
    quality = subject.content.quality
    enemies = subject.content.enemies
    first = subject.deal.encounters[: quality.first_encounters]
    devourers = [card for card in first if card[:1] in enemies and enemies[card[0]].effect == "devour"]
    if len(devourers) > quality.first_devourers:
        yield Fault(f"{len(devourers)} devouring enemies among the first {len(first)}", ("encounters",))


@CHECKS.add("HV14", "winnable", hard=False, clauses=("scenario.winnable",))
def check_winnable(subject: Subject) -> Iterator[Fault]:
    """A bot wins it; the recorded game of a scenario from a file is replayed by whoever reads it."""
    if subject.deal.alone and subject.sound and subject.rated.wins == 0:
        yield Fault(f"none of {subject.rated.games} bot games is won")


@CHECKS.add("HV15", "not-trivial", hard=False, clauses=("scenario.rating",))
def check_not_trivial(subject: Subject) -> Iterator[Fault]:
    """Bots do not win nearly always."""
    if not subject.deal.alone or not subject.sound:
        return
    share = subject.rated.wins / subject.rated.games
    if share > subject.content.rating.easiest:
        yield Fault(f"bots win {share:.0%} of their games", ("rating", "win_share"))
