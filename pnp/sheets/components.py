"""From a game's content to printables: every deck, board and piece drawn in one style for one paper."""

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from typing import Any, TypeVar

from pnp.diagnostics import Report, Span, one_of
from pnp.draw.drawing import Drawing, Item, Path, Symbol
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.families import game_families
from pnp.draw.icons import game_icons
from pnp.draw.printable import Canvas
from pnp.draw.standees import standee, standee_size
from pnp.draw.style import Style, UnknownRole
from pnp.geometry import CARD_SIZES, PAPERS, Paper, Rect, Size
from pnp.load.game import GameContent
from pnp.load.records import Record
from pnp.model import Board, Deck, Piece
from pnp.play.game import find_game
from pnp.sheets.cuts import cut_outline
from pnp.sheets.sheet import DEFAULT_MARGIN, LEAST_MARGIN, Printable, PrintItem, PrintOptions
from pnp.sheets.tiling import usable

PAGE = "page"
SAFE_CARD, SAFE_CHIT = 3.0, 1.0
"""How far what matters keeps from the edge of a card and of a smaller piece."""
NO_ROOM = ("overflow", "outside", "crowded")
_OF_THE_RECORD = ("template", "undefined", "loop", "length", "when")
"""Faults of a face that not every record need have: they say with which one they came up."""
_USUAL_PAPERS = ("a4", "letter")
_HOME_PAPERS = ("a6", "half-letter", "a5", "letter", "a4", "legal", "tabloid", "a3")
T = TypeVar("T")


def make_painter(content: GameContent, style: str, *, opaque: bool = False) -> Painter:
    """Return the painter of a game's faces in a style; with `opaque`, pictures one can see through are faults."""
    icons = game_icons(content.folder)
    own = find_game(content.id)
    drawings = own.print().drawings(content) if own is not None else None
    families = game_families(content)
    look = Style(style, content.roles)
    return Painter(content.faces, look, icons, content.folder, drawings, opaque=opaque, families=families)


def canvas_of(options: PrintOptions) -> Canvas:
    """Return what a game's own drawing code may know of the paper."""
    room, lying = (page_room(options, landscape=landscape) for landscape in (False, True))
    return Canvas(options.paper.name, room, lying, options.card_size)


def page_room(options: PrintOptions, *, landscape: bool = False) -> Size:
    """Return the room for a drawing that fills a page."""
    return usable(options.paper.size, options.margin, landscape=landscape, lines=options.label_lines)


def check_card_size(content: GameContent, options: PrintOptions, report: Report) -> None:
    """Note a chosen card size that no deck of the game comes in."""
    known = list(dict.fromkeys(name for deck in content.decks.values() for name in deck.sizes))
    if options.card_size is not None and options.card_size not in known:
        hint = one_of(options.card_size, known) if known else "its decks come in one size only"
        report.error("card-size", f"'{content.id}' has no card size '{options.card_size}'", None, hint)


