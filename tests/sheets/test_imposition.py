"""Imposition by property: backs behind their fronts, nothing outside the margins, marks never on a card.

Where a back must land is worked out here from how paper is turned, not with the code under test.
"""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import options

from pnp.diagnostics import Report
from pnp.draw.drawing import Group, Path, Symbol, Use
from pnp.geometry import PAPERS, Rect, Size
from pnp.load.words import shared_words
from pnp.printing import BACKS
from pnp.sheets.impose import impose
from pnp.sheets.layout import with_label_room
from pnp.sheets.marks import MARK_COLOUR
from pnp.sheets.sheet import Printable, PrintItem

SLACK = 1e-6
FOLD_CLEARANCE = 5.0


def symbol(size, bleed):
    return Symbol((), Rect(0, 0, *size).inset(-bleed))


def make(size, count, opts, *, kind="cards", shape="square", shared_back=False, backless=(), name="p", copies=1):
    """Make a component of unlike pieces, each with a back of its own (or one for all, or none for some)."""
    bleed = opts.drawn_bleed if kind == "cards" else 0.0
    one = symbol(size, bleed)
    items = tuple(
        PrintItem(
            symbol(size, bleed), None if i in backless else one if shared_back else symbol(size, bleed), copies, str(i)
        )
        for i in range(count)
    )
    return Printable(name, name, kind, size, items, shape, bleed, name)


papers = st.sampled_from(
    [f"{PAPERS[p].w:g}x{PAPERS[p].h:g}mm" for p in ("a4", "letter", "a3", "legal", "a5")]
) | st.tuples(st.integers(100, 420), st.integers(100, 420)).map(lambda p: f"{p[0]}x{p[1]}mm")
sizes = st.tuples(st.floats(12, 130), st.floats(12, 130)).map(lambda p: Size(round(p[0], 2), round(p[1], 2)))
margins = st.sampled_from([5.0, 6.5, 8.0, 12.0])
bleeds = st.none() | st.sampled_from([0.0, 1.0, 3.0])


def laid_out(printables, opts):
    report = Report()
    opts = with_label_room(opts, "label", [p.title for p in printables], (), shared_words().sheet)
    result = impose(printables, opts, "label", shared_words(), report)
    if result is None:
        assert report.failed
        assume(False)
    return result


def shown(sheet):
    """Return every placed piece with the part of it that is shown, or None if all of it is."""
    found = []
    for item in sheet.items:
        if isinstance(item, Use):
            found.append((item, None))
        elif isinstance(item, Group) and item.clip is not None:
            (use,), ((_, *box),) = item.items, item.clip
            found.append((use, Rect(*box)))
    return found


def uses(sheet):
    return [use for use, _ in shown(sheet)]


def bleeding(use, clip, component):
    """Return the trimmed piece on the page, and the piece with all the bleed that is shown."""
    rect = trim(use, component.size)
    whole = rect.inset(-component.bleed)
    if clip is None:
        return rect, whole
    left, top = max(whole.x, clip.x), max(whole.y, clip.y)
    return rect, Rect(left, top, min(whole.right, clip.right) - left, min(whole.bottom, clip.bottom) - top)


def corners(use, size, mirrored=False):
    """Return where the corners of a trimmed piece lie on the page; mirrored: as seen from the other side."""
    points = [(0, 0), (size.w, 0), (size.w, size.h), (0, size.h)]
    return [use.matrix.apply(size.w - x if mirrored else x, y) for x, y in points]


