"""Print jobs: every page in one job, one paper and one kind of sides a job, nothing optional or spoiling in print-me."""

from collections import Counter
from itertools import pairwise

import pytest
import shipped
from support import DEMO, options, sheets_of, walk_placed

from pnp.diagnostics import Problems, Report
from pnp.draw.drawing import Anchor, Link, Text, walk
from pnp.load.filenames import OWN_FILES
from pnp.load.game import load_or_raise
from pnp.pipeline import BuildOrder, build, make_sheets
from pnp.printing import BACKS
from pnp.sheets.jobs import EXTRAS, JOB_NAMES, PRINT_ME, SOLUTIONS
from pnp.sheets.scenarios import scenario_sets

PAPERS = ("a4", "letter")
each_game = pytest.mark.parametrize("game", shipped.GAMES)


def made_of(game, paper="a4", only=(), **choices):
    report = Report()
    made = make_sheets(game, options(paper, **choices), only, report)
    assert made is not None, [d.message for d in report.diagnostics]
    return made


def words_of(sheets):
    return " ".join(i.text for s in sheets for i, _ in walk_placed(s.items) if isinstance(i, Text))


@each_game
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", BACKS)
def test_jobs_cover_every_page_once_and_the_guide_tells_the_truth(game, paper, backs):
    whole = shipped.loaded(game)
    made = made_of(whole, paper, backs=backs)
    assert [f.name for f in made.files] == [PRINT_ME, EXTRAS][: len(made.files)]
    guide = [part.made for job in made.files[0].jobs for part in job.parts if part.made.id == "build-guide"]
    assert made.files[0].pages[0].label.endswith("Build guide · 1 of 2") and len(guide[0].sheets) == 2
    told = words_of(guide[0].sheets)

    wanted = Counter(s.label for made_set in (*made.sets, made.rules.sheets, *guide) for s in made_set.sheets)
    assert wanted == Counter(page.label for f in made.files for page in f.pages if page.items)
    held = {f.name: [p for job in f.jobs for part in job.parts for p in part.made.printables] for f in made.files}
    assert not any(p.optional for p in held[PRINT_ME]) and all(p.optional for p in held.get(EXTRAS, []))
    assert not any(p.secret for printables in held.values() for p in printables)
    assert {p.id for printables in held.values() for p in printables} == {*whole.game.components, "quick-reference"}

    for file in made.files:
        assert file.jobs[0].first == 1 and file.jobs[-1].last == len(file.pages)
        assert all(b.first == a.last + 1 for a, b in pairwise(file.jobs))
        assert len({job.name for job in file.jobs}) == len(file.jobs)
        assert f"{file.name}.pdf" in told and f" {file.sheets} sheet" in told
        for job in file.jobs:
            _check_job(job, told, duplex=backs.startswith("duplex"))


def _check_job(job, told, *, duplex):
    assert job.name in JOB_NAMES and job.optional == (job.file == EXTRAS)
    assert {part.made.stock for part in job.parts} == {job.stock}
    assert not job.two_sided or duplex
    if job.two_sided:
        assert all((page.side == "back") == bool(i % 2) for i, page in enumerate(job.pages) if page.side != "single")
        assert job.sheets == (len(job.pages) + 1) // 2
    else:
        assert job.blanks == 0 and job.sheets == len(job.pages)
        assert not duplex or {page.side for page in job.pages} == {"single"}
    assert job.pages[-1].items
    pages = str(job.first) if job.first == job.last else f"{job.first}–{job.last}"
    blank = f", {job.blanks} blank" if job.blanks else ""
    assert f"{job.name} {pages}{blank} {job.stock} {'two' if job.two_sided else 'one'}" in told


@each_game
def test_a_standard_game_holds_what_its_rules_need_and_nothing_else(game):
    whole = shipped.loaded(game)
    made = made_of(whole)
    standard = {p.id for job in made.files[0].jobs for part in job.parts for p in part.made.printables}
    needs = [need for chapter in whole.rules.chapters for clause in chapter.clauses for need in clause.needs]
    named = {name for need in needs for name in ([need] if isinstance(need, str) else need)}
    assert all(standard & ({need} if isinstance(need, str) else set(need)) for need in needs)
    assert standard - {"quick-reference"} <= named


