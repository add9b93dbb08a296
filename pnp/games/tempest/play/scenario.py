"""Seeded scenarios: one seed is a whole campaign, its set-ups and the sealed order of its decks."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.content.files import FACES, SUITS
from pnp.games.tempest.play.deal import CAMPAIGN, FACE_ROLES, FINAL, DayEntry, Decks, FinalEntry, TempestDeal
from pnp.games.tempest.play.setup import lay_out
from pnp.model import Strict
from pnp.play.deal import FORMAT
from pnp.play.seeds import stream
from pnp.play.state import enforces


class Options(Strict):
    """What to generate from a seed."""

    day: Annotated[str, msgspec.Meta(description="The number of a day, 'final', or 'campaign' for all of them")] = (
        CAMPAIGN
    )
    powers: Annotated[
        list[str],
        msgspec.Meta(description="Citizens whose powers are at hand on a single day's sheet, by name"),
    ] = []
    variant: Annotated[
        str, msgspec.Meta(description="Id of the variant to play by; empty for the rules as they stand")
    ] = ""
    rating: Annotated[
        Literal["easy", "medium", "hard"] | None, msgspec.Meta(description="Take only sheets of this rating")
    ] = None


@enforces("setup.cards", "setup.play-decks")
def generate(content: TempestContent, seed: int, options: Options | None = None) -> TempestDeal:
    """Generate the set-up of a seed; the same seed gives the same deal for ever."""
    options = options or Options()
    content = content.varied(options.variant)
    _check_options(content, options)
    days: list[DayEntry] = []
    used: list[str] = []
    earlier: tuple[str, ...] = ()
    wanted = [str(day.id) for day in content.days] if options.day == CAMPAIGN else [options.day]
    for day in content.days:
        if options.day == FINAL or (options.day != CAMPAIGN and day.id > int(options.day)):
            break
        ranks = list(range(1, day.ranks + 1))
        piles = {suit: stream(GAME, seed, f"day{day.id}/{suit}").shuffled(ranks) for suit in SUITS}
        entry = lay_out(content, day, piles, used, _play_decks(seed, f"day{day.id}", day.ranks))
        if str(day.id) in wanted:
            days.append(entry)
            if options.day != CAMPAIGN:
                earlier = tuple(used)
        used += [citizen.name for citizen in entry.citizens]
    return TempestDeal(
        game=GAME,
        format=FORMAT,
        seed=seed,
        play=options.day,
        variant=content.variant,
        earlier=earlier,
        powers=tuple(options.powers),
        days=tuple(days),
        final=_final(content, seed) if options.day in (FINAL, CAMPAIGN) else None,
    )


def _check_options(content: TempestContent, options: Options) -> None:
    """Refuse options that name nothing."""
    known = [*(str(day.id) for day in content.days), FINAL, CAMPAIGN]
    if options.day not in known:
        raise ValueError(f"there is no day {options.day!r}; known: {', '.join(known)}")
    for name in options.powers:
        if content.citizen_named(name) is None:
            raise ValueError(f"there is no citizen called {name!r}")
    if options.powers and options.day == CAMPAIGN:
        raise ValueError("a campaign earns its powers by itself; give powers to a single day only")


def _play_decks(seed: int, name: str, ranks: int) -> Decks:
    """Shuffle the four play decks of a day."""
    hearts, spades, diamonds, clubs = (
        tuple(stream(GAME, seed, f"{name}/play/{suit}").shuffled(range(1, ranks + 1))) for suit in SUITS
    )
    return Decks(hearts=hearts, spades=spades, diamonds=diamonds, clubs=clubs)


@enforces("final.faces")
def _final(content: TempestContent, seed: int) -> FinalEntry:
    """Draw the four face cards and the decks of the final day."""
    faces = [face for face in FACES for _ in range(content.final.copies)]
    place, target, blessing, beast = stream(GAME, seed, f"{FINAL}/faces").shuffled(faces)[: len(FACE_ROLES)]
    decks = _play_decks(seed, FINAL, content.final.ranks)
    return FinalEntry(map=place, target=target, blessing=blessing, beast=beast, decks=decks)
