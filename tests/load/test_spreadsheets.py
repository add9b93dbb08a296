"""Records from spreadsheets: what a cell says is what is printed, and every fault names the cell."""

import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from workbooks import xlsx

from pnp.context import run_with
from pnp.diagnostics import Problems, Report
from pnp.limits import Limits
from pnp.load.game import load_game, load_or_raise

FACES = """\
faces:
  front:
    parts: [{part: text, at: [4, 4, 50, 60], text: "{{ card.title }} {{ card.cost|default('') }}"}]
"""
DECK = "decks:\n  deck: {title: Deck, front: front, cards: {file: cards.csv}}\n"
GAME = """\
id: demo
title: Demo
players: [2, 4]
age: 8
minutes: [10, 20]
author: a tester
licence: CC0
components: {deck: N}
"""
NOTHING = dict.fromkeys(("boards.yaml", "pieces.yaml", "data.yaml", "palette.yaml", "rules.yaml"))


@pytest.fixture
def deck(make_game):
    """Make a game of one deck with its spreadsheet, and return its content folder."""

    def make(data, *, file="cards.csv", count=2, cards=DECK, **more):
        files = {"game.yaml": GAME.replace("N", str(count)), "cards.yaml": cards.replace("cards.csv", file)}
        content = make_game({**NOTHING, "faces.yaml": FACES, **files, **more})
        (content / "demo" / file).write_bytes(data if isinstance(data, bytes) else data.encode())
        return content

    return make


def cards_of(content):
    return [record.names["card"] for record in load_or_raise(content, "demo").records["deck"]]


def faults_of(content):
    report = Report()
    load_game(content, "demo", report)
    return [(f.severity, f.code, str(f.span).rsplit("/", 1)[-1], f.message, f.hint or "") for f in report.diagnostics]


EXPORTS = {
    "plain": b"title,cost\nFire,3\nWater,1.5\n",
    "excel": b"\xef\xbb\xbftitle;cost\r\nFire;3\r\nWater;1.5\r\n",
    "tabs": b"title\tcost\nFire\t3\nWater\t1.5",
    "utf-16": "title\tcost\r\nFire\t3\r\nWater\t1.5\r\n".encode("utf-16"),
    "quoted": b'"title","cost"\n"Fire","3"\n"Water","1.5"\n',
    "said": b"sep=|\ntitle|cost\nFire|3\nWater|1.5\n",
    "notes and empty lines": b"title,cost,#who drew it\n\nFire,3,Ann\n,,\nWater,1.5,\n",
    "old mac": b"title,cost\rFire,3\rWater,1.5\r",
}


@pytest.mark.parametrize("export", EXPORTS)
def test_exports_of_all_kinds_say_the_same(deck, export):
    content = deck(EXPORTS[export])
    assert cards_of(content) == [{"title": "Fire", "cost": 3}, {"title": "Water", "cost": 1.5}]
    assert faults_of(content) == []


def test_cells_stay_what_they_are(deck):
    content = deck('title,code,price,long\n"Stop, thief!",0612,1.10,"He said ""no""\nand left"\nPlain,A1,,\n')
    assert cards_of(content) == [
        {"title": "Stop, thief!", "code": "0612", "price": "1.10", "long": 'He said "no"\nand left'},
        {"title": "Plain", "code": "A1"},
    ]


def test_copies_are_a_column_and_headers_become_fields(deck):
    content = deck(
        "Title,copies,Hit Points\nFire,3,4\nWater,1,2\n",
        count=4,
        **{"faces.yaml": FACES.replace("card.title", "card.Title")},
    )
    game = load_or_raise(content, "demo")
    assert [record.copies for record in game.records["deck"]] == [3, 1]
    assert cards_of(content)[0] == {"Title": "Fire", "copies": 3, "hit_points": 4}


TYPED = """\
decks:
  deck:
    title: Deck
    front: front
    fields: {title: text, cost: number?, tags: list?, rare: flag?}
    cards: {file: cards.csv, columns: {title: "Name der Karte"}, split: "/"}
"""


def test_fields_give_cells_their_types(deck):
    content = deck("Name der Karte;cost;tags;rare\n1.10;1,5;fire / hot /;x\nB;;;no\n", cards=TYPED)
    assert cards_of(content) == [
        {"title": "1.10", "cost": 1.5, "tags": ["fire", "hot"], "rare": True},
        {"title": "B", "rare": False},
    ]


