"""The validator: every rule that a scenario file must keep; hard ones first, then what makes a good storm.

A scenario is untrusted, hand-written perhaps; the reader has made sure of its form. Each turn is recomputed from the
turn written before it, so that one slip is reported where it is made. Soft checks judge only
scenarios without hard faults.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import DeckName
from pnp.games.stormfury.content.hexes import Hex
from pnp.games.stormfury.play.certificate import saved_share, try_out, undefended_damage
from pnp.games.stormfury.play.deal import RecordedTurn, StormDeal
from pnp.games.stormfury.play.scenario import deal, recorded_storm
from pnp.games.stormfury.play.storm import StormTurn, blow, cities_hit, deck_under, landfall, undefended
from pnp.play.checks import CheckList, Fault


class Before(NamedTuple):
    """A turn of the file, and the storm as the file has it before that turn."""

    place: int
    turn: RecordedTurn
    centre: int | None
    category: int
    deck: DeckName | None


class Subject:
    """A scenario to be checked against content."""

    def __init__(self, content: StormfuryContent, deal: StormDeal) -> None:
        self.content, self.deal = content, deal

    def turns(self) -> Iterator[Before]:
        """Yield each turn with the storm before it, as far as the file makes sense."""
        board = self.content.board
        centre = board.starts.get(self.deal.start)
        category = self.deal.category
        for place, turn in enumerate(self.deal.storm):
            deck = None if centre is None else deck_under(self.content, centre)
            yield Before(place, turn, centre, category, deck)
            centre, category = board.number.get(Hex(*turn.center)), turn.category

    def flips(self, turn: RecordedTurn) -> list[int] | None:
        """Return the flipped cards by number; None when one is unknown."""
        numbers = [self.content.card_number.get(card) for card in turn.flip]
        known = [number for number in numbers if number is not None]
        return known if len(known) == len(numbers) else None

    @cached_property
    def sound(self) -> bool:
        """Tell whether no hard check finds a fault."""
        return not any(True for check in CHECKS.checks if check.hard for _ in check.run(self))

    @cached_property
    def storm(self) -> list[StormTurn] | None:
        """Return the storm of a legal scenario."""
        return recorded_storm(self.content, self.deal) if self.sound else None


CHECKS = CheckList[Subject]()


@CHECKS.add("SV01", "format", hard=True, clauses=("overview.team", "scenario.seed"))
def _format(subject: Subject) -> Iterable[Fault]:
    """Check the size of the team."""
    team = subject.content.rules.experts
    if not team.holds(subject.deal.players):
        yield Fault(f"a team has {team.least} to {team.most} experts", ("players",))


@CHECKS.add("SV02", "start-hex", hard=True, clauses=("scenario.start",), parts=("start",))
def _start_hex(subject: Subject) -> Iterable[Fault]:
    """Check that the storm starts on a start hex."""
    if subject.deal.start not in subject.content.board.starts:
        letters = ", ".join(subject.content.board.starts)
        yield Fault(f"{subject.deal.start!r} is not a start hex; there are {letters}", ("start",))


@CHECKS.add(
    "SV03",
    "start-category",
    hard=True,
    clauses=("setup.storm", "levels.start"),
    parts=("category", "level", "footprint"),
)
def _start_category(subject: Subject) -> Iterable[Fault]:
    """Check the category at the start against the level."""
    deal = subject.deal
    wanted = subject.content.level(deal.difficulty).start_category
    if deal.category != wanted:
        yield Fault(f"level {deal.difficulty} starts at category {wanted}", ("category",))


@CHECKS.add(
    "SV04", "populations", hard=True, clauses=("setup.people", "scenario.people"), parts=("profile", "populations")
)
def _populations(subject: Subject) -> Iterable[Fault]:
    """Check the people in every city and in all."""
    people, rule = subject.deal.populations, subject.content.rules.population
    cities = subject.content.map.cities
    for id in cities:
        if id not in people:
            yield Fault(f"{id} has no population", ("populations",))
    least, most = min(rule.usual, *rule.census), max(rule.usual, *rule.census)
    for id, number in people.items():
        if id not in cities:
            yield Fault(f"there is no city {id!r}", ("populations", id))
        elif subject.deal.profile == "even" and number != rule.usual:
            yield Fault(f"in the even profile every city has {rule.usual} people", ("populations", id))
        elif not least <= number <= most:
            yield Fault(f"a city has {least} to {most} people", ("populations", id))
    total = rule.usual * len(cities)
    if subject.deal.profile == "census" and sum(people.values()) != total:
        yield Fault(f"{sum(people.values())} people in all, not {total}", ("populations",))


@CHECKS.add("SV05", "roles", hard=True, clauses=("setup.experts",), parts=("roles",))
def _roles(subject: Subject) -> Iterable[Fault]:
    """Check that every expert has a role of her own."""
    roles = subject.deal.roles
    for place, role in enumerate(roles):
        if role not in subject.content.roles:
            yield Fault(f"there is no role {role!r}", ("roles", place))
        elif role in roles[:place]:
            yield Fault(f"{role} is taken already", ("roles", place))
    if len(roles) != subject.deal.players and subject.content.rules.experts.holds(subject.deal.players):
        yield Fault(f"{len(roles)} roles for {subject.deal.players} experts", ("roles",))


@CHECKS.add("SV06", "resource-deck", hard=True, clauses=("scenario.resources",), parts=("resources",))
def _resource_deck(subject: Subject) -> Iterable[Fault]:
    """Check that the resource deck is complete."""
    found, wanted = Counter(subject.deal.resources), Counter(subject.content.full_deck())
    for card in sorted(found | wanted):
        if found[card] != wanted[card]:
            yield Fault(f"{found[card]} cards {card}, not {wanted[card]}", ("resources",))


@CHECKS.add("SV07", "hands", hard=True, clauses=("setup.hands",), parts=("hands",))
def _hands(subject: Subject) -> Iterable[Fault]:
    """Check that the hands come from the top of the deck."""
    hands = subject.deal.hands
    dealt = deal(subject.content, subject.deal.resources, len(subject.deal.roles))
    if len(hands) != len(dealt):
        yield Fault(f"{len(hands)} hands for {len(dealt)} experts", ("hands",))
    for seat, (hand, top) in enumerate(zip(hands, dealt, strict=False)):
        if hand != top:
            yield Fault(f"seat {seat + 1} is dealt {' '.join(top)}", ("hands", seat))


@CHECKS.add("SV08", "deck-by-terrain", hard=True, clauses=("forecast.deck", "board.coast"), parts=("storm",))
def _deck_by_terrain(subject: Subject) -> Iterable[Fault]:
    """Check turn numbers, decks, and that no turn follows the end of the storm."""
    for place, turn, _, category, deck in subject.turns():
        if turn.turn != place + 1:
            yield Fault(f"this is turn {place + 1}", ("storm", place, "turn"))
        if deck is not None and turn.deck != deck:
            yield Fault(f"the storm starts this turn over {deck}", ("storm", place, "deck"))
        if category == 0 and place > 0:
            yield Fault("the storm has dissolved before this turn", ("storm", place))


@CHECKS.add("SV09", "forecast", hard=True, clauses=("forecast.deal",))
def _forecast(subject: Subject) -> Iterable[Fault]:
    """Check that the forecast is made of different cards of the right deck."""
    content = subject.content
    for place, turn, _, _, deck in subject.turns():
        path = ("storm", place, "forecast")
        if len(turn.forecast) != content.storm.forecast_cards:
            yield Fault(f"a forecast has {content.storm.forecast_cards} cards", path)
        if len(set(turn.forecast)) < len(turn.forecast):
            yield Fault("a card is forecast twice", path)
        for at, card in enumerate(turn.forecast):
            number = content.card_number.get(card)
            if number is None or deck not in (None, content.cards[number].deck):
                yield Fault(f"{card} is not in the {deck or 'hurricane'} deck", (*path, at))


@CHECKS.add("SV10", "flip-count", hard=True, clauses=("hurricane.flip",))
def _flip_count(subject: Subject) -> Iterable[Fault]:
    """Check that as many forecast cards are flipped as the category says."""
    content = subject.content
    for place, turn, _, category, _ in subject.turns():
        path = ("storm", place, "flip")
        if 0 < category <= content.top_category and len(turn.flip) != content.flips[category]:
            yield Fault(f"category {category} flips {content.flips[category]} cards", path)
        if len(set(turn.flip)) < len(turn.flip):
            yield Fault("a card is flipped twice", path)
        for at, card in enumerate(turn.flip):
            if card not in turn.forecast:
                yield Fault(f"{card} is not in the forecast", (*path, at))


@CHECKS.add("SV11", "track", hard=True, clauses=("hurricane.move", "hurricane.edge"))
def _track(subject: Subject) -> Iterable[Fault]:
    """Recompute where the storm goes."""
    board = subject.content.board
    for place, turn, centre, _, _ in subject.turns():
        flips = subject.flips(turn)
        if Hex(*turn.center) not in board.number:
            yield Fault(f"{list(turn.center)} is not on the board", ("storm", place, "center"))
        elif centre is not None and flips is not None:
            gust = blow(subject.content, centre, 1, flips)
            if board.hexes[gust.centre] != turn.center:
                where = list(board.hexes[gust.centre])
                yield Fault(f"the cards lead to {where}", ("storm", place, "center"))
            if gust.skipped != turn.skipped_steps:
                yield Fault(f"the edge swallows {gust.skipped} steps", ("storm", place, "skipped_steps"))


@CHECKS.add("SV12", "category", hard=True, clauses=("hurricane.category", "hurricane.marks"))
def _category(subject: Subject) -> Iterable[Fault]:
    """Recompute the storm's category."""
    content = subject.content
    for place, turn, _, category, _ in subject.turns():
        flips = subject.flips(turn)
        if 0 < category <= content.top_category and flips is not None:
            after = blow(content, 0, category, flips).category
            if after != turn.category:
                yield Fault(f"the marks make it category {after}", ("storm", place, "category"))


