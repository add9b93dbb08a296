"""The content types that every game shares: strict, frozen, and the source of the JSON Schema.

A designer's words stand here once: what a file may hold, what a field means, what it
defaults to. The loader checks against these types, `pnp schema` turns them into JSON
Schema, and the content reference is generated from the descriptions.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from pnp.printing import Flip

LEAST_DPI = 150.0
"""The least pixels an inch of a picture, unless its part allows less."""
SMALLEST_TEXT = 7.0
"""The least size of a text in points, unless its face allows less."""


class _StrictMeta(msgspec.StructMeta):
    """Makes every subclass frozen and keyword-only, which msgspec does not pass on by itself.

    A type checker cannot see that: a class with a required field after an optional one repeats ``kw_only=True``.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        return super().__new__(cls, name, bases, namespace, **{"frozen": True, "kw_only": True, **options})


class Strict(msgspec.Struct, metaclass=_StrictMeta, forbid_unknown_fields=True):
    """A record of content: unknown keys are errors, values never change after loading."""


class ContentFault(NamedTuple):
    """A fault that a game finds in its own content: file stem, path of keys in it, and the words."""

    file: str
    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None = None


Language = Annotated[
    str, Meta(pattern=r"^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$", description="A language by its code: en, de, pt-BR.")
]

Id = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9-]{0,39}$",
        description="A short name: lower-case letters, digits and hyphens, starting with a letter.",
    ),
]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Template = Annotated[
    str, Meta(max_length=8000, description="A text in which {{ … }} is filled in from the record and the tables.")
]
Words = Annotated[
    str,
    Meta(
        max_length=8000,
        description="A text for people; {{ … }} is filled in from the tables when the game is loaded.",
        extra={"words": True},
    ),
]
"""A text of a game's own files: code and templates see it filled in already."""
RoleName = Annotated[
    str, Meta(description="A palette role such as ink, paper or accent; on-ROLE is the readable ink on that role.")
]
Colour = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}$", description="A colour as #RRGGBB.")]
Percent = Annotated[float, Meta(ge=0, le=100)]
Millimetres = Annotated[float, Meta(ge=0, le=3000, description="A length in mm.")]
Length = Annotated[
    float | str, Meta(description='A length in mm, a share of the face such as "50%", or both: "100% - 4".')
]
Box = Annotated[tuple[Length, Length, Length, Length], Meta(description="[left, top, width, height] on the face.")]
Each = Annotated[
    str | list[str],
    Meta(description="What to repeat over: 'book in books', or a list of such loops, the outer one first."),
]


# ---------------------------------------------------------------- game.yaml


class Source(Strict):
    """Where a game comes from and on what terms."""

    title: Annotated[Text, Meta(description="Title of the original.")]
    author: Annotated[Text, Meta(description="Who made it.")]
    licence: Annotated[Text, Meta(description="Licence of the original, or the permission it is used by.")]
    note: Annotated[str, Meta(description="Anything else the reader should know.")] = ""


class Cover(Strict):
    """How the game shows itself on the rulebook's cover and on the build guide."""

    icon: Annotated[str, Meta(description="An icon.")] = "star"
    role: Annotated[RoleName, Meta(description="The colour of the cover.")] = "accent"
    art: Annotated[
        Literal["waves", "rays", "rings", "gusts", "isobars", "seal"], Meta(description="The pattern behind.")
    ] = "waves"


class ScenarioOrder(Strict):
    """A scenario that every build prints."""

    seed: Annotated[int, Meta(ge=0, description="Its seed.")]
    options: Annotated[dict[str, Any], Meta(description="The game's scenario options, as on the command line.")] = {}