def test_a_workbook_is_read_by_its_values(deck):
    rows = [["title", "cost", "copies"], ["Fire", 3, 2], ["0612", 1.5, 1], [None, None, None], [True, 1e20, 1]]
    content = deck(xlsx(*rows), file="game.xlsx", count=4)
    assert cards_of(content) == [
        {"title": "Fire", "cost": 3, "copies": 2},
        {"title": "0612", "cost": 1.5, "copies": 1},
        {"title": True, "cost": 1e20, "copies": 1},
    ]


def test_a_sheet_is_chosen_by_its_name(deck):
    book = Workbook()
    book.active.append(["nothing"])
    second = book.create_sheet("Cards")
    second.append(["title"])
    second.append(["Fire"])
    out = BytesIO()
    book.save(out)
    chosen = DECK.replace("{file: cards.csv}", "{file: game.xlsx, sheet: Cards}")
    assert cards_of(deck(out.getvalue(), file="game.xlsx", count=1, cards=chosen)) == [{"title": "Fire"}]
    other = chosen.replace("Cards}", "Crads}")
    assert faults_of(deck(out.getvalue(), file="game.xlsx", count=1, cards=other)) == [
        ("error", "spreadsheet", "game.xlsx, Crads", "there is no sheet 'Crads'", "did you mean 'Cards'?")
    ]


def test_open_document_says_the_same(deck):
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    table = Table(name="Cards")
    for row in (["title", "cost"], ["Fire", 3], ["Water", 1.5]):
        line = TableRow()
        for value in row:
            kind = {"valuetype": "string"} if isinstance(value, str) else {"valuetype": "float", "value": value}
            cell = TableCell(**kind)
            cell.addElement(P(text=str(value)))
            line.addElement(cell)
        line.addElement(TableCell(numbercolumnsrepeated=16000))
        table.addElement(line)
    empty = TableRow(numberrowsrepeated=1048000)
    empty.addElement(TableCell(numbercolumnsrepeated=16384))
    table.addElement(empty)
    book.spreadsheet.addElement(table)
    out = BytesIO()
    book.save(out)
    content = deck(out.getvalue(), file="game.ods")
    assert cards_of(content) == [{"title": "Fire", "cost": 3}, {"title": "Water", "cost": 1.5}]


def test_tables_of_data_may_come_from_a_file_too(make_game):
    data = "winds: {file: winds.tsv}\nfields:\n  winds: {name: text, force: whole}\nart: {file: dragon.png}\n"
    cards = "decks:\n  deck: {title: Deck, front: front, each: wind in winds}\n"
    faces = FACES.replace("card.title", "wind.name").replace("card.cost", "wind.force") + "# art\n"
    files = {"game.yaml": GAME.replace("N", "2"), "cards.yaml": cards, "faces.yaml": faces, "data.yaml": data}
    content = make_game({**NOTHING, **files})
    (content / "demo" / "winds.tsv").write_text("name\tforce\nGale\t7\nCalm\t0\n", "utf-8")
    game = load_or_raise(content, "demo")
    assert game.names["winds"] == [{"name": "Gale", "force": 7}, {"name": "Calm", "force": 0}]
    assert game.names["art"] == {"file": "dragon.png"}
    (content / "demo" / "winds.tsv").write_text("name\tforce\nGale\tseven\nCalm\t0\n", "utf-8")
    assert [(code, place) for _, code, place, *_ in faults_of(content)] == [("type", "winds.tsv:2:6")]


def test_dates_are_refused_or_written_as_asked(deck):
    when = datetime.datetime(2024, 3, 1, 9, 5)
    data = xlsx(["title", "when"], ["Fire", when], ["Water", datetime.date(1999, 12, 31)])
    faults = faults_of(deck(data, file="game.xlsx"))
    assert [(code, place) for _, code, place, *_ in faults] == [
        ("date", "game.xlsx, Cards!B2"),
        ("date", "game.xlsx, Cards!B3"),
    ]
    asked = DECK.replace("{file: cards.csv}", '{file: game.xlsx, dates: "D.M.YY hh:mm"}')
    content = deck(data, file="game.xlsx", cards=asked)
    assert [card["when"] for card in cards_of(content)] == ["1.3.24 09:05", "31.12.99 00:00"]