@each_game
def test_no_scenario_spoils_itself_unless_asked_and_then_upside_down(game):
    whole, scenario = shipped.loaded(game), shipped.golden(game)
    plain = scenario_sets(whole, [scenario], options("a4"), solutions=False)
    asked = scenario_sets(whole, [scenario], options("a4"), solutions=True)
    assert plain and not any(s.secret for s in plain)
    assert [s.id for s in asked][: len(plain)] == [s.id for s in plain]
    told = asked[len(plain) :]
    assert all(s.secret for s in told)
    assert bool(told) == (game in ("horde", "stormfury", "tempest"))
    for sheet in (sheet for s in told for sheet in s.sheets):
        turned = [m for i, m in walk_placed(sheet.items) if isinstance(i, Text) and m.a < -0.5 and m.d < -0.5]
        upright = [i.text for i, m in walk_placed(sheet.items) if isinstance(i, Text) and m.a > 0.5]
        assert turned and len(upright) <= 3, "only the label at the foot is upright"


def test_a_chosen_card_size_leaves_out_what_goes_with_another():
    game = shipped.loaded("horde")
    poker = {p.id for s in sheets_of(game, card_size="poker").values() for p in s.printables}
    assert "area-poker" in poker and not {"area-compact", "area-compact-right"} & poker
    both = {p.id for s in sheets_of(game).values() for p in s.printables}
    assert {"area-poker", "area-compact"} <= both


# ------------------------------------------------------------ a small game


def small(make_game, cards, components, **files):
    game = DEMO["game.yaml"].split("components:")[0] + f"components: {components}\n"
    nothing = {"boards.yaml": None, "pieces.yaml": None, "data.yaml": None}
    faces = "faces:\n  front: {parts: [{part: box, fill: fire}]}\n  back: {parts: [{part: box, fill: water}]}\n"
    content = make_game({"game.yaml": game, "cards.yaml": f"decks:\n{cards}", "faces.yaml": faces, **nothing, **files})
    return load_or_raise(content, "demo")


def jobs_of(made):
    return {job.name: (job.first, job.last, job.sheets, job.blanks) for f in made.files for job in f.jobs}


def test_one_sided_sheets_leave_a_two_sided_job(make_game):
    deck = "  {0}: {{title: {0}, front: front, {1} each: i in 1..9, sheet: s}}\n"
    cards = deck.format("a", "back: back,") + deck.format("b", "") + deck.format("c", "back: back,")
    made = made_of(small(make_game, cards, "{a: 9, b: 9, c: 9}"))
    assert jobs_of(made) == {
        "plain-two-sided": (1, 2, 1, 0),
        "card-one-sided": (3, 3, 1, 0),
        "card-two-sided": (4, 7, 2, 0),
    }


def test_optional_ones_and_other_paper_part_from_a_shared_sheet(make_game):
    deck = "  {0}: {{title: {0}, front: front, each: i in 1..2, sheet: s, {1}}}\n"
    cards = deck.format("a", "optional: false") + deck.format("b", "optional: true") + deck.format("c", "stock: plain")
    made = made_of(small(make_game, cards, "{a: 2, b: 2, c: 2}"))
    assert jobs_of(made) == {
        "plain-two-sided": (1, 2, 1, 0),
        "plain-one-sided": (3, 3, 1, 0),
        "card-one-sided": (4, 4, 1, 0),
        "extra-card-one-sided": (1, 1, 1, 0),
    }
    assert len({s.id for s in made.sets}) == 3, "every set has a file of its own"


def test_an_odd_document_costs_a_blank_page_only_before_another(make_game, monkeypatch):
    from pnp.sheets import guide

    cards = "  a: {title: A, front: front, back: back, stock: plain, each: i in 1..9}\n"
    game = small(make_game, cards, "{a: 9}")
    assert jobs_of(made_of(game)) == {"plain-two-sided": (1, 4, 2, 0)}
    whole = guide.build_guide

    def three(*given):
        return guide.guide_of(
            "G",
            [
                s._replace(side=side)
                for s, side in zip((whole(*given).sheets * 2)[:3], ("front", "back", "single"), strict=True)
            ],
        )

    monkeypatch.setattr(guide, "build_guide", three)
    assert jobs_of(made_of(game)) == {"plain-two-sided": (1, 6, 3, 1)}


