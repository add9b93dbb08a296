"""Workbooks for tests, as a spreadsheet would save them."""

from io import BytesIO

from openpyxl import Workbook


def xlsx(*rows, sheet="Cards", change=lambda sheet: None):
    book = Workbook()
    book.active.title = sheet
    for row in rows:
        book.active.append(row)
    change(book.active)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
