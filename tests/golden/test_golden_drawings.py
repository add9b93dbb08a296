"""Golden logs of what is drawn, as readable text: a change shows as a diff. `make golden` writes them anew."""

import pytest
from support import drawn_log, sheets_of

LONGEST = 400


@pytest.fixture(scope="module", params=["a4", "letter"])
def sheets(request, knowledge):
    pieces = sheets_of(knowledge, request.param, only=("pieces",))
    return request.param, {**pieces, **sheets_of(knowledge, request.param)}


def log(sheet, *, open_symbols):
    head = f"{sheet.size.w:g} × {sheet.size.h:g} mm, {sheet.side}\n"
    return head + "\n".join(drawn_log(sheet.items, open_symbols=open_symbols)) + "\n"


@pytest.mark.parametrize(
    ("component", "number"),
    [("cards", 1), ("cards", 2), ("locations", 1), ("bits", 1), ("build-guide", 1)],
)
def test_golden_sheets_of_knowledge(golden, sheets, component, number):
    paper, made = sheets
    sheet = made[component].sheets[number - 1]
    text = log(sheet, open_symbols=component != "build-guide").replace(version(made), "(version)")
    assert text.count("\n") < LONGEST
    golden(f"knowledge/{component}-{number}-{paper}", text)


def version(made):
    """Return the content's hash as it stands on the label, which changes with every remark in the content."""
    label = made["cards"].sheets[0].label
    return label[label.index("(") : label.index(")") + 1]


def test_golden_layout_of_knowledge(golden, sheets):
    paper, made = sheets
    lines = []
    for name, sheet_set in sorted(made.items()):
        lines.append(
            f"{name}: {len(sheet_set.sheets)} sides, {sheet_set.paper_count} sheets, {sheet_set.per_sheet} per sheet"
        )
        lines += [f"  {note}" for note in sheet_set.notes]
        lines += [f"  {s.side:<6} {len(s.items):>3} items  {s.label.split(' · ', 1)[-1]}" for s in sheet_set.sheets]
    golden(f"knowledge/layout-{paper}", "\n".join(lines) + "\n")


def test_golden_records_need_a_record(tmp_path, monkeypatch):
    import support

    monkeypatch.setattr(support, "GOLDEN", tmp_path)
    with pytest.raises(AssertionError, match="there is no record"):
        support.Golden(update=False)("x", "text")
    support.Golden(update=True)("x", "text")
    support.Golden(update=False)("x", "text")
    with pytest.raises(AssertionError, match="differs"):
        support.Golden(update=False)("x", "other")
