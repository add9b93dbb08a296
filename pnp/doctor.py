"""The state of an installation: what pnp needs, what is there, and how to get what is missing."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from pnp import __version__
from pnp.load.library import SHIPPED, content_folder, game_names, templates_folder

FINE, MISSING, BROKEN = "ok", "missing", "BROKEN"
LEAST_PYTHON = (3, 11)
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:>=\s*([0-9.]+))?[^;]*(?:;.*extra\s*==\s*['\"]([\w-]+)['\"])?")


_MODULES = {"fonttools": "fontTools", "pillow": "PIL", "pyyaml": "yaml"}
"""Packages whose modules have other names than they have."""


class Finding(NamedTuple):
    """One thing looked at: its state, its name, what was found, and what to do if it is not well."""

    state: str
    what: str
    found: str
    remedy: str | None = None


class Need(NamedTuple):
    """A package that pnp asks for, with the least version and the extra that wants it."""

    package: str
    least: str
    extra: str


def examine(out: Path) -> list[Finding]:
    """Look at everything; nothing is changed and nothing is left behind."""
    return [
        _python(),
        Finding(FINE, "pnp", f"{__version__} in {Path(__file__).resolve().parent}"),
        *_packages(),
        *_games(),
        *_fonts(),
        _pdf(),
        *_folders(out),
        _tools(),
    ]


def verdict(findings: list[Finding]) -> str:
    """Sum up in a sentence."""
    broken = [f.what for f in findings if f.state == BROKEN]
    if broken:
        return f"pnp cannot work as it is: see {', '.join(broken)}"
    missing = [f.what for f in findings if f.state == MISSING]
    return "all is well" + (f"; not needed for playing and designing: {', '.join(missing)}" if missing else "")


def _python() -> Finding:
    shown = f"{'.'.join(map(str, sys.version_info[:3]))} ({sys.executable})"
    if sys.version_info[:2] >= LEAST_PYTHON:
        return Finding(FINE, "Python", shown)
    return Finding(BROKEN, "Python", shown, f"install Python {'.'.join(map(str, LEAST_PYTHON))} or newer")


# ----------------------------------------------------------------- packages


def _packages() -> Iterator[Finding]:
    try:
        needs = [need_of(line) for line in requires("pnp") or []]
    except PackageNotFoundError:
        remedy = f"in pnp's folder: {_pip()} ."
        yield Finding(MISSING, "pnp as a package", "pnp runs from its folder without being installed", remedy)
        return
    for need in needs:
        if not need.extra:
            yield _package(need)
    for extra in dict.fromkeys(need.extra for need in needs if need.extra):
        yield _extra(extra, [need for need in needs if need.extra == extra])


def need_of(line: str) -> Need:
    """Read a line such as `pytest>=8; extra == "dev"`."""
    match = _REQUIREMENT.match(line)
    assert match is not None, line
    return Need(match[1], match[2] or "0", match[3] or "")


def _package(need: Need) -> Finding:
    found = _installed(need.package)
    remedy = f"{_pip()} '{need.package}>={need.least}'"
    if found is None:
        return Finding(BROKEN, need.package, "not installed", remedy)
    if _numbers(found) < _numbers(need.least):
        return Finding(BROKEN, need.package, f"{found} is too old; {need.least} is needed", remedy)
    try:
        import_module(_MODULES.get(need.package.lower(), need.package.lower().replace("-", "_")))
    except Exception as error:  # whatever a broken package does is what the user must hear
        remedy = f"{_pip()} --force-reinstall '{need.package}>={need.least}'"
        return Finding(BROKEN, need.package, f"{found} cannot be loaded ({error})", remedy)
    return Finding(FINE, need.package, found)


def _extra(extra: str, needs: list[Need]) -> Finding:
    versions = {need.package: _installed(need.package) for need in needs}
    lacking = [n for n in needs if versions[n.package] is None or _numbers(versions[n.package]) < _numbers(n.least)]
    what = f"extra '{extra}'"
    if not lacking:
        return Finding(FINE, what, ", ".join(f"{name} {found}" for name, found in versions.items()))
    remedy = f"for tests and pictures only: {_pip()} " + " ".join(f"'{n.package}>={n.least}'" for n in lacking)
    return Finding(MISSING, what, f"lacks {', '.join(n.package for n in lacking)}", remedy)


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _numbers(text: str | None) -> tuple[int, ...]:
    """Return the leading numbers of a version, without the zeros at its end."""
    found = [int(part) for part in re.findall(r"\d+", re.split(r"[a-z+]", text or "0")[0])]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def _pip() -> str:
    return f"{sys.executable} -m pip install"


# ------------------------------------------------------------- what it uses


def _games() -> Iterator[Finding]:
    shipped, used = content_folder(SHIPPED), content_folder()
    names = game_names(shipped)
    yield _needed("shipped games", bool(names), f"{', '.join(names) or 'none'} in {shipped}")
    if used != shipped:
        own = game_names(used)
        yield Finding(FINE, "your games", f"{', '.join(own) or 'none yet'} in {used.resolve()}")
    icons = len(list((templates_folder() / "icons").glob("*.svg")))
    yield _needed("templates", icons > 0, f"{icons} icons in {templates_folder()}")


def _needed(what: str, there: bool, found: str) -> Finding:
    remedy = None if there else "install pnp anew; parts of it are gone"
    return Finding(FINE if there else BROKEN, what, found, remedy)


def _fonts() -> Iterator[Finding]:
    from pnp.draw.fonts import FONTS, Font, font_package

    for package in dict.fromkeys(map(font_package, FONTS)):
        names = [name for name in FONTS if font_package(name) == package]
        what = f"fonts {package.removeprefix('font-')}"
        try:
            widths = [Font(name).width("Tempest") for name in names]
            assert all(width > 0 for width in widths)
        except Exception as error:  # as above
            remedy = None if isinstance(error, ImportError) else f"{_pip()} --force-reinstall {package}"
            yield Finding(BROKEN, what, f"{type(error).__name__}: {error}", remedy)
        else:
            yield Finding(FINE, what, ", ".join(names))


def _pdf() -> Finding:
    """Make a page with a text and a line, and throw it away."""
    try:
        from pnp.draw.drawing import Text
        from pnp.export.pdf import Info, Page, write_pdf
        from pnp.geometry import Size

        made = write_pdf([Page(Size(100, 100), [Text(10, 10, "pnp", "sans", 12.0, "#000000")])], Info("", "", ""))
    except Exception as error:  # as above
        remedy = f"{_pip()} --force-reinstall reportlab"
        return Finding(BROKEN, "making a PDF", f"{type(error).__name__}: {error}", remedy)
    ends = made.startswith(b"%PDF-") and made.rstrip().endswith(b"%%EOF")
    return Finding(FINE if ends else BROKEN, "making a PDF", f"a page of {len(made)} bytes")


def _folders(out: Path) -> Iterator[Finding]:
    from pnp.export.places import cache_folder, folder_size, why_not_writable

    reason = why_not_writable(out)
    remedy = "go to a folder you may write to, or choose one with --out" if reason else None
    found = f"{out.absolute()}: {reason or 'can be written'}"
    yield Finding(BROKEN if reason else FINE, "output folder", found, remedy)
    cache = cache_folder()
    reason = why_not_writable(cache) if cache else "a user without a home has none"
    if cache is None or reason:
        remedy = "pnp works without it, but slower; choose another one with PNP_CACHE=FOLDER"
        yield Finding(MISSING, "cache folder", f"{cache}: {reason}" if cache else str(reason), remedy)
    else:
        found = f"{cache}: can be written, holds {folder_size(cache) / 1024:.0f} KiB"
        yield Finding(FINE, "cache folder", found)


def _tools() -> Finding:
    from shutil import which

    found = which("pdftoppm")
    if found:
        return Finding(FINE, "pdftoppm", found)
    return Finding(MISSING, "pdftoppm", "not found", "only turns PDFs into pictures; it comes with poppler")
