"""Cells of .xlsx and .ods files, read by python-calamine once they were measured.

A workbook comes from a stranger and calamine trusts it: one cell in the last row and column of a sheet, a few KiB of
file, makes it ask for half a terabyte and ends the process. And it shows what a designer must be told of as an empty
cell: `#REF!`, or a formula that no program has worked out. So every part that matters is unpacked within bounds and
looked through first, and calamine reads exactly these parts.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, ZipInfo

from pnp.context import limits
from pnp.limits import how_to_raise

CellValue = str | int | float | bool | date | time | timedelta | None
Place = tuple[int, int]
"""Row and column of a cell, from 0."""


class WorkbookFault(Exception):
    """A workbook cannot be read."""

    def __init__(self, message: str, hint: str | None = None, cell: str = "") -> None:
        super().__init__(message)
        self.hint, self.cell = hint, cell


class Cells(NamedTuple):
    """A sheet: its rows from the very first on, and cells whose value is none."""

    sheet: str
    rows: list[list[CellValue]]
    broken: Mapping[Place, str]
    """What is wrong with single cells."""


def read_workbook(data: bytes, sheet: str) -> Cells:
    """Read a sheet of a workbook, the first one if none is named."""
    parts = _unpacked(data)
    if "xl/workbook.xml" in parts:
        names = _sheets_of_xlsx(parts)
        look: type[_Sheet] = _Xlsx
    elif "content.xml" in parts:
        names = dict.fromkeys(_sheets_of_ods(parts["content.xml"]), "content.xml")
        look = _Ods
    else:
        raise WorkbookFault("this is neither an .xlsx nor an .ods workbook", "save it anew from your spreadsheet")
    if not names:
        raise WorkbookFault("there is no sheet in this workbook")
    chosen = sheet or next(iter(names))
    if chosen not in names:
        from pnp.diagnostics import one_of

        raise WorkbookFault(f"there is no sheet '{sheet}'", one_of(sheet, names), sheet)
    seen = look(chosen)
    _parse(parts[names[chosen]], seen)
    seen.measure()
    return Cells(chosen, _rows(parts, chosen), seen.broken)


def _rows(parts: Mapping[str, bytes], sheet: str) -> list[list[CellValue]]:
    from python_calamine import CalamineError, load_workbook

    clean = BytesIO()
    with ZipFile(clean, "w") as archive:
        for name, content in parts.items():
            archive.writestr(ZipInfo(name), content)
    clean.seek(0)
    try:
        found = load_workbook(clean).get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    except CalamineError as error:
        raise WorkbookFault(f"this workbook is damaged: {error}", "save it anew from your spreadsheet") from None
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a panic of the Rust library is no Exception
        raise WorkbookFault("this workbook is damaged", "save it anew from your spreadsheet") from error
    return [[_plain(value) for value in row] for row in found]


def _plain(value: object) -> CellValue:
    """Return a cell as content has it: whole numbers are whole, and no cell is an empty text."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, str):
        return value if value.strip() else None
    assert value is None or isinstance(value, (bool, int, float, date, datetime, time, timedelta)), type(value)
    return value


# ------------------------------------------------------------- unpacking

_NEEDED = ("xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml", "content.xml", "[Content_Types].xml", "mimetype")
_FOLDERS = ("xl/_rels/", "xl/worksheets/", "META-INF/", "_rels/")


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Return the parts that matter, within bounds, whatever the archive says of itself."""
    parts: dict[str, bytes] = {}
    left = limits().sheet_bytes
    try:
        with ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist():
                name = info.filename
                if name in parts or not (name in _NEEDED or (name.startswith(_FOLDERS) and not name.endswith("/"))):
                    continue
                if info.flag_bits & 1:
                    raise WorkbookFault("this workbook is locked by a password", "save it without a password")
                with archive.open(info) as part:
                    parts[name] = part.read(left + 1)
                left -= len(parts[name])
                if left < 0:
                    bound = f"more than {limits().sheet_bytes // 1024} KiB when unpacked"
                    raise WorkbookFault(f"this workbook has {bound}", how_to_raise("sheet_bytes"))
    except (BadZipFile, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as error:
        hint = "old .xls files are no archives: save it as .xlsx" if data.startswith(b"\xd0\xcf\x11\xe0") else None
        raise WorkbookFault(f"this is no workbook: {error}", hint or "save it anew from your spreadsheet") from None
    except Exception as error:  # zlib.error has no common base with the others
        if type(error).__module__ != "zlib":
            raise
        raise WorkbookFault("this workbook is damaged", "save it anew from your spreadsheet") from None
    return parts


# -------------------------------------------------------- looking through


class _Seen:
    """What is looked for in a part, element by element."""

    def start(self, name: str, has: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Text stands in an element."""


def _parse(content: bytes, seen: _Seen) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = seen.start
    parser.EndElementHandler = seen.end
    parser.CharacterDataHandler = seen.text
    parser.EntityDeclHandler = _no_entities
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise WorkbookFault(f"this workbook is damaged: {error}", "save it anew from your spreadsheet") from None


def _no_entities(*_: object) -> None:
    raise WorkbookFault("this workbook declares entities, which no spreadsheet does")


