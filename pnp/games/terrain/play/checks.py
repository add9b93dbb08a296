"""What makes a deal legal (hard) and good (soft).

A deal may be a hand-written file; the reader has made sure of its form. Each check looks at one part of the deal: a
broken deal gets one message for one fault.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.play.certificate import try_deal
from pnp.games.terrain.play.deal import TerrainDeal
from pnp.play.checks import CheckList, Fault, seats_fault


@dataclass(frozen=True)
class Subject:
    """A deal to be checked, and what of it is sound."""

    content: TerrainContent
    deal: TerrainDeal

    @property
    def headed(self) -> bool:
        """Tell whether the numbers of players and rounds are legal."""
        return not any(True for _ in check_format(self))

    @property
    def hands(self) -> Sequence[Sequence[Sequence[int]]]:
        """Return the hands if they are full and hold real cards."""
        wrong = not self.headed or any(True for check in (check_hands_shape, check_islands) for _ in check(self))
        return () if wrong else self.deal.hands

    @property
    def requests(self) -> Sequence[str]:
        """Return the Request deck if it is complete."""
        return () if any(True for _ in check_requests(self)) else self.deal.requests

    @property
    def awards_by_round(self) -> list[Sequence[str]]:
        """Return the Awards revealed in each round, if the deck is complete."""
        deck, rounds = self.deal.awards, self.deal.rounds
        if not self.headed or any(True for _ in check_awards(self)):
            return []
        more = self.content.options.play.awards_per_round
        first = more + self.deal.extra_awards
        return [deck[:first], *(deck[first + more * i : first + more * (i + 1)] for i in range(rounds - 1))]


CHECKS = CheckList[Subject]()


@CHECKS.add("TV01", "format", hard=True, clauses=("setup.players", "variants.short", "deals.seed"))
def check_format(subject: Subject) -> Iterator[Fault]:
    """The file is a deal of this game for a legal number of players and rounds."""
    deal, content = subject.deal, subject.content
    play, seats = content.options.play, content.options.seats
    yield from seats_fault(deal.players, seats.fewest, seats.most)
    if not 1 <= deal.rounds <= play.rounds:
        yield Fault(f"'rounds' must be 1 to {play.rounds}", ("rounds",))
        return
    most = len(content.awards) - play.awards_per_round * deal.rounds
    if not 0 <= deal.extra_awards <= most:
        yield Fault(f"'extra_awards' must be 0 to {most}", ("extra_awards",))


@CHECKS.add("TV02", "hands-shape", hard=True, clauses=("setup.hands", "reset.deal"), parts=("hands",))
def check_hands_shape(subject: Subject) -> Iterator[Fault]:
    """There is one full hand for each seat in each round."""
    deal, size = subject.deal, subject.content.options.play.hand
    if not subject.headed:
        return
    if len(deal.hands) != deal.rounds:
        yield Fault(f"'hands' must be a list of {deal.rounds} rounds", ("hands",))
        return
    for number, hands in enumerate(deal.hands):
        if len(hands) != deal.players:
            yield Fault(f"round {number + 1} must have {deal.players} hands", ("hands", number))
            continue
        for seat, hand in enumerate(hands):
            if len(hand) != size:
                yield Fault(f"seat {seat + 1} must get {size} cards", ("hands", number, seat))


@CHECKS.add("TV03", "island-unique", hard=True, clauses=("components.islands",))
def check_islands(subject: Subject) -> Iterator[Fault]:
    """Hands hold cards of the deck, each at most once."""
    most = len(subject.content.cards)
    seen: set[int] = set()
    for number, hands in enumerate(subject.deal.hands):
        for seat, hand in enumerate(hands):
            for i, card in enumerate(hand):
                place = ("hands", number, seat, i)
                if not 1 <= card <= most:
                    yield Fault(f"{card} is not an Island card from 1 to {most}", place)
                elif card in seen:
                    yield Fault(f"Island card {card} is dealt twice", place)
                seen.add(card)


@CHECKS.add(
    "TV04", "requests-complete", hard=True, clauses=("components.requests", "setup.requests"), parts=("requests",)
)
def check_requests(subject: Subject) -> Iterator[Fault]:
    """The Request deck holds every Request once."""
    return _deck_faults(subject.deal.requests, subject.content.requests, "requests")


@CHECKS.add("TV05", "awards-complete", hard=True, clauses=("components.awards", "setup.awards"), parts=("awards",))
def check_awards(subject: Subject) -> Iterator[Fault]:
    """The Award deck holds every Award once."""
    return _deck_faults(subject.deal.awards, subject.content.awards, "awards")


@CHECKS.add("TV06", "terrain-supply", hard=False, clauses=("deals.supply",))
def check_supply(subject: Subject) -> Iterator[Fault]:
    """In every round each terrain has enough tiles."""
    content = subject.content
    deck = Counter(terrain for faces in content.cards for terrain in faces)
    for number, deal in enumerate(subject.hands):
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
    for number, deal in enumerate(subject.hands):
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
    trials = try_deal(subject.content, subject.deal)
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
    return subject.requests[: subject.content.options.play.open_requests]


def _deck_faults(deck: Sequence[str], cards: Collection[str], key: str) -> Iterator[Fault]:
    """Compare a deck with the cards it must hold."""
    seen: set[str] = set()
    for i, card in enumerate(deck):
        if card not in cards:
            yield Fault(f"'{card:.20}' is not a card of this deck", (key, i))
        elif card in seen:
            yield Fault(f"{card} stands twice in the deck", (key, i))
        seen.add(card)
    missing = [card for card in cards if card not in seen]
    if missing:
        yield Fault(f"missing in the deck: {', '.join(missing)}", (key,))