class Game(Strict, kw_only=True):
    """The facts of a game and the list of what its box holds."""

    id: Annotated[Id, Meta(description="The game's name on the command line; the same as its folder.")]
    title: Annotated[Text, Meta(description="The title as people write it.")]
    tagline: Annotated[str, Meta(description="One sentence for the cover.")] = ""
    players: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=99)], Annotated[int, Meta(ge=1, le=99)]],
        Meta(description="Least and most players."),
    ]
    age: Annotated[int, Meta(ge=0, le=99, description="From which age.")]
    minutes: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=9999)], Annotated[int, Meta(ge=1, le=9999)]],
        Meta(description="Shortest and longest usual playing time."),
    ]
    version: Annotated[str, Meta(description="The designer's version of the content.")] = "1.0"
    language: Annotated[Language, Meta(description="The language of its texts, told to readers of the PDFs.")] = "en"
    author: Annotated[Text, Meta(description="Who made this edition.")]
    licence: Annotated[Text, Meta(description="Licence of this edition's content.")]
    sources: Annotated[list[Source], Meta(description="Works this game builds on.")] = []
    cover: Annotated[Cover, Meta(description="The look of the cover.")] = Cover()
    components: Annotated[
        dict[Id, Annotated[int, Meta(ge=1)]],
        Meta(description="What the box holds: each component's id and its count, in the order of printing."),
    ]
    scenarios: Annotated[
        list[ScenarioOrder], Meta(max_length=20, description="Scenarios that every build generates, checks and prints.")
    ] = []
    puzzles: Annotated[
        list[dict[str, Any]],
        Meta(max_length=31, description="Options of the puzzle of the day: one entry a day, in turn (see pnp puzzle)."),
    ] = []
    options: Annotated[
        dict[str, Any], Meta(description="Free values for templates; a game with an engine may read its switches here.")
    ] = {}

    @property
    def people(self) -> str:
        """How many may play, in words: '1 player', '2–5 players'."""
        least, most = self.players
        return f"{least} player{'s' if least > 1 else ''}" if least == most else f"{least}–{most} players"


# ------------------------------------------------------------- palette.yaml

PatternName = Literal[
    "plain",
    "lines",
    "lines-steep",
    "lines-back",
    "rows",
    "columns",
    "crosshatch",
    "squares",
    "dots",
    "waves",
    "bricks",
    "chevrons",
    "scales",
    "sparks",
]
PATTERNS: tuple[str, ...] = get_args(PatternName)


InkShare = Annotated[float, Meta(ge=0, le=100)]


class Role(Strict):
    """What a palette role looks like."""

    colour: Annotated[Colour, Meta(description="Its colour in the colour style.")]
    grey: Annotated[Colour | None, Meta(description="Its shade in the grey style; by default as bright.")] = None
    lowink: Annotated[
        Colour | None, Meta(description="Its line colour in the low-ink style; by default a dark shade of it.")
    ] = None
    cmyk: Annotated[
        tuple[InkShare, InkShare, InkShare, InkShare] | None,
        Meta(description="Its inks in files for print shops, in percent; by default converted from its colour."),
    ] = None
    pattern: Annotated[PatternName, Meta(description="The pattern that stands for it where colour does not.")] = "plain"


class Palette(Strict):
    """Colour roles of a game, on top of the common ones."""

    roles: Annotated[
        dict[Id, Role], Meta(description="Role by role; one of a common name replaces the common one.")
    ] = {}
    distinct: Annotated[
        list[list[str]],
        Meta(description="Sets of roles that players must tell apart, by colour-blind sight and in grey too."),
    ] = []


# ------------------------------------------------------------- printers.yaml

Shift = Annotated[float, Meta(ge=-20, le=20)]
Turn = Annotated[float, Meta(ge=-5, le=5)]
Stretch = Annotated[float, Meta(ge=0.9, le=1.1)]


class Printer(Strict):
    """How a printer errs, measured on its calibration sheet; lengths in mm, seen from the printed side."""

    front: Annotated[tuple[Shift, Shift], Meta(description="How far fronts land too far right and down.")] = (0.0, 0.0)
    back: Annotated[tuple[Shift, Shift], Meta(description="How far backs land too far right and down.")] = (0.0, 0.0)
    front_angle: Annotated[Turn, Meta(description="How far fronts are turned, in degrees clockwise.")] = 0.0
    back_angle: Annotated[Turn, Meta(description="How far backs are turned, in degrees clockwise.")] = 0.0
    scale: Annotated[
        tuple[Stretch, Stretch], Meta(description="How much wider and longer than ordered everything gets.")
    ] = (1.0, 1.0)
    flip: Annotated[Flip, Meta(description="The edge over which it turns paper for the second side.")] = "long"
    margin: Annotated[
        Annotated[float, Meta(ge=0, le=40)], Meta(description="What it cannot print along the paper's edges.")
    ] = 4.2


