"""Tables for templates that no file holds: every card with its words, icons and tick boxes worked out.

Faces and rules read them, so that a changed number, power or area changes the card and the rulebook alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, get_args

from pnp.games.tempest.content.effects import Effect, Raise
from pnp.games.tempest.content.files import Beast, Blessing, Citizen, Day, Files, Look, Shape, StormAction, Target
from pnp.games.tempest.content.powers import Power
from pnp.games.tempest.content.variants import variant_text
from pnp.games.tempest.content.words import Words

Row = dict[str, Any]
F = TypeVar("F", Target, Blessing, Beast)

SUIT_LOOKS: tuple[tuple[str, str, str], ...] = (
    ("hearts", "heart", "suit-red"),
    ("spades", "spade", "suit-black"),
    ("diamonds", "diamond", "suit-red"),
    ("clubs", "club", "suit-black"),
)
"""Suit, its icon and its ink."""

FACE_ICONS = {"K": "king", "Q": "queen", "J": "jack"}
FINAL = "final"
"""What stands for the final day beside the numbers of the others."""

LETTERS = "ABCDE"


def card_name(rank: int) -> str:
    """Return what stands in the corner of a card."""
    return "A" if rank == 1 else str(rank)


def card_tables(files: Files) -> dict[str, Any]:
    """Return the derived tables by the names that templates use."""
    look: Look = files.print.look
    words, storm_actions = files.words, files.storm.storm_actions
    storm = [_storm_card(action, look, words) for action in storm_actions]
    shapes = [_shape_card(shape) for shape in files.obstacles.shapes]
    citizens = [_citizen_card(citizen, files, look) for citizen in files.citizens.citizens]
    faces = _face_cards(files, look)
    return {
        "storm_cards": storm,
        "shape_cards": shapes,
        "citizen_cards": citizens,
        "face_cards": faces,
        "number_cards": _number_cards(files, storm, shapes, citizens),
        "court_cards": _court_cards(files, faces),
        "token_cards": _token_cards(files, faces),
        "variant_texts": [
            {"id": v.id, "title": v.title, "kind": v.kind, "ruling": v.ruling, "text": variant_text(files, v)}
            for v in files.variants.variants
        ],
        "example_texts": list(_example_texts(files)),
        "highest_rank": highest_rank(files),
        "what_does": _by_tag(Effect, _active(files)),
        "who_can": _by_tag(Power, _powerful(files)),
        "crossings": [action.name for action in storm_actions if _crosses(action)],
        "crossing_once": any(
            getattr(effect, "area", "") == "cross" for action in storm_actions for effect in action.effects
        ),
    }


def highest_rank(files: Files) -> int:
    """Return the highest card that any day uses."""
    ranks: list[int] = [day.ranks for day in files.days.days]
    final: int = files.final.final_day.ranks
    return max(*ranks, final)


def _kind(power: Power | Effect) -> str:
    return str(power.__struct_config__.tag)


def _by_tag(union: Any, entries: Iterable[tuple[str, Sequence[Power | Effect]]]) -> dict[str, list[str]]:
    """Return the names of those that have a power or an effect, by its kind; every kind is there."""
    found: dict[str, list[str]] = {str(kind.__struct_config__.tag): [] for kind in get_args(union)}
    for name, kinds in entries:
        for kind in dict.fromkeys(map(_kind, kinds)):
            found[kind].append(name)
    return found


def _active(files: Files) -> Iterator[tuple[str, Sequence[Effect]]]:
    yield from ((action.name, action.effects) for action in files.storm.storm_actions)
    yield from ((beast.name, beast.effects) for beast in files.final.beasts)


def _powerful(files: Files) -> Iterator[tuple[str, Sequence[Power]]]:
    yield from ((citizen.name, [citizen.power]) for citizen in files.citizens.citizens)
    yield from ((target.name, [target.power]) for target in files.final.targets)
    yield from ((blessing.name, [blessing.power]) for blessing in files.final.blessings)


def _crosses(action: StormAction) -> bool:
    """Say whether an action raises a row and a column that cross."""
    areas = {effect.area for effect in action.effects if isinstance(effect, Raise)}
    return "cross" in areas or {"row", "column"} <= areas


def _effect_icon(entry: StormAction | Beast, look: Look) -> str:
    """Return the icon of an action: its own, or that of its first effect."""
    return entry.icon or look.effects[_kind(entry.effects[0])]


def _storm_card(action: StormAction, look: Look, words: Words) -> Row:
    return {
        "rank": action.rank,
        "card": card_name(action.rank),
        "name": action.name,
        "text": action.said(words),
        "icon": _effect_icon(action, look),
    }


def _example_texts(files: Files) -> Iterator[str]:
    """Yield what happens in each round of the example, with the name of the storm's action."""
    example = files.example.example_game
    names = {action.rank: action.name for action in files.storm.storm_actions}
    decks = example.scenario["days"][0]["decks"]
    for number, played in enumerate(example.rounds):
        suit = next(action["from"] for action in played.actions if action["do"] == "storm")
        yield played.text.replace("{storm}", names[decks[suit][number]])


