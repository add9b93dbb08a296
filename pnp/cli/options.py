"""Kinds of values that options take, and the options that several commands share."""

import re
from math import isnan
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from pnp.cli.console import fail_with_faults
from pnp.cli.help import sentence
from pnp.diagnostics import Problems, did_you_mean
from pnp.printing import BACKS

if TYPE_CHECKING:
    from pnp.geometry import Paper
    from pnp.model import Printer


class Choice(click.Choice[str]):
    """A choice that names the closest word for a misspelt one."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Name the closest word when refusing one."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = did_you_mean(str(value), self.choices)
            if hint is None or "mean" in error.message:
                raise
            raise click.BadParameter(f"{error.message} {sentence(hint)}", ctx, param) from None


class PaperType(click.ParamType["Paper"]):
    """A paper name or size."""

    name = "paper"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> "Paper":
        """Read a paper."""
        from pnp.geometry import PAPERS, parse_paper

        paper = parse_paper(str(value))
        if paper is None:
            hint = did_you_mean(str(value), PAPERS)
            self.fail(
                f"'{value}' is no paper: use {', '.join(PAPERS)} or WxHmm such as 210x297mm. {hint or ''}".strip(),
                param,
                ctx,
            )
        return paper


class Millimetres(click.FloatRange):
    """A length within bounds; NaN is none."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a length; click lets NaN pass."""
        length: float = super().convert(value, param, ctx)
        if isnan(length):
            self.fail(f"'{value}' is not a length", param, ctx)
        return length


class Pair(click.ParamType[tuple[float, float]]):
    """Two lengths in mm, such as 0.5,-0.3."""

    name = "x,y"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Read both lengths."""
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"'{value}' is not of the form X,Y in mm", param, ctx)
        if not max(abs(x), abs(y)) <= 20:  # so that NaN is refused too
            self.fail("an offset is at most 20 mm", param, ctx)
        return (x, y)


def _limits(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    """Raise limits for this run."""
    from pnp.context import allow
    from pnp.limits import HIGHEST_LIMIT, HIGHEST_LIMITS, Limits

    changed: dict[str, int] = {}
    for value in values:
        name, _, number = value.partition("=")
        if name not in Limits._fields or not re.fullmatch(r"[0-9]{1,40}", number):
            known = ", ".join(f"{k}={v}" for k, v in Limits()._asdict().items())
            hint = did_you_mean(name, Limits._fields) if name not in Limits._fields else None
            if hint:
                raise click.BadParameter(f"there is no limit '{name}'. {sentence(hint)}", ctx, param)
            raise click.BadParameter(f"'{value}' is not of the form NAME=NUMBER; limits are {known}", ctx, param)
        changed[name] = int(number)
        most = HIGHEST_LIMITS.get(name, HIGHEST_LIMIT)
        if changed[name] > most:
            raise click.BadParameter(f"'{name}' can be raised to {most} at most, got {number}", ctx, param)
    if changed:
        allow(Limits().raised(changed))


def choice(*words: str) -> click.Choice[str]:
    """Return a choice that helps with misspelt words."""
    return Choice(list(words))


paper_type = PaperType()

content_option = click.option(
    "--content", metavar="DIR", help="Folder of games; by default ./content, else the shipped games."
)
printer_option = click.option(
    "--printer", metavar="NAME", help="Correct for this printer of yours; by default the one of `pnp printer default`."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
limit_option = click.option(
    "--limit",
    multiple=True,
    metavar="NAME=N",
    callback=_limits,
    expose_value=False,
    help="Raise a safety limit, such as cards=20000.",
)


def typed(name: str) -> bool:
    """Say whether the user has typed an option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def for_printer(name: str | None, backs: str = BACKS[0]) -> tuple[str, tuple["Printer | None", str]]:
    """Return the backs that suit the user's printer, unless the user chose some, and the printer with its name."""
    from pnp.load.printers import find_printer, printers_source

    try:
        found = find_printer(name)
    except Problems as problems:
        as_json = bool(click.get_current_context().params.get("as_json"))
        fail_with_faults(problems.diagnostics, printers_source(), as_json)
    if found is None:
        return backs, (None, "")
    if not typed("backs") and backs.startswith("duplex"):
        backs = f"duplex-{found[1].flip}"
    return backs, (found[1], found[0])
