"""What pnp itself says on paper. The sentences stand in `templates/words.yaml`; `load/words.py` says how it works.

A game adds words of its own by a class that extends `Words`, in `pnp/games/<game>/content/words.py`.
"""

from typing import Annotated, Literal, Protocol, TypeVar

from pnp.printing import Flip

MUST = "must be said"
T = TypeVar("T")
Edge = Literal["left", "upper", "right", "lower"]
Must = Annotated[T, MUST]
"""A value that no wording of its sentence may leave out: without it, a reader would be at a loss."""


class SheetWords(Protocol):
    """What stands at the foot and at the head of sheets."""

    front: str
    back: str
    scenarios: Annotated[str, "Title of the sheets of scenarios."]
    solutions: Annotated[str, "Title of the sheets that spoil scenarios."]

    def count(self, number: int, total: int) -> str:
        """Which sheet of how many this is."""

    def page(self, number: int) -> str:
        """Which page this is."""

    def tile(self, name: str) -> str:
        """Which part of a board this sheet shows."""

    def more(self, title: str, count: int) -> str:
        """What lies on a sheet that several components share."""

    def empty_back(self, title: str) -> str:
        """A blank side."""

    def booklet(self, title: str) -> str:
        """Title of the rulebook as a booklet."""

    def booklet_front(self, number: int) -> str:
        """One side of a booklet's sheet."""

    def booklet_back(self, number: int) -> str:
        """The other side of it."""

    def seed(self, seed: Must[str]) -> str:
        """Which scenario the sheet belongs to."""

    def seal(self, seed: Must[str], format: str, content: Must[str], rating: str) -> str:
        """What tells a scenario from any other, at its head."""


class LayoutWords(Protocol):
    """What the user should know of the sheets; it stands in the build guide and in the terminal."""

    edge_to_edge: Annotated[str, "Cards without bleed."]
    edge_across: str
    edge_down: str

    def per_sheet(self, titles: str, count: int, bleed: str) -> str:
        """How many cards lie on a sheet."""

    def bleed(self, mm: float) -> str:
        """How far cards are printed beyond their edge."""

    def bleed_across(self, mm: float) -> str:
        """The same, from left to right only."""

    def bleed_down(self, mm: float) -> str:
        """The same, from top to bottom only."""

    def both_sides(self, title: str) -> str:
        """Cards without backs whose two sides are both needed."""

    def bleed_takes(self, bleed: float, sheets: int, fewer: int) -> str:
        """What the chosen bleed costs."""

    def bleed_would_take(self, bleed: float, sheets: int, now: int) -> str:
        """What full bleed would cost."""

    def bleed_does_not_fit(self, bleed: float) -> str:
        """Full bleed is not to be had."""

    def tiles(self, title: str, columns: int, rows: int, overlap: float) -> str:
        """A board of several sheets."""

    def backs_apart(self, title: str) -> str:
        """Pages whose backs are pages of their own."""

    def one_a_page(self, title: str, width: float, height: float, bleed: float) -> str:
        """Cards for a print shop."""

    def not_corrected(self, title: str) -> str:
        """A sheet of another size than the user's printer was measured with."""

    def nearly_lost(self, title: str, mm: str, edge: Edge, free: float) -> str:
        """Something that the user's printer may not print."""


class JobHeads(Protocol):
    """Heads of the table of print jobs."""

    job: str
    pages: str
    paper: str
    sides: str
    sheets: str
    what: str


class ToolWords(Protocol):
    """What one needs to make a game."""

    knife: str
    scissors: str
    glue: str
    thick_card: str
    feet: str
    sleeves: str
    none: str


class CraftWords(Protocol):
    """What is to be done; the pictures show the same."""

    folding: str
    cards: str
    squares: str
    sleeving: str
    rounding: str
    standing: str

    def joining(self, overlap: float) -> str:
        """Boards of several sheets."""


class PictureWords(Protocol):
    """Words in the pictures of the build guide; there is no room for more."""

    glue: str
    old: Annotated[str, "The old card in a sleeve."]
    new: Annotated[str, "The print before it."]


class GuideWords(Protocol):
    """The build guide."""

    name: str
    printing: Annotated[str, "Heading of the first part."]
    making: Annotated[str, "Heading of the second part."]
    checking: Annotated[str, "Heading of the third part."]
    scale: Annotated[str, "Why nothing is printed to fit the page."]
    folded: Annotated[str, "Backs come from folding."]
    one_sided: Annotated[str, "Nothing needs two sides."]
    plain_sheets: Annotated[str, "Sheets that are not cut."]
    standard_game: Annotated[str, "What print-me.pdf holds."]
    only_extras: Annotated[str, "What extras.pdf holds."]
    plain: Annotated[str, "A kind of paper."]
    card: Annotated[str, "A kind of paper."]
    shop: Annotated[str, "Paper that is too large for a home printer."]
    sides_two: str
    sides_one: str
    sides_folded: str
    heads: JobHeads
    tools: ToolWords
    crafts: CraftWords
    pictures: PictureWords

    def title(self, title: str) -> str:
        """The title."""

    def summary(self, sheets: int, paper: str, minutes: int) -> str:
        """What one game takes."""

    def jobs(self, game: Must[str], job: Must[str]) -> str:
        """How to read the table of print jobs."""

    def two_sided(self, edge: Must[Flip]) -> str:
        """How to turn the paper over."""

    def file(self, file: str, what: str, sheets: int) -> str:
        """What stands above the table of a file's jobs."""

    def blanks(self, pages: str, count: int) -> str:
        """Pages of which some are blank."""

    def layout(self, notes: str) -> str:
        """What there is to know of the sheets."""

    def tools_needed(self, tools: str) -> str:
        """The tools."""

    def extras(self, things: str) -> str:
        """What to tick off of the extras."""

    def assembly(self, title: str) -> str:
        """Caption of the picture of a board's tiles."""

    def pieces(self, count: int, title: str) -> str:
        """What to tick off of pieces."""

    def pages(self, title: str, count: int) -> str:
        """What to tick off of several pages."""


