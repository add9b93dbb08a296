"""Styles: how palette roles become ink. Colour, grey and low-ink draw the same faces differently."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.diagnostics import Report, Span
from pnp.draw.colours import SIGHTS, contrast, distance, grey_of, ink, mix, seen_by
from pnp.limits import METER
from pnp.model import Role

STYLES = ("colour", "lowink", "grey")
MOST_FLAT_INK = 0.10
"""In low-ink, no larger area may be flatter ink than this."""

LARGE_AREA = 60.0
"""Areas above this many square mm count as large."""

_LEAST_APART = 11.0
_LEAST_APART_GREY = 6.0
_STEPS_PER_PAIR = 100
_BLACK, _WHITE = "#1a1a1a", "#ffffff"


class UnknownRole(Exception):
    """A face names a role that no palette has."""


class Fill(NamedTuple):
    """What fills an area: a flat colour, perhaps a pattern in another, perhaps an outline where the flat is missing."""

    flat: str | None
    pattern: str
    pattern_colour: str
    outline: str | None


class Style:
    """A palette seen through one of the styles."""

    def __init__(self, name: str, roles: Mapping[str, Role]) -> None:
        self.name = name
        self.roles = roles
        self._inks: dict[str, str] = {}
        self._fills: dict[str, Fill] = {}

    @property
    def low_ink(self) -> bool:
        """Say whether flat areas are to be avoided."""
        return self.name == "lowink"

    def ink(self, role: str) -> str:
        """Return the colour for text, lines and small icons."""
        known = self._inks.get(role)
        if known is None:
            known = self._inks[role] = self._ink(role)
        return known

    def fill(self, role: str) -> Fill:
        """Return how an area of the role is filled."""
        known = self._fills.get(role)
        if known is None:
            known = self._fills[role] = self._fill(role)
        return known

    def _role(self, name: str) -> Role:
        role = self.roles.get(name)
        if role is None:
            raise UnknownRole(name)
        return role

    def _ink(self, name: str) -> str:
        if name.startswith("on-") and name not in self.roles:
            flat = self._fill(name[3:]).flat or _WHITE
            return _BLACK if contrast(_BLACK, flat) >= contrast(_WHITE, flat) else _WHITE
        role = self._role(name)
        if self.name == "grey":
            return role.grey or grey_of(role.colour)
        if self.low_ink:
            return role.lowink or self._dark(role.colour)
        return role.colour

    @staticmethod
    def _dark(colour: str) -> str:
        """Darken until it reads on white paper; white stays white."""
        if contrast(colour, _WHITE) < 1.15:
            return colour
        share = 0.0
        while contrast(mix(colour, _BLACK, share), _WHITE) < 4.5 and share < 1:
            share += 0.1
        return mix(colour, _BLACK, share)

    def _fill(self, name: str) -> Fill:
        role = self._role(name)
        if self.low_ink:
            line = role.lowink or self._dark(role.colour)
            if ink(role.colour) <= MOST_FLAT_INK:
                return Fill(role.colour, role.pattern, line, None)
            return Fill(None, role.pattern, mix(line, _WHITE, 0.25), line)
        flat = (role.grey or grey_of(role.colour)) if self.name == "grey" else role.colour
        towards = _WHITE if ink(flat) > 0.25 else _BLACK
        return Fill(flat, role.pattern, mix(flat, towards, 0.35 if towards == _WHITE else 0.18), None)


def check_distinct(
    roles: Mapping[str, Role], groups: list[list[str]], report: Report, place: Callable[[str], Span | None]
) -> None:
    """Note every pair of roles that some eye, or a grey printer, cannot tell apart, at the place of the second."""
    for group in groups:
        known = [name for name in group if name in roles]
        for i, first in enumerate(known):
            METER.spend("game_steps", _STEPS_PER_PAIR * (len(known) - i - 1))
            for second in known[i + 1 :]:
                for message in _too_close(first, second, roles):
                    report.error("distinct", message, place(second), "choose another colour, grey or pattern")


def _too_close(first: str, second: str, roles: Mapping[str, Role]) -> list[str]:
    a, b = roles[first], roles[second]
    found = []
    if a.pattern == b.pattern:
        found.append(f"roles '{first}' and '{second}' have the same pattern: colour alone must not tell them apart")
    for sight in SIGHTS:
        apart = distance(seen_by(a.colour, sight), seen_by(b.colour, sight))
        if apart < _LEAST_APART:
            found.append(
                f"roles '{first}' and '{second}' look alike to {sight} sight (distance {apart:.1f} of {_LEAST_APART})"
            )
    grey = distance(a.grey or grey_of(a.colour), b.grey or grey_of(b.colour))
    if grey < _LEAST_APART_GREY:
        found.append(f"roles '{first}' and '{second}' look alike in grey (distance {grey:.1f} of {_LEAST_APART_GREY})")
    return found
