"""The package tells what it is, and hosted tests run what the README promises, on all that it promises."""

import re
import tomllib

import pytest
import yaml
from support import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
README = (ROOT / "README.md").read_text("utf-8")
WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"


@pytest.fixture(scope="module")
def workflow():
    found = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    assert {"push", "pull_request"} <= found[True].keys()  # YAML 1.1 reads the key `on` as true
    return found


HOSTED = ["3.11", "3.12", "3.13", "3.14"]


def promised_pythons():
    """Those that pnp has been run on; hosted tests also try the next one."""
    named = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in PROJECT["classifiers"]]
    return [match[1] for match in named if match]


def test_every_job_can_run(workflow):
    assert workflow["jobs"]
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"]
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/none@v1"))


def test_the_commands_of_the_readme_run_on_three_systems_and_every_python(workflow):
    job = workflow["jobs"]["commands"]
    systems = job["strategy"]["matrix"]["system"]
    assert [name.split("-")[0] for name in systems] == ["ubuntu", "macos", "windows"]
    assert job["strategy"]["matrix"]["python"] == HOSTED
    block = re.search(r"Two commands.*?```sh\n(.*?)```", README, re.DOTALL)
    commands = [line.split("#")[0].strip() for line in block[1].strip().split("\n")]
    assert len(commands) == 2
    assert [step["run"] for step in job["steps"] if "run" in step and "if" not in step] == commands


def test_one_machine_with_every_python_compares_their_bytes(workflow):
    job = workflow["jobs"]["same-bytes"]
    (versions,) = (
        s["with"]["python-version"].split() for s in job["steps"] if s.get("uses", "").startswith("actions/setup")
    )
    assert sorted(versions) == HOSTED
    assert set(promised_pythons()) <= set(HOSTED)
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make pythons"]


def test_hosted_tests_need_no_secret_and_may_change_nothing(workflow):
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets" not in WORKFLOW.read_text("utf-8")


def test_the_package_says_what_it_is():
    assert PROJECT["requires-python"] == f">={promised_pythons()[0]}"
    assert len(PROJECT["keywords"]) >= 5
    assert PROJECT["authors"]
    assert PROJECT["readme"] == "README.md"
    assert PROJECT["license"].split(" AND ") == ["MIT", "CC0-1.0"]
    assert "MIT License" in (ROOT / "LICENSE").read_text("utf-8")
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert (ROOT / "pnp" / "py.typed").read_bytes() == b""


def test_the_extra_all_holds_every_extra_for_users():
    extras = PROJECT["optional-dependencies"]
    wanted = {need for name, needs in extras.items() if name not in ("all", "dev") for need in needs}
    assert set(extras["all"]) == wanted
