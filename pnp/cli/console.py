"""What the terminal shows: progress, faults, data for programs, and the truth about what was written."""

import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import NoReturn

import click

from pnp.diagnostics import CONTROLS, Diagnostic, fail, on_one_line, render, tally

OK, WRONG_CONTENT, WRONG_USE = 0, 1, 2


class Progress:
    """One line on a terminal that is overwritten; nothing when piped or quiet."""

    def __init__(self, quiet: bool) -> None:
        self.live = not quiet and sys.stderr.isatty()
        self.width = 0
        self.columns = get_terminal_size().columns

    def show(self, text: str) -> None:
        """Show this instead of what stood there."""
        text = on_one_line(text)
        if self.live:
            text = text[: self.columns - 1]
            click.echo("\r" + text.ljust(self.width), nl=False, err=True)
            self.width = len(text)

    def clear(self) -> None:
        """Leave the line empty."""
        if self.live and self.width:
            click.echo("\r" + " " * self.width + "\r", nl=False, err=True)
            self.width = 0


written: list[Path] = []
"""The folders that this run has changed, so that the last word about it is true."""


def save(folders: Mapping[Path, Mapping[str, bytes]], *, clean: bool = False, record: bool = True) -> None:
    """Write files into folders, remember where, and tell what became of files of the user's."""
    from pnp.export.files import write_folders

    warnings = write_folders(folders, clean=clean, record=record, written=written.append)
    if warnings:
        click.echo(render(warnings, {}), err=True)


def what_was_written() -> str:
    """Return the last word of a run that fails."""
    if not written:
        return "nothing was written"
    return f"new files are in {', '.join(folder.as_posix() for folder in written)}"


def fail_with_faults(diagnostics: list[Diagnostic], sources: dict[str, str], as_json: bool) -> NoReturn:
    """Show faults and end with the exit code for wrong content."""
    if as_json:
        print_json([d.as_json() for d in diagnostics])
    else:
        click.echo(render(diagnostics, sources), err=True)
        click.echo(f"{tally(diagnostics)}; {what_was_written()}", err=True)
    sys.exit(WRONG_CONTENT)


def fail_with(message: str, hint: str, as_json: bool) -> NoReturn:
    """Show a single fault and end."""
    fail_with_faults([Diagnostic("error", "missing", message, None, hint)], {}, as_json)


def texts_of(folder: Path, name: str) -> dict[str, str]:
    """Return the files of a game, to show faults with their lines."""
    from pnp.pipeline import sources_of

    return sources_of(folder, name)


def print_json(value: object) -> None:
    """Print a value for programs."""
    import json

    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    text = json.dumps(value, indent=1, ensure_ascii=not encoding.lower().startswith("utf"))
    click.echo(CONTROLS.sub(lambda m: f"\\u{ord(m[0]):04x}", text))


def counted(number: int, word: str) -> str:
    """Write a number with its word."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def file_size(number: int) -> str:
    """Write a number of bytes."""
    return f"{number / 1024:.0f} KiB" if number < 1024 * 1024 else f"{number / 1024 / 1024:.1f} MiB"


def ready_to_write(out: Path) -> None:
    """Refuse a folder that cannot be written before a long search, rather than after it; finish what was cut short."""
    from pnp.export.files import finish_below
    from pnp.export.places import why_not_writable

    finish_below(out)
    reason = why_not_writable(out)
    if reason is not None:
        raise fail("write", f"cannot write to {out}: {reason}", None, "choose a folder you may write to with --out")
