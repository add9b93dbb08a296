"""How faults are shown."""

import time
from difflib import get_close_matches

import pytest

from pnp.diagnostics import Diagnostic, Problems, Report, Span, did_you_mean, fail, one_of, render, tally

SOURCES = {"cards.yaml": "decks:\n  storm:\n    needs: sandbags\n" + "x" * 200 + "y" * 50 + "\n\ttab: 1\n"}


def test_the_form_of_the_design():
    shown = render(
        [
            Diagnostic(
                "error",
                "choice",
                "'sandbags' is not one of: material, sandbag",
                Span("cards.yaml", 3, 12, 20),
                "did you mean 'sandbag'?",
            )
        ],
        SOURCES,
    )
    assert shown == (
        "cards.yaml:3:12: error[choice]: 'sandbags' is not one of: material, sandbag\n"
        "   |\n"
        " 3 |     needs: sandbags\n"
        "   |            ^^^^^^^^\n"
        "   = hint: did you mean 'sandbag'?"
    )


def test_carets_stay_under_long_and_tabbed_lines():
    long = render([Diagnostic("error", "x", "m", Span("cards.yaml", 4, 201, 211))], SOURCES).split("\n")
    start = long[3].index("^")
    assert long[2][start : start + 10] == "y" * 10
    assert long[3].count("^") == 10
    assert len(long[2]) < 140
    tab = render([Diagnostic("error", "x", "m", Span("cards.yaml", 5, 2, 5))], SOURCES).split("\n")
    assert tab[2][tab[3].index("^") :].startswith("tab")


def test_faults_without_place_or_source():
    assert render([Diagnostic("error", "x", "m", None, "h")], {}) == "error[x]: m\n   = hint: h"
    assert (
        render([Diagnostic("error", "x", "m", Span("other.yaml", 1, 1, 2))], SOURCES) == "other.yaml:1:1: error[x]: m"
    )
    assert (
        render([Diagnostic("error", "x", "m", Span("cards.yaml", 99, 1, 2))], SOURCES) == "cards.yaml:99:1: error[x]: m"
    )


def test_a_report_sorts_and_tells_each_fault_once():
    report = Report()
    for line, code in ((9, "b"), (2, "z"), (2, "a"), (9, "b")):
        report.error(code, "m", Span("f", line, 1, 2))
    report.warning("w", "m")
    assert [(d.code, d.severity) for d in report.diagnostics] == [
        ("w", "warning"),
        ("a", "error"),
        ("z", "error"),
        ("b", "error"),
    ]
    assert tally(report.diagnostics) == "3 errors, 1 warning"
    with pytest.raises(Problems) as caught:
        report.raise_if_failed()
    assert len(caught.value.diagnostics) == 4


def test_warnings_alone_do_not_fail():
    report = Report()
    report.warning("w", "m")
    report.raise_if_failed()
    assert not report.failed
    assert tally(report.diagnostics) == "1 warning"
    assert tally([]) == "no faults"


def test_faults_for_programs():
    fault = Diagnostic("error", "x", "m", Span("f", 1, 2, 3), "h").as_json()
    assert fault == {
        "severity": "error",
        "code": "x",
        "message": "m",
        "hint": "h",
        "file": "f",
        "line": 1,
        "column": 2,
        "end_column": 3,
    }
    assert fail("x", "m").diagnostics[0].as_json() == {"severity": "error", "code": "x", "message": "m", "hint": None}


def test_hints_name_the_closest_word():
    assert did_you_mean("sandbags", ["material", "sandbag"]) == "did you mean 'sandbag'?"
    assert did_you_mean("INK", ["ink", "paper"]) == "did you mean 'ink'?"
    assert did_you_mean("zzz", ["ink"]) is None
    assert one_of("zzz", ["b", "a"]) == "known: a, b"
    assert one_of("zzz", []) == "known: none"
    assert one_of("zzz", [f"n{i:02d}" for i in range(20)]).endswith("n11 …")


def test_hints_over_thousands_of_similar_names_come_soon():
    names = [f"near{'-' * 90}{i}" for i in range(40_000)]
    Report()
    started = time.process_time()
    assert did_you_mean(f"near{'-' * 90}x7", names) == f"did you mean '{names[7]}'?"
    for i in range(3_000):
        one_of(f"near{'-' * 90}z{i}", names[:300])
    assert time.process_time() - started < 6


def test_a_hint_of_many_names_is_the_one_of_few():
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "ijklmnop" for c in ("ring", "storm", "tide", "wave")]
    Report()
    for word in ("astrom", "cjtied", "hpwvae", "bkrnig"):
        expected = get_close_matches(word, words, n=1, cutoff=0.6)
        assert did_you_mean(word, words) == f"did you mean '{expected[0]}'?"
    assert did_you_mean("zzzzzz", words) is None
