"""Tables of text: .csv and .tsv as spreadsheets and databases export them, with the place of every cell."""

import csv
import re
from typing import NamedTuple

from pnp.context import limits
from pnp.diagnostics import Span
from pnp.limits import how_to_raise

SEPARATORS = (",", ";", "\t", "|")
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


class CsvFault(Exception):
    """A table cannot be read."""

    def __init__(self, message: str, line: int = 1, column: int = 1, hint: str | None = None) -> None:
        super().__init__(message)
        self.line, self.column, self.hint = line, column, hint


class CsvTable(NamedTuple):
    """Rows of texts, and the line in which each begins."""

    text: str
    rows: list[list[str]]
    lines: list[int]
    separator: str

    def span(self, file: str, row: int, column: int) -> Span:
        """Return the place of a cell; the row's end if it has not so many."""
        line, at = self.lines[row], 0
        lines = self.text.split("\n")
        text = "\n".join(lines[line - 1 : self.lines[row + 1] - 1 if row + 1 < len(self.lines) else len(lines)])
        cell = re.compile(rf'("(?:[^"]|"")*"|[^{re.escape(self.separator)}\n]*)({re.escape(self.separator)}|\n|$)')
        found = cell.match(text)
        while found is not None and column and found[2] == self.separator:
            found, column = cell.match(text, found.end()), column - 1
        if found is not None:
            at = found.end(1) if column else found.start(1)
        above = text.count("\n", 0, at)
        start = at - (text.rfind("\n", 0, at) + 1) + 1
        width = 1 if found is None or column else max(1, len(found[1].split("\n")[0]))
        return Span(file, line + above, start, start + width)


def decode(data: bytes, encoding: str) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or what the designer says."""
    named = encoding or next((name for mark, name in _BOMS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(named)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        hint = "save it as 'CSV UTF-8', or say which it is, such as encoding: windows-1252"
        raise CsvFault(f"not {named} text", before.count(b"\n") + 1, column, hint) from None
    except UnicodeError as error:  # UTF-16 that ends within a letter
        raise CsvFault(f"not {named} text: {error}") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_csv(text: str, separator: str) -> CsvTable:
    """Read a table; its separator is the one that its first line has most of, unless it is said."""
    skip = 0
    named = re.match(r'"?sep=(.)"?\n', text)
    if named is not None:  # what Excel writes so that Excel reads it
        skip, separator = 1, separator or named[1]
    separator = separator or _separator(text)
    reader = csv.reader((f"{line}\n" for line in text.split("\n")[skip:]), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    cells, begins = 0, skip + 1
    try:
        for row in reader:
            cells += len(row)
            if cells > limits().sheet_cells:
                raise CsvFault(f"more than {limits().sheet_cells} cells", begins, 1, how_to_raise("sheet_cells"))
            rows.append(row)
            lines.append(begins)
            begins = skip + reader.line_num + 1
    except csv.Error as error:
        told = {"unexpected end of data": "a quotation mark is never closed"}.get(str(error), str(error))
        hint = "a text that holds quotation marks is quoted, and each mark in it is written twice"
        raise CsvFault(told, begins, 1, hint) from None
    return CsvTable(text, rows, lines, separator)


def _separator(text: str) -> str:
    head = re.sub(r'"(?:[^"]|"")*"', "", text.split("\n", 1)[0])
    return max(SEPARATORS, key=head.count)
