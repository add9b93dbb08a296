"""The certificate that a scenario file carries (rating, witness, verdicts), checked before anyone relies on it.

Rules do not speak of it, so no check of a game does; but sheets print it, and a file may be written by hand.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.load.schema import explain
from pnp.play.checks import Violation
from pnp.play.referee import replay
from pnp.play.scenario import Playable
from pnp.play.state import State


def all_violations(play: Playable, scenario: Any, *, soft: bool) -> list[Violation]:
    """Return every rule that a scenario breaks, and what is wrong with the certificate of a legal one."""
    found = play.violations(scenario, soft=soft)
    if not any(v.hard for v in found):
        found += [
            Violation("certificate", "certificate", True, (), message, path)
            for path, message in _faults(play, scenario)
        ]
    return found


def _faults(play: Playable, scenario: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    kind: Any = play.scenario.certificate
    given = {key: scenario[key] for key in kind.__struct_fields__ if key in scenario}
    wrong = [(path, message) for path, _, _, message, _ in explain(given, kind)]
    yield from wrong or _witness_faults(play, scenario)


def _witness_faults(play: Playable, scenario: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Replay the witness; one that is cut short proves nothing, unless it reached what it claims."""
    witness = scenario.get("witness")
    actions = witness.get("actions") if isinstance(witness, Mapping) else None
    if not isinstance(actions, list):
        return
    outcome = replay(play, scenario, actions)
    path = ("witness", "actions")
    if outcome.refusal is not None:
        step = outcome.refusal.step
        yield (*path, step - 1), f"step {step} of the witness is refused: {outcome.refusal.message}"
    elif not (outcome.over or _reached(outcome.state, scenario["witness"])):
        yield path, "the witness game is not over"


def _reached(state: State, witness: Mapping[str, Any]) -> bool:
    """Say whether a game that may be won before its end was won as its witness claims."""
    return witness.get("won") is True and state.result().get("won") is True
