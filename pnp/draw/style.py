"""Styles: how palette roles become ink. Colour, grey and low-ink draw the same faces differently."""

from collections.abc import Callable, Mapping
from math import fsum
from typing import NamedTuple

from pnp.context import meter
from pnp.diagnostics import Report, Span
from pnp.draw.colours import SIGHTS, WHITE, contrast, distance, grey_of, ink, mix, seen_by
from pnp.model import Role

MOST_FLAT_INK = 0.10
"""In low-ink, no larger area may be flatter ink than this."""

LARGE_AREA = 60.0
"""Areas above this many square mm count as large."""

MOST_INK = 300.0
"""So much ink of all four colours, in percent, the paper of the printing condition takes up."""

CMYK = tuple[float, float, float, float]

_LEAST_APART = 11.0
_LEAST_APART_GREY = 6.0
_STEPS_PER_PAIR = 100
_BLACK = "#1a1a1a"
"""The black of words on a coloured ground."""


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

    @property
    def paper(self) -> str:
        """The colour of unprinted ground, for whatever hides what lies under it."""
        return self.fill("paper").flat or WHITE

    def on(self, ground: str) -> str:
        """Return the colour for words that stand on a ground: black or white."""
        return _BLACK if contrast(_BLACK, ground) >= contrast(WHITE, ground) else WHITE

    def ink(self, role: str) -> str:
        """Return the colour for text, lines and small icons."""
        known = self._inks.get(role)
        if known is None:
            known = self._inks[role] = self._ink(role)
        return known

    def flat(self, role: str) -> str:
        """Return the colour of an area of the role, or that of paper where ink is to be saved."""
        return self.fill(role).flat or self.paper

    def pale(self, role: str, share: float) -> str:
        """Return the ink of a role with a share of paper in it."""
        return mix(self.ink(role), self.paper, share)

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
            return self.on(self._fill(name[3:]).flat or WHITE)
        role = self._role(name)
        if self.name == "grey":
            return role.grey or grey_of(role.colour)
        if self.low_ink:
            return role.lowink or self._dark(role.colour)
        return role.colour

    @staticmethod
    def _dark(colour: str) -> str:
        """Darken until it reads on white paper; white stays white."""
        if contrast(colour, WHITE) < 1.15:
            return colour
        share = 0.0
        while contrast(mix(colour, _BLACK, share), WHITE) < 4.5 and share < 1:
            share += 0.1
        return mix(colour, _BLACK, share)

    def printed(self, colour: str) -> str:
        """Return a colour that is no role's, such as a picture's, as the style prints an area of it."""
        if self.name == "grey":
            return grey_of(colour)
        if self.low_ink and (share := ink(colour)) > MOST_FLAT_INK:
            return mix(colour, WHITE, 1 - 0.9 * MOST_FLAT_INK / share)
        return colour

    def printed_line(self, colour: str) -> str:
        """Return a colour that is no role's as the style prints lines of it."""
        return self._dark(colour) if self.low_ink else self.printed(colour)

    def own_inks(self) -> dict[str, CMYK]:
        """Return the inks, 0 to 1, of the colours of roles that say theirs: plain, and as their patterns use them."""
        found: dict[str, CMYK] = {}
        if self.name != "colour":
            return found
        told = {name: _shares(role.cmyk) for name, role in self.roles.items() if role.cmyk is not None}
        for name, inks in told.items():
            found[self.roles[name].colour.lower()] = inks
        for name, inks in told.items():
            towards, share = self._pattern_mix(self.roles[name].colour)
            toned = _mix_inks(inks, _NO_INK if towards == WHITE else _ALL_BLACK, share)
            found.setdefault(mix(self.roles[name].colour, towards, share), toned)
        return found

    @staticmethod
    def _pattern_mix(flat: str) -> tuple[str, float]:
        """Return towards what, and how far, a pattern differs from its ground."""
        return (WHITE, 0.35) if ink(flat) > 0.25 else (_BLACK, 0.18)

    def _fill(self, name: str) -> Fill:
        role = self._role(name)
        if self.low_ink:
            line = role.lowink or self._dark(role.colour)
            if ink(role.colour) <= MOST_FLAT_INK:
                return Fill(role.colour, role.pattern, line, None)
            return Fill(None, role.pattern, mix(line, WHITE, 0.25), line)
        flat = (role.grey or grey_of(role.colour)) if self.name == "grey" else role.colour
        return Fill(flat, role.pattern, mix(flat, *self._pattern_mix(flat)), None)


_NO_INK: CMYK = (0.0, 0.0, 0.0, 0.0)
_ALL_BLACK: CMYK = (0.0, 0.0, 0.0, 1.0)


def _shares(percent: CMYK) -> CMYK:
    c, m, y, k = percent
    return c / 100, m / 100, y / 100, k / 100


def _mix_inks(a: CMYK, b: CMYK, share: float) -> CMYK:
    c, m, y, k = (x + (z - x) * share for x, z in zip(a, b, strict=True))
    return c, m, y, k


def check_inks(roles: Mapping[str, Role], report: Report, place: Callable[[str], Span | None]) -> None:
    """Note roles with more ink than paper takes up, and roles of one colour that say different inks for it."""
    first: dict[str, str] = {}
    for name, role in roles.items():
        if role.cmyk is None:
            continue
        if fsum(role.cmyk) > MOST_INK:
            message = f"role '{name}' asks for {fsum(role.cmyk):g} % of ink in all; paper takes up {MOST_INK:g} %"
            report.error("inks", message, place(name))
        other = first.setdefault(role.colour.lower(), name)
        if roles[other].cmyk != role.cmyk:
            message = f"roles '{other}' and '{name}' have the same colour but different inks"
            report.error("inks", message, place(name), "give them the same cmyk, or tell their colours apart")


def check_distinct(
    roles: Mapping[str, Role], groups: list[list[str]], report: Report, place: Callable[[str], Span | None]
) -> None:
    """Note every pair of roles that some eye, or a grey printer, cannot tell apart, at the place of the second."""
    for group in groups:
        known = [name for name in group if name in roles]
        for i, first in enumerate(known):
            meter().spend("game_steps", _STEPS_PER_PAIR * (len(known) - i - 1))
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
