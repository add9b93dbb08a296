"""What makes a deal legal (hard) and good (soft).

A deal may be a hand-written file, so nothing is taken for granted. Each check looks at one part of the deal
and leaves a part that is not there, or not of the right shape, to the check that is about it: a broken deal
gets one message for one fault.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.play.certificate import GAME, try_deal
from pnp.games.terrain.play.scenario import FORMAT
from pnp.play.checks import CheckList, Fault
from pnp.play.deals import Deal, whole


class Subject(Deal[TerrainContent]):
    """A deal to be checked, and what of it is sound."""

    @property
    def rounds(self) -> int | None:
        """Return the number of rounds if it is a legal one."""
        number = self.part("rounds")
        return number if whole(number) and 1 <= number <= self.content.options.play.rounds else None

    @property
    def extra_awards(self) -> int:
        """Return how many more Awards the first round has."""
        number = self.part("extra_awards")
        return number if whole(number) and number > 0 else 0

    @property
    def hands(self) -> list[list[list[int]]] | None:
        """Return the hands if they have the right shape and hold real cards."""
        if any(True for _ in _hands_faults(self)) or any(True for _ in _card_faults(self)):
            return None
        hands: list[list[list[int]]] = self.part("hands")
        return hands

    @property
    def requests(self) -> list[str] | None:
        """Return the Request deck if it is complete."""
        deck = self.part("requests")
        return deck if _is_deck(deck, self.content.requests) else None

    @property
    def awards_by_round(self) -> list[list[str]]:
        """Return the Awards revealed in each round, if the deck is complete."""
        deck, rounds = self.part("awards"), self.rounds
        if rounds is None or not _is_deck(deck, self.content.awards):
            return []
        more = self.content.options.play.awards_per_round
        first = more + self.extra_awards
        return [deck[:first], *(deck[first + more * i : first + more * (i + 1)] for i in range(rounds - 1))]


CHECKS = CheckList[Subject]()
HAND_DEPTH = 3
"""Cards stand in hands, hands in rounds, rounds in the list of hands."""


@CHECKS.add("TV01", "format", hard=True, clauses=("setup.players", "variants.short", "deals.seed"))
def check_format(subject: Subject) -> Iterator[Fault]:
    """The file is a deal of this game for a legal number of players and rounds."""
    if not isinstance(subject.scenario, Mapping):
        yield Fault("a deal must be a table of keys and values")
        return
    play = subject.content.options.play
    yield from subject.heading_faults(GAME, FORMAT)
    if subject.rounds is None:
        yield Fault(f"'rounds' must be 1 to {play.rounds}", ("rounds",))
    elif "extra_awards" in subject.scenario:
        most = len(subject.content.awards) - play.awards_per_round * subject.rounds
        extra = subject.part("extra_awards")
        if not whole(extra) or not 0 <= extra <= most:
            yield Fault(f"'extra_awards' must be 0 to {most}", ("extra_awards",))


@CHECKS.add("TV02", "hands-shape", hard=True, clauses=("setup.hands", "reset.deal"))
def check_hands_shape(subject: Subject) -> Iterator[Fault]:
    """There is one full hand for each seat in each round."""
    return _hands_faults(subject)


@CHECKS.add("TV03", "island-unique", hard=True, clauses=("components.islands",))
def check_islands(subject: Subject) -> Iterator[Fault]:
    """Hands hold cards of the deck, each at most once."""
    return _card_faults(subject)


@CHECKS.add("TV04", "requests-complete", hard=True, clauses=("components.requests", "setup.requests"))
def check_requests(subject: Subject) -> Iterator[Fault]:
    """The Request deck holds every Request once."""
    return _deck_faults(subject.part("requests"), subject.content.requests, "requests")


@CHECKS.add("TV05", "awards-complete", hard=True, clauses=("components.awards", "setup.awards"))
def check_awards(subject: Subject) -> Iterator[Fault]:
    """The Award deck holds every Award once."""
    return _deck_faults(subject.part("awards"), subject.content.awards, "awards")


@CHECKS.add("TV06", "terrain-supply", hard=False, clauses=("deals.supply",))
def check_supply(subject: Subject) -> Iterator[Fault]:
    """In every round each terrain has enough tiles."""
    content = subject.content
    deck = Counter(terrain for faces in content.cards for terrain in faces)
    for number, deal in enumerate(subject.hands or []):
        tiles = Counter(terrain for hand in deal for card in hand for terrain in content.faces(card))
        for terrain, letter in enumerate(content.letters):
            share = tiles.total() * deck[terrain] / deck.total()
            if tiles[terrain] < content.options.good_deal.terrain_supply * share:
                message = f"round {number + 1} has {tiles[terrain]} tiles of {letter}; {share:.1f} would be fair"
                yield Fault(message, ("hands", number))


@CHECKS.add("TV07", "double-water", hard=False, clauses=("deals.double-water",))
def check_double_water(subject: Subject) -> Iterator[Fault]:
    """Every round has double water, and no hand is flooded with it."""
    good = subject.content.options.good_deal
    for number, deal in enumerate(subject.hands or []):
        counts = [sum(subject.content.is_double_water(card) for card in hand) for hand in deal]
        if sum(counts) < good.fewest_double_water:
            yield Fault(f"round {number + 1} has {sum(counts)} double-water cards", ("hands", number))
        for seat, count in enumerate(counts):
            if count > good.most_double_water:
                message = f"a hand of round {number + 1} holds {count} double-water cards"
                yield Fault(message, ("hands", number, seat))


@CHECKS.add("TV08", "award-mix", hard=False, clauses=("deals.awards",))
def check_award_mix(subject: Subject) -> Iterator[Fault]:
    """The Awards of a round come from several families."""
    for number, awards in enumerate(subject.awards_by_round):
        families = {subject.content.awards[award].family for award in awards}
        if len(families) < subject.content.options.good_deal.award_families:
            message = f"all Awards of round {number + 1} are of the family {', '.join(sorted(families))}"
            yield Fault(message, ("awards",))


@CHECKS.add("TV09", "award-terrain-once", hard=False, clauses=("deals.awards",))
def check_award_terrains(subject: Subject) -> Iterator[Fault]:
    """No terrain rules the Awards of a round."""
    content = subject.content
    for number, awards in enumerate(subject.awards_by_round):
        terrains = Counter(content.awards[award].ground.terrain for award in awards)
        for terrain, count in terrains.items():
            if terrain is not None and count > content.options.good_deal.awards_per_terrain:
                message = f"{count} Awards of round {number + 1} are about {content.letters[terrain]}"
                yield Fault(message, ("awards",))


@CHECKS.add("TV10", "first-requests-values", hard=False, clauses=("deals.requests",))
def check_first_values(subject: Subject) -> Iterator[Fault]:
    """The first open Requests have different values and one is cheap."""
    good = subject.content.options.good_deal
    values = {subject.content.requests[request].value for request in _first_requests(subject)}
    if values and len(values) < good.request_values:
        yield Fault(f"all first Requests are worth {min(values)}", ("requests",))
    if values and min(values) > good.cheapest_request:
        yield Fault(f"the cheapest first Request is worth {min(values)}", ("requests",))


@CHECKS.add("TV11", "first-requests-templates", hard=False, clauses=("deals.requests",))
def check_first_shapes(subject: Subject) -> Iterator[Fault]:
    """The first open Requests have different shapes."""
    shapes = {subject.content.requests[request].shape for request in _first_requests(subject)}
    if shapes and len(shapes) < subject.content.options.good_deal.request_shapes:
        yield Fault(f"the first Requests have only the shapes {', '.join(sorted(shapes))}", ("requests",))


@CHECKS.add("TV12", "seat-fairness", hard=False, clauses=("deals.fair",))
def check_fairness(subject: Subject) -> Iterator[Fault]:
    """No seat does much better than another when bots play the deal."""
    if any(True for check in CHECKS.checks if check.hard for _ in check.run(subject)):
        return
    good = subject.content.options.good_deal
    trials = try_deal(subject.content, subject.scenario)
    fair = trials.games / len(trials.wins)
    for seat, wins in enumerate(trials.wins):
        if wins > good.seat_share * fair:
            yield Fault(f"seat {seat + 1} wins {wins:g} of {trials.games} bot games; {fair:g} would be fair")
    mean = fsum(trials.mean_scores) / len(trials.mean_scores)
    gap = max(trials.mean_scores) - min(trials.mean_scores)
    if gap >= good.score_difference * mean:
        yield Fault(f"mean scores of the seats differ by {gap:.1f} points, {gap / mean:.0%} of the mean")


def _first_requests(subject: Subject) -> Sequence[str]:
    """Return the Requests that are open at the start."""
    return (subject.requests or [])[: subject.content.options.play.open_requests]


def _hands_faults(subject: Subject) -> Iterator[Fault]:
    """Compare the shape of the hands with rounds, players and size of a hand."""
    players, rounds = subject.players, subject.rounds
    if players is None or rounds is None:
        return
    hands, size = subject.part("hands"), subject.content.options.play.hand
    if not isinstance(hands, list) or len(hands) != rounds:
        yield Fault(f"'hands' must be a list of {rounds} rounds", ("hands",))
        return
    for number, deal in enumerate(hands):
        if not isinstance(deal, list) or len(deal) != players:
            yield Fault(f"round {number + 1} must have {players} hands", ("hands", number))
            continue
        for seat, hand in enumerate(deal):
            if not isinstance(hand, list) or len(hand) != size:
                yield Fault(f"seat {seat + 1} must get {size} cards", ("hands", number, seat))


def _card_faults(subject: Subject) -> Iterator[Fault]:
    """Look at every card that is dealt, whatever the shape around it."""
    most = len(subject.content.cards)
    seen: set[int] = set()
    for place, card in _leaves(subject.part("hands"), ("hands",)):
        if not whole(card) or not 1 <= card <= most:
            yield Fault(f"{_shown(card)} is not an Island card from 1 to {most}", place)
        elif card in seen:
            yield Fault(f"Island card {card} is dealt twice", place)
        else:
            seen.add(card)


def _leaves(value: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield what lists of rounds, hands and cards hold, with its place."""
    if isinstance(value, list) and len(place) <= HAND_DEPTH:
        for i, part in enumerate(value):
            yield from _leaves(part, (*place, i))
    elif value is not None:
        yield place, value


def _deck_faults(deck: Any, cards: Mapping[str, Any], key: str) -> Iterator[Fault]:
    """Compare a deck with the cards it must hold."""
    if not isinstance(deck, list):
        yield Fault(f"'{key}' must be a list of {len(cards)} cards", (key,))
        return
    seen: set[str] = set()
    for i, card in enumerate(deck):
        if not isinstance(card, str) or card not in cards:
            yield Fault(f"{_shown(card)} is not a card of this deck", (key, i))
        elif card in seen:
            yield Fault(f"{card} stands twice in the deck", (key, i))
        else:
            seen.add(card)
    missing = [card for card in cards if card not in seen]
    if missing:
        yield Fault(f"missing in the deck: {', '.join(missing)}", (key,))


def _is_deck(deck: Any, cards: Mapping[str, Any]) -> bool:
    """Tell whether a deck is complete."""
    return isinstance(deck, list) and not any(True for _ in _deck_faults(deck, cards, ""))


def _shown(value: Any) -> str:
    """Write a wrong value in a message, however large it is."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return f"'{value:.20}'" if isinstance(value, str) else f"{value!r:.20}"
