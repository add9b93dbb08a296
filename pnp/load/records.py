"""From decks and pieces to records: each card's names for its face, its copies, its label and its place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.context import limits, meter
from pnp.diagnostics import Report, Span, did_you_mean
from pnp.limits import LimitReached, how_to_raise
from pnp.load.document import Document, PathKeys
from pnp.load.slips import quoted
from pnp.load.template import Loop, compile_text
from pnp.load.texts import fill_in_all
from pnp.load.values import Names, TemplateFault, show
from pnp.model import Records

FIELD_TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int, float),
    "whole": (int,),
    "flag": (bool,),
    "icon": (str,),
    "role": (str,),
    "list": (list,),
    "any": (object,),
}


class Record(NamedTuple):
    """One card or piece before drawing."""

    names: Names
    copies: int
    label: str
    span: Span | None


def expand(
    component: str, spec: Records, base: Names, document: Document, path: PathKeys, report: Report
) -> list[Record]:
    """Return the records of a deck or a set of pieces; faults are noted with their place."""
    if spec.cards and spec.each:
        report.error("records", "give either 'cards' or 'each', not both", document.span(path))
        return []
    records: list[Record] = []
    total, broken = 0, False
    try:
        for names, place in _rounds(spec, base, document, path, report):
            card = names["card"] if not spec.each else None
            own = isinstance(card, Mapping) and "copies" in card
            where = (*path, "cards", len(records), "copies") if own else (*path, "copies")
            said = card["copies"] if isinstance(card, Mapping) and own else spec.copies
            copies = _copies(said, names, document, where, report)
            if copies is None and not own:
                return []
            broken = broken or copies is None
            total += copies or 0
            if total > limits().cards:
                report.error(
                    "size",
                    f"'{component}' has more than {limits().cards} cards",
                    document.span((*path, "copies")),
                    how_to_raise("cards"),
                )
                return records
            meter().spend("game_cards", max(1, copies or 0))
            records.append(Record(names, copies or 0, _label(spec, names, len(records)), place))
    except TemplateFault as fault:
        where = (*path, "each")
        report.error(fault.code, fault.message, _loop_span(document, where, fault), fault.hint)
        return []
    except LimitReached as limit:
        where = (*path, "each" if spec.each else "cards")
        report.error("size", str(limit), document.span(where), limit.hint)
        return []
    if broken:
        return []
    if not records:
        report.error("empty", f"'{component}' holds nothing", document.span(path), "give it 'cards' or 'each'")
    return records


def own_values(record: Record, base: Names) -> dict[str, object]:
    """Return what a record adds to the names that every record sees: its card, or the entries of its loops."""
    return {
        name: value
        for name, value in record.names.items()
        if (name not in base or base[name] is not value) and name != "index" and not name.endswith("_index")
    }


def _rounds(
    spec: Records, base: Names, document: Document, path: PathKeys, report: Report
) -> Iterator[tuple[dict[str, object], Span | None]]:
    if spec.each:
        for count, (names, _) in enumerate(Loop(spec.each).over(base)):
            if count > limits().cards:
                raise TemplateFault(
                    "size", f"the loop gives more than {limits().cards} cards", hint=how_to_raise("cards")
                )
            yield {**names, "index": count + 1}, None
        return
    cards = [_filled(card, i, base, document, (*path, "cards", i), report) for i, card in enumerate(spec.cards)]
    check_fields(cards, spec.fields, document, (*path, "cards"), report)
    for i, card in enumerate(cards):
        yield {**base, "card": card, "index": i + 1}, document.span((*path, "cards", i))


def _filled(
    card: dict[str, object], index: int, base: Names, document: Document, path: PathKeys, report: Report
) -> dict[str, object]:
    """Return a written card with its texts filled in: they see the card as it is written."""
    names: Names | None = None
    filled = card
    for key, value in card.items():
        if key != "copies" and (isinstance(value, (list, dict)) or (isinstance(value, str) and "{" in value)):
            names = names if names is not None else {**base, "card": card, "index": index + 1}
            filled = {**filled, key: fill_in_all(value, names, document, (*path, key), report)}
    return filled


def _loop_span(document: Document, path: PathKeys, fault: TemplateFault) -> Span:
    value: object = document.data
    for step in path:
        value = value[step] if isinstance(value, dict) and step in value else None
    if isinstance(value, str):
        return document.text_span(path, fault.offset, fault.length)
    return document.span(path)


def _copies(value: object, names: Names, document: Document, path: PathKeys, report: Report) -> int | None:
    if isinstance(value, str):
        try:
            value = compile_text(value).value(names)
        except TemplateFault as fault:
            span = document.text_span(path, fault.offset, fault.length)
            report.error(fault.code, fault.message, span, fault.hint)
            return None
    if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        report.error("type", f"'copies' must be a whole number, not '{value}'", document.span(path))
        return None
    return value


def _label(spec: Records, names: Names, index: int) -> str:
    if spec.name:
        try:
            return compile_text(spec.name).render(names)
        except TemplateFault:
            return f"number {index + 1}"
    card = names.get("card")
    if isinstance(card, Mapping):
        for key in ("title", "name", "id"):
            if key in card:
                return show(card[key])
    return f"number {index + 1}"


def check_fields(
    records: Sequence[object], fields: Mapping[str, str], document: Document, path: PathKeys, report: Report
) -> None:
    """Check records against declared fields, or for near misses of each other's keys if none are declared."""
    declared: dict[str, tuple[str, bool]] = {}
    for name, kind in fields.items():
        bare = kind.removesuffix("?")
        if bare not in FIELD_TYPES:
            hint = did_you_mean(bare, FIELD_TYPES) or f"known: {', '.join(FIELD_TYPES)}"
            report.error("field", f"'{kind}' is not a field type", document.span((*path[:-1], "fields", name)), hint)
            return
        declared[name] = (bare, kind.endswith("?"))
    if declared:
        for i, record in enumerate(records):
            if report.full:
                return
            _check_declared(record, declared, document, (*path, i), report)
    elif path not in document.grafts:  # a spreadsheet has one header for all its records
        _check_alike(records, document, path, report)
        for i, record in enumerate(records):
            check_written(record, document, (*path, i), report)


