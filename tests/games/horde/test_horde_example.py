"""The worked example of phase 4 and the first turn of the rulebook: true by the engine, whatever a designer changes."""

import msgspec
import pytest
import shipped

from pnp.diagnostics import Report
from pnp.games.horde.content.compiled import compile_content
from pnp.games.horde.content.faults import check_content
from pnp.games.horde.play.bots import PlannerBot
from pnp.games.horde.play.example import check_examples, draw_field, first_turn, meet_trace
from pnp.games.horde.play.scenario import Options, generate, new_game
from pnp.play.seeds import stream
from pnp.rules.compile import compile_rules


def told(game, clause):
    """The text of a clause of the compiled rulebook, in one line."""
    report = Report()
    book = compile_rules(game, report)
    assert book is not None and report.diagnostics == []
    return " ".join(book.clause(clause).text.split())


@pytest.mark.clauses("meet.order", "meet.devour", "meet.drain", "meet.chase", "roles.immunity", "meet.reveal")
def test_the_example_of_enemies_is_what_the_rules_say(content):
    trace = meet_trace(content, "enemies_strike")
    assert [(one["column"], one["rank"], one["role"], one["fate"], one["cards"]) for one in trace.meetings] == [
        ("A", "K", "C", "reserve", 0),
        ("B", "Q", "W", "drained", 1),
        ("C", "K", "T", "spared", 0),
        ("D", "J", "F", "destroyed", 0),
    ]
    assert [one["hurt"] for one in trace.meetings] == [False, False, False, True]
    assert trace.aval_before == ("C",) and trace.aval_after == ()
    assert trace.before[3] == "...f" and trace.after == ("..T.", "C...", ".W..", "....")


def test_the_book_tells_the_example_as_it_was_played(game):
    text = told(game, "meet.example")
    for part in (
        "Column A: Corroyeur is over the Combatant; the double in Aval is destroyed, and nobody in the field.",
        "Column B: Véramorphe is over the Winger; one card of the Pack is lost.",
        "Column C: Corroyeur is over the Tracer, whom it spares.",
        "Column D: The Chase is over a wounded Fire-linker, who is destroyed.",
    ):
        assert part in text


def test_the_example_follows_the_rules_when_they_change(edited_game):
    game = edited_game(enemies=lambda data: data["enemies"]["Q"].update(cards=2))
    assert "two cards of the Pack are lost" in told(game, "meet.example")
    game = edited_game(limits=lambda data: data["switches"].update(immunity="role-table"))
    assert "Column B: Véramorphe is over the Winger, whom it spares" in told(game, "meet.example")


@pytest.mark.parametrize("seed", [1, 3, 5, 8])
def test_the_first_turn_is_that_of_a_whole_game(content, files, seed):
    """The turn is told stage by stage; here it is played in one go, by the same bot."""
    examples = msgspec.structs.replace(
        files.examples,
        first_game=msgspec.structs.replace(files.examples.first_game, seed=seed),
    )
    content = compile_content(msgspec.structs.replace(files, examples=examples))
    turn = first_turn(content)
    state = new_game(content, generate(content, seed, Options()))
    assert (turn.winds, turn.up, turn.hand) == (tuple(state.slots), state.up[0], tuple(state.hordes[0].hand))
    state.log = []
    bot = PlannerBot(content, "planner", stream("horde", seed, "example"))
    while state.turn == 1 and state.to_act() == 0 and state.agenda[-1][0] != "trim":
        state.apply(bot.choose(state.view(0), state.legal_actions()))
    events = state.log[: next((i for i, e in enumerate(state.log) if e["event"] == "turn"), None)]
    assert turn.counterwind.after == draw_field(state, 0)
    assert [(test.role, test.total) for line in turn.counterwind.lines for test in line.tests] == [
        (event["role"], event["total"]) for event in events if event["event"] == "test"
    ]
    assert turn.complies == next(event["compliant"] for event in events if event["event"] == "formation")
    assert turn.lost == sum(event["event"] == "drained" and event["cause"] == "formation" for event in events)
    drained = sum(event["event"] == "drained" and event["cause"] == "enemy" for event in events)
    assert sum(one["cards"] for one in turn.meetings) == drained
    walked = [deed["to"] for deed in turn.deeds if deed["do"] in ("move", "provoke")]
    assert walked == [content.square_name(e["to"]) for e in events if e["event"] == "move"][: len(walked)]


def test_the_book_tells_the_first_turn_of_a_scenario_that_every_build_prints(game):
    printed = [order.seed for order in game.game.scenarios if order.options.get("mode") != "competition"]
    assert game.compiled.first_game.seed in printed
    assert "The Up-card is a Club: by the end of the turn you need the **Drop**" in told(game, "first.start")
    assert "Provocation (3): the Tracer moves once more, to B1." in told(game, "first.act")
    assert "Slot C, over the Winger: Véramorphe, one card of the Pack is lost." in told(game, "first.meet")
    assert "Line 1: you play a 10; 1 point of the pool against wind 5." in told(game, "first.counter")
    assert "The Drop complies" in told(game, "first.end") and "of 6, 4 and 6" in told(game, "first.end")


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("bot", "planer", ("first_game", "bot")),
        ("encounters", ["KH", None], ("meet_examples", "enemies_strike", "encounters")),
        ("encounters", ["KH", "7S", None, None], ("meet_examples", "enemies_strike", "encounters", 1)),
        ("aval", ["QX"], ("meet_examples", "enemies_strike", "aval", 0)),
    ],
)
def test_faults_of_examples_are_told_at_their_place(raw, key, value, path):
    changed = msgspec.json.decode(msgspec.json.encode(raw["examples"]))
    (changed["first_game"] if key == "bot" else changed["meet_examples"]["enemies_strike"])[key] = value
    found = list(check_content(shipped.typed("horde", {**raw, "examples": changed})))
    assert [(fault.file, fault.path) for fault in found] == [("examples", path)]


def test_an_example_that_asks_for_a_choice_is_a_fault(content, raw):
    assert list(check_examples(content)) == []
    changed = msgspec.json.decode(msgspec.json.encode(raw["examples"]))
    changed["meet_examples"]["enemies_strike"]["aval"] = ["QD", "QC"]
    files = shipped.typed("horde", {**raw, "examples": changed})
    (fault,) = check_examples(compile_content(files))
    assert (fault.file, fault.path) == ("examples", ("meet_examples", "enemies_strike", "aval"))
