"""A recorded game in words: one row for every turn, made while the engine replays it."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.words import StoryWords
from pnp.games.horde.play.choices import (
    Advance,
    Attack,
    Brace,
    Choices,
    Dismiss,
    Enter,
    Help,
    Keep,
    Move,
    Play,
    Provoke,
    Rest,
    Sacrifice,
)
from pnp.games.horde.play.deal import HordeDeal
from pnp.games.horde.play.scenario import new_game
from pnp.games.horde.play.state import Event

_BEFORE_WIND = ("enter", "move", "act", "mixed", "keep", "strike")


def journal(
    content: HordeContent,
    words: StoryWords,
    icons: Mapping[str, str],
    deal: HordeDeal,
    choices: Iterable[Choices],
) -> list[list[str]]:
    """Return a table of a recorded game, its head first; `icons` are those of the suits."""
    log: list[Event] = []
    state = new_game(content, deal)
    state.log = log
    rows: list[list[str]] = []
    before: list[str] = []
    after: list[str] = []

    def close() -> None:
        said = next((event["compliant"] for event in log if event["event"] == "formation"), None)
        rows[-1][3:] = ["; ".join(before) or words.nothing, "; ".join(after) or words.nothing, _verdict(words, said)]
        before.clear()
        after.clear()
        log.clear()

    for choice in choices:
        if not rows or rows[-1][0] != str(state.turn):
            if rows:
                close()
            winds = " ".join(_card(card, icons) for card in state.slots)
            rows.append([str(state.turn), _card(state.up[0], icons), winds, "", "", ""])
        target = before if state.agenda[-1][0] in _BEFORE_WIND else after
        target += _said(content, words, icons, choice)
        state.apply(choice)
    if rows:
        close()
        rows.append([str(state.turn), "", "", "", "", words.won if state.status == "win" else words.lost])
    head = [words.turn, words.up_card, words.winds, words.own, words.wind, words.formation]
    return [head, *rows]


def _card(card: str | None, icons: Mapping[str, str]) -> str:
    """Return a card with the sign of its suit."""
    return f"{card[:-1]}:{icons[card[-1]]}:" if card else "–"


def _verdict(words: StoryWords, compliant: bool | None) -> str:
    return "" if compliant is None else words.complies if compliant else words.missed


def _said(content: HordeContent, words: StoryWords, icons: Mapping[str, str], choice: Choices) -> Iterator[str]:
    """Yield a choice in a few words; endings of steps need none."""
    names = {role.action.effect: role.action.name for role in content.roles.values()}
    match choice:
        case Enter():
            yield words.enter(content.role_of(choice.card), choice.to)
        case Move() | Advance():
            yield words.move(choice.role, choice.to)
        case Play():
            yield words.play(_card(choice.card, icons))
        case Brace():
            yield words.brace(choice.line, choice.power)
        case Rest():
            yield words.rest(names["rest"], choice.role)
        case Help():
            yield words.help(names["help"])
        case Keep():
            yield words.keep(_card(choice.card, icons))
        case Provoke():
            yield words.provoke(names["provocation"], choice.role, choice.to)
        case Attack():
            yield words.attack(names["attack"], choice.slot)
        case Sacrifice():
            yield words.sacrifice(_card(choice.card, icons))
        case Dismiss():
            yield words.dismiss(_card(choice.card, icons))
