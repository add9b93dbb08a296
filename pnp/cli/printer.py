"""The commands about the user's printers: new, list, show, default, remove. Loaded when called."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import fail_with_faults, print_json, save
from pnp.cli.group import Subgroup, cli
from pnp.cli.help import examples
from pnp.cli.options import json_option, paper_type
from pnp.diagnostics import Problems
from pnp.printing import FLIPS, Flip

if TYPE_CHECKING:
    from pnp.geometry import Paper
    from pnp.model import Printer, Printers
    from pnp.sheets.printer import Readings

Rulers = tuple[float, float, float]

_READ = "upper, lower and side ruler"


class _Numbers(click.ParamType[tuple[float, ...]]):
    """So many numbers with commas, each within bounds."""

    def __init__(self, form: str, least: float, most: float) -> None:
        self.name = form
        self.count, self.least, self.most = len(form.split(",")), least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(float(part) for part in str(value).replace("\u2212", "-").split(","))
        except ValueError:
            numbers = ()
        if len(numbers) != self.count:
            self.fail(f"'{value}' is not of the form {self.name.upper()} in mm, such as {self._example()}", param, ctx)
        if not all(self.least <= number <= self.most for number in numbers):  # so that NaN is refused too
            self.fail(f"'{value}': each is from {self.least:g} to {self.most:g} mm", param, ctx)
        return numbers

    def _example(self) -> str:
        return "149.5,199.2" if self.count == 2 else "0.5,0.25,-1"


_RULERS, _BARS = _Numbers("u,l,s", -15, 15), _Numbers("a,d", 135, 220)


@cli.group(
    cls=Subgroup,
    epilog=examples(
        ("pnp printer new office", "a sheet to print, fold and read"),
        ("pnp printer list", "the printers that pnp knows"),
    ),
)
def printer() -> None:
    """Measure your printer once, and every build makes up for its errors."""


@printer.command(
    epilog=examples(
        ("pnp printer new office --paper letter", "writes the sheet; asks for the readings on a terminal"),
        (
            "pnp printer new office --front 0.5,0.25,-0.5 --back -1,-0.75,0.5 --scale 149.5,200 --flip long",
            "stores them",
        ),
    )
)
@click.argument("name")
@click.option("--paper", type=paper_type, default="a4", show_default=True, help="The paper of the sheet.")
@click.option("--front", type=_RULERS, help=f"What the {_READ} of the front show.")
@click.option("--back", type=_RULERS, help=f"What the {_READ} of the back show.")
@click.option("--scale", type=_BARS, help="How long the bars across and down are; 150,200 if left out.")
@click.option("--flip", type=click.Choice(list(FLIPS)), help="The edge over which your printer turns paper.")
@click.option("--margin", type=click.FloatRange(0, 15), help="The lowest line that is whole on all four edges.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@json_option
def new(
    name: str,
    paper: "Paper",
    front: Rulers | None,
    back: Rulers | None,
    scale: tuple[float, float] | None,
    flip: Flip | None,
    margin: float | None,
    out: Path,
    as_json: bool,
) -> None:
    """Print a calibration sheet, and store what it shows of a printer."""
    from pnp.load.printers import checked_name

    checked_name(name)
    known = _known(as_json)
    from pnp.sheets.printer import BAR_ACROSS, BAR_DOWN, DEFAULT_UNPRINTED, Readings, printer_of

    readings: Readings | None
    if front is not None and back is not None and flip is not None:
        bars = scale or (BAR_ACROSS, BAR_DOWN)
        readings = Readings(front, back, bars, flip, DEFAULT_UNPRINTED if margin is None else margin)
    elif any(value is not None for value in (front, back, flip, scale, margin)):
        raise click.UsageError("give --front, --back and --flip together, or none of them to get the sheet to print")
    else:
        readings = _sheet_and_questions(name, paper, out, as_json)
        if readings is None:
            return
    measured = printer_of(readings)
    before = known.printers.get(name)
    _store(known.default or name, {**known.printers, name: measured})
    if as_json:
        print_json(_as_json(name, measured, known.default or name))
        return
    if before is not None:
        click.echo(f"{name} was measured before: {_in_words(before)}")
    click.echo(f"stored {name}: {_in_words(measured)}")
    if known.default is None:
        click.echo("it is the default now, so every build uses it; not this time: --printer none")
    elif known.default != name:
        click.echo(f"use it with --printer {name}, or always: pnp printer default {name}")


def _sheet_and_questions(name: str, paper: "Paper", out: Path, as_json: bool) -> "Readings | None":
    """Write the sheet, and on a terminal ask for what it shows; None if there is nobody to ask."""
    from pnp.export.printers import calibration_pdf
    from pnp.load.words import shared_words
    from pnp.sheets.calibration import calibration
    from pnp.sheets.printer import Readings

    file = f"printer-{name}-{paper.name}.pdf"
    save({out: {file: calibration_pdf(calibration(paper, shared_words().calibration))}})
    where = (out / file).as_posix()
    if as_json:
        print_json({"file": where})
        return None
    click.echo(f"wrote {where}: print it on both sides at 100 % and follow its text")
    if not on_a_terminal():
        click.echo(f"then: pnp printer new {name} --front U,L,S --back U,L,S --scale A,D --flip long|short --margin M")
        return None
    click.echo("and answer here, or press Ctrl-C and give the readings later as options")
    upper, lower, side = click.prompt("Front: U,L,S", type=_RULERS)
    bars = click.prompt("Front: bars A,D", type=_BARS, default="150,200")
    margin = click.prompt("Front: M", type=click.FloatRange(0, 15), default=4.2)
    back = click.prompt("Back: U,L,S", type=_RULERS)
    flip = click.prompt("Back: the arrow points up (long) or down (short)", type=click.Choice(list(FLIPS)))
    return Readings((upper, lower, side), (back[0], back[1], back[2]), (bars[0], bars[1]), FLIPS[flip], margin)


def on_a_terminal() -> bool:
    """Say whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@printer.command("list", epilog=examples("pnp printer list", "pnp printer list --json"))
