"""The commands of play, as a person types them: scenario, validate, referee, balance."""

import json
from pathlib import Path

import pytest

FOLDER = Path("output/knowledge/scenarios")


def test_a_scenario_is_printed_validated_and_printed_again_byte_for_byte(pnp):
    assert pnp("scenario knowledge --seed 6 --players 3 --quiet") == (0, "", "")
    name = "scenario-0006-players-3"
    first = (FOLDER / f"{name}.pdf").read_bytes()
    assert first.startswith(b"%PDF")
    code, out, _ = pnp(f"validate {FOLDER / name}.json")
    assert (code, out) == (0, "1 file checked by 13 rules of knowledge: no faults\n")
    assert pnp(f"scenario --from {FOLDER / name}.json --out again --quiet")[0] == 0
    assert (Path("again/knowledge/scenarios") / f"{name}.pdf").read_bytes() == first


def test_count_and_seeds_passed_over(pnp):
    code, out, err = pnp("scenario knowledge --seed 1 --count 2 --players 2 --format yaml")
    assert code == 0
    assert len(out.splitlines()) == 2
    assert "passed over: KV" in err


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("scenario", 2, "name a game"),
        ("scenario nowhere", 1, "no game 'nowhere'"),
        ("scenario knowlege", 1, "did you mean 'knowledge'?"),
        ("scenario knowledge --plyers 3", 2, "Did you mean '--players'?"),
        ("scenario knowledge --sed 3", 2, "Did you mean '--seed'?"),
        ("scenario knowledge --zzz", 2, "See: pnp scenario knowledge --options"),
        ("scenario stormfury --level hrad", 1, "did you mean 'hard'?"),
        ("scenario stormfury --rating --quiet", 1, "--rating needs a value"),
        ("balance knowledge --bto random", 2, "Did you mean '--bot'?"),
        ("balance horde --bot planer --games 1", 1, "did you mean 'planner'?"),
        ("balance horde --variant as-ruld --games 1", 1, "did you mean 'as-ruled'?"),
        ("balance stormfury --roles aquatik --games 1", 1, "did you mean 'aquatic'?"),
        ("balance knowledge --compare nothing.json", 1, "cannot read the file"),
        ("scenario knowledge --players many", 1, "wrong option"),
        ("scenario knowledge --players 9", 1, "2 to 5 can play"),
        ("scenario knowledge stray", 2, "unexpected argument 'stray'"),
        ("scenario --from missing.json", 1, "cannot read the file"),
        ("validate missing.json", 1, "cannot read the file"),
        ("referee missing.json", 1, "cannot read the file"),
        ("balance nowhere", 1, "no game 'nowhere'"),
        ("balance knowledge --games 0", 2, "0 is not in the range"),
    ],
)
def test_faults_are_told_and_write_nothing(pnp, line, code, said):
    got, out, err = pnp(line)
    assert got == code
    assert said in out + err
    assert "Traceback" not in out + err
    assert not Path("output").exists()


def test_options_of_a_game_are_listed(pnp):
    code, out, _ = pnp("scenario stormfury --options")
    assert code == 0
    assert "--experts" in out and "size of the team" in out
    assert "--bot" in pnp("balance stormfury --options")[1]


def test_the_referee_replays_and_refuses(pnp):
    pnp("scenario stormfury --seed 1 --format json --quiet")
    scenario = json.loads(next(Path("output/stormfury/scenarios").glob("*.json")).read_text())
    moves = scenario["witness"]["actions"]
    record = {"game": "stormfury", "scenario": scenario, "moves": moves}
    Path("good.json").write_text(json.dumps(record))
    code, out, _ = pnp("referee good.json")
    assert code == 0
    assert f"{len(moves)} steps, all legal" in out
    states = json.loads(pnp("referee good.json --json")[1])
    assert states["over"] and len(states["states"]) == len(moves) + 1
    Path("bad.json").write_text(json.dumps({**record, "moves": [*moves[:6], {"do": "fly"}, *moves[6:]]}))
    code, _, err = pnp("referee bad.json")
    assert code == 1
    assert "step 7 is refused" in err


def test_the_referee_draws_what_it_replays(pnp):
    pnp("scenario tempest --seed 42 --day 1 --format json --quiet")
    (file,) = Path("output/tempest/scenarios").glob("*.json")
    sheet = json.loads(file.read_text())
    code, out, _ = pnp(f"referee {file} --show")
    assert code == 0
    assert f"{len(sheet['witness']['actions'])} steps, all legal" in out
    assert out.count("rescued") == sheet["par"]
    steps = pnp(f"referee {file} --steps")[1]
    assert steps.count("♠\\♥") == len(sheet["witness"]["actions"]) + 1
    Path("mine.yaml").write_text("game: tempest\nseed: 42\noptions: {day: '1'}\nmoves: [{do: storm, from: hearts}]\n")
    code, out, err = pnp("referee mine.yaml --show")
    assert code == 1
    assert "Day 1, round 1 of 6" in out
    assert "mine.yaml:4:9: error[form]: step 1 is refused" in err