def test_boards_too_large_for_the_paper_are_a_job_for_a_shop(make_game):
    content = make_game({"boards.yaml": "boards:\n  map: {title: Map, face: map, size: [400, 300]}\n"})
    made = made_of(load_or_raise(content, "demo"), large_boards=True)
    assert jobs_of(made)["shop-one-sided"] == (5, 5, 1, 0)
    assert "a print shop's" in words_of(made.files[0].pages[:2])


def test_a_job_can_be_built_by_its_name(make_game):
    content = make_game({})

    def built(*only, format="pdf"):
        return build(BuildOrder(content, "demo", options("a4"), only, format))

    whole = {job.name: job for job in built().jobs}
    alone = built("card-one-sided")
    (file,) = alone.files
    assert file.name == "card-one-sided.pdf"
    job = whole["card-one-sided"]
    assert (file.pages, file.sheets) == (job.last - job.first + 1, job.sheets)
    assert alone.jobs == (job,)
    assert [f.name for f in built("deck", "card-one-sided").files] == ["deck.pdf", "card-one-sided.pdf"]
    sides = [f"card-one-sided-{n:02d}.svg" for n in range(1, file.pages + 1)]
    assert [f.name for f in built("card-one-sided", format="svg").files] == sides
    for wrong, said in (
        ("card-one-side", "did you mean 'card-one-sided'"),
        ("extra-card-two-sided", "its jobs are plain"),
    ):
        with pytest.raises(Problems) as caught:
            built(wrong)
        assert said in caught.value.diagnostics[0].hint


def test_rules_that_need_what_is_not_there_or_optional_are_faults(make_game):
    rules = """\
chapters:
  - id: a
    title: A
    clauses:
      - {id: a.b, title: B, text: C, needs: [deck, dekc, [map, coins]], enforced: false}
"""
    boards = "boards:\n  map: {title: Map, face: map, size: [150, 150], optional: true}\n"
    faults = {}
    for text in (rules, rules.replace("dekc", "map")):
        report = Report()
        game = load_or_raise(make_game({"rules.yaml": text, "boards.yaml": boards}), "demo")
        assert make_sheets(game, options("a4"), (), report) is None
        (fault,) = report.diagnostics
        faults[fault.code] = fault
    assert set(faults) == {"reference", "needs"}
    assert "did you mean 'deck'" in faults["reference"].hint and faults["reference"].span.line == 5
    assert "a.b needs 'map'" in faults["needs"].message


def test_no_component_takes_the_name_of_a_file_that_builds_write():
    assert {*JOB_NAMES, PRINT_ME, EXTRAS, SOLUTIONS} <= OWN_FILES


def test_rulings_are_no_part_of_what_one_needs_at_the_table(knowledge):
    made = make_sheets(knowledge, options(), (), Report())
    assert made is not None and made.rules is not None
    near, far = made.rules.parts
    assert len(near.sheets) + len(far.sheets) == len(made.rules.sheets.sheets)
    assert (near.optional, far.optional) == (False, True)
    jobs = {part.made.id: job.file for file in made.files for job in file.jobs for part in job.parts}
    assert (jobs["rulebook"], jobs["rulings"]) == ("print-me", "extras")
    title = knowledge.words.book.rulings
    heads = [
        [item.text for item in walk(sheet.items) if isinstance(item, Text)]
        for sheet in (near.sheets[-1], far.sheets[0])
    ]
    assert not any(title in text for text in heads[0])
    assert title in heads[1]
    for part in (near, far):
        anchors = {item.name for sheet in part.sheets for item in walk(sheet.items) if isinstance(item, Anchor)}
        links = {item.target for sheet in part.sheets for item in walk(sheet.items) if isinstance(item, Link)}
        assert links <= anchors