@CHECKS.add("SV13", "ends-in-depression", hard=True, clauses=("end.depression",))
def _ends(subject: Subject) -> Iterable[Fault]:
    """Check that the storm dissolves in its last turn and not before."""
    storm = subject.deal.storm
    for place, turn in enumerate(storm[:-1]):
        if turn.category == 0:
            yield Fault("a storm ends with its last turn", ("storm", place, "category"))
    if not storm or storm[-1].category != 0:
        yield Fault("the storm must end as a tropical depression", ("storm",))


@CHECKS.add("SV14", "landfall", hard=False, clauses=("scenario.fair",))
def _landfall(subject: Subject) -> Iterable[Fault]:
    """Ask for a landfall neither early nor late."""
    if subject.storm is not None:
        wanted, turn = subject.content.rules.fair_storm.landfall, landfall(subject.content, subject.storm)
        if turn is None or not wanted.holds(turn):
            when = "never" if turn is None else f"in turn {turn}"
            yield Fault(f"landfall {when}, not in turn {wanted.least} to {wanted.most}", ("storm",))


@CHECKS.add("SV15", "length", hard=False, clauses=("scenario.fair",))
def _length(subject: Subject) -> Iterable[Fault]:
    """Ask for a storm of a good length."""
    if subject.storm is not None:
        wanted, turns = subject.content.rules.fair_storm.turns, len(subject.storm)
        if not wanted.holds(turns):
            yield Fault(f"{turns} turns, not {wanted.least} to {wanted.most}", ("storm",))


