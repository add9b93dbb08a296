"""Deals of games that run from data: how many play, and the order of what is shuffled."""

from typing import Annotated

from msgspec import Meta, Struct

from pnp.engine.cards import in_order
from pnp.engine.compile import starting_cards
from pnp.engine.machine import Program, Running
from pnp.play.deal import FORMAT, Deal
from pnp.play.seeds import stream


class PlayDeal(Deal, frozen=True, kw_only=True):
    """How many play, and each shuffled zone from its top."""

    players: int
    zones: dict[str, tuple[str, ...]] = {}


class Options(Struct, frozen=True):
    """What is to be dealt."""

    players: Annotated[int | None, Meta(description="How many play; the fewest if not said.")] = None


def dealt(program: Program, seed: int, options: Options) -> PlayDeal:
    """Return the deal of a seed."""
    fewest, most = program.seats
    players = fewest if options.players is None else options.players
    if not fewest <= players <= most:
        raise ValueError(f"'{program.game}' is for {fewest} to {most} players, not for {players}")
    zones = {}
    for name, cards in starting_cards(program).items():
        if program.zones[name].shuffled:
            stream(program.game, seed, f"zone/{name}").shuffle(cards)
            zones[name] = tuple(card.key for card in cards)
    return PlayDeal(game=program.game, format=FORMAT, seed=seed, players=players, zones=zones)


def new_game(program: Program, deal: PlayDeal) -> Running:
    """Set up the game that a legal deal describes."""
    order = {
        name: in_order(cards, deal.zones[name]) if name in deal.zones else cards
        for name, cards in starting_cards(program).items()
    }
    return Running.begun(program, deal.players, order)