class _Sheet(_Seen):
    """Where a sheet ends, and which of its cells have no value of their own."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.broken: dict[Place, str] = {}
        self.last_row = self.last_column = -1

    def value_at(self, row: int, column: int) -> None:
        self.last_row, self.last_column = max(self.last_row, row), max(self.last_column, column)

    def measure(self) -> None:
        """Refuse a sheet that is too large."""
        cells = (self.last_row + 1) * (self.last_column + 1)
        if cells > limits().sheet_cells:
            end = address(self.last_row, self.last_column)
            message = f"the sheet reaches to {end}, {cells} cells; at most {limits().sheet_cells} are read"
            hint = f"delete the rows and columns behind your table; {how_to_raise('sheet_cells')}"
            raise WorkbookFault(message, hint, f"{self.sheet}!{end}")


_NO_VALUE = "this formula was never worked out: open the file in a spreadsheet and save it"


class _Xlsx(_Sheet):
    """A sheet of Excel's: <row r><c r t><f/><v/></c></row>."""

    def __init__(self, sheet: str) -> None:
        super().__init__(sheet)
        self._row = self._column = -1
        self._kind = ""
        self._formula = self._value = self._inside = False

    def start(self, name: str, has: Mapping[str, str]) -> None:
        tag = _local(name)
        if tag == "row":
            self._row = _number(has.get("r"), self._row + 2) - 1
            self._column = -1
        elif tag == "c":
            self._row, self._column = _place(has["r"]) if "r" in has else (self._row, self._column + 1)
            self._kind, self._formula, self._value = has.get("t", ""), False, False
            self.value_at(self._row, self._column)
        elif tag == "f":
            self._formula = True
        elif tag == "v":
            self._inside = True

    def text(self, text: str) -> None:
        self._value = self._value or self._inside

    def end(self, name: str) -> None:
        if _local(name) == "v":
            self._inside = False
        if _local(name) != "c":
            return
        if self._kind == "e":
            self.broken[self._row, self._column] = "this formula ends in an error"
        elif self._formula and not self._value and self._kind != "str":
            self.broken[self._row, self._column] = _NO_VALUE


class _Ods(_Sheet):
    """A sheet of OpenDocument's: table, rows and cells that may be repeated."""

    def __init__(self, sheet: str) -> None:
        super().__init__(sheet)
        self._inside = False
        self._row = self._column = 0
        self._rows = 1

    def start(self, name: str, has: Mapping[str, str]) -> None:
        if name == "table:table":
            self._inside = has.get("table:name") == self.sheet
        elif not self._inside:
            return
        elif name == "table:table-row":
            self._column, self._rows = 0, _number(has.get("table:number-rows-repeated"), 1)
        elif name in ("table:table-cell", "table:covered-table-cell"):
            repeated = _number(has.get("table:number-columns-repeated"), 1)
            kind = has.get("calcext:value-type") or has.get("office:value-type", "")
            if kind or "table:formula" in has:
                self.value_at(self._row + self._rows - 1, self._column + repeated - 1)
                if kind == "error":
                    self.broken[self._row, self._column] = "this formula ends in an error"
                elif not kind:
                    self.broken[self._row, self._column] = _NO_VALUE
            self._column += repeated

    def end(self, name: str) -> None:
        if name == "table:table":
            self._inside = False
        elif name == "table:table-row" and self._inside:
            self._row += self._rows


class _Names(_Seen):
    """Elements of one name with their attributes."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.found: list[Mapping[str, str]] = []

    def start(self, name: str, has: Mapping[str, str]) -> None:
        if _local(name) == self.wanted:
            self.found.append(dict(has))


def _elements(content: bytes, name: str) -> Iterator[Mapping[str, str]]:
    seen = _Names(name)
    _parse(content, seen)
    yield from seen.found


def _sheets_of_xlsx(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the sheets of a workbook of Excel's with the part of each."""
    targets = {
        one.get("Id", ""): one.get("Target", "")
        for one in _elements(parts.get("xl/_rels/workbook.xml.rels", b"<none/>"), "Relationship")
    }
    found = {}
    for one in _elements(parts["xl/workbook.xml"], "sheet"):
        target = targets.get(next((value for key, value in one.items() if _local(key) == "id"), ""), "")
        part = target.lstrip("/") if target.startswith("/") else (PurePosixPath("xl") / target).as_posix()
        if "name" in one and part in parts:
            found[one["name"]] = part
    return found


def _sheets_of_ods(content: bytes) -> list[str]:
    return [one["table:name"] for one in _elements(content, "table") if "table:name" in one]


def _local(name: str) -> str:
    return name.rsplit(":", 1)[-1]


def _number(text: str | None, otherwise: int) -> int:
    if text is None:
        return otherwise
    if not text.isascii() or not text.isdigit() or not 0 < len(text) < 9:
        raise WorkbookFault("this workbook is damaged: it counts rows in a way that no spreadsheet does")
    return int(text)


def _place(reference: str) -> Place:
    letters = reference.rstrip("0123456789")
    if not 0 < len(letters) < 4 or not letters.isascii() or not letters.isalpha():
        raise WorkbookFault(f"this workbook is damaged: there is no cell '{reference[:20]}'")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return _number(reference[len(letters) :], 0) - 1, column - 1


def address(row: int, column: int) -> str:
    """Return what spreadsheets call a cell."""
    letters, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"
