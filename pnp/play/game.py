"""The door to a game's own code: one typed value with a field for every hook, each with its exact type and a default.

`pnp/games/<game>/__init__.py` builds it and nothing else of a game is imported from outside. The rooms for play and
print are opened late, because building a game should not pay for its engine, nor playing for its drawings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from pnp.draw.drawing import Drawing
from pnp.draw.faces import GameDrawing, Painter
from pnp.draw.printable import Canvas, Printable
from pnp.load.game import GameContent
from pnp.load.room import ContentRoom, find_door
from pnp.play import stats
from pnp.play.checks import CheckList
from pnp.play.deal import Certificate, Deal, Proof, Sealed
from pnp.play.seeds import Stream
from pnp.play.state import AnyBot, AnyState
from pnp.play.stats import Figures

C = TypeVar("C")
O = TypeVar("O", bound=Struct)  # noqa: E741 - options, as C stands for content
B = TypeVar("B", bound=Struct)
D = TypeVar("D", bound=Deal)
K = TypeVar("K", bound=Certificate)
S = TypeVar("S", bound=AnyState)
J = TypeVar("J")

Record = stats.Record


def _no_proof(_certificate: object) -> Proof | None:
    return None


def _suits(_content: object, _scenario: object, _options: object) -> str | None:
    return None


@dataclass(frozen=True)
class ScenarioRoute(Generic[C, O, D, K, S, J]):
    """How a game is dealt, judged and begun: O are the options, S is the game in progress, J what checks look at."""

    options: type[O]
    deal: type[D]
    certificate: type[K]
    actions: UnionType | type
    """The choices that a recorded game may hold."""
    generate: Callable[[C, int, O], D]
    certify: Callable[[C, D, O], K]
    """Rates a deal by play."""
    new_game: Callable[[C, D], S]
    subject: Callable[[C, D], J]
    """Prepares a deal, perhaps written by hand, for the checks."""
    checks: CheckList[J]
    proof: Callable[[K], Proof | None] = _no_proof
    """Returns the recorded game that a certificate carries."""
    unsuited: Callable[[C, K, O], str | None] = _suits
    """Says why a certified deal is not what the options ask for."""


def _no_reports(_: object) -> None:
    return None


def _no_explanation(_: GameContent) -> Mapping[str, object]:
    return {}


def _as_many(_: object, games: int) -> int:
    return games


@dataclass(frozen=True)
class BalanceRoute(Generic[C, B]):
    """How a game is measured; B are the options of one run."""

    options: type[B]
    play_one: Callable[[C, int, B], Record]
    summarise: Callable[[Sequence[Record]], Figures]
    report_options: Callable[[C], list[B] | None] = _no_reports
    """Lists the runs of a full report, or None where one run with the usual options is all."""
    games_for: Callable[[B, int], int] = _as_many
    """Says how many games a run of a full report plays, of the number that was asked for."""
    explain: Callable[[GameContent], Mapping[str, object]] = _no_explanation
    """Adds what the figures need to be understood, such as the clauses behind causes."""


S_contra = TypeVar("S_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


class Shower(Protocol[C_contra, S_contra]):
    """Draws a game in progress for the terminal."""

    def __call__(self, content: C_contra, state: S_contra, eyes: int | None = None, /) -> str:
        """Return the table as text, with all cards, or as one seat sees it."""


Seater = Callable[[C, int, Stream], AnyBot]
"""Makes a bot for a seat."""


@dataclass(frozen=True)
class PlayRoom(Generic[C, O, D, K, S, J, B]):
    """A game in play."""

    scenario: ScenarioRoute[C, O, D, K, S, J]
    balance: BalanceRoute[C, B]
    seats: Callable[[S], int]
    """Counts the players."""
    bots: Mapping[str, Seater[C]]
    """The bots that can take a seat, the strongest one first."""
    show: Shower[C, S] | None = None
    """Draws a game in progress for the terminal; without it, the state is written out."""
    secrets: bool = False
    """Seats know what others must not see."""


class ScenarioPrinter(Protocol):
    """Prints a scenario."""

    def __call__(
        self, game: GameContent, painter: Painter, canvas: Canvas, scenario: Sealed[Any, Any], /, *, solutions: bool
    ) -> list[Printable]:
        """Return the sheets of a scenario, with what spoils it marked as secret."""


Maker = Callable[[GameContent, Painter, Canvas], Printable | None]
"""Draws a component; None where the chosen size has none."""


def _no_drawings(_: GameContent) -> Mapping[str, GameDrawing]:
    return {}


def _no_figures(_game: GameContent, _painter: Painter, _figures: Mapping[str, Any]) -> Iterable[tuple[Drawing, str]]:
    return ()


@dataclass(frozen=True)
class PrintRoom:
    """What a game draws by code."""

    drawings: Callable[[GameContent], Mapping[str, GameDrawing]] = _no_drawings
    """Pictures by name, for faces and clauses."""
    components: Mapping[str, Maker] = field(default_factory=dict)
    """Components by name, those that the content room lists."""
    scenario: ScenarioPrinter | None = None
    balance: Callable[[GameContent, Painter, Mapping[str, Any]], Iterable[tuple[Drawing, str]]] = _no_figures
    """Draws pictures for the balance report, each with its caption."""


AnyContentRoom = ContentRoom[Any, Any]
AnyPlayRoom = PlayRoom[Any, Any, Any, Any, Any, Any, Any]


@dataclass(frozen=True)
class Game:
    """A game with code of its own: its name and its rooms."""

    id: str
    package: str
    """Where its code is, to be searched for what it enforces."""
    content: AnyContentRoom
    play: Callable[[], AnyPlayRoom] | None = None
    print: Callable[[], PrintRoom] = PrintRoom


def find_game(id: str) -> Game | None:
    """Return the code of a shipped or installed game, or None if it has none."""
    found = find_door(id)
    assert found is None or isinstance(found, Game), f"{id}: the package does not bring a pnp.play.game.Game"
    return found
