"""Tables from spreadsheets: `{file: cards.csv}` in content becomes the records that the file holds.

The first row names the fields; each further row is a record, an empty cell is a key that is not there. `fields:` says
of which type each is; without it, a cell is a number only if it is written as Python writes it, so that 0612 and 1.10
stay what they are. Every fault names the cell.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import CONTROLS, Report, Span, did_you_mean, one_of
from pnp.load.csvfile import CsvFault, CsvTable, decode, read_csv
from pnp.load.document import Document, PathKeys, read_data
from pnp.load.filenames import SPREADSHEETS, TEXT_TABLES, WORKBOOKS
from pnp.load.inside import NotInside, find_inside
from pnp.load.workbook import Cells, CellValue, WorkbookFault, address, read_workbook
from pnp.model import TableFile

Value = str | int | float | bool | None | list[str]
_NAME = re.compile(r"[^\W\d]\w*")
_TRUE = {"true", "yes", "x", "1"}
_FALSE = {"false", "no", "0"}
_LINES_OF_A_LIST = re.compile(r"\s*\n\s*")


class Row(NamedTuple):
    """Where a record stands."""

    number: int
    columns: Mapping[str, int]


class SheetTable:
    """Records of a spreadsheet, with the place of every value."""

    def __init__(self, file: str, sheet: str, text: CsvTable | None) -> None:
        self.file, self.sheet, self._text = file, sheet, text
        self.records: list[dict[str, Value]] = []
        self._numbers: list[int] = []
        self._columns: dict[str, int] = {}

    @property
    def source(self) -> str:
        """The text of the file, for showing faults in it."""
        return self._text.text if self._text is not None else ""

    def words(self) -> Iterator[str]:
        """Yield every text, so that names in them count as used."""
        yield from self._columns
        for record in self.records:
            for value in record.values():
                yield from value if isinstance(value, list) else (value,) if isinstance(value, str) else ()

    def cell(self, row: int, column: int) -> Span:
        """Return the place of a cell, both counted from 0."""
        if self._text is not None:
            return self._text.span(self.file, row, column)
        return Span(self.file, row + 1, column + 1, column + 2, f"{self.sheet}!{address(row, column)}")

    def span(self, path: PathKeys, *, key: bool = False) -> Span:
        """Return the place of the value at a path inside the records, or of its header."""
        row = self._numbers[path[0]] if path and isinstance(path[0], int) and path[0] < len(self._numbers) else 0
        column = self._columns.get(str(path[1])) if len(path) > 1 else None
        return self.cell(0 if key and column is not None else row, column or 0)


def graft_tables(
    document: Document, places: Mapping[PathKeys, object], folder: Path, report: Report
) -> Iterator[tuple[Path, bytes]]:
    """Put the records of spreadsheets where a document names their files; yield each file that was read.

    The places are the paths at which a table may stand, with what is declared of its fields.
    """
    from pnp.load.schema import convert_data

    for path, declared in places.items():
        given = document.at(path)
        if not _names_a_file(given, certain=len(path) > 1):
            continue
        wanted = convert_data(given, TableFile, document, path, report)
        found = read_table(wanted, folder, document, path, declared, report) if wanted is not None else None
        if found is None:
            document.put(path, [])  # so that the fault is told once
            continue
        assert wanted is not None
        table, data = found
        document.put(path, table.records, table)
        document.values += sum(map(len, table.records))
        yield folder / wanted.file, data


def table_places(kind: str, document: Document) -> dict[PathKeys, object]:
    """Return where a file of content may name a spreadsheet, with what it declares of the fields."""
    if kind == "data":
        fields = document.at(("fields",))
        declared = fields if isinstance(fields, dict) else {}
        return {(key,): declared.get(key, {}) for key in document.data or {} if key != "fields"}
    top = {"cards": "decks", "pieces": "pieces"}.get(kind, "")
    components = document.at((top,))
    return {
        (top, name, "cards"): document.at((top, name, "fields")) or {}
        for name in (components if isinstance(components, dict) else {})
    }


def _names_a_file(value: object, *, certain: bool) -> bool:
    """Say whether a value stands for a spreadsheet; a free table may hold the name of a picture."""
    file = value.get("file") if isinstance(value, dict) else None
    return isinstance(file, str) and (certain or Path(file).suffix.lower() in (*SPREADSHEETS, ".xls"))


def read_table(
    wanted: TableFile, folder: Path, document: Document, path: PathKeys, declared: object, report: Report
) -> tuple[SheetTable, bytes] | None:
    """Read the table of a file; faults are noted where the file is named, or in the file."""
    place = document.span((*path, "file"))
    suffix = Path(wanted.file).suffix.lower()
    if suffix not in SPREADSHEETS:
        hint = "old .xls files: save them as .xlsx" if suffix == ".xls" else f"known: {', '.join(SPREADSHEETS)}"
        report.error("spreadsheet", f"'{wanted.file}' is no spreadsheet that pnp reads", place, hint)
        return None
    try:
        file = find_inside(folder, wanted.file)
    except NotInside as fault:
        report.error("file", str(fault), place, fault.hint)
        return None
    name = file.as_posix()
    data = read_data(file, name, report)
    if data is None:
        return None
    for option, only in (("separator", TEXT_TABLES), ("encoding", TEXT_TABLES), ("sheet", WORKBOOKS)):
        if getattr(wanted, option) and suffix not in only:
            at = document.span((*path, option), key=True)
            report.error("spreadsheet", f"'{option}' says nothing about {suffix} files", at, f"only {', '.join(only)}")
            return None
    try:
        rows = _Reader(wanted, name, declared, document, path, report)
        return rows.read(data, suffix), data
    except WorkbookFault as fault:
        report.error("spreadsheet", str(fault), Span(name, 1, 1, 2, fault.cell), fault.hint)
    except CsvFault as fault:
        report.error("spreadsheet", str(fault), Span(name, fault.line, fault.column, fault.column + 1), fault.hint)
    return None


class _Reader:
    """Turns the cells of one file into records."""

    def __init__(
        self, wanted: TableFile, file: str, declared: object, document: Document, path: PathKeys, report: Report
    ) -> None:
        self.wanted, self.file, self.report = wanted, file, report
        self.document, self.path = document, path
        self.skipped: set[int] = set()
        kinds = declared if isinstance(declared, dict) else {}
        usable = all(isinstance(kind, str) for kind in kinds.values())
        self.declared: dict[str, str] = kinds if usable else {}
        self.kinds = {name: kind.removesuffix("?") for name, kind in self.declared.items()}

    def read(self, data: bytes, suffix: str) -> SheetTable:
        """Return the table."""
        text: CsvTable | None = None
        if suffix in TEXT_TABLES:
            separator = self.wanted.separator or ("\t" if suffix == ".tsv" else "")
            text = read_csv(decode(data, self.wanted.encoding), separator)
            cells = Cells("", [[value.strip() or None for value in row] for row in text.rows], {})
        else:
            cells = read_workbook(data, self.wanted.sheet)
        self.table = table = SheetTable(self.file, cells.sheet, text)
        if not any(value is not None for row in cells.rows for value in row):
            self.report.error("empty", "there is nothing in this table", Span(self.file, 1, 1, 2, cells.sheet))
            return table
        table._columns = columns = self._headers(cells.rows[0])
        for number, row in enumerate(cells.rows[1:], 1):
            if all(value is None for value in row) and not any(place[0] == number for place in cells.broken):
                continue
            record: dict[str, Value] = {}
            known = dict(zip(columns.values(), columns, strict=True))
            for at, value in enumerate(row):
                wrong = cells.broken.get((number, at))
                if wrong is not None and at in known:
                    self._fault(wrong, number, at)
                elif value is None or at in self.skipped:
                    continue
                elif at not in known:
                    self._beyond(value, number, at)
                else:
                    found = self._value(known[at], value, number, at)
                    if found is not None:
                        record[known[at]] = found
            table.records.append(record)
            table._numbers.append(number)
        if not table.records:
            hint = "each row below the header is a record"
            self.report.error("empty", "there is nothing below the header", table.cell(0, 0), hint)
        return table

    def _beyond(self, value: object, row: int, column: int) -> None:
        hint = "give its column a header, or one that begins with # if it is a note"
        if self.table._text is not None and column >= len(self.table._columns):
            hint += "; a text that holds the separator is put in quotation marks"
        self._fault(f"'{_shown(value)}' stands in a column without a header", row, column, hint)

    def _fault(self, message: str, row: int, column: int, hint: str | None = None) -> None:
        self.report.error("spreadsheet", message, self.table.cell(row, column), hint)

    def _headers(self, row: Sequence[object]) -> dict[str, int]:
        """Return field → column."""
        renamed = {header: field for field, header in self.wanted.columns.items()}
        headers = {str(value).strip(): at for at, value in enumerate(row) if value is not None}
        for field, header in self.wanted.columns.items():
            if header not in headers:
                place = self.document.span((*self.path, "columns", field))
                self.report.error("spreadsheet", f"there is no column '{header}'", place, one_of(header, headers))
        found: dict[str, int] = {}
        for at, value in enumerate(row):
            if value is None:
                continue
            header = str(value).strip()
            if header.startswith("#"):
                self.skipped.add(at)
                continue
            field = renamed.get(header) or field_name(header)
            if not _NAME.fullmatch(field):
                hint = "rename it, or give it a name with columns: {name: header}"
                self._fault(f"'{header}' cannot be the name of a field", 0, at, hint)
                self.skipped.add(at)
            elif field in found:
                hint = "rename one, or tell them apart with columns: {name: header}"
                first = address(0, found[field])
                self._fault(f"the field '{field}' stands twice; the first is in {first}", 0, at, hint)
                self.skipped.add(at)
            else:
                found[field] = at
        lacking = [name for name, kind in self.declared.items() if name not in found and not kind.endswith("?")]
        unknown = [name for name in found if name not in (*self.declared, "id", "copies")] if self.declared else []
        for name in lacking:
            hint = did_you_mean(name, unknown) or "give it one, or make the field optional with ?"
            self._fault(f"there is no column for the field '{name}'", 0, 0, hint)
        return found

    def _value(self, field: str, value: CellValue, row: int, column: int) -> Value:
        kind = self.kinds.get(field, "")
        if isinstance(value, (date, time, timedelta)):
            return self._dated(value, row, column)
        text = value if isinstance(value, str) else _shown(value)
        if isinstance(value, str) and (odd := CONTROLS.search(value)):
            message = f"character U+{ord(odd[0]):04X} is not allowed in content"
            self.report.error("character", message, self.table.cell(row, column))
            return None
        if kind == "list":
            parts = text.replace(self.wanted.split, "\n")
            return [part for part in _LINES_OF_A_LIST.split(parts.strip()) if part]
        if kind in ("text", "icon", "role"):
            return text
        if kind in ("number", "whole"):
            return value if not isinstance(value, str) else _number(value, kind)
        if kind == "flag" and not isinstance(value, bool):
            word = text.casefold()
            return True if word in _TRUE else False if word in _FALSE else text
        if isinstance(value, str) and self.table._text is not None and not kind:
            return _plain_number(value)
        return value if isinstance(value, (str, int, float, bool)) else text

    def _dated(self, value: date | time | timedelta, row: int, column: int) -> str | None:
        pattern = self.wanted.dates
        if pattern:
            return in_pattern(value, pattern)
        hint = "say how it is to be written, such as dates: DD.MM.YYYY, or format the cell as text"
        self.report.error("date", f"this cell is a date or a time ({value})", self.table.cell(row, column), hint)
        return None


def field_name(header: str) -> str:
    """Return the name by which faces read a column: Hit Points → hit_points; a header that is a name stays."""
    if _NAME.fullmatch(header):
        return header
    return re.sub(r"\W+", "_", header.lower()).strip("_")


def _shown(value: object) -> str:
    """Write a cell as its spreadsheet does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _plain_number(text: str) -> Value:
    """Return a number for a text that is one and nothing more: 12 and 1.5, but neither 007 nor 1.10."""
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", text):
        return int(text)
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{0,14}[1-9]", text):
        return float(text)
    return text


