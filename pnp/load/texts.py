"""Texts of content that hold templates: filled in while a game is loaded, so that whoever reads them finds words.

A text sees the tables of all files, with the texts in them as far as they are filled in: those of earlier files, and
of earlier tables of its own. One that is not yet would bring its braces along, which is a fault.
"""

import re
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from pnp.diagnostics import Report, one_of
from pnp.limits import LimitReached
from pnp.load.document import Document, PathKeys
from pnp.load.template import compile_text
from pnp.load.values import TemplateFault

V = TypeVar("V")

_MARKED = re.compile(r"\{[{%#]")


class Function:
    """A function that templates may call."""

    callable_from_templates = True


class OfComponent(Function, Generic[V]):
    """component('library') → the title of a component; count('library') → how many of it the box holds."""

    def __init__(self, table: Mapping[str, V]) -> None:
        self.table = table

    def __call__(self, component: str) -> V:
        """Return what is known of a component."""
        if component not in self.table:
            hint = one_of(component, self.table)
            raise TemplateFault("reference", f"there is no component '{component}'", hint=hint)
        return self.table[component]


def has_template(text: str) -> bool:
    """Say whether a text has to be filled in."""
    return "{" in text and _MARKED.search(text) is not None


def fill_in(text: str, names: Mapping[str, Any], document: Document, path: PathKeys, report: Report) -> Any:
    """Return a text filled in, or the value that it names alone; a fault is noted at its place."""
    try:
        filled = compile_text(text).value(names)
        if isinstance(filled, (list, tuple, dict)):
            raise TemplateFault("template", "a list or mapping is named where a text or a number belongs")
        if isinstance(filled, str) and has_template(filled):
            hint = "name what that text names, or move it to an earlier table or file"
            raise TemplateFault("template", "a text is named here that is not filled in itself", hint=hint)
    except TemplateFault as fault:
        report.error(fault.code, fault.message, document.text_span(path, fault.offset, fault.length), fault.hint)
        return text
    except LimitReached as limit:
        report.error("size", str(limit), document.span(path), limit.hint)
        return text
    return filled


def fill_in_all(data: Any, names: Mapping[str, Any], document: Document, path: PathKeys, report: Report) -> Any:
    """Return plain data with every text in it filled in; what holds no template is passed on as it is."""
    if isinstance(data, str):
        return fill_in(data, names, document, path, report) if has_template(data) else data
    if isinstance(data, dict):
        filled = {key: fill_in_all(value, names, document, (*path, key), report) for key, value in data.items()}
        return filled if any(filled[key] is not value for key, value in data.items()) else data
    if isinstance(data, list):
        entries = [fill_in_all(value, names, document, (*path, i), report) for i, value in enumerate(data)]
        return entries if any(new is not old for new, old in zip(entries, data, strict=True)) else data
    return data


def with_value(data: Any, path: PathKeys, value: Any) -> Any:
    """Return plain data with the value at a path of keys replaced."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = with_value(data[path[0]], path[1:], value)
    return copy
