"""A scenario as its file holds it: what a seed fixes, what play showed of it, and what it was made with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

FORMAT = 1
"""The number of the form in which scenarios are written; every game's files carry it."""


class Deal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seed fixes; a game adds its own set-up."""

    game: str
    format: int
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """None in a deal made by hand."""

    @property
    def number(self) -> int:
        """The seed for streams of luck and for labels."""
        return self.seed or 0


class Certificate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What play showed of a deal; a game adds its rating and perhaps a witness."""


class Proof(NamedTuple):
    """A recorded game that shows what a deal allows; one that was won may stop before its end."""

    actions: Sequence[Any]
    won: bool = False


class Seal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a scenario was made with, and what its checks said."""

    content: str = ""
    options: dict[str, Any] = {}
    verdicts: dict[str, str] = {}


D_co = TypeVar("D_co", bound=Deal, covariant=True)
K_co = TypeVar("K_co", bound=Certificate, covariant=True)


@dataclass(frozen=True)
class Sealed(Generic[D_co, K_co]):
    """A whole scenario."""

    deal: D_co
    certificate: K_co
    seal: Seal

    @property
    def seed(self) -> int | None:
        """The seed that it comes from, if any."""
        return self.deal.seed

    def record(self) -> dict[str, object]:
        """Return the scenario as its file holds it: JSON values."""
        return {**plain(self.deal), **plain(self.certificate), **plain(self.seal)}


def plain(value: object) -> Any:
    """Return a value as a file would give it back: mappings, lists, words and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))
