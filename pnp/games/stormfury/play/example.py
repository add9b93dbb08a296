"""The rulebook's example turn: a real game run by the engine, so that the example can never be wrong."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.content.words import TaleWords
from pnp.games.stormfury.play.bots import TeamBot, scene_of_table
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.scenario import Options, generate, new_game, storm_track
from pnp.games.stormfury.play.sentences import Teller
from pnp.load.values import TemplateFault
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER


def example_turn(teller: Teller) -> dict[str, Any]:
    """Play the example's seed with the team bot and trace its chosen turn, for text and drawings.

    Keys: seed, turn, experts; ``before`` and ``after`` (what everybody sees); ``steps`` (seat, role,
    city, hand, action, what she does in words, and cards drawn); ``hurricane`` (cards, path, categories,
    footprint, hits with sentences, damage).
    """
    content = teller.content
    chosen = content.rules.example_turn
    scenario = generate(content, chosen.seed, Options(experts=chosen.experts))
    game = new_game(content, scenario)
    bot = TeamBot(content, stream(GAME, chosen.seed, "example/bot"))
    luck = stream(GAME, chosen.seed, "example/table")
    before: Mapping[str, Any] | None = None
    steps: list[dict[str, Any]] = []
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
    return {
        "seed": chosen.seed,
        "turn": chosen.turn,
        "experts": chosen.experts,
        "before": before,
        "steps": steps,
        "hurricane": _hurricane(teller, game, storm_track(content, scenario)[chosen.turn - 1]),
        "after": game.view(0),
    }


def _step(teller: Teller, game: Game, bot: TeamBot) -> dict[str, Any]:
    """Take one action and describe it."""
    content, table = teller.content, game.table
    seat = table.seat
    expert = table.experts[seat]
    held = len(expert.hand)
    action = bot.decide(scene_of_table(content, table, swath=game.swath))
    game.apply(action)
    drawn = [content.resource_cards[card].name for card in expert.hand[held:]] if action["do"] == "draw" else []
    assert expert.city is not None
    return {
        "seat": seat,
        "role": expert.role,
        "action": dict(action),
        "city": content.board.cities[expert.city].id,
        "hand": table.sorted_cards(content, expert.hand),
        "does": teller.action(action),
        "drawn": drawn,
    }


def _hurricane(teller: Teller, game: Game, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the hurricane phase of the example turn."""
    gust = game.gusts[drawn["turn"] - 1]
    return {
        **drawn,
        "flips": [teller.content.cards[card].id for card in gust.flips],
        "hits": [{**hit._asdict(), "says": teller.hit(hit)} for hit in gust.hits],
        "damage": sum(hit.damage for hit in gust.hits),
    }


class WorkedOut(Mapping[str, Any]):
    """The example turn, played when a template first asks for it; one that cannot be played is a template's fault."""

    def __init__(self, content: StormfuryContent, words: TaleWords) -> None:
        self.teller = Teller(content, words)

    @cached_property
    def _turn(self) -> dict[str, Any]:
        try:
            turn = example_turn(self.teller)
            return {**turn, "turns": list(_turns(self.teller, turn["before"], turn["steps"]))}
        except ValueError as fault:
            raise TemplateFault("example", str(fault), hint="choose another example_turn in play.yaml") from None

    def __getitem__(self, key: str) -> Any:
        return self._turn[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._turn)

    def __len__(self) -> int:
        return len(self._turn)


def _turns(teller: Teller, before: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each expert's turn: her name, where she began, what she does; cards drawn together are told together."""
    for seat, player in enumerate(before["players"]):
        does: list[str] = []
        drawn: list[str] = []
        for step in (step for step in steps if step["seat"] == seat):
            if step["drawn"]:
                drawn += step["drawn"]
                continue
            does += [teller.words.drew(drawn)] if drawn else []
            does.append(step["does"])
            drawn = []
        city = teller.words.stands(teller.city(player["city"]))
        yield {"name": teller.content.roles[player["role"]].name, "city": city, "does": does}