class Printers(Strict):
    """The user's own printers: what `pnp printer` has stored."""

    default: Annotated[Id | None, Meta(description="The printer that is used when none is named.")] = None
    printers: Annotated[dict[Id, Printer], Meta(description="Printer by printer.")] = {}


# --------------------------------------------------------------- faces.yaml


class Holding(Strict):
    """What stands on a place of a board or sheet, and how many may meet there; the build measures whether they fit."""

    piece: Annotated[Template, Meta(description="The id of a set of pieces or of a deck.")]
    count: Annotated[Template | int, Meta(description="How many may be there at once, side by side.")] = 1
    stacked: Annotated[bool, Meta(description="They lie on one pile, with everything else there that is stacked.")] = (
        False
    )


Holds = Annotated[
    Holding | Annotated[list[Holding], Meta(max_length=8)],
    Meta(
        description="What stands there: {piece: pawns, count: 2}, or a list of such; in a grid, hexes or slots on each "
        "of them. Everything must fit side by side with half a millimetre to spare."
    ),
]


class PartBase(Strict, tag_field="part"):
    """What every part of a face has."""

    at: Annotated[Box, Meta(description="[left, top, width, height]; by default the whole face.")] = (
        0.0,
        0.0,
        "100%",
        "100%",
    )
    when: Annotated[str | bool, Meta(description="The part is drawn only if this {{ … }} is true.")] = True
    turn: Annotated[float, Meta(ge=-360, le=360, description="Degrees, clockwise, about the centre.")] = 0
    holds: Holds = []
    safe: Annotated[
        Millimetres | None, Meta(description="How far the part keeps from the edge of a card; by default as its face.")
    ] = None

    @property
    def inner(self) -> "Sequence[Part]":
        """The parts that are drawn within this one."""
        return ()

    @property
    def other_face(self) -> str | None:
        """The face that draws this part, if it is not drawn by itself."""
        return None


class BoxPart(PartBase, kw_only=True, tag="box"):
    """A rectangle, filled or outlined; where it touches the edge of the face it runs into the bleed."""

    fill: Annotated[Template, Meta(description="The role that fills it.")] = ""
    texture: Annotated[bool, Meta(description="Draw the role's pattern over the fill.")] = False
    stroke: Annotated[Template, Meta(description="The role of the outline.")] = ""
    width: Annotated[float, Meta(ge=0, le=20, description="Line width in mm.")] = 0.3
    radius: Annotated[float, Meta(ge=0, le=100, description="Corner radius in mm.")] = 0
    dash: Annotated[list[float], Meta(max_length=4, description="Lengths of dashes and gaps in mm.")] = []


PNP_FONTS = ("sans", "serif")
"""The typefaces that pnp brings along."""


class TextPart(PartBase, kw_only=True, tag="text"):
    """Text in a box, with **bold**, *italic* and :icon: marks; it shrinks within its range, then fails the build."""

    text: Annotated[Template, Meta(description="The text, with {{ … }} filled in from the record and the tables.")]
    font: Annotated[Id, Meta(description="The typeface: sans, serif, or one that fonts.yaml names.")] = "sans"
    bold: Annotated[bool, Meta(description="Set the whole text in bold.")] = False
    italic: Annotated[bool, Meta(description="Set the whole text in italic.")] = False
    size: Annotated[
        float | list[float],
        Meta(description="Points, or [least, most] between which the text may shrink."),
    ] = 9
    colour: Annotated[Template, Meta(description="The role of the ink.")] = "ink"
    align: Annotated[Literal["left", "center", "right"], Meta(description="Where lines stand in the box.")] = "left"
    valign: Annotated[Literal["top", "middle", "bottom"], Meta(description="Where the text stands in the box.")] = "top"
    leading: Annotated[float, Meta(ge=0.8, le=3, description="Line distance as a multiple of the size.")] = 1.2


class IconPart(PartBase, kw_only=True, tag="icon"):
    """One icon, as large as its box allows."""

    icon: Annotated[Template, Meta(description="The name of an icon.")]
    colour: Annotated[Template, Meta(description="The role of the ink.")] = "ink"


