"""`pnp new --from`: a game of the rows of a spreadsheet, which builds as it is."""

import pytest
from workbooks import xlsx

from pnp.load.game import load_or_raise

CARDS = {
    "german.csv": (
        "Name;Kosten;Größe;Typ;copies;Regeltext;#Notiz\n"
        'Drache;5;3,5;Monster;2;"Wer ihn zieht, verliert eine Karte; oder zahlt zwei Gold.";von Ann\n'
        "Fee;1;;Monster;1;Heilt.;\n"
    ).encode(),
    "game.xlsx": xlsx(["Card", "Power", "Cost", "Flies"], ["Gust", 3, 1.5, True], ["0612", None, 2, None]),
    "wide.csv": (",".join(f"c{i}" for i in range(14)) + "\n" + ",".join(f"word{i}" for i in range(14)) + "\n").encode(),
    "numbers.tsv": b"n\tm\n1\t2\n3\t4\n",
    "long.csv": b"title,text,effect\nA," + b"word " * 100 + b"," + b"more " * 40 + b"\n",
}


@pytest.mark.parametrize("file", CARDS)
def test_a_game_starts_from_a_spreadsheet_and_prints_every_cell(pnp, tmp_path, file):
    (tmp_path / file).write_bytes(CARDS[file])
    assert pnp(f"new cards --from {file}")[0] == 0
    assert pnp("check cards") == (0, "cards: no faults\n", "")
    game = load_or_raise(tmp_path / "content", "cards")
    assert game.count("cards") == game.game.components["cards"]
    face = (tmp_path / "content" / "cards" / "faces.yaml").read_text("utf-8")
    for record in game.records["cards"]:
        assert all(f"card.{field} " in face for field in record.names["card"] if field != "copies")
    assert pnp("build cards --only cards --quiet")[0] == 0


def test_types_are_those_that_fit_every_cell(pnp, tmp_path):
    (tmp_path / "german.csv").write_bytes(CARDS["german.csv"])
    assert pnp("new cards --from german.csv --title Drachen")[0] == 0
    deck = load_or_raise(tmp_path / "content", "cards").decks["cards"]
    assert deck.fields == {"Name": "text", "Kosten": "whole", "Größe": "number?", "Typ": "text", "Regeltext": "text"}


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("broken.csv", b'title\n"open', "broken.csv:2:1: error[spreadsheet]: a quotation mark is never closed"),
        ("cards.txt", b"title\nx\n", "'cards.txt' is no spreadsheet"),
        ("empty.csv", b"\n", "empty.csv:1:1: error[empty]"),
        ("head.csv", b"title,cost\n", "head.csv:1:1: error[empty]"),
    ],
)
def test_what_cannot_be_read_starts_no_game(pnp, tmp_path, file, data, message):
    (tmp_path / file).write_bytes(data)
    code, _, errors = pnp(f"new cards --from {file}")
    assert code == 1 and message in errors and not (tmp_path / "content" / "cards").exists()


def test_a_sheet_without_a_file_is_refused(pnp):
    code, _, errors = pnp("new cards --sheet One")
    assert code == 2 and "--from" in errors