def test_the_referee_takes_what_goes_without_saying(pnp):
    record = "game: tempest\nseed: 42\noptions: {day: '1'}\nmoves: [{}]\n"
    Path("loose.yaml").write_text(record.replace("{}", "storm clubs, go-on, step N"))
    code, out, err = pnp("referee loose.yaml")
    assert code == 0
    assert out.startswith("3 steps, all legal. Day 1, round 1 of 6: ")
    assert "step 2: go-on was not asked for, and changes nothing" in err
    assert json.loads(pnp("referee loose.yaml --json")[1])["notes"] == [err.strip()]
    Path("one.yaml").write_text(record.replace("{}", "storm clubs"))
    code, out, err = pnp("referee one.yaml")
    assert (out.partition(".")[0], err) == ("1 step, all legal", "")


def test_balance_writes_a_report(pnp):
    code, out, _ = pnp("balance knowledge --games 6 --players 2 --jobs 1")
    assert code == 0
    assert "stalled" in out
    report = json.loads(Path("output/knowledge/balance/balance.json").read_text())
    assert report["games"] == 6
    assert report["figures"]["players"] == 2
    assert Path("output/knowledge/balance/balance.pdf").read_bytes().startswith(b"%PDF")
    full = json.loads(pnp("balance knowledge --games 2 --json")[1])
    assert set(full["figures"]) == {"2 players", "3 players", "4 players", "5 players"}


@pytest.mark.parametrize("line", ["balance horde --games 100000", "scenario terrain --count 900"])
def test_a_folder_that_cannot_be_written_is_told_before_the_work(pnp, line):
    Path("a-file").write_text("mine")
    code, _, err = pnp(f"{line} --out a-file/output")
    assert code == 1
    assert "cannot write to a-file/output" in err
    assert Path("a-file").read_text() == "mine"


def test_yaml_scenarios_keep_short_lists_on_a_line(pnp):
    assert pnp("scenario knowledge --seed 6 --players 3 --format yaml --quiet")[0] == 0
    text = (FOLDER / "scenario-0006-players-3.yaml").read_text()
    assert "\ncolours: [4, 2, 0]\n" in text
    assert len(text.split("\n")) < 40


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_a_scenario_file_prints_the_same_sheet_again(pnp, kind):
    assert pnp("scenario tempest --seed 42 --day 2 --solutions --quiet")[0] == 0
    assert pnp(f"scenario tempest --seed 42 --day 2 --format {kind} --quiet --out again")[0] == 0
    pdf, solutions = sorted(Path("output/tempest/scenarios").glob("*.pdf"), reverse=True)
    assert solutions.name == f"{pdf.stem}-solutions.pdf"
    (file,) = Path("again/tempest/scenarios").glob(f"*.{kind}")
    renamed = file.rename(f"from-a-friend.{kind}")
    code, _, err = pnp(f"scenario --from {renamed} --solutions --out again")
    assert (code, err) == (0, "")
    assert Path("again/tempest/scenarios/from-a-friend.pdf").read_bytes() == pdf.read_bytes()
    assert Path("again/tempest/scenarios/from-a-friend-solutions.pdf").read_bytes() == solutions.read_bytes()


def test_solutions_come_only_when_asked_and_a_game_without_any_says_so(pnp):
    assert pnp("scenario horde --seed 8 --stars 1 --quiet")[0] == 0
    assert not list(Path("output").rglob("*-solutions.pdf"))
    code, _, err = pnp("scenario knowledge --seed 6 --players 3 --solutions")
    assert (code, err) == (0, "knowledge has no solutions to print\n")
    assert not list(Path("output").rglob("*-solutions.pdf"))


def test_a_scenario_of_other_content_says_so(pnp):
    pnp("scenario tempest --seed 42 --day 1 --format json --quiet")
    (file,) = Path("output/tempest/scenarios").glob("*.json")
    scenario = json.loads(file.read_text())
    Path("old.json").write_text(json.dumps({**scenario, "content": "12345678"}))
    code, _, err = pnp("scenario --from old.json")
    assert code == 0
    assert "made with other content (12345678" in err
    scenario["days"][0]["citizens"][0]["rank"] = 9
    Path("bad.json").write_text(json.dumps(scenario, indent=1))
    code, _, err = pnp("scenario --from bad.json")
    assert code == 1
    assert "error[MV05]" in err and '"rank": 9' in err


def test_steps_of_a_record_are_drawn_however_they_are_written(pnp):
    """A move may be one line, as on paper, or a mapping."""
    lines = "game: horde\nseed: 3\noptions: {mode: solo}\nmoves:\n"
    Path("lines.yaml").write_text(lines + "  - enter KD C4\n  - {do: enter, card: QH, to: A4}\n")
    code, out, err = pnp("referee lines.yaml --steps")
    assert (code, err) == (0, "")
    assert "Step 1: enter KD C4" in out and "Step 2: enter QH A4" in out
