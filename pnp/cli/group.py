"""The group of all commands: shown by purpose, loaded when called, the nearest one named for a misspelt word."""

from importlib import import_module

import click

from pnp import __version__
from pnp.cli.help import SECTIONS, examples, sentence
from pnp.diagnostics import did_you_mean

_MODULES = {
    "list": "listing",
    "build": "build",
    "play": "play",
    "puzzle": "puzzle",
    "scenario": "scenario",
    **dict.fromkeys(("validate", "referee"), "referee"),
    "balance": "balance",
    **dict.fromkeys(("new", "copy", "check", "rules", "schema"), "design"),
    "printer": "printer",
    "doctor": "doctor",
}
"""The module of each command."""


class ReaderGone(Exception):
    """Whoever read the output has seen enough, as in `pnp list | head -1`; click would call that a failure."""


class Subgroup(click.Group):
    """Names the nearest command for a misspelt one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or name the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = did_you_mean(args[0], self.list_commands(ctx)) if args else None
            if hint is None or "mean" in error.message:
                raise
            raise click.UsageError(f"{error.message} {sentence(hint)}", ctx) from None


class Group(Subgroup):
    """Shows commands by purpose and loads them late."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a reader that went away is no fault of its."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands in the order of the help."""
        return [name for commands in SECTIONS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; its module is loaded now if need be."""
        if cmd_name in _MODULES and cmd_name not in self.commands:
            import_module(f"pnp.cli.{_MODULES[cmd_name]}")  # registers its commands
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by purpose."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<8}", about) for name, about in commands.items()])


@click.group(
    cls=Group,
    epilog=examples(
        ("pnp build knowledge --paper a4", "print-ready PDFs in output/knowledge/a4"),
        ("pnp scenario tempest --seed 42", "a numbered storm to solve and share"),
        ("pnp new mygame", "a card game of your own in content/mygame"),
        ("pnp build mygame", "the same for your own game"),
    ),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="pnp")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Print-and-play games from plain YAML: PDFs to print, a rulebook, scenarios and a balance report."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