def broken_cell(sheet):
    sheet["B2"].value, sheet["B2"].data_type = "#REF!", "e"


FAULTS = {
    "a formula that nobody worked out": (
        xlsx(["title", "cost"], ["Fire", "=1+2"]),
        ("spreadsheet", "game.xlsx, Cards!B2", "never worked out"),
    ),
    "a formula that ends in an error": (
        xlsx(["title", "cost"], ["Fire", 1], change=broken_cell),
        ("spreadsheet", "game.xlsx, Cards!B2", "ends in an error"),
    ),
    "one cell at the end of the world": (
        xlsx(["title"], ["Fire"], change=lambda sheet: sheet.__setitem__("XFD1048576", "x")),
        ("spreadsheet", "game.xlsx, Cards!XFD1048576", "reaches to XFD1048576"),
    ),
    "no archive": (b"PK\x03\x04 but not really", ("spreadsheet", "game.xlsx:1:1", "no workbook")),
    "an old workbook": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, ("spreadsheet", "game.xlsx:1:1", "no workbook")),
    "a twin of a field": (
        xlsx(["title", "title"], ["Fire", "x"]),
        ("spreadsheet", "game.xlsx, Cards!B1", "stands twice"),
    ),
    "no header": (xlsx(["title", None], ["Fire", "x"]), ("spreadsheet", "game.xlsx, Cards!B2", "without a header")),
    "nothing": (xlsx([]), ("empty", "game.xlsx, Cards", "nothing in this table")),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_of_workbooks_name_the_cell(deck, case):
    data, (code, place, message) = FAULTS[case]
    (fault, *more) = faults_of(deck(data, file="game.xlsx", count=1))
    assert not more and fault[:2] == ("error", code) and fault[2].startswith(place) and message in fault[3]


CSV_FAULTS = {
    "latin": (b"title\nGr\xfcn\n", "cards.csv:2:3", "not utf-8 text", "encoding: windows-1252"),
    "too many cells": (b"title,cost\nStop, thief!,1\n", "cards.csv:2:14", "without a header", "quotation marks"),
    "an open quote": (b'title,cost\n"Fire,3\n', "cards.csv:2:1", "never closed", "written twice"),
    "letters behind a quote": (b'title\n"Fire"x\n', "cards.csv:2:1", "expected after", "written twice"),
    "a control character": (b"title\nFi\x1bre\n", "cards.csv:2:1", "U+001B", ""),
    "a header that is no name": (b"title,!!\nFire,2\n", "cards.csv:1:7", "cannot be the name", "columns"),
}


@pytest.mark.parametrize("case", CSV_FAULTS)
def test_faults_of_text_tables_name_line_and_column(deck, case):
    data, place, message, hint = CSV_FAULTS[case]
    (fault,) = faults_of(deck(data, count=1))
    assert fault[0] == "error" and fault[2] == place and message in fault[3] and hint in fault[4]


def test_another_encoding_is_said(deck):
    said = DECK.replace("{file: cards.csv}", "{file: cards.csv, encoding: windows-1252}")
    assert cards_of(deck("title\nGrün – „x“\n".encode("windows-1252"), count=1, cards=said)) == [
        {"title": "Grün – „x“"}
    ]


def test_columns_that_no_field_knows_are_told_with_the_near_one(deck):
    cards = DECK.replace("front: front,", "front: front, fields: {title: text, cost: whole},")
    faults = faults_of(deck("titel,cost\nFire,3\nWater,x\n", cards=cards))
    told = [(code, place, hint) for _, code, place, _, hint in faults]
    assert ("spreadsheet", "cards.csv:1:1", "did you mean 'titel'?") in told


def test_wrong_values_and_templates_are_told_at_their_cell(deck):
    cards = DECK.replace("front: front,", "front: front, fields: {title: text, cost: whole?},")
    assert [f[1:3] for f in faults_of(deck("title,cost\nFire,3\nWater,much\n", cards=cards))] == [
        ("type", "cards.csv:3:7")
    ]
    assert [f[1:3] for f in faults_of(deck("title,cost\nFire,3\n{{ nobody }},4\n"))] == [("undefined", "cards.csv:3:1")]


