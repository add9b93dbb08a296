"""A recorded game in words: one row for every turn, made while the engine replays it."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.words import StoryWords
from pnp.games.horde.play.scenario import new_game
from pnp.play.state import Action

_BEFORE_WIND = ("enter", "move", "act", "mixed", "keep", "strike")


def journal(
    content: HordeContent,
    words: StoryWords,
    icons: Mapping[str, str],
    scenario: Mapping[str, Any],
    actions: Iterable[Action],
) -> list[list[str]]:
    """Return a table of a recorded game, its head first; `icons` are those of the suits."""
    log: list[dict[str, Any]] = []
    state = new_game(content, scenario)
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

    for action in actions:
        if not rows or rows[-1][0] != str(state.turn):
            if rows:
                close()
            winds = " ".join(_card(card, icons) for card in state.slots)
            rows.append([str(state.turn), _card(state.up[0], icons), winds, "", "", ""])
        target = before if state.agenda[-1][0] in _BEFORE_WIND else after
        target += _said(
            content, words, {**action, "card": _card(action["card"], icons)} if "card" in action else action
        )
        state.apply(action)
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


def _said(content: HordeContent, words: StoryWords, action: Action) -> list[str]:
    """Return an action in a few words; endings of steps need none."""
    names = {role.action.effect: role.action.name for role in content.roles.values()}
    texts = {
        "enter": lambda: words.enter(content.role_of_rank[action["card"][0]], action["to"]),
        "move": lambda: words.move(action["role"], action["to"]),
        "advance": lambda: words.move(action["role"], action["to"]),
        "play": lambda: words.play(action["card"]),
        "brace": lambda: words.brace(action["line"], action["power"]),
        "rest": lambda: words.rest(names["rest"], action["role"]),
        "help": lambda: words.help(names["help"]),
        "keep": lambda: words.keep(action["card"]),
        "provoke": lambda: words.provoke(names["provocation"], action["role"], action["to"]),
        "attack": lambda: words.attack(names["attack"], action["slot"]),
        "sacrifice": lambda: words.sacrifice(action["card"]),
        "dismiss": lambda: words.dismiss(action["card"]),
    }
    return [texts[action["do"]]()] if action["do"] in texts else []