@CHECKS.add("SV16", "time-to-prepare", hard=False, clauses=("scenario.fair",))
def _first_damage(subject: Subject) -> Iterable[Fault]:
    """Ask for time to prepare."""
    if subject.storm is not None:
        earliest = subject.content.rules.fair_storm.first_damage
        losses = undefended(subject.content, subject.storm, subject.deal.people(subject.content))
        for number, loss in enumerate(losses, 1):
            if loss.total and number < earliest:
                yield Fault(f"{loss.total} damage in turn {number} already", ("storm", number - 1))


@CHECKS.add("SV17", "severity", hard=False, clauses=("scenario.fair",))
def _severity(subject: Subject) -> Iterable[Fault]:
    """Ask for a storm that is worth fighting and can be fought."""
    if subject.storm is not None:
        wanted = subject.content.rules.fair_storm.undefended
        damage = undefended_damage(subject.content, subject.deal, subject.storm)
        if not wanted.holds(damage):
            yield Fault(f"{damage} damage if nobody acts, not {wanted.least} to {wanted.most}", ("storm",))


@CHECKS.add("SV18", "edge-steps", hard=False, clauses=("scenario.fair",))
def _edge_steps(subject: Subject) -> Iterable[Fault]:
    """Ask for a storm that stays away from the edge."""
    if subject.storm is not None:
        most = subject.content.rules.fair_storm.skipped_steps
        skipped = sum(turn.skipped for turn in subject.storm)
        if skipped > most:
            yield Fault(f"{skipped} steps lost at the edge, more than {most}", ("storm",))


@CHECKS.add("SV19", "cities-hit", hard=False, clauses=("scenario.fair",))
def _cities_hit(subject: Subject) -> Iterable[Fault]:
    """Ask for a storm that threatens more than one place."""
    if subject.storm is not None:
        least = subject.content.rules.fair_storm.cities_hit
        hit = cities_hit(subject.content, subject.storm)
        if len(hit) < least:
            yield Fault(f"{len(hit)} cities hit if nobody acts, fewer than {least}", ("storm",))


@CHECKS.add("SV20", "savable", hard=False, clauses=("scenario.savable",))
def _savable(subject: Subject) -> Iterable[Fault]:
    """Ask for a storm that a team can do something about, but not everything."""
    if subject.storm is not None:
        wanted = subject.content.rules.fair_storm.saved_percent
        trial = try_out(subject.content, subject.deal)
        damage = undefended_damage(subject.content, subject.deal, subject.storm)
        saved = 100 * saved_share(damage, trial.median)
        if not wanted.holds(saved):
            yield Fault(f"a team saves {saved:.0f} %, not {wanted.least} to {wanted.most} %", ("storm",))
