"""A recorded game in words: one row for every turn, made while the engine replays it."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.scenario import new_game
from pnp.play.state import Action

HEAD = ["Turn", "Up-card", "Winds", "Enter, move, act", "Against the wind", "Formation"]
_BEFORE_WIND = ("enter", "move", "act", "mixed", "keep", "strike")


def journal(
    content: HordeContent, icons: Mapping[str, str], scenario: Mapping[str, Any], actions: Iterable[Action]
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
        rows[-1][3:] = ["; ".join(before) or "nothing", "; ".join(after) or "nothing", _verdict(said)]
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
        words = _words(content, {**action, "card": _card(action["card"], icons)} if "card" in action else action)
        if words:
            target.append(words)
        state.apply(action)
    if rows:
        close()
        rows.append([str(state.turn), "", "", "", "", "**won**" if state.status == "win" else "lost"])
    return [HEAD, *rows]


def _card(card: str | None, icons: Mapping[str, str]) -> str:
    """Return a card with the sign of its suit."""
    return f"{card[:-1]}:{icons[card[-1]]}:" if card else "–"


def _verdict(compliant: bool | None) -> str:
    return "" if compliant is None else "complies" if compliant else "missed"


def _words(content: HordeContent, action: Action) -> str:
    """Return an action in a few words; endings of steps need none."""
    kind = action["do"]
    names = {role.action.effect: role.action.name for role in content.roles.values()}
    if kind == "enter":
        return f"{content.role_of_rank[action['card'][0]]} enters {action['to']}"
    if kind in ("move", "advance"):
        return f"{action['role']} {action['to']}"
    if kind == "play":
        return f"pays {action['card']}"
    if kind == "brace":
        return f"line {action['line']}: {action['power']}"
    texts = {
        "rest": lambda: f"{names['rest']} {action['role']}",
        "help": lambda: names["help"],
        "keep": lambda: f"keeps {action['card']}",
        "provoke": lambda: f"{names['provocation']} {action['role']} {action['to']}",
        "attack": lambda: f"{names['attack']} {action['slot']}",
        "sacrifice": lambda: f"gives up {action['card']}",
        "dismiss": lambda: f"sends away {action['card']}",
    }
    return texts[kind]() if kind in texts else ""