class PipsPart(PartBase, kw_only=True, tag="pips"):
    """A row, column or block of equal icons, such as costs or points."""

    icon: Annotated[Template, Meta(description="The name of an icon.")]
    count: Annotated[Template | int, Meta(description="How many.")]
    colour: Annotated[Template, Meta(description="The role of the ink.")] = "ink"
    empty: Annotated[Template, Meta(description="Role for the rest up to `of`, drawn in outline.")] = ""
    of: Annotated[Template | int, Meta(description="How many places there are in all.")] = 0
    flow: Annotated[Literal["row", "column"], Meta(description="Which way they run.")] = "row"
    gap: Annotated[float, Meta(ge=0, le=50, description="Between two of them, in mm.")] = 0.6


class LinePart(PartBase, kw_only=True, tag="line"):
    """A line through points of the box."""

    points: Annotated[
        list[tuple[Length, Length]],
        Meta(min_length=2, max_length=200, description="[right, down] from the upper left corner of the box."),
    ]
    stroke: Annotated[Template, Meta(description="The role of the line.")] = "ink"
    width: Annotated[float, Meta(gt=0, le=20, description="Line width in mm.")] = 0.3
    dash: Annotated[list[float], Meta(max_length=4, description="Lengths of dashes and gaps in mm.")] = []


class ShapedPart(PartBase):
    """What parts that draw a shape have."""

    fill: Annotated[Template, Meta(description="The role that fills it.")] = ""
    to: Annotated[
        Template, Meta(description="A second role: the fill runs over into its colour, but not in low-ink.")
    ] = ""
    angle: Annotated[
        float, Meta(ge=-360, le=360, description="Which way the fill runs over: 0 to the right, 90 downwards.")
    ] = 90
    texture: Annotated[bool, Meta(description="Draw the role's pattern over the fill.")] = False
    stroke: Annotated[Template, Meta(description="The role of the outline.")] = ""
    width: Annotated[float, Meta(ge=0, le=20, description="Line width in mm.")] = 0.3
    dash: Annotated[list[float], Meta(max_length=4, description="Lengths of dashes and gaps in mm.")] = []
    opacity: Annotated[float, Meta(gt=0, le=1, description="How much of what lies below it hides.")] = 1


class CirclePart(ShapedPart, kw_only=True, tag="circle"):
    """A circle, or an ellipse, as large as its box."""


class PolygonPart(ShapedPart, kw_only=True, tag="polygon"):
    """A closed shape with straight sides through points of its box."""

    points: Annotated[
        list[tuple[Length, Length]],
        Meta(min_length=3, max_length=200, description="[right, down] from the upper left corner of the box."),
    ]


class PathPart(ShapedPart, kw_only=True, tag="path"):
    """A shape of lines and curves, written as the path data of SVG, in mm from the upper left corner of its box."""

    d: Annotated[Template, Meta(description="Path data: M 0 0 L 10 0 C 12 4 8 8 0 10 Z.")]


class Cell(Strict):
    """What one kind of square or hex looks like."""

    fill: Annotated[Template, Meta(description="The role that fills it.")] = ""
    texture: Annotated[bool, Meta(description="Draw the role's pattern over the fill.")] = False
    icon: Annotated[Template, Meta(description="An icon in its middle.")] = ""
    text: Annotated[Template, Meta(description="A text in its middle, as large as fits.")] = ""
    colour: Annotated[Template, Meta(description="The role of icon and text.")] = "ink"
    holds: Holds = []


class GridPart(PartBase, kw_only=True, tag="grid"):
    """Squares in rows and columns, drawn from a count or from text rows with a legend."""

    columns: Annotated[Template | int, Meta(description="How many columns, if no cells are given.")] = 0
    rows: Annotated[Template | int, Meta(description="How many rows, if no cells are given.")] = 0
    cells: Annotated[
        list[str] | str, Meta(description="Text rows, one letter a square, or an expression that gives them.")
    ] = []
    legend: Annotated[dict[str, Cell], Meta(description="What each letter looks like.")] = {}
    square: Annotated[bool, Meta(description="Keep the cells square.")] = True
    stroke: Annotated[Template, Meta(description="The role of the lines.")] = "line"
    width: Annotated[float, Meta(ge=0, le=10, description="Line width in mm; 0 draws none.")] = 0.2
    names: Annotated[Literal["none", "edges", "cells"], Meta(description="Name the columns A, B … and rows 1, 2 …")] = (
        "none"
    )


