"""Scenarios: deals that a seed fixes, and what bot games say about them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import Mode
from pnp.games.horde.play.choices import Choices
from pnp.games.horde.play.deal import DealCertificate, DealtHorde, HordeDeal, Rating, Start, Witness
from pnp.games.horde.play.engine import HordeState, begin, deal
from pnp.model import Strict
from pnp.play.deal import FORMAT, Proof
from pnp.play.seeds import stream
from pnp.play.state import OVER, enforces

GAME = "horde"


class Options(Strict):
    """Options of `pnp scenario horde`."""

    mode: Annotated[Mode, Meta(description="Solo game, or competition for two.")] = "solo"
    stars: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None, Meta(description="Wanted difficulty, 1 (easy) to 3 (hard).")
    ] = None


@enforces("setup.fixed", "setup.aval")
def generate(content: HordeContent, seed: int, options: Options) -> HordeDeal:
    """Deal the scenario of a seed; each deck is shuffled by a stream of its own."""
    alone = options.mode == "solo"
    players = 1 if alone else content.competition.players
    encounters = stream(GAME, seed, "encounters").shuffled(content.court_cards)
    breezes = stream(GAME, seed, "breezes").shuffled(content.pip_cards)
    return HordeDeal(
        game=GAME,
        format=FORMAT,
        seed=seed,
        mode=options.mode,
        hordes=tuple(_horde(content, seed, "" if alone else f"/p{number}") for number in range(1, players + 1)),
        encounters=tuple(encounters),
        breezes=tuple(breezes),
        start=start_slots(content, options.mode, encounters, breezes),
        reshuffle=content.switches.scenario_reshuffle,
    )


def _horde(content: HordeContent, seed: int, suffix: str) -> DealtHorde:
    wit = stream(GAME, seed, f"wit{suffix}").shuffled(content.court_cards)
    # The first card met of every role, from the lowest rank of the deck's order upwards.
    ranks = list(dict.fromkeys(card[0] for card in content.court_cards))
    aval = [next(card for card in wit if card[0] == rank) for rank in reversed(ranks)]
    return DealtHorde(
        pack=tuple(stream(GAME, seed, f"pack{suffix}").shuffled(content.pip_cards)),
        aval=tuple(aval),
        wit=tuple(card for card in wit if card not in aval),
    )


def start_slots(content: HordeContent, mode: Mode, encounters: Sequence[str], breezes: Sequence[str]) -> Start:
    """Return which cards lie in which slots before the first turn: the first card farthest on."""
    alone = mode == "solo"
    row = content.limits.encounters_at_start if alone else content.competition.encounters_at_start
    letters = content.slot_names(mode)[:row]
    numbers = [str(number) for number in range(1, content.limits.breezes_at_start + 1)]
    return Start(
        encounter_slots=dict(zip(reversed(letters), encounters, strict=False)),
        breeze_slots=dict(zip(reversed(numbers), breezes, strict=False)),
    )


def new_game(content: HordeContent, dealt: HordeDeal) -> HordeState:
    """Start a game of a valid scenario."""
    return begin(deal(content, dealt))


# --- rating and witness -------------------------------------------------------------------------


class Rated(NamedTuple):
    """What bot games on a deal showed."""

    wins: int
    games: int
    witness: Witness | None


def rate_by_bots(content: HordeContent, dealt: HordeDeal) -> Rated:
    """Play the rating games; the first one won is the witness."""
    return _rated(content, msgspec.json.encode(msgspec.structs.replace(dealt, seed=None)))


@lru_cache(maxsize=8)
def _rated(content: HordeContent, written: bytes) -> Rated:
    """Rate a deal; checks and certificate ask one after the other, and forty games take a second."""
    dealt = msgspec.json.decode(written, type=HordeDeal)
    wins = 0
    witness: Witness | None = None
    for bot_seed in range(1, content.rating.games + 1):
        state, choices = _bot_game(content, dealt, bot_seed)
        if state.status == "win":
            wins += 1
            witness = witness or Witness(actions=tuple(choices), bot_seed=bot_seed, turns=state.turn)
    return Rated(wins, content.rating.games, witness)


def _bot_game(content: HordeContent, dealt: HordeDeal, bot_seed: int) -> tuple[HordeState, list[Choices]]:
    from pnp.games.horde.play.bots import PlannerBot

    rating = content.rating
    bot = PlannerBot(content, rating.bot, stream(GAME, bot_seed, "bot"), noise=rating.noise)
    state = new_game(content, dealt)
    choices: list[Choices] = []
    while state.to_act() != OVER:
        choice = bot.choose(state.view(0), state.legal_actions())
        state.apply(choice)
        choices.append(choice)
    return state, choices


def replay(content: HordeContent, dealt: HordeDeal, choices: Iterable[Choices]) -> HordeState:
    """Play a recorded game; an impossible choice raises Illegal."""
    state = new_game(content, dealt)
    for choice in choices:
        state.apply(choice)
    return state


def stars_for(content: HordeContent, share: float) -> int | None:
    """Return the stars of a share of wins, or None when the deal is too hard or trivial."""
    if share > content.rating.easiest:
        return None
    return next((entry.stars for entry in content.rating.stars if share >= entry.least), None)


@enforces("scenario.rating", "scenario.winnable")
def certify(content: HordeContent, dealt: HordeDeal, options: Options) -> DealCertificate:
    """Return rating and witness game of a solo deal; a competition reshuffles, so it has none."""
    if not dealt.alone:
        return DealCertificate()
    rated = rate_by_bots(content, dealt)
    share = rated.wins / rated.games
    settings = content.rating
    rating = Rating(
        win_share=share, stars=stars_for(content, share), games=rated.games, bot=settings.bot, noise=settings.noise
    )
    return DealCertificate(rating=rating, witness=rated.witness)


def proof(certificate: DealCertificate) -> Proof | None:
    """Return the game that wins."""
    return None if certificate.witness is None else Proof(certificate.witness.actions, won=True)


def unsuited(content: HordeContent, certificate: DealCertificate, options: Options) -> str | None:
    """Say why a rated scenario is not the one wanted, if so."""
    rating = certificate.rating
    if rating is None:
        return None
    if rating.stars is None:
        trivial = rating.win_share > content.rating.easiest
        return f"{'trivial' if trivial else 'too hard'}: bots win {rating.win_share:.0%}"
    if options.stars is not None and rating.stars != options.stars:
        return f"{rating.stars} stars instead of {options.stars}"
    return None