class ComponentBuilder:
    """Draws a game's components; every fault is noted with its place."""

    def __init__(self, content: GameContent, painter: Painter, options: PrintOptions, report: Report) -> None:
        self.content = content
        self.painter = painter
        self.options = options
        self.report = report
        self._told: set[tuple[str, str, Span | None]] = set()
        self._unsafe: dict[tuple[str, tuple[str | int, ...]], tuple[FaceFault, str, str, Record]] = {}

    def build(self, component: str) -> Printable | None:
        """Draw one component, or note why it cannot be drawn."""
        content = self.content
        if component in content.decks:
            return self._deck(component, content.decks[component])
        if component in content.boards:
            return self._board(component, content.boards[component])
        if component in content.pieces:
            return self._piece(component, content.pieces[component])
        return self._own(component)

    def roomier(self, component: str) -> Iterator[Printable]:
        """Yield a component as it would be on larger pages."""
        for options in roomier(self.options):
            made = ComponentBuilder(self.content, self.painter, options, Report()).build(component)
            if made is not None:
                yield made

    def needs_larger_page(self, component: str, fits: Callable[[Printable], bool]) -> bool:
        """Note a page that is too small for the pieces on it, if a larger one is not; say whether that is so."""

        def make(options: PrintOptions) -> None:
            made = ComponentBuilder(self.content, self.painter, options, Report()).build(component)
            if made is None or not fits(made):
                raise FaceFault("place", "its pieces do not fit", component)

        if not any(map(fits, self.roomier(component))):
            return False
        self._too_large(component, make)
        return True

    def note_unsafe(self) -> None:
        """Note each part that comes too near to an edge, of all that was drawn."""
        for near, kind, name, record in self._unsafe.values():
            self._note(near, kind, name, record)

    def _own(self, component: str) -> Printable | None:
        """Let the game's own code draw the component."""
        own = find_game(self.content.id)
        if own is None:
            return None
        maker = own.print().components[component]

        def make(options: PrintOptions) -> Printable | None:
            return maker(self.content, self.painter, canvas_of(options))

        try:
            found, printable = self._on_page(component, make, _is_board)
            if found is not None:
                self._note(found, "components", component, None)
        except UnknownRole as fault:
            hint = one_of(str(fault), self.content.roles)
            self.report.error("role", f"no palette has the role '{fault}'", self.content.place_of(component), hint)
            return None
        return printable

    # -------------------------------------------------------------- decks

    def _deck(self, name: str, deck: Deck) -> Printable | None:
        size = self._deck_size(name, deck)
        if size is None:
            return None
        kind = PAGE if self._size_spec(deck) == PAGE else "cards"
        bleed = self.options.drawn_bleed if kind == "cards" else 0.0
        items = self._items("decks", name, deck, size, bleed)
        return Printable(
            name,
            deck.title,
            kind,
            size,
            items,
            bleed=bleed,
            group=deck.sheet or name,
            optional=deck.optional,
            content_backs=self._needs_backs("decks", name, deck, items),
            stock=deck.stock,
        )

    def _needs_backs(self, kind: str, name: str, spec: Deck | Piece, items: tuple[PrintItem, ...]) -> bool:
        """Say whether players need the backs of a component, as it says or as they look."""
        if spec.back_is is not None:
            standee = isinstance(spec, Piece) and spec.kind == "standee"
            if spec.back is None or standee:
                why = "a standee always shows both sides" if standee else "there is no back"
                message = f"'{name}' says what its back is, but {why}"
                self.report.error("back", message, self.content.span(kind, name, ("back_is",)), "remove 'back_is'")
            return spec.back_is == "content"
        backs = [item.back.items for item in items if item.back is not None]
        return bool(backs) and (isinstance(spec, Piece) or any(back != backs[0] for back in backs))

    def _size_spec(self, deck: Deck) -> str | tuple[float, float]:
        """Return the size that is printed: the chosen one of the deck's sizes, or its own."""
        chosen = self.options.card_size
        if chosen is not None and chosen in deck.sizes:
            return deck.sizes[chosen]
        return deck.sizes.get(deck.size, deck.size) if isinstance(deck.size, str) else deck.size

    def _deck_size(self, name: str, deck: Deck) -> Size | None:
        spec = self._size_spec(deck)
        if spec == PAGE:
            return page_room(self.options)
        if isinstance(spec, str):
            size = CARD_SIZES.get(spec)
            if size is None:
                self.report.error(
                    "size",
                    f"'{spec}' is not a card size",
                    self.content.span("decks", name, ("size",)),
                    one_of(spec, [*deck.sizes, *CARD_SIZES, PAGE]),
                )
            return size
        return Size(*spec)

    def _items(self, kind: str, name: str, spec: Deck | Piece, size: Size, bleed: float) -> tuple[PrintItem, ...]:
        items: list[PrintItem] = []
        shared_backs: dict[str, Symbol] = {}
        for record in self.content.records[name]:
            front = self._draw(kind, name, spec.front, size, record, bleed)
            back = self._back(kind, name, spec, size, record, bleed, shared_backs)
            if front is not None and record.copies:
                items.append(PrintItem(front.symbol(), back, record.copies, record.label))
        return tuple(items)

    def _back(
        self,
        kind: str,
        name: str,
        spec: Deck | Piece,
        size: Size,
        record: Record,
        bleed: float,
        shared: dict[str, Symbol],
    ) -> Symbol | None:
        if spec.back is None:
            return None
        if spec.back in shared:
            return shared[spec.back]
        drawing = self._draw(kind, name, spec.back, size, record, bleed)
        if drawing is None:
            return None
        symbol = drawing.symbol()
        if self.painter.is_constant_face(spec.back):
            shared[spec.back] = symbol
        return symbol

    def _on_page(
        self, name: str, make: Callable[[PrintOptions], T], may_tile: Callable[[T], bool]
    ) -> tuple[FaceFault | None, T | None]:
        """Make a drawing that follows the page. Where it has no room, make it for a roomier page and let it be tiled.

        What cannot be tiled is noted as too large for the paper, with what would help; a drawing that fits
        no page has a fault of its own, which is returned.
        """
        try:
            return None, make(self.options)
        except FaceFault as fault:
            found = fault
        if found.code in NO_ROOM:
            for options in roomier(self.options):
                try:
                    made = make(options)
                except FaceFault:
                    continue
                if may_tile(made):
                    return None, made
                self._too_large(name, make)
                return None, None
        return found, None

    def _too_large(self, name: str, make: Callable[[PrintOptions], object]) -> None:
        """Note that a page has no room for its drawing, and which margin or paper has."""
        options, paper = self.options, self.options.paper.name

        def fits(other: PrintOptions) -> bool:
            try:
                make(other)
            except FaceFault:
                return False
            return True

        margins = (m for m in range(ceil(options.margin) - 1, int(LEAST_MARGIN) - 1, -1))
        margin = next((m for m in margins if fits(options._replace(margin=float(m)))), None)
        if margin is not None:
            hint = f"it needs a margin of at most {margin} mm on {paper}; or choose a larger paper"
        else:
            usual = options._replace(margin=min(options.margin, DEFAULT_MARGIN))
            others = [name for name in _HOME_PAPERS if fits(usual._replace(paper=Paper(name, PAPERS[name])))]
            hint = f"it fits on {', '.join(others)}" if others else "choose a larger paper"
        message = f"'{name}' fills a page and does not fit on {paper} with margins of {options.margin:g} mm"
        self.report.error("paper", message, self.content.place_of(name), hint)

    def _draw(self, kind: str, name: str, face: str, size: Size, record: Record, bleed: float) -> Drawing | None:
        safe = self._safe(kind, name)

        def make(options: PrintOptions) -> Drawing:
            return self.painter.draw(face, page_room(options) if paged else size, record.names, bleed, safe)

        paged = kind == "decks" and self._size_spec(self.content.decks[name]) == PAGE
        if paged:
            fault, drawing = self._on_page(name, make, lambda _: False)
        else:
            try:
                fault, drawing = None, make(self.options)
            except FaceFault as found:
                fault, drawing = found, None
        if fault is not None:
            self._note(fault, kind, name, record)
        if drawing is None:
            return None
        for near in self.painter.unsafe:
            self._unsafe.setdefault((near.face, near.path), (near, kind, name, record))
        self.painter.unsafe.clear()
        self._warn_of_coarse(kind, name, record)
        return drawing

    def _warn_of_coarse(self, kind: str, name: str, record: Record) -> None:
        """Warn of pictures with few pixels that were drawn since somebody last looked."""
        for note in self.painter.coarse:
            span = self._part_span(note) or self.content.span(kind, name)
            if note.blame_record and record.span is not None:
                span = record.span
            self.report.warning(note.code, note.message, span, note.hint)
        self.painter.coarse.clear()

    def _safe(self, kind: str, name: str) -> float:
        """Return how far what matters keeps from where a component is cut; boards and pages are not."""
        if kind == "pieces":
            return SAFE_CHIT
        return SAFE_CARD if kind == "decks" and self._size_spec(self.content.decks[name]) != PAGE else 0.0

    def _note(self, fault: FaceFault, kind: str, name: str, record: Record | None) -> None:
        """Note a face's fault: at the record if that is to blame, else at the field of the face."""
        if fault.blame_record and record is not None:
            who = f"{name}, {record.label}: "
            span = record.span or self._part_span(fault) or self.content.span(kind, name)
            self.report.error(fault.code, who + fault.message, span, fault.hint)
            return
        span = self._part_span(fault) or self.content.span(kind, name) or self.content.place_of(name)
        who = f"{name}, {record.label}: " if fault.code in _OF_THE_RECORD and record is not None else ""
        told = (fault.code, fault.message, None if fault.code == "svg" else span)  # a broken file is told once
        if told not in self._told:  # every card after the first says the same
            self._told.add(told)
            self.report.error(fault.code, who + fault.message, span, fault.hint)

    def _part_span(self, fault: FaceFault) -> Span | None:
        origin = self.content.origins.get(("faces", fault.face))
        if origin is None:
            return None
        document, base = origin
        path = (*base, *fault.path, *((fault.field,) if fault.field else ()))
        value: Any = document.data
        for step in path:
            if (isinstance(value, dict) and step in value) or (
                isinstance(value, list) and isinstance(step, int) and step < len(value)
            ):
                value = value[step]
            else:
                return document.span(path)
        if isinstance(value, str) and fault.length:
            return document.text_span(path, fault.offset, fault.length)
        return document.span(path)

    # ------------------------------------------------------------- boards

    def _board(self, name: str, board: Board) -> Printable | None:
        names: Mapping[str, Any] = {**self.content.names, "paper": self.options.paper.name}
        record = Record(names, board.copies, board.title, None)

        def make(options: PrintOptions) -> Drawing:
            return self.painter.draw(board.face, _board_size(board, options), names)

        if isinstance(board.size, str):
            fault, drawing = self._on_page(name, make, lambda _: True)
            if fault is not None:
                self._note(fault, "boards", name, record)
        else:
            drawing = self._draw("boards", name, board.face, Size(*board.size), record, 0.0)
        if drawing is None:
            return None
        item = PrintItem(drawing.symbol(), None, board.copies, board.title)
        return Printable(
            name,
            board.title,
            "board",
            drawing.size,
            (item,),
            group=name,
            optional=board.optional,
            landscape=_lies(board),
            stock=board.stock,
        )

    # ------------------------------------------------------------- pieces

    def _piece(self, name: str, piece: Piece) -> Printable | None:
        size = Size(*piece.size)
        if piece.kind == "standee":
            self._needs_backs("pieces", name, piece, ())
            return self._standees(name, piece, size)
        items = self._items("pieces", name, piece, size, 0.0)
        if piece.shape != "square":
            items = tuple(self._cut_out(items, piece.shape, size))
        return Printable(
            name,
            piece.title,
            "chits",
            size,
            items,
            piece.shape,
            group=piece.sheet or name,
            optional=piece.optional,
            content_backs=self._needs_backs("pieces", name, piece, items),
            stock=piece.stock,
        )

    def _cut_out(self, items: tuple[PrintItem, ...], shape: str, size: Size) -> Iterator[PrintItem]:
        """Draw the outline to cut along on round and hex pieces."""
        width = 0.2
        outline = cut_outline(shape, size, inset=width / 2)
        line: Item = Path(outline, stroke=self.painter.style.ink("line"), width=width)
        box = Rect(0, 0, *size)
        for item in items:
            back = Symbol((*item.back.items, line), box) if item.back else None
            yield item._replace(front=Symbol((*item.front.items, line), box), back=back)

    def _standees(self, name: str, piece: Piece, size: Size) -> Printable:
        items: list[PrintItem] = []
        ink = self.painter.style.ink("muted")
        for record in self.content.records[name]:
            front = self._draw("pieces", name, piece.front, size, record, 0.0)
            back = self._draw("pieces", name, piece.back, size, record, 0.0) if piece.back else front
            if front is not None and back is not None:
                items.append(PrintItem(standee(front, back, ink).symbol(), None, record.copies, record.label))
        return Printable(
            name,
            piece.title,
            "standees",
            standee_size(size),
            tuple(items),
            group=piece.sheet or name,
            optional=piece.optional,
            stock=piece.stock,
        )


def _is_board(printable: Printable | None) -> bool:
    return printable is not None and printable.kind == "board"


def _lies(board: Board) -> bool:
    """Say whether a board that follows the page lies on it."""
    wide = board.size == PAGE and board.most is not None and board.most[0] > board.most[1]
    return board.size == "page-landscape" or wide


def _board_size(board: Board, options: PrintOptions) -> Size:
    """Return the size of a board that follows the page."""
    room = page_room(options, landscape=_lies(board))
    return room if board.most is None else Size(min(room.w, board.most[0]), min(room.h, board.most[1]))


def roomier(options: PrintOptions) -> Iterator[PrintOptions]:
    """Yield options with more room on a page: the usual margin, then the usual papers."""
    room = page_room(options)
    for paper in (options.paper, *(Paper(name, PAPERS[name]) for name in _USUAL_PAPERS)):
        other = options._replace(paper=paper, margin=min(options.margin, DEFAULT_MARGIN))
        larger = page_room(other)
        if larger.w > room.w or larger.h > room.h:
            yield other
