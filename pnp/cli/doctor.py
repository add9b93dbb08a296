"""The command doctor: the state of the installation."""

import sys
from pathlib import Path

import click

from pnp.cli.console import OK, WRONG_CONTENT, print_json
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import json_option


@cli.command(epilog=examples("pnp doctor", "pnp doctor --json"))
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="Where you want to build."
)
@json_option
def doctor(out: Path, as_json: bool) -> None:
    """Say what is installed, what is missing and how to get it."""
    from pnp.doctor import BROKEN, examine, verdict

    findings = examine(out)
    broken = any(f.state == BROKEN for f in findings)
    if as_json:
        print_json({"well": not broken, "findings": [f._asdict() for f in findings]})
    else:
        for finding in findings:
            click.echo(f"{finding.state:<8} {finding.what:<24} {finding.found}")
            if finding.remedy:
                click.echo(f"{'':<33} {finding.remedy}")
        click.echo(verdict(findings))
    sys.exit(WRONG_CONTENT if broken else OK)
