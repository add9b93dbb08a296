"""Scenarios from files: plain values of any shape become typed ones, or faults with their places."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from pnp.diagnostics import one_of
from pnp.load.schema import explain
from pnp.play.checks import Fault, Violation
from pnp.play.deal import FORMAT, Deal, Seal, Sealed
from pnp.play.referee import replay
from pnp.play.scenario import Playable, Scenario

S = TypeVar("S", bound=Struct)


class Read(NamedTuple):
    """A scenario from a file: None where it has not the form of one, and every rule that it breaks."""

    scenario: Scenario | None
    violations: list[Violation]

    @property
    def hard(self) -> list[Violation]:
        """Return what makes it illegal."""
        return [violation for violation in self.violations if violation.hard]


def read_scenario(play: Playable, raw: object, *, soft: bool) -> Read:
    """Read a scenario and check everything about it: its form, the rules, then what it carries as proof."""
    route = play.scenario
    formed = [route.checks.form(fault) for fault in _form_faults(play, raw)]
    if formed or not isinstance(raw, Mapping):
        return Read(None, formed)
    deal = _deal(play, raw)
    found = play.violations(deal, soft=soft)
    if any(violation.hard for violation in found):
        return Read(None, found)
    faults = [*_faults(raw, route.certificate), *_faults(raw, Seal)]
    if faults:
        return Read(None, [*found, *map(_on_certificate, faults)])
    sealed = Sealed(deal, _converted(raw, route.certificate), _converted(raw, Seal))
    return Read(sealed, [*found, *map(_on_certificate, _proof_faults(play, sealed))])


def read_deal(play: Playable, raw: object) -> tuple[Any, list[Violation]]:
    """Read what is to be played of a scenario: the deal, and the rules that make it illegal."""
    formed = [play.scenario.checks.form(fault) for fault in _form_faults(play, raw)]
    if formed or not isinstance(raw, Mapping):
        return None, formed
    deal = _deal(play, raw)
    return deal, play.violations(deal, soft=False)


def _on_certificate(fault: Fault) -> Violation:
    return Violation("certificate", "certificate", True, (), fault.message, fault.path)


def _form_faults(play: Playable, raw: object) -> Iterator[Fault]:
    route = play.scenario
    if not isinstance(raw, Mapping):
        yield Fault("a scenario is a table of keys and values")
        return
    if raw.get("game") != play.game.id:
        yield Fault(f"this is no scenario of the game '{play.game.id}'", ("game",))
    if type(raw.get("format")) is not int or raw["format"] != FORMAT:
        yield Fault(f"'format' must be {FORMAT}", ("format",))
    known = [name for kind in (route.deal, route.certificate, Seal) for name in _keys(kind)]
    for key in raw:
        if key not in known:
            yield Fault(f"unknown key '{key}'; {one_of(str(key), known)}", (key,))
    for fault in _faults(raw, route.deal):
        if fault.path not in (("game",), ("format",)):
            yield fault


def _keys(kind: type[Struct]) -> tuple[str, ...]:
    return kind.__struct_encode_fields__


def _converted(raw: object, kind: type[S]) -> S:
    return msgspec.convert(raw, kind, str_keys=True)


def _deal(play: Playable, raw: Mapping[str, object]) -> Deal:
    route = play.scenario
    deal: Deal = _converted(raw, route.deal)
    return deal


def _faults(raw: Mapping[str, object], kind: type[Struct]) -> list[Fault]:
    """Return every way in which the keys that belong to a type do not fit it."""
    given = {key: raw[key] for key in _keys(kind) if key in raw}
    try:
        msgspec.convert(given, kind, str_keys=True)
    except msgspec.ValidationError as error:
        missing = [field.encode_name for field in fields(kind) if field.required and field.encode_name not in raw]
        faults = [Fault(f"key '{key}' is missing", (key,)) for key in missing]
        faults += [Fault(message, path) for path, _, _, message, _ in explain(given, kind) if path]
        return faults or [Fault(str(error))]
    return []


def _proof_faults(play: Playable, scenario: Scenario) -> Iterator[Fault]:
    """Replay the witness; one that is cut short proves nothing, unless it reached what it claims."""
    proof = play.scenario.proof(scenario.certificate)
    if proof is None:
        return
    outcome = replay(play, scenario.deal, proof.actions)
    path = ("witness", "actions")
    if outcome.refusal is not None:
        step = outcome.refusal.step
        yield Fault(f"step {step} of the witness is refused: {outcome.refusal.message}", (*path, step - 1))
    elif not (outcome.over or (proof.won and outcome.state.result().get("won") is True)):
        yield Fault("the witness game is not over", path)
    elif proof.won and outcome.state.result().get("won") is False:
        yield Fault("the witness game is not won", path)