def _number(text: str, kind: str) -> Value:
    """Return the number of a column of numbers, in either way of writing it; other texts are told by their type."""
    bare = text.replace(" ", "").replace("\u00a0", "").replace("\u2212", "-")
    if re.fullmatch(r"[-+]?[0-9]{1,15}", bare):
        return int(bare)
    if kind == "number" and re.fullmatch(r"[-+]?[0-9]{0,15}[.,][0-9]{1,15}", bare):
        return float(bare.replace(",", "."))
    return text


_DATE_PARTS = re.compile("YYYY|YY|MM|M|DD|D|hh|h|mm|ss")


def in_pattern(value: date | time | timedelta, pattern: str) -> str:
    """Write a date or a time as the pattern says: YYYY YY MM M DD D hh h mm ss; all else stays as it is."""
    if isinstance(value, timedelta):
        seconds = int(value.total_seconds())
        day, clock = None, (seconds // 3600, seconds // 60 % 60, seconds % 60)
    else:
        day = value if isinstance(value, date) else None
        at = value if isinstance(value, (datetime, time)) else time()
        clock = (at.hour, at.minute, at.second)
    year, month, number = (day.year, day.month, day.day) if day is not None else (0, 0, 0)
    parts = {"YYYY": f"{year:04}", "YY": f"{year % 100:02}", "MM": f"{month:02}", "M": str(month)}
    parts |= {"DD": f"{number:02}", "D": str(number), "h": str(clock[0])}
    parts |= zip(("hh", "mm", "ss"), (f"{part:02}" for part in clock), strict=True)
    return _DATE_PARTS.sub(lambda found: parts[found[0]], pattern)


def fingerprint(data: bytes) -> str:
    """Return what stands for a file in the fingerprint of a game."""
    return sha256(data).hexdigest()