def trim(use, size):
    xs, ys = zip(*corners(use, size), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def through_the_paper(point, sheet, backs):
    """Return the point of the front that lies behind a point of the back."""
    x, y = point
    if backs == "duplex-long":
        return sheet.size.w - x, y  # turned like the page of a book
    if backs == "duplex-short":
        return x, sheet.size.h - y  # turned like the sheet of a notepad
    (fold,) = [i for i in sheet.items if isinstance(i, Path) and i.dash]
    (_, x0, y0), (_, x1, _) = fold.outline
    return (2 * x0 - x, y) if x0 == x1 else (x, 2 * y0 - y)  # folded over at the dashed line


def placed_pieces(sheet_set, printables):
    """Yield (front sheet, front use, back use or None, component) for every piece on the sheets."""
    fronts = {id(i.front): (p, i) for p in printables for i in p.items}
    backs = {id(i.back) for p in printables for i in p.items if i.back is not None}
    waiting = list(sheet_set.sheets)
    while waiting:
        sheet = waiting.pop(0)
        behind = waiting.pop(0) if waiting and waiting[0].side == "back" else None
        back_uses = [u for u in uses(behind or sheet) if id(u.symbol) in backs]
        for use in uses(sheet):
            if id(use.symbol) in fronts:
                component, item = fronts[id(use.symbol)]
                own = [u for u in back_uses if u.symbol is item.back]
                yield sheet, use, own, component


def check_backs(sheet_set, printables, opts):
    for sheet, front, own, component in placed_pieces(sheet_set, printables):
        wanted = corners(front, component.size, mirrored=True)
        if opts.backs == "none":
            assert own == []
            continue
        item = next(i for i in component.items if i.front is front.symbol)
        if item.back is None:
            continue
        landing = [[through_the_paper(c, sheet, opts.backs) for c in corners(b, component.size)] for b in own]
        assert any(all(a == pytest.approx(b, abs=1e-6) for a, b in zip(spot, wanted, strict=True)) for spot in landing)
        for back in own:
            m = back.matrix
            assert m.a * m.d - m.b * m.c == pytest.approx(1), "a back is turned, never mirrored"


def check_places(sheet_set, printables, opts):
    """All pieces are there once, inside the margins with their bleed, and no two overlap."""
    sides = {id(s): p for p in printables for i in p.items for s in (i.front, i.back) if s is not None}
    fronts = Counter(id(u.symbol) for s in sheet_set.sheets for u in uses(s))
    for component in printables:
        assert all(fronts[id(i.front)] == i.copies for i in component.items)
    for sheet in sheet_set.sheets:
        live = Rect(0, 0, *sheet.size).inset(opts.margin)
        placed = [bleeding(use, clip, sides[id(use.symbol)]) for use, clip in shown(sheet)]
        assert {tuple(round(v, 3) for v in rect) for rect, _ in placed} <= {
            tuple(round(v, 3) for v in t) for t in sheet.trims
        }
        for i, (rect, bleed) in enumerate(placed):
            assert live.contains(bleed, slack=0.006), (rect, bleed)
            assert bleed.contains(rect, slack=0.001), "a piece is cut off within its trim"
            assert sheet.bleed >= rect.x - bleed.x - SLACK
            for other, other_bleed in placed[:i]:
                assert not overlap(rect, other_bleed), "a neighbour's bleed runs into a card"
                assert not overlap(bleed, other)
        check_marks(sheet, [bleed for _, bleed in placed])


def overlap(a, b):
    slack = 0.001
    return a.x < b.right - slack and b.x < a.right - slack and a.y < b.bottom - slack and b.y < a.bottom - slack


def mark_lines(sheet):
    for item in sheet.items:
        if isinstance(item, Path) and item.stroke == MARK_COLOUR and not item.dash and item.fill is None:
            points = [s[1:] for s in item.outline]
            assert [s[0] for s in item.outline] == ["M", "L"] * (len(points) // 2)
            yield from zip(points[::2], points[1::2], strict=True)


def check_marks(sheet, bleeds):
    page = Rect(0, 0, *sheet.size).inset(6.0)
    for (x0, y0), (x1, y1) in mark_lines(sheet):
        line = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
        assert page.contains(line, slack=SLACK), "a mark nears the edge of the page"
        assert 0 < max(line.w, line.h) <= 5
        for rect in bleeds:
            inside = line.x < rect.right and line.right > rect.x and line.y < rect.bottom and line.bottom > rect.y
            assert not inside, (line, rect)


def check(sheet_set, printables, opts):
    check_backs(sheet_set, printables, opts)
    check_places(sheet_set, printables, opts)
    for sheet in sheet_set.sheets:
        assert sheet.size == opts.paper.size


@settings(max_examples=150)
@given(
    sizes,
    st.integers(1, 40),
    papers,
    margins,
    bleeds,
    st.sampled_from(BACKS),
    st.booleans(),
    st.sampled_from(["margin", "full"]),
)
def test_cards(size, count, paper, margin, bleed, backs, shared, marks):
    opts = options(paper, margin=margin, bleed=bleed, backs=backs, marks=marks)
    deck = make(size, count, opts, shared_back=shared)
    result = laid_out([deck], opts)
    check(result, [deck], opts)
    if backs != "gutterfold":
        assert result.paper_count == -(-count // result.per_sheet)
    assert result.two_sided == (backs.startswith("duplex"))


@settings(max_examples=60)
@given(sizes, st.integers(2, 25), papers, margins, st.sampled_from(BACKS), st.data())
def test_cards_of_which_some_have_no_back(size, count, paper, margin, backs, data):
    opts = options(paper, margin=margin, backs=backs)
    backless = data.draw(st.sets(st.integers(0, count - 1), max_size=count - 1))
    deck = make(size, count, opts, backless=backless)
    check(laid_out([deck], opts), [deck], opts)


KINDS = [("cards", "square"), ("chits", "square"), ("chits", "round"), ("chits", "hex"), ("standees", "square")]


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), sizes, st.integers(1, 14), st.booleans()), min_size=2, max_size=4),
    papers,
    margins,
    bleeds,
    st.sampled_from(BACKS),
)
def test_unlike_components_on_shared_sheets(parts, paper, margin, bleed, backs):
    opts = options(paper, margin=margin, bleed=bleed, backs=backs)
    components = [
        make(size, count, opts, kind=kind, shape=shape, name=f"p{i}", backless=() if two_sided else range(count))
        for i, ((kind, shape), size, count, two_sided) in enumerate(parts)
    ]
    check(laid_out(components, opts), components, opts)