class HexesPart(PartBase, kw_only=True, tag="hexes"):
    """A hex map drawn from text rows with a legend; odd columns (or rows) are shifted by half a hex."""

    cells: Annotated[
        list[str] | str, Meta(description="Text rows, one letter a hex, or an expression that gives them.")
    ]
    legend: Annotated[dict[str, Cell], Meta(description="What each letter looks like; a space is no hex.")] = {}
    flat: Annotated[bool, Meta(description="Flat-top hexes in columns; otherwise pointy-top hexes in rows.")] = True
    side: Annotated[float, Meta(ge=0, le=200, description="Side of a hex in mm; 0 fits the box.")] = 0
    stroke: Annotated[Template, Meta(description="The role of the lines.")] = "line"
    width: Annotated[float, Meta(ge=0, le=10, description="Line width in mm; 0 draws none.")] = 0.2
    names: Annotated[Literal["none", "cells"], Meta(description="Print each hex's column and row.")] = "none"


class SlotsPart(PartBase, kw_only=True, tag="slots"):
    """Places in rows and columns, each drawn by another face with one record."""

    each: Each
    face: Annotated[Id, Meta(description="The face that draws each place.")]
    columns: Annotated[Template | int, Meta(description="How many places side by side.")]
    rows: Annotated[Template | int, Meta(description="How many rows of places.")] = 1
    gap: Annotated[float, Meta(ge=0, le=100, description="Between two places, in mm.")] = 0

    @property
    def other_face(self) -> str:
        """The face of every place."""
        return self.face


class ArtPart(PartBase, kw_only=True, tag="art"):
    """A vector pattern from the library, or a picture file of the game (PNG, JPEG, SVG)."""

    art: Annotated[
        Literal["", "waves", "rays", "rings", "gusts", "isobars", "seal"],
        Meta(description="A pattern of the library."),
    ] = ""
    file: Annotated[Template, Meta(description="A picture in the game's folder.")] = ""
    colour: Annotated[
        Template, Meta(description="The role of patterns, and of SVG pictures that say no colour of their own.")
    ] = "ink"
    fit: Annotated[
        Literal["contain", "cover", "stretch"],
        Meta(description="Show the whole picture, fill the box and cut off the rest, or pull it to the box."),
    ] = "contain"
    focus: Annotated[
        tuple[Percent, Percent],
        Meta(description="What stays in view where `cover` cuts, in percent from the left and from the top."),
    ] = (50, 50)
    radius: Annotated[float, Meta(ge=0, le=100, description="Round corners of the picture, in mm.")] = 0
    bleed: Annotated[
        Literal["", "mirror", "stretch"] | Millimetres,
        Meta(
            description="How a picture that touches the edge runs into the bleed: mirrored, stretched, or from a "
            "margin of so many mm that its file has; by default `cover` covers the bleed too, others are mirrored."
        ),
    ] = ""
    least_dpi: Annotated[
        float, Meta(ge=0, le=600, description="The least pixels an inch of a picture; 0 for pixel art.")
    ] = LEAST_DPI


class DrawingPart(PartBase, kw_only=True, tag="drawing"):
    """A drawing made by the game's own code from this record, such as a movement diagram."""

    drawing: Annotated[str, Meta(description="The drawing's name.")]


class FacePart(PartBase, kw_only=True, tag="face"):
    """Another face, drawn into the box."""

    face: Annotated[Id, Meta(description="Its name.")]

    @property
    def other_face(self) -> str:
        """That face."""
        return self.face


class RepeatPart(PartBase, kw_only=True, tag="repeat"):
    """Parts drawn once for each entry of a list, each time a step further."""

    each: Each
    step: Annotated[tuple[Length, Length], Meta(description="How far the next one is: [right, down].")]
    parts: Annotated["list[Part]", Meta(description="What is drawn each time, measured in the box.")]

    @property
    def inner(self) -> "Sequence[Part]":
        """What is drawn each time."""
        return self.parts


