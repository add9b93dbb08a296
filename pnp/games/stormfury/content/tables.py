"""Tables for templates that no file holds because code works them out: cards with their ids, and the example turn."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import DECK_NAMES
from pnp.load.template import TemplateFault


class WorkedOut(Mapping[str, Any]):
    """The example turn, played when a template first asks for it; one that cannot be played is a template's fault."""

    def __init__(self, content: StormfuryContent) -> None:
        self.content = content

    @cached_property
    def _turn(self) -> dict[str, Any]:
        from pnp.games.stormfury.play.example import example_turn

        try:
            turn = example_turn(self.content)
            return {**turn, "turns": list(_turns(self.content, turn["before"], turn["steps"]))}
        except ValueError as fault:
            raise TemplateFault("example", str(fault), hint="choose another example_turn in play.yaml") from None

    def __getitem__(self, key: str) -> Any:
        return self._turn[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._turn)

    def __len__(self) -> int:
        return len(self._turn)


def _turns(
    content: StormfuryContent, before: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield each expert's turn: her name, where she began, what she does; cards drawn together are told together."""
    for seat, player in enumerate(before["players"]):
        does: list[str] = []
        drawn: list[str] = []
        for step in (step for step in steps if step["seat"] == seat):
            if step["drawn"]:
                drawn += step["drawn"]
                continue
            does += [f"draws {' and '.join(drawn)}"] if drawn else []
            does.append(step["does"])
            drawn = []
        city = content.map.cities[player["city"]].name
        yield {"name": content.roles[player["role"]].name, "city": f"in {city}", "does": does}


def make_tables(content: StormfuryContent) -> dict[str, Any]:
    """Return the tables by the name that templates know them by."""
    decks = content.storm.hurricane_decks
    cards = {
        name: [
            {
                "id": card.id,
                "deck": name,
                "steps": list(card.steps),
                "mark": getattr(decks, name).mark if card.change else "",
                "change": card.change,
            }
            for card in (content.cards[number] for number in content.decks[name])
        ]
        for name in DECK_NAMES
    }
    return {"storm_cards": cards, "example": WorkedOut(content)}
