"""The command play: a game at the terminal, by oneself, hot-seat or against bots; its record is its save."""

import sys
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import OK, counted, ready_to_write, save
from pnp.cli.game_options import FREE, PlayCommand, check_names, game_options, show_options_of
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, limit_option
from pnp.cli.puzzle import day_of
from pnp.cli.records import open_record
from pnp.diagnostics import fail, one_of
from pnp.play.state import CHANCE, Illegal

_MOST_LISTED = 24
_LARGEST_SEED = 9999
COMMANDS = {
    "?": "the rules about what you may do; ? VERB reads them out",
    "hint": "what a bot would do",
    "undo": "take your last move back",
    "show": "draw the table again",
    "save": "write the game down; 'save FILE' somewhere else",
    "quit": "stop and save; go on with pnp play --resume FILE",
}


@cli.command(
    cls=PlayCommand,
    context_settings=FREE,
    epilog=examples(
        ("pnp play tempest --seed 42 --day 1", "the first day of a numbered Tempest"),
        ("pnp play tempest --puzzle", "the sheet of the day; tell others how you fared"),
        ("pnp play knowledge --players 3", "you have seat 1, bots the others"),
        ("pnp play terrain --bots none --players 3", "three people at one screen"),
        ("pnp play --resume output/horde/play/seed-0003.yaml", "goes on where you stopped"),
    ),
)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("--seed", type=click.IntRange(0, 2**53), help="The deal; without it, any.")
@click.option("--bots", help="Seats that bots take: 2,3, others (but the first; the default), all or none.")
@click.option("--bot", "kind", help="Which bot; without it, the strongest that the game has.")
@click.option("--puzzle", is_flag=False, flag_value="today", metavar="[DATE]", help="The puzzle of a day (pnp puzzle).")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a game that was saved.")
@click.option("--save", "target", type=click.Path(path_type=Path), help="Where the game is saved.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option("--plain", is_flag=True, help="No colour, no columns: for screen readers.")
@click.option("--options", "show_options", is_flag=True, help="List the options that only this game knows.")
@content_option
@limit_option
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    seed: int | None,
    bots: str | None,
    kind: str | None,
    puzzle: str | None,
    resume: Path | None,
    target: Path | None,
    out: Path,
    plain: bool,
    show_options: bool,
    content: str | None,
) -> None:
    """Play a game at the terminal: legal moves are listed, bots sit where nobody does, the rules are a ? away."""
    from pnp.load.library import content_folder
    from pnp.pipeline_play import open_game
    from pnp.play.puzzle import puzzle_of

    given = game_options(ctx.args)
    if puzzle is not None and (seed is not None or resume is not None or given):
        raise click.UsageError("a puzzle has its own seed and options", ctx)
    if resume is not None and (game is not None or seed is not None or given):
        raise click.UsageError("a saved game has its own name, seed and options", ctx)
    if kind is not None and bots is None and resume is not None:
        raise click.UsageError("--bot goes with --bots: a saved game knows who sat where", ctx)
    if resume is not None:
        start = _resumed(resume, content)
    else:
        if game is None:
            raise click.UsageError("name a game, or a saved one with --resume", ctx)
        room = open_game(content_folder(content, game), game)
        if show_options:
            show_options_of(room.scenario.options, f"Options of pnp play {game}:")
            return
        check_names(ctx, game, given, room.scenario.options)
        found = None if puzzle is None else puzzle_of(room, _day(puzzle))
        if found is not None:
            seed, given = found.scenario.seed, found.options
        number = SystemRandom().randint(1, _LARGEST_SEED) if seed is None else seed
        chosen = room.options(given)
        begun = {"game": game, "seed": number, "options": {name: getattr(chosen, name) for name in given}}
        start = _Start(room, begun, room.generate(number, chosen), number, [], {}, found)
    path = target or resume or _free(out / start.play.game.id / "play", f"seed-{start.seed:04d}")
    ready_to_write(path.parent)
    _Evening(start, _seated(start, bots, kind), path, plain=plain).run()
    sys.exit(OK)


class _Start(NamedTuple):
    """How an evening begins: the game, the head of its record, its deal, and moves that were made before."""

    play: Any
    head: dict[str, Any]
    deal: Any
    seed: int
    moves: list[Any]
    bots: dict[int, str]
    puzzle: Any


def _day(word: str) -> date:
    """Return the day of a puzzle."""
    if word == "today":
        return day_of(None)
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise fail("option", f"'{word}' is no date", None, "write it as in 2026-12-24") from None


def _resumed(path: Path, content: str | None) -> _Start:
    document, record, room, deal = open_record(path, content)
    head = {key: value for key, value in document.data.items() if key not in ("moves", "bots")}
    return _Start(room, head, deal, record.seed, record.moves, dict(record.bots), None)


def _free(folder: Path, stem: str) -> Path:
    """Return a file that is not there yet: an evening never writes over another."""
    number = 1
    while True:
        path = folder / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        if not path.exists():
            return path
        number += 1