Part = (
    BoxPart
    | TextPart
    | IconPart
    | PipsPart
    | LinePart
    | CirclePart
    | PolygonPart
    | PathPart
    | GridPart
    | HexesPart
    | SlotsPart
    | ArtPart
    | DrawingPart
    | FacePart
    | RepeatPart
)


class Face(Strict):
    """A drawing made of parts, drawn in their order."""

    parts: Annotated[list[Part], Meta(description="The parts, the lowest one first.")]
    about: Annotated[str, Meta(description="A note for the next designer.")] = ""
    safe: Annotated[
        Millimetres | None,
        Meta(
            description="How far texts, icons and pictures keep from the edge, in mm: by default 3 on cards and 1 on "
            "pieces; 0 allows all."
        ),
    ] = None
    least_size: Annotated[
        float,
        Meta(
            ge=4, le=SMALLEST_TEXT, description="The least size of its texts in points; lower it for the small print."
        ),
    ] = SMALLEST_TEXT


class Faces(Strict):
    """The faces of cards, boards and pieces."""

    faces: Annotated[dict[Id, Face], Meta(description="Face by face.")]


# ------------------------------------------- cards.yaml, boards.yaml, pieces.yaml

SizeSpec = Annotated[
    str | tuple[Annotated[float, Meta(gt=1, le=3000)], Annotated[float, Meta(gt=1, le=3000)]],
    Meta(
        description="A card size (poker, tcg, bridge, mini, mini-euro, euro, tarot, square), page for a whole sheet, "
        "or [width, height] in mm."
    ),
]


class TableFile(Strict):
    """A table in a spreadsheet of the game's folder: .xlsx, .ods, .csv or .tsv; its first row names the fields."""

    file: Annotated[str, Meta(max_length=200, description="The file, such as cards.csv.")]
    sheet: Annotated[str, Meta(max_length=200, description="Which sheet of a workbook; by default the first.")] = ""
    columns: Annotated[
        dict[str, str], Meta(description="Fields that are called otherwise than the column's header: {field: Header}.")
    ] = {}
    split: Annotated[
        str, Meta(min_length=1, max_length=9, description="What stands between the entries of a cell of type list.")
    ] = ";"
    dates: Annotated[
        str,
        Meta(
            max_length=40, description="How dates are written, such as DD.MM.YYYY or hh:mm; without it they are faults."
        ),
    ] = ""
    separator: Annotated[
        Literal["", ",", ";", "\t", "|"],
        Meta(description="Between the cells of a .csv; by default the one that its first line has most of."),
    ] = ""
    encoding: Annotated[
        Literal["", "utf-8", "utf-16", "windows-1252", "latin-1", "mac-roman", "windows-1250", "windows-1251"],
        Meta(description="Of a .csv that is neither UTF-8 nor marked UTF-16."),
    ] = ""


class Records(Strict):
    """Where the records of a component come from: written out, or one for each entry of a table."""

    title: Annotated[Text, Meta(description="What people call it.")]
    front: Annotated[Id, Meta(description="The face of the front.")]
    back: Annotated[Id | None, Meta(description="The face of the back.")] = None
    back_is: Annotated[
        Literal["content", "decoration"] | None,
        Meta(
            description="Whether players need the back: content is printed as a second face where backs are left out, "
            "decoration is not. By default the back of a piece is content, that of a deck only if it is not the same "
            "on every card."
        ),
    ] = None
    cards: Annotated[
        list[dict[str, Any]],
        Meta(
            description="The records, each seen by the face as `card`; or a spreadsheet that holds them: "
            "{file: cards.csv}, {file: game.xlsx, sheet: Cards}.",
            extra_json_schema={"type": ["array", "object"]},
        ),
    ] = []
    fields: Annotated[
        dict[str, str],
        Meta(
            description="What each record of `cards` may hold: text, number, whole, flag, icon, role, list or any; "
            "with ? if optional."
        ),
    ] = {}
    each: Annotated[Each, Meta(description="One for each entry of a table: 'book in books', or nested loops.")] = []
    copies: Annotated[int | str, Meta(description="How many of each; a number or an expression.")] = 1
    name: Annotated[Template, Meta(description="What one of them is called in lists and messages.")] = ""
    sheet: Annotated[Id | None, Meta(description="Components with the same sheet name share their sheets.")] = None
    optional: Annotated[bool, Meta(description="No part of a standard game: it goes to extras.pdf.")] = False
    stock: Annotated[
        Literal["", "plain", "card"],
        Meta(description="What to print it on; by default card, and plain paper for whole pages."),
    ] = ""


