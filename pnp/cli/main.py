"""The start and the end of a run: every fault a user can cause ends in a message and an exit code."""

import sys
from contextlib import suppress

import click

from pnp.cli.console import OK, WRONG_USE, fail_with, fail_with_faults, what_was_written, written
from pnp.cli.group import ReaderGone, cli
from pnp.cli.help import advice, clearer
from pnp.context import limits, run_with
from pnp.diagnostics import EXHAUSTED, Diagnostic, Problems, exhausted, on_one_line
from pnp.limits import LimitReached
from pnp.run.interrupts import INTERRUPTED, end_at_interrupts, ignore_interrupts
from pnp.run.memory import end_without_memory, is_short_of_memory, quiet_about_memory


def main(args: list[str] | None = None) -> None:
    """Run the command line; every fault a user can cause ends in a message and an exit code, never in a traceback."""
    try:
        _main(args)
    except Exception as error:
        if not is_short_of_memory(error):
            raise
    # Outside of the handler, whose traceback holds what took the memory.
    command = " ".join(["pnp", *(sys.argv[1:] if args is None else args)])
    end_without_memory(f"for: {on_one_line(command)}", what_was_written())


def _main(args: list[str] | None) -> None:
    written.clear()
    with run_with(limits()):
        _run(args)


def _run(args: list[str] | None) -> None:
    if args is None:  # a process of its own
        end_at_interrupts(what_was_written)
        quiet_about_memory()
        _collect_rarely()
        _print_anything()
    try:
        code = cli.main(args, prog_name="pnp", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else OK)
    except click.ClickException as error:
        clearer(error).show()
        more = advice(error)
        if more:
            click.echo(more, err=True)
        sys.exit(WRONG_USE)
    except Problems as problems:
        fail_with_faults(problems.diagnostics, {}, as_json="--json" in (sys.argv[1:] if args is None else args))
    except EXHAUSTED as error:
        if is_short_of_memory(error):
            raise
        fail_with_faults([exhausted(error)], {}, as_json=False)
    except LimitReached as limit:
        fail_with_faults([Diagnostic("error", "size", str(limit), None, limit.hint)], {}, as_json=False)
    except (KeyboardInterrupt, click.Abort):
        click.echo(f"interrupted; {what_was_written()}", err=True)
        sys.exit(INTERRUPTED)
    except ReaderGone:
        with suppress(OSError):  # what is still to be printed
            sys.stdout.close()
        sys.exit(OK)
    except ImportError as error:
        if (error.name or "pnp").split(".")[0] == "pnp" or is_short_of_memory(error):
            raise
        fail_with(f"a package that pnp needs cannot be loaded: {error}", "pnp doctor says how to get it", as_json=False)
    except OSError as error:
        if is_short_of_memory(error):
            raise
        about = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        fail_with_faults([Diagnostic("error", "system", about)], {}, as_json=False)
    finally:
        if args is None:
            ignore_interrupts()


def _print_anything() -> None:
    """Let no character fail that the terminal's encoding has not."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _collect_rarely() -> None:
    """Collect garbage seldom, and not at the end: a build makes many lasting tuples and hardly a cycle."""
    import atexit
    import gc

    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)