@settings(max_examples=40)
@given(
    sizes,
    st.integers(1, 12),
    papers,
    st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
    st.sampled_from(["duplex-long", "duplex-short"]),
)
def test_a_back_offset_moves_the_backs_alone(size, count, paper, offset, backs):
    opts = options(paper, backs=backs)
    deck = make(size, count, opts)
    plain = laid_out([deck], opts)
    moved = laid_out([deck], opts._replace(back_offset=offset))
    for before, after in zip(plain.sheets, moved.sheets, strict=True):
        dx, dy = offset if after.side == "back" else (0, 0)
        for a, b in zip(uses(before), uses(after), strict=True):
            assert b.matrix == pytest.approx(a.matrix._replace(e=a.matrix.e + dx, f=a.matrix.f + dy))
        assert after.live.x == pytest.approx(before.live.x + dx), "preflight must expect the shift"


@pytest.mark.parametrize(
    ("paper", "size", "sheets", "along"), [("a4", (63, 88), 3, False), ("letter", (63.5, 88.9), 3, True)]
)
def test_gutterfold_keeps_clear_of_the_fold_and_uses_both_halves(paper, size, sheets, along):
    opts = options(paper, backs="gutterfold")
    deck = make(Size(*size), 12, opts)
    result = laid_out([deck], opts)
    assert len(result.sheets) == result.paper_count == sheets
    assert any(f"{12 // sheets} per sheet" in note for note in result.notes)
    for sheet in result.sheets:
        middle = sheet.size.w / 2 if along else sheet.size.h / 2
        for use, clip in shown(sheet):
            _, rect = bleeding(use, clip, deck)
            near = abs(rect.cx - middle) - rect.w / 2 if along else abs(rect.cy - middle) - rect.h / 2
            assert near >= FOLD_CLEARANCE - SLACK
        (fold,) = [i for i in sheet.items if isinstance(i, Path) and i.dash]
        assert {p[1 if along else 2] for p in fold.outline} == {middle}
    check(result, [deck], opts)


def test_the_largest_bleed_that_costs_no_sheet():
    """Nine to a sheet leave 0.8 mm across, which is none; eight are as many sheets of 16 cards, with 2 mm all round."""
    opts = options("a4")
    for count, notes in ((18, "9 per sheet, edge to edge across, bleed 2 mm down"), (16, "8 per sheet, bleed 2 mm")):
        result = laid_out([make(Size(63, 88), count, opts)], opts)
        assert result.paper_count == 2
        assert result.notes[0] == f"p: {notes}"
    assert laid_out([make(Size(63, 88), 18, opts)], opts).notes[1] == "--bleed 2 would take 3 sheets instead of 2"
    wide = options("a4", bleed=3.0)
    assert laid_out([make(Size(63, 88), 18, wide)], wide).notes == (
        "p: 8 per sheet, bleed 3 mm",
        "--bleed 3 takes 3 sheets, without it 2 are enough",
    )