class Deck(Records, kw_only=True):
    """Cards of one size, one front face and one back face."""

    size: SizeSpec = "poker"
    sizes: Annotated[
        dict[Id, SizeSpec],
        Meta(
            description="Sizes to choose from with --card-size, by name; `size` may name one of them. "
            "The faces must fit them all."
        ),
    ] = {}


class Cards(Strict):
    """The card decks of a game."""

    decks: Annotated[dict[Id, Deck], Meta(description="Deck by deck.")]


class Board(Strict, kw_only=True):
    """A board or mat: one face, printed on one sheet or on several to be joined."""

    title: Annotated[Text, Meta(description="What people call it.")]
    face: Annotated[Id, Meta(description="The face that draws it.")]
    size: Annotated[
        Literal["page", "page-landscape", "page-portrait"]
        | tuple[Annotated[float, Meta(gt=5, le=3000)], Annotated[float, Meta(gt=5, le=3000)]],
        Meta(description="[width, height] in mm, or the printable page."),
    ]
    most: Annotated[
        tuple[Millimetres, Millimetres] | None, Meta(description="The largest size, for boards that follow the page.")
    ] = None
    copies: Annotated[int, Meta(ge=1, le=99, description="How many of it.")] = 1
    optional: Annotated[bool, Meta(description="No part of a standard game: it goes to extras.pdf.")] = False
    stock: Annotated[
        Literal["", "plain", "card"],
        Meta(description="What to print it on; by default card, and plain paper for whole pages."),
    ] = ""


class Boards(Strict):
    """The boards of a game."""

    boards: Annotated[dict[Id, Board], Meta(description="Board by board.")]


class Piece(Records, kw_only=True):
    """Chits, tokens and standees to cut out."""

    kind: Annotated[Literal["chit", "standee"], Meta(description="A flat chit, or a pawn to fold up.")] = "chit"
    shape: Annotated[Literal["square", "round", "hex"], Meta(description="How a chit is cut.")] = "square"
    size: Annotated[
        tuple[Annotated[float, Meta(ge=8, le=200)], Annotated[float, Meta(ge=8, le=200)]],
        Meta(description="[width, height] in mm; for a standee of one side."),
    ]
    needs_place: Annotated[bool, Meta(description="Some board or sheet must say that it holds this piece.")] = False


class Pieces(Strict):
    """The pieces of a game."""

    pieces: Annotated[dict[Id, Piece], Meta(description="Set of pieces by set of pieces.")]


# --------------------------------------------------------------- rules.yaml

ClauseId = Annotated[
    str,
    Meta(pattern=r"^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$", description="chapter.name, stable and readable."),
]


class Clause(Strict):
    """One rule: what it says, where it comes from, and whether code carries it out."""

    id: ClauseId
    title: Annotated[Text, Meta(description="What it is about, in a few words.")]
    text: Annotated[Template, Meta(description="The rule itself.")]
    source: Annotated[
        Literal["stated", "ruled", "designed"],
        Meta(description="stated: the original says so; ruled: it is unclear; designed: it lost or lacks it."),
    ] = "stated"
    why: Annotated[Template, Meta(description="For ruled and designed: what was open and why we decided so.")] = ""
    ruling: Annotated[str, Meta(description="The ruling's number, such as R-K03.")] = ""
    needs: Annotated[
        list[Id | list[Id]],
        Meta(description="Components that a standard game needs for this rule; of a list in the list, one is enough."),
    ] = []
    enforced: Annotated[bool, Meta(description="Code carries it out or checks it; otherwise advice or flavour.")] = True
    quick: Annotated[Template, Meta(description="The short form for the quick-reference card.")] = ""
    example: Annotated[Template, Meta(description="An example, set apart from the rule.")] = ""
    figure: Annotated[
        str, Meta(description="A drawing by name: a board, deck, piece, face, or a figure of the game.")
    ] = ""
    figure_size: Annotated[
        tuple[Millimetres, Millimetres], Meta(description="[width, height] in mm at which a face is drawn as figure.")
    ] = (90.0, 60.0)
    caption: Annotated[Template, Meta(description="What stands under the figure.")] = ""