def _seated(start: _Start, bots: str | None, kind: str | None) -> dict[int, str]:
    """Return the bots by the seats that they take: as asked for, else as the saved game has them."""
    if bots is None and start.moves:
        return start.bots
    room = start.play.room
    seats = room.seats(start.play.new_game(start.deal))
    name = kind if kind is not None else next(iter(room.bots))
    if name not in room.bots:
        raise fail("option", f"there is no bot '{name}'", None, one_of(name, room.bots))
    first = {None: 1, "others": 1, "all": 0, "none": seats}.get(bots)
    if bots is None or first is not None:
        return dict.fromkeys(range(first or 0, seats), name)
    numbers = [int(word) if word.strip().isdigit() else 0 for word in bots.split(",")]
    wrong = [number for number in numbers if not 1 <= number <= seats]
    if wrong:
        hint = f"name seats from 1 to {seats}, such as --bots {seats}, or others, all, none"
        raise fail("option", f"--bots {bots} names no seats of this game", None, hint)
    return {number - 1: name for number in numbers}


class _Evening:
    """One game at the terminal, from its start to its end or to the moment somebody stops."""

    def __init__(self, start: _Start, bots: dict[int, str], path: Path, *, plain: bool) -> None:
        from pnp.play.table import Table

        self.start = start
        self.path = path
        self.plain = plain
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.table = Table(start.play, start.deal, start.seed, bots)
        self.table.replay(start.moves)
        self.saved: list[str] = [] if not start.moves else self.table.lines()
        self.begun = ""
        self.hints = 0
        self.eyes: int | None = None
        self.offered: list[Any] = []
        self.choices: list[str] = []

    # ------------------------------------------------------------ the course of an evening

    def run(self) -> None:
        """Play until the game is over or somebody stops, then save."""
        who = ", ".join(f"seat {seat + 1} is {name}" for seat, name in self.table.bots.items())
        self._say(f"{self.start.play.game.game.title}, seed {self.start.seed}{f'; {who}' if who else ''}", bold=True)
        if self.live:
            self._complete()
        try:
            while self._turn():
                pass
        finally:
            self._save()

    def _turn(self) -> bool:
        """Let bots and chance move, then ask a person; return False at the end."""
        from pnp.play.notation import write_move

        for event in self.table.go_on():
            self._tell(event)
        if self.table.over:
            self._end()
            return False
        seat = self.table.state.to_act()
        self._hand_over(seat)
        self.choices = [write_move(move) for move in self.table.state.legal_actions()]
        self._show(seat)
        self.begun = ""
        self._list()
        while True:
            line = self._read(f"Seat {seat + 1}> " if self.table.seats > 1 else "> ")
            if line is None or line == "quit":
                return False
            if self._obey(line):
                return True

    def _hand_over(self, seat: int) -> None:
        """Let the next person sit down before cards are shown that the last one must not see."""
        if self.start.play.room.secrets and self.eyes not in (None, seat) and len(self.table.people) > 1:
            if self.live:
                click.clear()
            self._say(f"Seat {seat + 1}, only you should look now.", bold=True)
            if self.live:
                self._read("Press Enter. ")
        self.eyes = seat

    def _obey(self, line: str) -> bool:
        """Do what was typed; return True if a move was made or taken back."""
        word, _, rest = line.partition(" ")
        if word == "?":
            self._rules(rest.strip())
        elif line == "hint":
            self._hint()
        elif line == "undo":
            return self._undo()
        elif line == "show":
            self._show(self.table.state.to_act())
            self._list()
        elif word == "save":
            self._save(Path(rest.strip()) if rest.strip() else None)
        elif line == "":
            self.begun = ""
            self._list()
        else:
            return self._choose(line)
        return False

    # ------------------------------------------------------------ moves

    def _choose(self, line: str) -> bool:
        """Make a move by its number or its words, or list those that begin so."""
        from pnp.play.table import goes_on

        if line.isdigit() and 1 <= int(line) <= len(self.offered):
            line = self.offered[int(line) - 1].line
        words = " ".join(line.split())
        if words not in self.choices and any(goes_on(choice, words) for choice in self.choices):
            self.begun = words
            self._list()
            return False
        try:
            self.table.make(words)
        except Illegal as refused:
            rule = f" ({self._cite.of(refused.clause)})" if refused.clause else ""
            self._say(f"{refused.message}{rule}")
            return False
        return True

    def _undo(self) -> bool:
        taken = self.table.undo()
        if taken is None:
            self._say("There is nothing to take back.")
            return False
        self._say("Taken back.")
        return True

    def _hint(self) -> None:
        from pnp.play.notation import write_move

        bot, move = next(iter(self.start.play.room.bots)), self.table.hint()
        if move is None:
            self._say(f"{bot} plans whole turns, and has no advice in the middle of this one")
        else:
            self.hints += 1
            self._say(f"{bot} would play: {write_move(move)}")

    def _list(self) -> None:
        """List what can be done, numbered; what is much is listed word by word."""
        from pnp.play.table import offers

        self.offered = offers(self.choices, self.begun, _MOST_LISTED)
        shown = self.offered[: 2 * _MOST_LISTED]
        for number, offer in enumerate(shown, 1):
            self._say(f"{number:>3}  {offer.line}" + ("" if offer.whole else f" …  {offer.ways} ways"))
        if len(shown) < len(self.offered):
            self._say(f"     … and {len(self.offered) - len(shown)} more: type on after '{self.begun or 'the verb'}'")

    # ------------------------------------------------------------ words

    def _tell(self, event: Any) -> None:
        """Say what was done, as far as the person at the screen may know."""
        from pnp.play.notation import write_move

        who = "Chance" if event.seat == CHANCE else f"Seat {event.seat + 1}"
        hidden = type(event.move).secret and len(self.table.people) > 0
        words = write_move(event.move)
        self._say(f"{who}: {words.partition(' ')[0] + ', covered' if hidden else words}")

    def _show(self, seat: int) -> None:
        from pnp.play.show import show

        self._say("\n" + show(self.start.play, self.table.state, seat) + "\n")

    def _end(self) -> None:
        from pnp.play.puzzle import shared_line
        from pnp.play.show import show

        self._say("\n" + show(self.start.play, self.table.state))
        scores = self.table.state.result().get("scores")
        if self.start.puzzle is not None:
            made = sum(event.seat != CHANCE for event in self.table.events)
            title = self.start.play.game.game.title
            self._say("\n" + shared_line(title, self.start.puzzle, self.table.state, made, self.hints))
        elif scores and self.table.seats > 1:
            self._say("; ".join(f"seat {seat}: {score:g}" for seat, score in enumerate(scores, 1)))

    def _rules(self, verb: str) -> None:
        """Say which rules are about what can be done now; with a verb, what they say."""
        from pnp.play.notation import usage
        from pnp.play.text import wrapped
        from pnp.play.verbs import verb_of

        kinds = {verb_of(type(move)): type(move) for move in self.table.state.legal_actions()}
        if verb and verb not in kinds:
            self._say(f"'{verb}' is nothing to do now; {one_of(verb, kinds)}")
            return
        for name, kind in kinds.items():
            if verb in ("", name):
                self._say(f"  {usage(kind)}", bold=True)
                self._say(f"      {(kind.__doc__ or '').strip()} {self._cite.of(kind.clause)}")
        if verb:
            for line in self._cite.text(kinds[verb].clause).split("\n"):
                self._say("\n".join(wrapped("      ", line)))
        else:
            for name, about in COMMANDS.items():
                self._say(f"  {name:<6}{about}")

    @cached_property
    def _cite(self) -> Any:
        from pnp.pipeline_play import Citations

        return Citations(self.start.play.game.folder.parent, self.start.play.game.id)

    def _say(self, text: str, *, bold: bool = False) -> None:
        if self.plain:
            text = "\n".join(" ".join(line.split()) for line in text.split("\n"))
        click.echo(click.style(text, bold=True) if bold and self.live and not self.plain else text)

    # ------------------------------------------------------------ in and out

    def _read(self, prompt: str) -> str | None:
        """Return a line that was typed, or None at the end; what comes through a pipe is shown again."""
        try:
            line = " ".join(input(prompt if self.live else "").split())
        except EOFError:
            if self.live:
                self._say("")
            return None
        if not self.live:
            self._say(f"{prompt}{line}")
        return line

    def _complete(self) -> None:
        """Let the tab key finish words of moves and commands."""
        try:
            import readline
        except ImportError:  # Windows has none; everything can be typed or numbered
            return
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        readline.set_completer(lambda text, state: next(_from(self._completions(text), state), None))

    def _completions(self, text: str) -> Iterator[str]:
        """Yield what may follow, word by word."""
        seen = set()
        words = text.count(" ") + 1
        for line in [*self.choices, *COMMANDS]:
            start = " ".join(line.split(" ")[:words])
            if start.startswith(text) and start not in seen:
                seen.add(start)
                yield start if start == line else f"{start} "

    def _save(self, elsewhere: Path | None = None) -> None:
        """Write the record, if anything was done since it was last written."""
        import yaml

        lines = self.table.lines()
        if lines == self.saved and elsewhere is None:
            return
        path = elsewhere or self.path
        bots = {seat + 1: name for seat, name in self.table.bots.items()}
        text = yaml.safe_dump(
            {**self.start.head, "bots": bots, "moves": lines}, sort_keys=False, allow_unicode=True, width=110
        )
        save({path.parent: {path.name: text.encode()}}, record=False)
        self.saved = lines
        self._say(f"{path.as_posix()}: {counted(len(lines), 'move')}")


def _from(found: Iterator[str], number: int) -> Iterator[str]:
    for at, one in enumerate(found):
        if at >= number:
            yield one