def _shape_card(shape: Shape) -> Row:
    return {
        "rank": shape.rank,
        "card": card_name(shape.rank),
        "name": shape.name,
        "squares": len(shape.offsets),
    }


def _citizen_card(citizen: Citizen, files: Files, look: Look) -> Row:
    """A citizen with the days on which the power can work, and the tick boxes of each."""
    days: Sequence[Day] = files.days.days
    first = next((day.id for day in days if day.ranks >= citizen.rank), None)
    uses = getattr(citizen.power, "uses", 0)
    from_day = 0 if first is None else first + files.switches.switches.powers_after_days
    works = [str(day.id) for day in days if first is not None and day.id >= from_day]
    works += [FINAL] if first is not None and from_day <= days[-1].id + 1 else []
    return {
        "rank": citizen.rank,
        "card": card_name(citizen.rank),
        "name": citizen.name,
        "text": citizen.said(files.words),
        "icon": look.powers[_kind(citizen.power)],
        "day": first,
        "uses": uses,
        "boxes": [{"day": day, "uses": uses} for day in works] if uses else [],
    }


def _face_cards(files: Files, look: Look) -> list[Row]:
    """The meanings of king, queen and jack on the final day."""
    final, words = files.final, files.words

    def of(entries: Sequence[F], face: str) -> F:
        return next(entry for entry in entries if entry.face == face)

    rows = []
    for chosen in final.final_maps:
        face = chosen.face
        target, blessing, beast = of(final.targets, face), of(final.blessings, face), of(final.beasts, face)
        rows.append(
            {
                "face": face,
                "name": words.cards.face(face),
                "icon": FACE_ICONS[face],
                "map": chosen.name,
                "target": {
                    "name": target.name,
                    "health": target.health,
                    "text": target.said(words),
                    "icon": look.powers[_kind(target.power)],
                },
                "blessing": {
                    "name": blessing.name,
                    "text": blessing.said(words),
                    "uses": getattr(blessing.power, "uses", 0),
                    "icon": look.powers[_kind(blessing.power)],
                },
                "beast": {"name": beast.name, "text": beast.said(words), "icon": _effect_icon(beast, look)},
            }
        )
    return rows


def _number_cards(files: Files, storm: Sequence[Row], shapes: Sequence[Row], citizens: Sequence[Row]) -> list[Row]:
    """The cards of the printed deck below the court cards, suit by suit."""

    def of(rows: Sequence[Row], rank: int) -> Row | None:
        return next((row for row in rows if row["rank"] == rank), None)

    return [
        {
            "suit": suit,
            "icon": icon,
            "ink": ink,
            "rank": rank,
            "card": card_name(rank),
            "storm": of(storm, rank) if suit in ("diamonds", "clubs") else None,
            "citizen": of(citizens, rank) if suit == "diamonds" else None,
            "shape": of(shapes, rank) if suit == "clubs" else None,
            "axis": {"hearts": "x", "spades": "y"}.get(suit, ""),
        }
        for suit, icon, ink in SUIT_LOOKS
        for rank in range(1, highest_rank(files) + 1)
    ]


def _court_cards(files: Files, faces: Sequence[Row]) -> list[Row]:
    """King, queen and jack in as many suits as the face deck has copies."""
    copies = files.final.final_day.copies
    return [
        {"suit": suit, "suit_icon": icon, "ink": ink, **face}
        for face in faces
        for suit, icon, ink in SUIT_LOOKS[:copies]
    ]


def _token_cards(files: Files, faces: Sequence[Row]) -> list[Row]:
    """You, the citizens by letter, the target and the beasts."""
    letters = LETTERS[: max(day.citizens for day in files.days.days)]
    beasts, say = [face["beast"] for face in faces], files.words.cards
    return [
        _token(say.you, say.you, "pawn", "storm-deck", "storm-deck"),
        *(_token(say.citizen(letter), letter, "citizen", "haven", "ink") for letter in letters),
        _token(say.target, "T", "crown", "haven", "ink"),
        *(_token(beast["name"], "B", beast["icon"], "danger", "danger") for beast in beasts),
    ]


def _token(name: str, label: str, icon: str, role: str, colour: str) -> Row:
    return {"name": name, "label": label, "icon": icon, "role": role, "colour": colour}