class Chapter(Strict):
    """A chapter of the rulebook."""

    id: Annotated[Id, Meta(description="A name; the ids of its clauses start with it.")]
    title: Annotated[Text, Meta(description="The heading.")]
    intro: Annotated[Template, Meta(description="A paragraph before the first rule.")] = ""
    clauses: Annotated[list[Clause], Meta(description="The rules, in the order of their numbers.")] = []


class Term(Strict):
    """A word that the rules use in one exact sense."""

    id: Annotated[Id, Meta(description="The name by which rules refer to it.")]
    term: Annotated[Text, Meta(description="The word.")]
    text: Annotated[Template, Meta(description="What it means.")]


class QuickCard(Strict):
    """The quick-reference card that the clauses' short forms make up."""

    size: SizeSpec = "poker"
    copies: Annotated[int, Meta(ge=0, le=99, description="How many to print; 0 for none.")] = 1
    title: Annotated[str, Meta(max_length=4000, description="What it is called; by default as words.yaml says.")] = ""
    sheet: Annotated[Id | None, Meta(description="Decks with the same sheet name share their sheets with it.")] = None


class Rules(Strict):
    """The rules of a game as numbered clauses, and the glossary."""

    chapters: Annotated[list[Chapter], Meta(description="The chapters in their order.")]
    glossary: Annotated[list[Term], Meta(description="Words with an exact meaning.")] = []
    quick_card: Annotated[QuickCard, Meta(description="The card that sums the rules up.")] = QuickCard()


# ---------------------------------------------------------------- all files

# ---------------------------------------------------------------- fonts.yaml

FontFile = Annotated[
    str,
    Meta(
        max_length=200,
        pattern=r"\.([tToO][tT][fF]|[wW][oO][fF][fF]2?)$",
        description="A font file in the game's folder: TTF, OTF, WOFF or WOFF2.",
    ),
]


class VariableCut(Strict):
    """A cut of a variable font: the file, and where it stands on the axes of the font."""

    file: FontFile
    axes: Annotated[
        dict[Annotated[str, Meta(pattern="^[A-Za-z0-9]{4}$")], float],
        Meta(description="Places on axes, such as wght: 700 for bold; the others stay where the font has them."),
    ] = {}


class FontFamily(Strict):
    """A typeface of the game: the files of its cuts, and who helps out where it lacks a letter."""

    regular: Annotated[
        FontFile | VariableCut | None, Meta(description="The upright cut; sans and serif may do without files.")
    ] = None
    bold: Annotated[FontFile | VariableCut | None, Meta(description="The bold cut.")] = None
    italic: Annotated[FontFile | VariableCut | None, Meta(description="The italic cut.")] = None
    bold_italic: Annotated[FontFile | VariableCut | None, Meta(description="The cut that is both.")] = None
    language: Annotated[
        Language | None,
        Meta(description="The language whose shapes of letters are meant, where a font has several: ja, zh-Hant, sr."),
    ] = None
    fallback: Annotated[
        list[Id],
        Meta(
            max_length=10,
            description="Typefaces that lend the letters which this one lacks, the first that has them; "
            "one without a bold or italic cut lends its regular one.",
        ),
    ] = []

    @property
    def cuts(self) -> dict[str, "str | VariableCut"]:
        """The cuts that have a file, by name."""
        cuts = {"regular": self.regular, "bold": self.bold, "italic": self.italic, "bold_italic": self.bold_italic}
        return {name: file for name, file in cuts.items() if file is not None}


class Fonts(Strict):
    """The typefaces of a game; sans and serif named here take the place of pnp's own everywhere."""

    fonts: Annotated[dict[Id, FontFamily], Meta(description="Typefaces by the names that faces use.")]


FILE_KINDS: dict[str, Any] = {
    "game": Game,
    "palette": Palette,
    "faces": Faces,
    "cards": Cards,
    "boards": Boards,
    "pieces": Pieces,
    "rules": Rules,
    "fonts": Fonts,
}
"""File stem → type. `cards-anything.yaml` counts as cards, and so on; data files are free."""
