"""Random games that `pnp check` plays: what only play shows of a play.yaml, faults and warnings."""

from collections import Counter

from pnp.diagnostics import Problems, Report, Span
from pnp.engine.deal import Options, dealt, new_game
from pnp.engine.machine import Program, Running
from pnp.limits import MOST_TRIAL_STEPS
from pnp.load.budget import Allowance
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER

_GAMES = 20
_MOVES = 1_000
"""Choices after which a random game is given up."""


def try_out(program: Program, place: Span, report: Report) -> None:
    """Play random games; note the fault that one runs into, or warn of games that do not end as games do."""
    ends: Counter[str] = Counter()
    winners: Counter[int] = Counter()
    chosen: set[str] = set()
    fewest, most = program.seats
    most_steps = Allowance.used + MOST_TRIAL_STEPS
    for seed in range(_GAMES):
        players = fewest + seed % (min(most, fewest + 8) - fewest + 1)
        try:
            state = new_game(program, dealt(program, seed, Options(players)))
            chosen |= _played(program, state, seed, most_steps)
            ends[state.over] += 1
            result = state.result()
        except Problems as problems:
            report.take(problems)
            return
        if Allowance.used > most_steps:
            hint = "expressions that look at everything for everything take long"
            report.warning("slow", "random games take too many steps to try them all", place, hint)
            return
        winners.update(result["winners"] if len(result["winners"]) < players else ())
    if ends["endless"]:
        message = f"in {ends['endless']} of {_GAMES} random games the flow runs for ever without a choice"
        report.warning("endless", message, place, "a loop needs 'until', 'times' or 'stop', and 'end' a condition")
    elif ends[""]:
        message = f"{ends['']} of {_GAMES} random games are not over after {_MOVES} choices"
        report.warning("unfinished", message, place, "look at the condition under 'end'")
    for verb in program.verbs:
        if verb not in chosen and not ends[""] and not ends["endless"]:
            report.warning("never", f"in {_GAMES} random games nobody could choose '{verb}'", place)
    if fewest == most > 1 and program.end.won is None and len(winners) == 1 and winners.total() == _GAMES:
        (seat,) = winners
        report.warning("winner", f"seat {seat + 1} won all {_GAMES} random games", place, "look at 'score' under 'end'")


def _played(program: Program, state: Running, seed: int, most_steps: int) -> set[str]:
    """Play a game at random; return what could be chosen."""
    luck = stream(program.game, seed, "trial")
    offered: set[str] = set()
    for _ in range(_MOVES):
        seat = state.to_act()
        if seat == OVER or Allowance.used > most_steps:
            break
        if seat == CHANCE:
            state.apply(state.chance(luck))
            continue
        legal = state.legal_actions()
        offered.update(str(choice.__struct_config__.tag) for choice in legal)
        state.view(seat)
        state.apply(luck.choice(legal))
    return offered
