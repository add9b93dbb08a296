"""Print jobs: pages that want the same paper and the same number of sides, so that one range goes through in one go.

A file to print is a row of jobs. Blank pages stand only where a sheet of a two-sided job would else get a stranger on
its back.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet

PRINT_ME, EXTRAS, SOLUTIONS = "print-me", "extras", "solutions"
"""The files: one standard game, what is optional, and what spoils."""

_EXTRA = "extra-"
_KINDS = (
    ("plain", True),
    ("plain", False),
    ("card", False),
    ("card", True),
    ("shop", False),
    ("shop", True),
)
"""Stock and sides in the order of printing, the build guide's first; shop is paper larger than the printer's."""


def _name(stock: str, two_sided: bool, *, optional: bool) -> str:
    return f"{_EXTRA if optional else ''}{stock}-{'two' if two_sided else 'one'}-sided"


JOB_NAMES = tuple(_name(stock, two, optional=optional) for optional in (False, True) for stock, two in _KINDS)
"""Every name that a job can have."""


class Part(NamedTuple):
    """What a set of sheets gives to a job."""

    made: SheetSet
    sides: tuple[Sheet, ...]

    @property
    def what(self) -> str:
        """Return what is on these sheets, with counts where there are several."""
        named = [f"{p.total} {p.title}" if p.total > 1 and p.kind != "page" else p.title for p in self.made.printables]
        return ", ".join(named) or self.made.title


class Job(NamedTuple):
    """A range of pages of one file, to be printed in one go."""

    file: str
    name: str
    stock: str
    two_sided: bool
    first: int
    parts: tuple[Part, ...]
    pages: tuple[Sheet, ...]
    """All sides in their order, blank ones included."""

    @property
    def last(self) -> int:
        """The number of its last page in the file."""
        return self.first + len(self.pages) - 1

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return -(-len(self.pages) // 2) if self.two_sided else len(self.pages)

    @property
    def blanks(self) -> int:
        """How many of its pages are blank."""
        return sum(not page.items for page in self.pages)

    @property
    def optional(self) -> bool:
        """Say whether a game can be played without it."""
        return self.name.startswith(_EXTRA)

    def summary(self) -> "JobSummary":
        """Return what people want to know of it."""
        what = tuple(dict.fromkeys(part.what for part in self.parts))
        return JobSummary(
            self.file,
            self.name,
            self.first,
            self.last,
            self.stock,
            self.two_sided,
            self.sheets,
            self.blanks,
            self.optional,
            any(p.two_sided for part in self.parts for p in part.made.printables),
            what,
        )


class JobSummary(NamedTuple):
    """A job in words and numbers."""

    file: str
    name: str
    first: int
    last: int
    stock: str
    two_sided: bool
    sheets: int
    blanks: int
    optional: bool
    backed: bool
    """It holds pieces with backs."""
    what: tuple[str, ...]


class PrintFile(NamedTuple):
    """A file to print: its jobs in their order."""

    name: str
    jobs: tuple[Job, ...]

    @property
    def pages(self) -> list[Sheet]:
        """All its pages."""
        return [page for job in self.jobs for page in job.pages]

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return sum(job.sheets for job in self.jobs)


def plan_files(sets: Sequence[SheetSet], options: PrintOptions) -> tuple[PrintFile, ...]:
    """Put all sheets into jobs: print-me of one standard game, and extras if anything is optional."""
    files = []
    for name, optional in ((PRINT_ME, False), (EXTRAS, True)):
        jobs = tuple(_jobs(name, [s for s in sets if s.optional == optional], options, optional=optional))
        if jobs:
            files.append(PrintFile(name, jobs))
    return tuple(files)


def _jobs(file: str, sets: Sequence[SheetSet], options: PrintOptions, *, optional: bool) -> Iterator[Job]:
    duplex = options.backs.startswith("duplex")
    gathered: dict[tuple[str, bool], list[Part]] = {kind: [] for kind in _KINDS}
    for made in sets:
        for key, sides in _split(made, options, duplex=duplex):
            gathered[key].append(Part(made, sides))
    first = 1
    for (stock, two_sided), parts in gathered.items():
        if not parts:
            continue
        if two_sided:  # an odd number of pages costs a blank one, but not at the end
            parts[1:] = sorted(parts[1:], key=lambda part: len(part.sides) % 2)
        pages = tuple(_in_order(parts, two_sided=two_sided))
        yield Job(file, _name(stock, two_sided, optional=optional), stock, two_sided, first, tuple(parts), pages)
        first += len(pages)


def _split(
    made: SheetSet, options: PrintOptions, *, duplex: bool
) -> Iterator[tuple[tuple[str, bool], tuple[Sheet, ...]]]:
    """Yield the sheets of a set by their job; a document stays together, single sheets of pieces need no back."""
    for shop in (False, True):
        sheets = [s for s in made.sheets if _too_large(s, options) == shop]
        stock = "shop" if shop else made.stock
        if made.is_document and any(s.side == "back" for s in sheets):
            yield (stock, duplex), tuple(sheets)
            continue
        backed = tuple(s for s in sheets if s.side != "single")
        single = tuple(s for s in sheets if s.side == "single")
        if backed:
            yield (stock, duplex), backed
        if single:
            yield (stock, False), single


def _too_large(sheet: Sheet, options: PrintOptions) -> bool:
    return max(sheet.size) > max(options.paper.size) + 0.1 or min(sheet.size) > min(options.paper.size) + 0.1


def _in_order(parts: Iterable[Part], *, two_sided: bool) -> Iterator[Sheet]:
    last: Sheet | None = None
    count = 0
    for part in parts:
        if two_sided and count % 2 and last is not None:
            yield last.empty_back()
            count += 1
        yield from part.sides
        count += len(part.sides)
        last = part.sides[-1]