class BookWords(Protocol):
    """The rulebook, its booklet, its page for the web and the quick-reference card."""

    name: Annotated[str, "The rulebook among other files."]
    cover: Annotated[str, "At the foot of the cover."]
    contents: str
    glossary: str
    rulings: str
    credits: Annotated[str, "In the contents."]
    credits_and_licence: Annotated[str, "The heading."]
    example: str
    about_dots: Annotated[str, "Under the contents: what a dot in the margin means."]
    about_rulings: Annotated[str, "Under the heading of the rulings."]
    ruled: str
    designed: str
    quick: Annotated[str, "Title of the quick-reference card."]
    page_example: Annotated[str, "Before an example, on the web."]
    page_rulings: Annotated[str, "What a dot in the margin means, on the web."]
    page_why: Annotated[str, "What a dot in the margin leads to, on the web."]

    def title(self, title: str) -> str:
        """The rules as a document."""

    def players(self, least: int, most: int) -> str:
        """How many may play."""

    def facts(self, players: str, minutes: str, age: int) -> str:
        """Who can play and for how long, on the cover."""

    def foot(self, title: str, version: str, hash: str) -> str:
        """At the foot of every page."""

    def edition(self, title: str, version: str, author: str, licence: str) -> str:
        """Who made this edition."""

    def source(self, title: str, author: str, terms: str) -> str:
        """What the game builds on."""

    def made(self, hash: str) -> str:
        """How it was made."""

    def made_in(self, hash: str, fonts: str) -> str:
        """How it was made, in fonts of the game."""

    def page_title(self, title: str) -> str:
        """Title of the page for the web."""

    def page_minutes(self, minutes: str) -> str:
        """How long a game takes, on the web."""

    def page_age(self, age: int) -> str:
        """From which age, on the web."""

    def page_edition(self, title: str, version: str, hash: str, author: str, licence: str) -> str:
        """Who made this edition, on the web."""

    def page_source(self, title: str, author: str, licence: str, note: str) -> str:
        """What the game builds on, on the web."""


class ReportWords(Protocol):
    """The balance report."""

    subject: Annotated[str, "What the file says of itself."]
    figure: Annotated[str, "Head of a table."]
    value: Annotated[str, "Head of a table."]
    full: Annotated[str, "Instead of the options of one run."]
    none: Annotated[str, "An empty list of figures."]

    def title(self, title: str) -> str:
        """The title."""

    def about(self, games: int, options: str) -> str:
        """What was measured."""

    def foot(self, title: str, content: str, games: int, number: int, total: int) -> str:
        """At the foot of every page."""

    def interval(self, value: str, low: str, high: str) -> str:
        """A figure with the bounds of its error."""

    def quartiles(self, figure: str, quartiles: str) -> str:
        """A figure with the quartiles of what was measured."""


class CalibrationWords(Protocol):
    """The sheet that measures a printer."""

    front: Annotated[str, "What to do with the front."]
    back: Annotated[str, "What to do with the back."]

    def title(self, paper: str) -> str:
        """The sheet as a document."""

    def front_title(self, title: str) -> str:
        """Title of the front."""

    def back_title(self, title: str) -> str:
        """Title of the back."""


class DealtWords(Protocol):
    """The page of a deal, for games that run from data."""

    def title(self, title: str, number: int) -> str:
        """Its title."""

    def intro(self, players: int) -> str:
        """What to do with it."""

    def zone(self, name: str, components: str) -> str:
        """The heading of a pile."""

    def row(self, number: int) -> str:
        """Where a row of cards begins."""

    def play(self, scores: str) -> str:
        """What bots reached with it."""

    def moves(self, moves: str) -> str:
        """How they played it."""


class FileWords(Protocol):
    """What PDF files say about themselves."""

    colour: str
    lowink: str
    grey: str

    def title(self, title: str, what: str) -> str:
        """The title."""

    def subject(self, what: str, paper: str, style: str, content: str) -> str:
        """What it is."""

    def keywords(self, game: str, paper: str) -> str:
        """Words to find it by."""


class Words(Protocol):
    """Sentences that are printed for people. Those of pnp are shipped; a game may say each in its own way."""

    sheet: SheetWords
    layout: LayoutWords
    guide: GuideWords
    book: BookWords
    report: ReportWords
    calibration: CalibrationWords
    dealt: DealtWords
    file: FileWords