@pytest.mark.parametrize(
    ("file", "message", "hint"),
    [
        ("crads.csv", "there is no file", "did you mean 'cards.csv'?"),
        ("CARDS.csv", "there is no file", "called 'cards.csv'"),
        ("../demo/cards.csv", "not a path inside", ""),
        ("cards.xls", "no spreadsheet", "save them as .xlsx"),
        ("cards.txt", "no spreadsheet", ".csv"),
    ],
)
def test_files_that_are_not_there(deck, file, message, hint):
    content = deck("title\nFire\n", count=1)
    cards = content / "demo" / "cards.yaml"
    cards.write_text(DECK.replace("cards.csv", file), "utf-8")
    (fault,) = faults_of(content)
    assert fault[2].startswith("cards.yaml:2:") and message in fault[3] and hint in fault[4]


def test_options_of_the_other_kind_are_refused(deck):
    for option, file, data in (
        ("separator: ;", "game.xlsx", xlsx(["title"], ["Fire"])),
        ("sheet: A", "cards.csv", b"title\nx\n"),
    ):
        cards = DECK.replace("{file: cards.csv}", f"{{file: {file}, {option}}}")
        (fault,) = faults_of(deck(data, file=file, count=1, cards=cards))
        assert fault[1] == "spreadsheet" and "says nothing about" in fault[3]


def test_spreadsheets_that_nothing_reads_are_told(deck):
    content = deck("title\nFire\n", count=1)
    (content / "demo" / "old.csv").write_text("x\n", "utf-8")
    (content / "demo" / "more").mkdir()
    (content / "demo" / "more" / "cards.yaml").write_text("decks: {}\n", "utf-8")
    assert [(f[0], f[1], f[2]) for f in faults_of(content)] == [
        ("warning", "unused", "cards.yaml:1:1"),
        ("warning", "unused", "old.csv:1:1"),
    ]


def test_a_changed_cell_changes_the_fingerprint(deck):
    before = load_or_raise(deck("title\nFire\n", count=1), "demo").hash
    assert load_or_raise(deck("title\nFlame\n", count=1), "demo").hash != before


# ------------------------------------------------------------ what means harm


def packed(parts, compress=ZIP_DEFLATED):
    out = BytesIO()
    with ZipFile(out, "w", compress) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


BOOK = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Cards" sheetId="1" r:id="a"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Target="worksheets/one.xml"/></Relationships>',
    "xl/worksheets/one.xml": "<worksheet><sheetData><row><c t='inlineStr'><is><t>title</t></is></c></row></sheetData></worksheet>",
}
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
SPOILED = {
    "entities": {"xl/worksheets/one.xml": LAUGHS},
    "a bomb": {"xl/worksheets/one.xml": "<worksheet>" + " " * 80_000_000},
    "no sheet": {"xl/workbook.xml": "<workbook/>"},
    "no end": {"xl/worksheets/one.xml": "<worksheet><sheetData><row>"},
    "an odd cell": {"xl/worksheets/one.xml": "<worksheet><sheetData><row><c r='?1'/></row></sheetData></worksheet>"},
    "many rows": {
        "xl/worksheets/one.xml": "<worksheet><sheetData><row r='99999999'><c/></row></sheetData></worksheet>"
    },
    "strings without end": {"xl/sharedStrings.xml": "<sst count='99999999999' uniqueCount='99999999999'></sst>"},
    "a string that is not there": {
        "xl/worksheets/one.xml": "<worksheet><sheetData><row r='1'><c r='A1' t='s'><v>77</v></c></row></sheetData></worksheet>"
    },
}


@pytest.mark.parametrize("case", SPOILED)
def test_spoiled_workbooks_are_faults(deck, case):
    faults = faults_of(deck(packed({**BOOK, **SPOILED[case]}), file="game.xlsx", count=1))
    assert faults and {fault[0] for fault in faults} == {"error"}
    assert all(fault[2].startswith(("game.xlsx", "cards.yaml")) for fault in faults)


def test_limits_bound_tables_and_the_user_may_raise_them(deck):
    content = deck("title\n" + "x\n" * 40, count=40)
    with run_with(Limits(sheet_cells=20)):
        (fault,) = faults_of(content)
    assert "more than 20 cells" in fault[3] and "--limit sheet_cells=N" in fault[4]
    assert len(cards_of(content)) == 40
    with pytest.raises(Problems, match="no sheet"):
        load_or_raise(deck(packed({"content.xml": "<x/>"}), file="game.ods", count=1), "demo")
