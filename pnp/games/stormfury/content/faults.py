"""What types alone cannot say about Stormfury's content: references, sums and limits that must fit."""

from collections.abc import Iterable, Iterator

from pnp.games.stormfury.content import coastmap
from pnp.games.stormfury.content.files import (
    DECK_NAMES,
    HOLD,
    Files,
    MapFile,
    MeasuresFile,
    PrintFile,
    ResourceFile,
    StormDeck,
    StormFile,
)
from pnp.games.stormfury.content.hexes import DIRECTIONS
from pnp.model import ContentFault


def check_content(files: Files) -> Iterable[ContentFault]:
    """Yield every fault that types alone cannot see."""
    for fault in coastmap.faults(files.map):
        yield ContentFault("map", *fault)
    yield from _storm_faults(files.storm)
    yield from _resource_faults(files.resources)
    yield from _measures_faults(files.measures, files)
    yield from _print_faults(files.print, files.resources)


def _storm_faults(storm: StormFile) -> Iterator[ContentFault]:
    """Yield faults of the category chart and the hurricane decks."""
    for place, row in enumerate(storm.categories):
        if row.category != place + 1:
            yield ContentFault(
                "storm", ("categories", place, "category"), "category-order", f"this row must be {place + 1}"
            )
        if row.piece not in storm.storm_pieces:
            yield ContentFault(
                "storm",
                ("categories", place, "piece"),
                "unknown-piece",
                f"{row.piece!r} is not one of: {', '.join(storm.storm_pieces)}",
            )
        if row.flips > storm.forecast_cards:
            yield ContentFault(
                "storm",
                ("categories", place, "flips"),
                "too-many-flips",
                f"only {storm.forecast_cards} cards are forecast",
            )
    letters = set()
    for name in DECK_NAMES:
        deck: StormDeck = getattr(storm.hurricane_decks, name)
        path: tuple[str | int, ...] = ("hurricane_decks", name)
        letters.add(deck.letter)
        if sum(entry.copies for entry in deck.cards) < storm.forecast_cards:
            yield ContentFault(
                "storm", (*path, "cards"), "small-deck", f"a forecast needs {storm.forecast_cards} cards"
            )
        for place, entry in enumerate(deck.cards):
            wrong = [step for step in entry.steps.split() if step not in DIRECTIONS]
            if entry.steps != HOLD and (wrong or not entry.steps.strip()):
                yield ContentFault(
                    "storm",
                    (*path, "cards", place, "steps"),
                    "unknown-step",
                    f"{entry.steps!r} is not a row of directions",
                    f"directions are {' '.join(DIRECTIONS)}; a card without a move says {HOLD}",
                )
    if len(letters) < len(DECK_NAMES):
        yield ContentFault("storm", ("hurricane_decks",), "letter-twice", "the two decks share a letter")


def _resource_faults(resources: ResourceFile) -> Iterator[ContentFault]:
    """Yield recipes and powers that do not make sense."""
    supplies = [id for id, card in resources.resource_cards.items() if card.kind == "supply"]
    for id, card in resources.resource_cards.items():
        path = ("resource_cards", id)
        builds = card.kind in ("fortify", "dam")
        if builds != bool(card.pay) or builds != bool(card.places):
            words = "needs pay and places" if builds else f"is {card.kind}: it takes neither pay nor places"
            yield ContentFault("resources", path, "recipe", f"{card.name} {words}")
        if (card.kind == "evacuate") != bool(card.discards):
            yield ContentFault(
                "resources",
                path,
                "recipe",
                f"{card.name}: discards belongs to evacuate cards, and only there",
            )
        for paid in card.pay:
            if paid not in supplies:
                yield ContentFault(
                    "resources",
                    (*path, "pay", paid),
                    "unknown-supply",
                    f"{paid!r} is not one of: {', '.join(supplies)}",
                )
    for id, role in resources.roles.items():
        if role.stand_in is not None:
            for key in ("card", "pays_for"):
                value = getattr(role.stand_in, key)
                if value not in supplies:
                    yield ContentFault(
                        "resources",
                        ("roles", id, "stand_in", key),
                        "unknown-supply",
                        f"{value!r} is not one of: {', '.join(supplies)}",
                    )


def _measures_faults(rules: MeasuresFile, files: Files) -> Iterator[ContentFault]:
    """Yield limits that do not fit the rest of the content."""
    map_: MapFile = files.map
    resources: ResourceFile = files.resources
    top = len(files.storm.categories)
    experts = rules.experts
    if not 1 <= experts.least <= experts.most <= len(resources.roles):
        yield ContentFault(
            "measures",
            ("experts",),
            "experts",
            f"teams need 1 to {len(resources.roles)} experts, one for each role",
        )
    cards = sum(card.count for card in resources.resource_cards.values())
    if experts.most * rules.play.opening_hand > cards:
        yield ContentFault("measures", ("play", "opening_hand"), "short-deck", f"the deck holds only {cards} cards")
    for name in ("easy", "normal", "hard"):
        if getattr(rules.levels, name).start_category > top:
            yield ContentFault(
                "measures", ("levels", name, "start_category"), "unknown-category", f"the chart ends at {top}"
            )
    census = rules.population.census
    if len(census) > len(map_.cities):
        yield ContentFault("measures", ("population", "census"), "census", f"only {len(map_.cities)} cities exist")
    if sum(census) != rules.population.usual * len(census):
        yield ContentFault(
            "measures", ("population", "census"), "census", "a census must not change the number of people in all"
        )
    if rules.chits.damage < rules.overwhelmed_at:
        yield ContentFault(
            "measures", ("chits", "damage"), "few-chits", f"{rules.overwhelmed_at} are needed to be overwhelmed"
        )
    if len(rules.verdict_shift) != experts.most:
        yield ContentFault(
            "measures", ("verdict_shift",), "verdict-shift", f"one number for each team of 1 to {experts.most}"
        )
    limits = [verdict.least for verdict in rules.verdicts]
    if limits[0] != 0 or limits != sorted(set(limits)) or limits[-1] >= rules.overwhelmed_at:
        yield ContentFault(
            "measures",
            ("verdicts",),
            "verdict-order",
            f"limits climb from 0 and stay below {rules.overwhelmed_at}",
        )


def _print_faults(print_: PrintFile, resources: ResourceFile) -> Iterator[ContentFault]:
    """Yield cards and experts without a look, and looks of nothing."""
    tables: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("resource_look", print_.resource_look, resources.resource_cards),
        ("role_look", print_.role_look, resources.roles),
        ("deck_look", print_.deck_look, DECK_NAMES),
    )
    for key, looks, things in tables:
        for id in things:
            if id not in looks:
                yield ContentFault("print", (key,), "no-look", f"{id!r} has no look here", "give it an icon and a role")
        for id in looks:
            if id not in things:
                yield ContentFault("print", (key, id), "unknown-look", f"there is no {id!r}")
