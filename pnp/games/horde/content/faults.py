"""What types alone cannot say about the content: references, sums, drawings with ragged rows."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pnp.games.horde.content.files import (
    ROLES,
    Competition,
    ExamplesFile,
    Field,
    Files,
    FormationExample,
    FormationsFile,
    Limits,
    MeetExample,
    MoveExample,
    Names,
    Pips,
    PrintFile,
    Rating,
    Role,
    Switches,
    WindExample,
)
from pnp.model import ContentFault


def check_content(files: Files) -> Iterable[ContentFault]:
    """Report every fault between and inside the typed files."""
    yield from _check_field(files)
    yield from _check_theme(files)
    yield from _check_roles(files)
    yield from _check_formations(files)
    yield from _check_scenario(files)
    yield from _check_variants(files)
    yield from _check_runs(files)
    yield from _check_examples(files)
    yield from _check_print(files)


def _check_field(files: Files) -> Iterator[ContentFault]:
    field: Field = files.field.field
    competition: Competition = files.competition.competition
    limits: Limits = files.limits.limits
    pips: Pips = files.decks.pips
    row = field.columns + competition.right_columns
    if len(set(field.columns)) != len(field.columns):
        yield ContentFault("field", ("field", "columns"), "repeated", "a column letter occurs twice")
    if len(competition.right_columns) != len(field.columns) or len(set(row)) != len(row):
        yield ContentFault(
            "competition",
            ("competition", "right_columns"),
            "columns",
            f"needs {len(field.columns)} letters that the left field does not use",
        )
    for name, most in (("encounters_at_start", len(field.columns)), ("breezes_at_start", field.lines)):
        if getattr(limits, name) > most:
            yield ContentFault("limits", ("limits", name), "range", f"there are only {most} slots")
    if limits.sweep_refill > field.lines:
        yield ContentFault("limits", ("limits", "sweep_refill"), "range", f"there are only {field.lines} slots")
    if competition.encounters_at_start > len(row):
        yield ContentFault(
            "competition", ("competition", "encounters_at_start"), "range", f"there are only {len(row)} slots"
        )
    if pips.low > pips.high:
        yield ContentFault("decks", ("pips", "low"), "range", f"is above high ({pips.high})")
    for name, wanted in (("suits", set("HDCS")), ("courts", set("KQJA"))):
        missing = wanted - set(getattr(files.decks, name))
        if missing:
            yield ContentFault("decks", (name,), "missing", f"lacks {', '.join(sorted(missing))}")


def _check_theme(files: Files) -> Iterator[ContentFault]:
    pips: Pips = files.decks.pips
    for theme in ("novel", "neutral"):
        names: Names = getattr(files.theme.names, theme)
        for key, wanted in (("roles", ROLES), ("enemies", tuple(files.decks.courts))):
            for letter in wanted:
                if letter not in getattr(names, key):
                    yield ContentFault("theme", ("names", theme, key), "missing", f"no name for {letter}")
        for value in range(pips.low, pips.high + 1):
            holders = [i for i, wind in enumerate(names.winds) if wind.low <= value <= wind.high]
            if len(holders) != 1:
                found = "no name" if not holders else "more than one name"
                yield ContentFault(
                    "theme", ("names", theme, "winds", *holders[1:2]), "winds", f"{found} for wind {value}"
                )


def _check_roles(files: Files) -> Iterator[ContentFault]:
    roles: dict[str, Role] = dict(files.roles.roles.items())
    for missing in sorted(set(ROLES) - set(roles)):
        yield ContentFault("roles", ("roles",), "missing", f"role {missing} is missing")
    for what, key in (("rank", ("rank",)), ("action", ("action", "effect"))):
        seen: dict[str, str] = {}
        for letter, role in roles.items():
            value: str = role.rank if what == "rank" else role.action.effect
            if value in seen:
                yield ContentFault(
                    "roles",
                    ("roles", letter, *key),
                    "repeated",
                    f"{what} {value} already belongs to {seen[value]}",
                )
            seen.setdefault(value, letter)
    for rank in files.decks.courts:
        if rank not in files.enemies.enemies:
            yield ContentFault("enemies", ("enemies",), "missing", f"no enemy of rank {rank}")
    for rank, enemy in files.enemies.enemies.items():
        if (enemy.effect == "drain") != (enemy.cards > 0):
            yield ContentFault(
                "enemies",
                ("enemies", rank, "cards"),
                "cards",
                "a draining enemy, and no other, needs cards above 0",
            )


def _check_formations(files: Files) -> Iterator[ContentFault]:
    file: FormationsFile = files.formations
    for suit in files.decks.suits:
        if suit not in file.formations:
            yield ContentFault("formations", ("formations",), "missing", f"no formation for suit {suit}")
    for suit, formation in file.formations.items():
        path = ("formations", suit, "rows")
        ragged = list(_check_rows(files, "formations", path, formation.rows, "".join(ROLES)))
        yield from ragged
        if ragged:
            continue
        marks = "".join(formation.rows)
        for role in ROLES:
            if marks.count(role) != file.squares_per_role:
                yield ContentFault(
                    "formations",
                    path,
                    "squares",
                    f"role {role} has {marks.count(role)} squares instead of {file.squares_per_role}",
                )


def _check_rows(
    files: Files, file: str, path: tuple[str | int, ...], rows: list[str], letters: str
) -> Iterator[ContentFault]:
    """Report a drawn field of the wrong size or with unknown marks, at the row."""
    field: Field = files.field.field
    if len(rows) != field.lines:
        yield ContentFault(file, path, "rows", f"has {len(rows)} lines instead of {field.lines}")
    for number, row in enumerate(rows):
        if len(row) != len(field.columns):
            yield ContentFault(file, (*path, number), "rows", f"has {len(row)} squares instead of {len(field.columns)}")
        unknown = sorted(set(row) - set(letters) - {"."})
        if unknown:
            yield ContentFault(
                file,
                (*path, number),
                "rows",
                f"unknown mark {unknown[0]!r}",
                f"use {', '.join(letters)} or a dot",
            )


def _check_scenario(files: Files) -> Iterator[ContentFault]:
    rating: Rating = files.scenario.rating
    if rating.bot not in files.bots.bots:
        yield ContentFault("scenario", ("rating", "bot"), "unknown", f"no bot named {rating.bot!r}")
    shares = [entry.least for entry in rating.stars]
    if shares != sorted(shares, reverse=True) or (shares and shares[0] > rating.easiest):
        yield ContentFault("scenario", ("rating", "stars"), "order", "shares must fall from the easiest class on")
    pips: Pips = files.decks.pips
    breezes = len(files.decks.suits) * (pips.high - pips.low + 1)
    for number, place in enumerate(files.scenario.quality.early_up_cards):
        if place > breezes:
            yield ContentFault(
                "scenario",
                ("quality", "early_up_cards", number),
                "range",
                f"there are only {breezes} Breezes",
            )


def _check_variants(files: Files) -> Iterator[ContentFault]:
    for name, variant in files.balance.variants.items():
        for key, kind in (("limits", Limits), ("switches", Switches)):
            merged = msgspec.to_builtins(getattr(files.limits, key)) | getattr(variant, key)
            try:
                msgspec.convert(merged, kind)
            except msgspec.ValidationError as error:
                yield ContentFault("balance", ("variants", name, key), "variant", str(error))


def _check_runs(files: Files) -> Iterator[ContentFault]:
    for number, run in enumerate(files.balance.balance_runs):
        if run.bot not in files.bots.bots:
            path: tuple[str | int, ...] = ("balance_runs", number, "bot")
            yield ContentFault("balance", path, "unknown", f"no bot named {run.bot!r}")
        for place, name in enumerate(run.variants):
            if name not in files.balance.variants:
                path = ("balance_runs", number, "variants", place)
                yield ContentFault("balance", path, "unknown", f"no variant named {name!r}")


def _check_examples(files: Files) -> Iterator[ContentFault]:
    examples: ExamplesFile = files.examples
    either_case = "".join(ROLES) + "".join(ROLES).lower()
    drawn: tuple[tuple[str, Mapping[str, MoveExample | FormationExample | MeetExample | WindExample]], ...] = (
        ("move_examples", examples.move_examples),
        ("formation_examples", examples.formation_examples),
        ("meet_examples", examples.meet_examples),
        ("wind_examples", examples.wind_examples),
    )
    for key, group in drawn:
        for name, example in group.items():
            path = (key, name, "rows")
            yield from _check_rows(files, "examples", path, example.rows, either_case)
            marks = "".join(example.rows).upper()
            for role in ROLES:
                if marks.count(role) > 1:
                    yield ContentFault("examples", path, "twice", f"role {role} stands on two squares")
    for name, example in examples.move_examples.items():
        if example.role not in "".join(example.rows):
            yield ContentFault(
                "examples",
                ("move_examples", name, "role"),
                "absent",
                f"{example.role} is not on the drawn field",
            )
    yield from _check_meetings(files)
    if examples.first_game.bot not in files.bots.bots:
        fault = f"no bot named {examples.first_game.bot!r}"
        yield ContentFault("examples", ("first_game", "bot"), "unknown", fault)
    pips: Pips = files.decks.pips
    cards = {f"{value}{suit}" for value in range(pips.low, pips.high + 1) for suit in files.decks.suits}
    for name, wind in examples.wind_examples.items():
        if len(wind.breezes) != files.field.field.lines:
            yield ContentFault(
                "examples",
                ("wind_examples", name, "breezes"),
                "slots",
                f"names {len(wind.breezes)} slots instead of {files.field.field.lines}",
            )
        for key, listed in (("breezes", wind.breezes), ("hand", wind.hand)):
            for number, card in enumerate(listed):
                if card is not None and card not in cards:
                    yield ContentFault("examples", ("wind_examples", name, key, number), "card", f"no card {card!r}")


def _check_meetings(files: Files) -> Iterator[ContentFault]:
    """Report slots and cards that there are not in examples of enemies."""
    columns = len(files.field.field.columns)
    cards = {court + suit for court in files.decks.courts for suit in files.decks.suits}
    for name, meet in files.examples.meet_examples.items():
        path = ("meet_examples", name)
        if len(meet.encounters) != columns:
            message = f"names {len(meet.encounters)} slots instead of {columns}"
            yield ContentFault("examples", (*path, "encounters"), "slots", message)
        for key, listed in (("encounters", meet.encounters), ("aval", meet.aval)):
            for number, card in enumerate(listed):
                if card is not None and card not in cards:
                    yield ContentFault("examples", (*path, key, number), "card", f"no card {card!r}")


def _check_print(files: Files) -> Iterator[ContentFault]:
    print_: PrintFile = files.print
    lines: int = files.field.field.lines
    if print_.seam_after >= lines:
        yield ContentFault("print", ("seam_after",), "range", f"leaves none of {lines} lines for the lower sheet")
    wanted = {
        "roles": ROLES,
        "enemies": tuple(files.decks.courts),
        "actions": tuple(role.action.effect for role in files.roles.roles.values()),
    }
    for key, letters in wanted.items():
        for letter in letters:
            if letter not in getattr(print_.look, key):
                yield ContentFault("print", ("look", key), "missing", f"no icon for {letter}")
    for name, area in print_.play_areas.items():
        for paper, measures in area.papers.items():
            if (measures.edge_column is None) != (measures.edge_row is None):
                path = ("play_areas", name, "papers", paper)
                yield ContentFault("print", path, "pair", "edge_column and edge_row belong together")