def test_cards_edge_to_edge_share_one_cut_and_bleed_outwards():
    opts = options("a4")
    deck = make(Size(63, 88), 9, opts)
    result = laid_out([deck], opts)
    front = result.sheets[0]
    xs = sorted({round(v, 3) for t in front.trims for v in (t.x, t.right)})
    assert len(xs) == 4, "three columns, four cuts"
    clips = [clip for _, clip in shown(front)]
    trims = [trim(use, deck.size) for use in uses(front)]
    assert min(t.x for t in trims) - min(c.x for c in clips) == pytest.approx(2)
    inner = sorted(zip(trims, clips, strict=True), key=lambda pair: (pair[0].y, pair[0].x))[1]
    assert (inner[0].x, inner[0].right) == pytest.approx((inner[1].x, inner[1].right))


def test_what_is_left_over_shares_a_page():
    opts = options("a4")
    cards, chits = make(Size(63, 88), 11, opts, name="a"), make(Size(15, 15), 60, opts, kind="chits", name="b")
    result = laid_out([cards, chits], opts)
    assert result.paper_count == 2
    check(result, [cards, chits], opts)


def test_part_filled_last_pages_have_their_backs_behind_them():
    """Nine to a sheet, 73 cards: the last one lies at the top left, its back at the top right."""
    opts = options("a4")
    deck = make(Size(63, 88), 73, opts)
    result = laid_out([deck], opts)
    last_front, last_back = result.sheets[-2:]
    assert (last_front.side, last_back.side) == ("front", "back")
    (front,), (back,) = uses(last_front), uses(last_back)
    assert trim(front, deck.size).cx + trim(back, deck.size).cx == pytest.approx(210)
    assert trim(front, deck.size).cx < 105 < trim(back, deck.size).cx


def test_pieces_that_do_not_fit_are_a_fault():
    report = Report()
    big = make(Size(300, 300), 1, options("a4"))
    assert impose([big], options("a4"), "label", shared_words(), report) is None
    assert [d.code for d in report.diagnostics] == ["paper"]


def test_marks_can_be_left_out():
    opts = options("a4", marks="none")
    deck = make(Size(63, 88), 9, opts)
    assert [line for s in laid_out([deck], opts).sheets for line in mark_lines(s)] == []


def test_every_cut_has_a_mark_at_both_ends():
    opts = options("a4")
    deck = make(Size(63, 88), 9, opts)
    for sheet in laid_out([deck], opts).sheets:
        rects = [trim(u, deck.size) for u in uses(sheet)]
        xs = {round(v, 3) for r in rects for v in (r.x, r.right)}
        ys = {round(v, 3) for r in rects for v in (r.y, r.bottom)}
        marks = list(mark_lines(sheet))
        top, bottom = min(r.y for r in rects), max(r.bottom for r in rects)
        left, right = min(r.x for r in rects), max(r.right for r in rects)
        assert {round(a[0], 3) for a, b in marks if a[0] == b[0] and a[1] < top} == xs
        assert {round(a[0], 3) for a, b in marks if a[0] == b[0] and a[1] > bottom} == xs
        assert {round(a[1], 3) for a, b in marks if a[1] == b[1] and a[0] < left} == ys
        assert {round(a[1], 3) for a, b in marks if a[1] == b[1] and a[0] > right} == ys


def test_like_cards_share_their_rows():
    opts = options("a4")
    first, second = (make(Size(63, 88), n, opts, name=name) for n, name in ((4, "a"), (5, "b")))
    result = laid_out([first, second], opts)
    assert result.paper_count == 1
    check(result, [first, second], opts)


def test_notes_tell_how_many_cards_go_on_a_sheet_and_with_how_much_bleed():
    opts = options("a4")
    cards = make(Size(63, 88), 9, opts, name="cards")
    chits = make(Size(20, 20), 9, opts, kind="chits", name="chits")
    (note,) = impose([cards, chits], opts, "label", shared_words(), Report()).notes
    assert note == "cards: 8 per sheet, bleed 2 mm", "the ninth lies beside the chits"
    note, other = impose([cards], opts, "label", shared_words(), Report()).notes
    assert note == "cards: 9 per sheet, edge to edge across, bleed 2 mm down"
    assert other == "--bleed 2 would take 2 sheets instead of 1"
    chosen, *_ = impose([cards], options("a4", bleed=1.0), "label", shared_words(), Report()).notes
    assert chosen.endswith("bleed 1 mm")