@json_option
def list_printers(as_json: bool) -> None:
    """List the printers that pnp knows."""
    known = _known(as_json)
    if as_json:
        print_json([_as_json(name, found, known.default) for name, found in known.printers.items()])
        return
    for name, found in known.printers.items():
        click.echo(f"{name:<12} {'(default) ' if name == known.default else ''}{_in_words(found)}")
    if not known.printers:
        click.echo("no printer was measured yet; try: pnp printer new NAME")


@printer.command(epilog=examples("pnp printer show office", "pnp printer show office --json"))
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Show what is stored of a printer."""
    known = _known(as_json)
    found = _named(name, known)
    if as_json:
        print_json(_as_json(name, found, known.default))
        return
    click.echo(f"{name}{' (default)' if name == known.default else ''}: {_in_words(found)}")


@printer.command(
    epilog=examples(
        ("pnp printer default office", "every build uses it"),
        ("pnp printer default none", "builds use none, unless one is named"),
    )
)
@click.argument("name")
@json_option
def default(name: str, as_json: bool) -> None:
    """Choose the printer that builds use when none is named."""
    from pnp.load.printers import NO_PRINTER

    known = _known(as_json)
    if name != NO_PRINTER:
        _named(name, known)
    _store(None if name == NO_PRINTER else name, known.printers)
    if as_json:
        print_json({"default": None if name == NO_PRINTER else name})
    else:
        click.echo("no printer is the default now" if name == NO_PRINTER else f"{name} is the default now")


@printer.command(epilog=examples("pnp printer remove office"))
@click.argument("name")
@json_option
def remove(name: str, as_json: bool) -> None:
    """Forget a printer."""
    known = _known(as_json)
    found = _named(name, known)
    left = {other: about for other, about in known.printers.items() if other != name}
    _store(None if known.default == name else known.default, left)
    if as_json:
        print_json(_as_json(name, found, known.default))
    else:
        click.echo(f"removed {name}: {_in_words(found)}")


def _known(as_json: bool) -> "Printers":
    """Return the stored printers; a damaged file is shown, and never written over."""
    from pnp.load.printers import load_printers, printers_source

    try:
        return load_printers()
    except Problems as problems:
        fail_with_faults(problems.diagnostics, printers_source(), as_json)


def _named(name: str, known: "Printers") -> "Printer":
    from pnp.load.printers import unknown_printer

    if name not in known.printers:
        raise unknown_printer(name, known)
    return known.printers[name]


def _store(default_name: str | None, printers: "dict[str, Printer]") -> None:
    from pnp.export.printers import save_printers
    from pnp.model import Printers

    save_printers(Printers(default=default_name, printers=printers))


def _as_json(name: str, found: "Printer", default_name: str | None) -> dict[str, object]:
    from msgspec import to_builtins

    return {"name": name, "default": name == default_name, **to_builtins(found)}


def _in_words(found: "Printer") -> str:
    """Say how a printer errs."""
    sides = [
        f"{side} {_shift(offset)}{f', turned by {angle:+.2f}°' if abs(angle) >= 0.005 else ''}"
        for side, offset, angle in (
            ("fronts", found.front, found.front_angle),
            ("backs", found.back, found.back_angle),
        )
    ]
    across, down = (f"{100 * part:.2f}" for part in found.scale)
    return (
        f"{'; '.join(sides)}; {across} % wide, {down} % high; flips on the {found.flip} edge; "
        f"margin {found.margin:g} mm"
    )


def _shift(offset: tuple[float, float]) -> str:
    x, y = offset
    words = [
        f"{abs(length):.2f} mm too far {more if length > 0 else less}"
        for length, more, less in ((x, "right", "left"), (y, "down", "up"))
        if abs(length) >= 0.005
    ]
    return " and ".join(words) or "in place"
