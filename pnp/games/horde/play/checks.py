"""The validator rules HV01 to HV15: what makes a Horde scenario legal, and what makes it good.

A scenario may be a hand-written file of any shape, so every check looks before it reads. A check
says nothing about a part whose shape is already wrong for another one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.scenario import FORMAT, GAME, Rated, rate_by_bots, replay, start_slots
from pnp.play.checks import CheckList, Fault
from pnp.play.state import Illegal

MODES = ("solo", "competition")


class Subject:
    """A scenario under examination; nothing about it is certain."""

    def __init__(self, content: HordeContent, scenario: Any) -> None:
        self.content = content
        self.scenario: Mapping[str, Any] = scenario if isinstance(scenario, Mapping) else {}

    @property
    def mode(self) -> str | None:
        """Return the mode, or None if it is none."""
        mode = self.scenario.get("mode")
        return mode if mode in MODES else None

    @property
    def hordes(self) -> list[Mapping[str, Any]]:
        """Return the hordes; what is not a mapping counts as an empty one."""
        hordes = self.scenario.get("hordes")
        if not isinstance(hordes, list):
            return []
        return [horde if isinstance(horde, Mapping) else {} for horde in hordes]

    def deck(self, name: str) -> list[str]:
        """Return a common deck as far as it is a list of cards."""
        return cards(self.scenario.get(name))

    @cached_property
    def sound(self) -> bool:
        """Return whether no hard check finds a fault, so that the scenario can be played."""
        return not CHECKS.run(self, soft=False)

    @cached_property
    def rated(self) -> Rated:
        """Return what bot games show (only for sound solo scenarios)."""
        return rate_by_bots(self.content, self.scenario)


CHECKS = CheckList[Subject]()


def cards(value: Any) -> list[str]:
    """Return a list of strings, or an empty list for anything else."""
    return list(value) if isinstance(value, list) and all(isinstance(card, str) for card in value) else []


def _shown(found: Sequence[str]) -> str:
    return ", ".join(found[:4]) + (" …" if len(found) > 4 else "")


def _permutation(found: list[str], wanted: Sequence[str], what: str) -> Iterator[str]:
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
    """Game, format number and mode are known."""
    scenario = subject.scenario
    if scenario.get("game") != GAME:
        yield Fault(f"this is no scenario of the game {GAME!r}", ("game",))
    if type(scenario.get("format")) is not int or scenario["format"] != FORMAT:
        yield Fault(f"format must be {FORMAT}", ("format",))
    if subject.mode is None:
        yield Fault(f"mode must be one of: {', '.join(MODES)}", ("mode",))


@CHECKS.add("HV02", "hordes-count", hard=True, clauses=("scenario.hordes",))
def check_hordes(subject: Subject) -> Iterator[Fault]:
    """One Horde alone, two in a competition."""
    if subject.mode is None:
        return
    wanted = 1 if subject.mode == "solo" else subject.content.competition.players
    if len(subject.hordes) != wanted:
        yield Fault(f"{subject.mode} needs {wanted} in `hordes`, not {len(subject.hordes)}", ("hordes",))


@CHECKS.add("HV03", "pack-complete", hard=True, clauses=("scenario.decks",))
def check_packs(subject: Subject) -> Iterator[Fault]:
    """Every Pack is made of the numbered cards."""
    for number, horde in enumerate(subject.hordes):
        for message in _permutation(cards(horde.get("pack")), subject.content.pip_cards, "the Pack"):
            yield Fault(message, ("hordes", number, "pack"))


@CHECKS.add("HV04", "wit-complete", hard=True, clauses=("scenario.decks",))
def check_wits(subject: Subject) -> Iterator[Fault]:
    """Aval and Wit together are the court cards."""
    for number, horde in enumerate(subject.hordes):
        both = cards(horde.get("aval")) + cards(horde.get("wit"))
        for message in _permutation(both, subject.content.court_cards, "Aval and Wit together"):
            yield Fault(message, ("hordes", number, "wit"))


@CHECKS.add("HV05", "aval-four-roles", hard=True, clauses=("setup.aval",))
def check_avals(subject: Subject) -> Iterator[Fault]:
    """Aval begins with one card of every role."""
    ranks = sorted(subject.content.role_of_rank)
    for number, horde in enumerate(subject.hordes):
        found = sorted(card[:1] for card in cards(horde.get("aval")))
        if found != ranks:
            yield Fault("Aval must begin with one card of each role", ("hordes", number, "aval"))


@CHECKS.add("HV06", "encounters-complete", hard=True, clauses=("scenario.decks",))
def check_encounters(subject: Subject) -> Iterator[Fault]:
    """The Encounters are the court cards."""
    for message in _permutation(subject.deck("encounters"), subject.content.court_cards, "the Encounters deck"):
        yield Fault(message, ("encounters",))


@CHECKS.add("HV07", "breezes-complete", hard=True, clauses=("scenario.decks",))
def check_breezes(subject: Subject) -> Iterator[Fault]:
    """The Breezes are the numbered cards."""
    for message in _permutation(subject.deck("breezes"), subject.content.pip_cards, "the Breezes deck"):
        yield Fault(message, ("breezes",))


def _slots(subject: Subject, key: str) -> Iterator[Fault]:
    if subject.mode is None:
        return
    start = subject.scenario.get("start")
    found = start.get(key) if isinstance(start, Mapping) else None
    wanted = start_slots(subject.content, subject.mode, subject.deck("encounters"), subject.deck("breezes"))[key]
    if not isinstance(found, Mapping):
        yield Fault(f"{key} is missing", ("start", key))
        return
    for slot, card in wanted.items():
        if found.get(slot) != card:
            yield Fault(f"slot {slot} must hold {card}", ("start", key, slot))
    for slot in found:
        if slot not in wanted and found[slot] is not None:
            yield Fault(f"slot {slot} must be empty", ("start", key, str(slot)))


@CHECKS.add("HV08", "encounter-slots", hard=True, clauses=("setup.encounters",))
def check_encounter_slots(subject: Subject) -> Iterator[Fault]:
    """The first Encounters lie in the row, the first card farthest on, the last slot empty."""
    yield from _slots(subject, "encounter_slots")


@CHECKS.add("HV09", "breeze-slots", hard=True, clauses=("setup.breezes",))
def check_breeze_slots(subject: Subject) -> Iterator[Fault]:
    """The first Breezes lie in the column, the first card farthest down, the last slot empty."""
    yield from _slots(subject, "breeze_slots")


@CHECKS.add("HV10", "reshuffle-rule", hard=True, clauses=("wind.reshuffle",))
def check_reshuffle(subject: Subject) -> Iterator[Fault]:
    """A fixed scenario turns the discards over, so that it stays the same game."""
    wanted = subject.content.switches.scenario_reshuffle
    if subject.scenario.get("reshuffle") != wanted:
        yield Fault(f"reshuffle must be {wanted!r}", ("reshuffle",))


@CHECKS.add("HV11", "early-suits", hard=False, clauses=("scenario.quality",))
def check_early_suits(subject: Subject) -> Iterator[Fault]:
    """The Up-cards of the first compliant turns ask for different formations."""
    quality = subject.content.quality
    breezes = subject.deck("breezes")
    if subject.mode != "solo" or len(breezes) < max(quality.early_up_cards):
        return
    suits = {breezes[place - 1][-1:] for place in quality.early_up_cards}
    if len(suits) < quality.early_suits:
        yield Fault(f"the early Up-cards show only {len(suits)} suits", ("breezes",))


@CHECKS.add("HV12", "first-wind-mild", hard=False, clauses=("scenario.quality",))
def check_first_winds(subject: Subject) -> Iterator[Fault]:
    """The winds of the first turn leave a chance."""
    quality = subject.content.quality
    first = subject.deck("breezes")[: quality.first_winds]
    total = sum(subject.content.value.get(card, 0) for card in first)
    if total > quality.first_winds_sum:
        yield Fault(f"the first {quality.first_winds} winds sum to {total}", ("breezes",))


@CHECKS.add("HV13", "first-encounters", hard=False, clauses=("scenario.quality",))
def check_first_encounters(subject: Subject) -> Iterator[Fault]:
    """Not too many devourers wait at the beginning."""
    quality = subject.content.quality
    enemies = subject.content.enemies
    first = subject.deck("encounters")[: quality.first_encounters]
    devourers = [card for card in first if card[:1] in enemies and enemies[card[0]].effect == "devour"]
    if len(devourers) > quality.first_devourers:
        yield Fault(f"{len(devourers)} devouring enemies among the first {len(first)}", ("encounters",))


@CHECKS.add("HV14", "winnable", hard=False, clauses=("scenario.winnable",))
def check_winnable(subject: Subject) -> Iterator[Fault]:
    """The stored witness wins when replayed; without one, a bot must win now."""
    if subject.mode != "solo" or not subject.sound:
        return
    witness = subject.scenario.get("witness")
    if witness is None:
        if subject.rated.wins == 0:
            yield Fault(f"none of {subject.rated.games} bot games is won")
        return
    actions = witness.get("actions") if isinstance(witness, Mapping) else None
    if not isinstance(actions, list):
        yield Fault("the witness lists no actions", ("witness",))
        return
    try:
        state = replay(subject.content, subject.scenario, actions)
    except Illegal as refused:
        yield Fault(f"the witness game breaks a rule: {refused.message}", ("witness", "actions"))
        return
    if state.status != "win":
        yield Fault("the witness game is not won", ("witness",))


@CHECKS.add("HV15", "not-trivial", hard=False, clauses=("scenario.rating",))
def check_not_trivial(subject: Subject) -> Iterator[Fault]:
    """Bots do not win nearly always."""
    if subject.mode != "solo" or not subject.sound:
        return
    rating = subject.scenario.get("rating")
    share = rating.get("win_share") if isinstance(rating, Mapping) else None
    if rating is None:
        share = subject.rated.wins / subject.rated.games
    if isinstance(share, bool) or not isinstance(share, int | float):
        yield Fault("the rating states no share of wins", ("rating",))
    elif share > subject.content.rating.easiest:
        yield Fault(f"bots win {share:.0%} of their games", ("rating", "win_share"))
