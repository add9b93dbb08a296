"""Which way a component goes onto paper: tiles, full pages or imposed pieces."""

from collections.abc import Iterable, Sequence

from pnp.diagnostics import Report
from pnp.sheets.impose import impose, page_count
from pnp.sheets.marks import LABEL_INSET, MOST_LABEL_LINES, LabelTooLong, label_lines
from pnp.sheets.packing import DoesNotFit
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet
from pnp.sheets.single import one_a_page
from pnp.sheets.tiling import MAP_INSET, full_pages, tile_board
from pnp.words import SheetWords, Words

_IMPOSED = ("cards", "chits", "standees")
_MOST_JOINED = 16
"""Games with more groups than this keep their sheets apart as they are declared."""


def check_cutter(options: PrintOptions, report: Report) -> None:
    """Note a cutter that cannot cut what is folded first: its marks would be within the fold."""
    if options.cutter is not None and options.backs == "gutterfold":
        message = f"a {options.cutter} cannot cut sheets that are folded for their backs"
        report.error("cutter", message, None, "choose --backs none or a duplex way")


def is_imposed(printables: Sequence[Printable]) -> bool:
    """Say whether components are pieces that are laid out side by side, to be cut."""
    return bool(printables) and all(p.kind in _IMPOSED and p.items for p in printables)


def with_label_room(
    options: PrintOptions, label: str, pieces: Iterable[str], boards: Iterable[str], words: SheetWords
) -> PrintOptions:
    """Return the options with as many lines for the label of a sheet as the longest of a game's titles needs."""
    ends = [(LABEL_INSET, f"{words.more(title, 9)} · {words.count(99, 99)} · {words.back}") for title in pieces]
    ends += [(MAP_INSET, f"{title} · {words.tile('A9')}") for title in boards]
    width = options.paper.size.w - LABEL_INSET
    try:
        lines = max(
            (len(label_lines(f"{label} · {end}", width - inset, family=options.font)) for inset, end in ends), default=1
        )
    except LabelTooLong:
        lines = MOST_LABEL_LINES
    return options._replace(label_lines=max(lines, options.label_lines))


def share_sheets(printables: Sequence[Printable], options: PrintOptions) -> list[list[Printable]]:
    """Gather components that share their sheets: those that say so, and others of card where that saves a sheet.

    Those that join are named after the first. What is optional never joins what every game needs.
    """
    groups = _groups(printables)
    shared: list[list[Printable]] = []
    counts: dict[int, int] = {}
    for group in groups:
        own = _pages(group, options) if len(groups) <= _MOST_JOINED else 0
        for i, other in enumerate(shared):
            if own and counts[i] and _kind(group) == _kind(other):
                together = _pages([*other, *group], options)
                if together < counts[i] + own:
                    shared[i] = [*other, *(p._replace(group=other[0].group) for p in group)]
                    counts[i] = together
                    break
        else:
            counts[len(shared)] = own
            shared.append(group)
    return shared


def _pages(group: list[Printable], options: PrintOptions) -> int:
    """Return how many pages a group takes, or 0 if it is not of pieces or does not fit."""
    if not is_imposed(group):
        return 0
    try:
        return page_count(group, options)
    except DoesNotFit:
        return 0


def _groups(printables: Sequence[Printable]) -> list[list[Printable]]:
    """Gather what says that it shares its sheets: on the same paper, all of a standard game or all optional."""
    groups: dict[tuple[str, str, bool], list[Printable]] = {}
    for printable in printables:
        groups.setdefault((printable.group, *_kind([printable])), []).append(printable)
    taken: set[str] = set()
    for (group, stock, optional), members in groups.items():
        name = group if group not in taken else f"{group}-{stock}{'-extra' if optional else ''}"
        taken.add(name)
        members[:] = [p._replace(group=name) for p in members]
    return list(groups.values())


def _kind(group: Sequence[Printable]) -> tuple[str, bool]:
    """Return what components of one sheet must agree on: the paper, and whether a game can do without them."""
    return group[0].paper, group[0].optional


def lay_out(group: list[Printable], options: PrintOptions, label: str, words: Words, report: Report) -> SheetSet | None:
    """Put the components of one group on sheets."""
    try:
        return _lay_out(group, options, label, words, report)
    except LabelTooLong as fault:
        hint = "choose a larger paper, or a shorter title or version"
        report.error("label", f"{options.paper.name} has no room for the label at the foot: '{fault}'", None, hint)
        return None


def _lay_out(
    group: list[Printable], options: PrintOptions, label: str, words: Words, report: Report
) -> SheetSet | None:
    first = group[0]
    if options.one_a_page and first.kind == "cards":
        return one_a_page(first, label, words, report)
    if first.kind == "board":
        return tile_board(first, options, label, words, report)
    if first.kind == "page":
        return full_pages(first, options, label, words)
    return impose(group, options, label, words, report)