def check_written(value: object, document: Document, path: PathKeys, report: Report) -> None:
    """Warn of numbers without a declared type that are printed otherwise than they are written."""
    if isinstance(value, dict):
        for key, inner in value.items():
            check_written(inner, document, (*path, key), report)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            check_written(inner, document, (*path, i), report)
    elif isinstance(value, (int, float)) and (written := document.written(path)) is not None:
        hint = f"in quotes it stays as it is: {quoted(written)}; if you count with it, declare it under 'fields'"
        message = f"{written} is read as the number {show(value)} and printed like that"
        report.warning("number", message, document.span(path), hint)


def _check_declared(
    record: object, declared: Mapping[str, tuple[str, bool]], document: Document, path: PathKeys, report: Report
) -> None:
    if not isinstance(record, dict):
        report.error("type", "expected a mapping of keys", document.span(path))
        return
    for key, value in record.items():
        if key in ("id", "copies") and key not in declared:
            continue
        if key not in declared:
            hint = did_you_mean(key, declared) or f"declared: {', '.join(declared)}"
            report.error("unknown-key", f"unknown key '{key}'", document.span((*path, key), key=True), hint)
            continue
        kind = declared[key][0]
        right = isinstance(value, FIELD_TYPES[kind]) and (kind in ("flag", "any") or not isinstance(value, bool))
        if not right and not (value is None and declared[key][1]):
            shown = document.written((*path, key)) or show(value)
            number = kind == "text" and isinstance(value, (int, float))
            way = f"in quotes it is a text: {quoted(shown)}" if number else None
            report.error("type", f"'{key}' must be of type {kind}, not '{shown}'", document.span((*path, key)), way)
    for key, (_, optional) in declared.items():
        if key not in record and not optional and not did_you_mean(key, [k for k in record if k not in declared]):
            report.error("missing-key", f"key '{key}' is missing", document.span(path))


def _check_alike(records: Sequence[object], document: Document, path: PathKeys, report: Report) -> None:
    """Without declared fields, a key of few records that nearly equals one of most is a slip."""
    mappings = [r for r in records if isinstance(r, dict)]
    counts: dict[str, int] = {}
    for record in mappings:
        for key in record:
            counts[key] = counts.get(key, 0) + 1
    common = {k for k, n in counts.items() if n * 2 > len(mappings)}
    for i, entry in enumerate(records):
        if not isinstance(entry, dict) or report.full:
            continue
        lacking = [k for k in common if k not in entry]
        for key in entry:
            hint = did_you_mean(key, lacking) if key not in common else None
            if hint:
                report.error("unknown-key", f"unknown key '{key}'", document.span((*path, i, key), key=True), hint)
