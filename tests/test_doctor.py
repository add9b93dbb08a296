"""`pnp doctor`: a sound installation, and every way in which one may be broken."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from support import ROOT

import pnp.doctor as doctor
from pnp.cli.main import main
from pnp.doctor import BROKEN, FINE, MISSING, Need, examine, need_of, verdict


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Call the doctor in an empty folder; return exit code and output."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["doctor", *args])
        shown = capsys.readouterr()
        assert shown.err == ""
        return ended.value.code or 0, shown.out

    return call


def found(what: str, out: Path = Path("output")) -> doctor.Finding:
    (finding,) = [f for f in examine(out) if f.what == what]
    return finding


def test_a_sound_installation(run):
    code, shown = run()
    assert code == 0
    assert shown.rstrip().split("\n")[-1].startswith("all is well")
    for what in (
        "Python",
        "pnp",
        "click",
        "reportlab",
        "shipped games",
        "making a PDF",
        "output folder",
        "cache folder",
    ):
        assert f"ok       {what}" in shown
    assert not list(Path().iterdir()), "nothing is left behind"


def test_for_programs(run):
    code, shown = run("--json")
    said = json.loads(shown)
    assert code == 0
    assert said["well"] is True
    assert {"state", "what", "found", "remedy"} == set(said["findings"][0])


def test_needs_are_read():
    assert need_of("click>=8.1") == Need("click", "8.1", "")
    assert need_of('pytest-xdist>=3.5; extra == "dev"') == Need("pytest-xdist", "3.5", "dev")
    assert need_of("types-pyyaml>=6 ; extra == 'dev'") == Need("types-pyyaml", "6", "dev")
    assert need_of("jinja2") == Need("jinja2", "0", "")


@pytest.mark.parametrize(
    ("have", "state"),
    [("8.1", FINE), ("8.1.0", FINE), ("8.10", FINE), ("9", FINE), ("8.0.9", BROKEN), ("8.1rc1", FINE), (None, BROKEN)],
)
def test_versions(monkeypatch, have, state):
    monkeypatch.setattr(doctor, "requires", lambda _: ["click>=8.1"])
    monkeypatch.setattr(doctor, "_installed", lambda _: have)
    finding = found("click")
    assert finding.state == state
    assert (finding.remedy is None) == (state == FINE)
    if finding.remedy:
        assert finding.remedy == f"{sys.executable} -m pip install 'click>=8.1'"


def test_a_missing_package_is_an_error(run, monkeypatch):
    real = doctor.version

    def version(name: str) -> str:
        if name == "svgwrite":
            raise PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(doctor, "version", version)
    code, shown = run()
    assert code == 1
    assert "BROKEN   svgwrite" in shown
    assert "pip install 'svgwrite>=" in shown
    assert "see svgwrite" in shown


@pytest.mark.parametrize("module", ["msgspec", "yaml", "reportlab", "jinja2"])
def test_a_package_that_cannot_be_loaded(tmp_path, module):
    """The package is listed as installed, but its files are gone: other commands point to the doctor, who tells."""
    start = f"import sys\nsys.modules[{module!r}] = None\nfrom pnp.cli.main import main\n"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def run(arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", f"{start}main({arguments.split()!r})"]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)

    done = run("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    package = {"yaml": "pyyaml"}.get(module, module)
    assert f"BROKEN   {package}" in done.stdout
    assert f"pip install --force-reinstall '{package}>=" in done.stdout
    done = run("build knowledge")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "pnp doctor says how to get it" in done.stderr


def test_a_missing_extra_is_none(run, monkeypatch):
    real = doctor.version

    def version(name: str) -> str:
        if name in ("ruff", "pypdf"):
            raise PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(doctor, "version", version)
    code, shown = run()
    assert code == 0
    assert "lacks pypdf, ruff" in shown
    assert "pip install 'pypdf>=4' 'ruff>=0.5'" in shown


def test_pnp_that_is_not_installed(run, monkeypatch):
    def requires(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "requires", requires)
    code, shown = run()
    assert code == 0
    assert "without being installed" in shown


def test_an_old_python(run, monkeypatch):
    monkeypatch.setattr(doctor, "LEAST_PYTHON", (99, 0))
    code, shown = run()
    assert code == 1
    assert "install Python 99.0 or newer" in shown


def test_fonts_that_are_gone_or_broken(monkeypatch, tmp_path):
    from pnp.draw import fonts

    monkeypatch.setattr(fonts, "font_path", lambda name: tmp_path / "nothing.ttf")
    finding = found("fonts source-sans-pro")
    assert finding.state == BROKEN
    assert "--force-reinstall font-source-sans-pro" in (finding.remedy or "")
    (tmp_path / "nothing.ttf").write_bytes(b"no font at all")
    assert found("fonts source-serif-pro").state == BROKEN


def test_no_pdf(monkeypatch):
    from pnp.export import pdf

    def broken(*_: object) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(pdf, "write_pdf", broken)
    finding = found("making a PDF")
    assert (finding.state, finding.found) == (BROKEN, "RuntimeError: no ink")


def test_half_a_pdf(monkeypatch):
    from pnp.export import pdf

    monkeypatch.setattr(pdf, "write_pdf", lambda *_: b"%PDF-1.4")
    assert found("making a PDF").state == BROKEN


def test_games_that_are_gone(run, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "content_folder", lambda choice=None: tmp_path / "nowhere")
    monkeypatch.setattr(doctor, "templates_folder", lambda: tmp_path / "nowhere")
    code, shown = run()
    assert code == 1
    assert shown.count("install pnp anew") == 2


def test_folders(run, monkeypatch, tmp_path):
    (tmp_path / "a-file").write_text("mine")
    code, shown = run("--out", "a-file/output")
    assert code == 1
    assert "is a file" in shown or "Not a directory" in shown
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "a-file" / "cache"))
    assert found("cache folder").state == MISSING
    assert run()[0] == 0, "a cache is no need"


def test_a_folder_that_may_not_be_written(monkeypatch):
    from pnp.export import places

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(places, "TemporaryFile", refuse)
    assert found("output folder").found.endswith("Permission denied")


def test_the_cache_is_measured(monkeypatch, tmp_path):
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache" / "scenarios").mkdir(parents=True)
    (tmp_path / "cache" / "scenarios" / "one.json").write_bytes(b"x" * 4096)
    assert "holds 4 KiB" in found("cache folder").found


def test_ones_own_games(run):
    Path("content/mine").mkdir(parents=True)
    Path("content/mine/game.yaml").touch()
    assert "mine in " in run()[1]


def test_without_pdftoppm(monkeypatch):
    monkeypatch.setenv("PATH", "")
    finding = found("pdftoppm")
    assert finding.state == MISSING
    assert "poppler" in (finding.remedy or "")
    assert verdict([finding]) == "all is well; not needed for playing and designing: pdftoppm"
