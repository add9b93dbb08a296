"""The turns that the rulebook tells: real games run by the engine, so that what is told can never be wrong."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, structs

from pnp.games.stormfury.content.compiled import GAME
from pnp.games.stormfury.content.files import ToldTurn
from pnp.games.stormfury.content.hexes import hex_name
from pnp.games.stormfury.play.bots import TeamBot, scene_of_table
from pnp.games.stormfury.play.choices import Choices, Draw
from pnp.games.stormfury.play.damage import Effect
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.scenario import Options, generate, new_game, storm_track
from pnp.games.stormfury.play.sentences import Teller
from pnp.games.stormfury.play.storm import TrackTurn
from pnp.games.stormfury.play.view import Player, View
from pnp.load.values import TemplateFault
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER
from pnp.play.verbs import verb_of


class Step(Struct, frozen=True):
    """A choice of an expert."""

    seat: int
    choice: Choices
    does: str
    drawn: tuple[str, ...]
    """The names of cards drawn."""


class TurnOfExpert(Struct, frozen=True):
    """An expert's turn: her name, where she began, her hand before she drew, what she does."""

    name: str
    city: str
    hand: tuple[str, ...]
    does: tuple[str, ...]


class ToldHit(Struct, frozen=True):
    """What the storm did to a target, and the sentence about it."""

    target: str
    effect: Effect
    damage: int
    says: str


class HurricanePhase(TrackTurn, frozen=True, kw_only=True):
    """The hurricane phase: where the storm went, the flipped cards, and what it hit."""

    flips: tuple[str, ...]
    places: tuple[str, ...]
    """The path by the names printed in the hexes."""
    marked: bool
    """Whether a flipped card has a mark."""
    hits: tuple[ToldHit, ...]
    damage: int


class ExampleTurn(Struct, frozen=True):
    """A turn with the table before and after it."""

    seed: int
    turn: int
    experts: int
    start: str
    before: View
    steps: tuple[Step, ...]
    verbs: tuple[str, ...]
    """What the experts do, in one word each."""
    turns: tuple[TurnOfExpert, ...]
    hurricane: HurricanePhase
    after: View


def example_turn(teller: Teller, chosen: ToldTurn, name: str) -> ExampleTurn:
    """Play a seed with the team bot and trace the chosen turn, for text and drawings; the name is that of its luck."""
    content = teller.content
    deal = generate(content, chosen.seed, Options(experts=chosen.experts, level=chosen.level))
    game = new_game(content, deal)
    bot = TeamBot(content, stream(GAME, chosen.seed, f"{name}/bot"))
    luck = stream(GAME, chosen.seed, f"{name}/table")
    before: View | None = None
    steps: list[Step] = []
    while (seat := game.to_act()) != OVER and game.table.turn <= chosen.turn:
        if game.table.turn == chosen.turn and before is None:
            before = game.view(0)
        if seat == CHANCE:
            game.apply(game.chance(luck))
        elif game.table.turn == chosen.turn:
            steps.append(_step(teller, game, bot))
        else:
            game.apply(bot.decide(scene_of_table(content, game.table, swath=game.swath)))
    if before is None:
        raise ValueError(f"the storm of seed {chosen.seed} ends before turn {chosen.turn}")
    return ExampleTurn(
        seed=chosen.seed,
        turn=chosen.turn,
        experts=chosen.experts,
        start=deal.start,
        before=before,
        steps=tuple(steps),
        verbs=tuple(dict.fromkeys(verb_of(step.choice) for step in steps)),
        turns=tuple(_turn(teller, seat, player, steps) for seat, player in enumerate(before.players)),
        hurricane=_hurricane(teller, game, storm_track(content, deal)[chosen.turn - 1]),
        after=game.view(0),
    )


def _step(teller: Teller, game: Game, bot: TeamBot) -> Step:
    """Take one choice and describe it."""
    content, table = teller.content, game.table
    seat = table.seat
    hand = table.experts[seat].hand
    held = len(hand)
    choice = bot.decide(scene_of_table(content, table, swath=game.swath))
    game.apply(choice)
    drawn = tuple(teller.card(card) for card in hand[held:]) if isinstance(choice, Draw) else ()
    return Step(seat, choice, teller.action(choice), drawn)


def _turn(teller: Teller, seat: int, player: Player, steps: Sequence[Step]) -> TurnOfExpert:
    """Tell an expert's turn; cards drawn together are told together."""
    does: list[str] = []
    drawn: list[str] = []
    for step in (step for step in steps if step.seat == seat):
        if step.drawn:
            drawn += step.drawn
            continue
        does += [teller.words.drew(drawn)] if drawn else []
        does.append(step.does)
        drawn = []
    assert player.city is not None
    return TurnOfExpert(
        name=teller.content.roles[player.role].name,
        city=teller.words.stands(teller.city(player.city)),
        hand=tuple(teller.cards(player.hand)),
        does=tuple(does),
    )


def _hurricane(teller: Teller, game: Game, drawn: TrackTurn) -> HurricanePhase:
    """Describe the hurricane phase of the example turn."""
    gust = game.gusts[drawn.turn - 1]
    return HurricanePhase(
        **structs.asdict(drawn),
        flips=tuple(teller.content.cards[card].id for card in gust.flips),
        places=tuple(map(hex_name, drawn.path)),
        marked=any(teller.content.cards[card].change for card in gust.flips),
        hits=tuple(ToldHit(hit.target, hit.effect, hit.damage, teller.hit(hit)) for hit in gust.hits),
        damage=sum(hit.damage for hit in gust.hits),
    )


class WorkedOut(Mapping[str, Any]):
    """A turn, played when a template first asks for it; one that cannot be played is a template's fault."""

    def __init__(self, teller: Teller, chosen: ToldTurn, name: str) -> None:
        self.teller, self.chosen, self.name = teller, chosen, name

    @cached_property
    def turn(self) -> ExampleTurn:
        """The turn as figures draw it."""
        try:
            return example_turn(self.teller, self.chosen, self.name)
        except ValueError as fault:
            hint = f"choose another {self.name}_turn in measures.yaml"
            raise TemplateFault("example", str(fault), hint=hint) from None

    @cached_property
    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = plain(self.turn)
        return told

    def __getitem__(self, key: str) -> Any:
        return self._told[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)
