"""Texts that Jinja fills in: compiled, run within a budget of steps, their faults told as those of content."""

import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from threading import Lock
from typing import Any
from warnings import catch_warnings, simplefilter

from jinja2 import Template, TemplateError, TemplateSyntaxError, Undefined, UndefinedError, nodes
from jinja2.exceptions import SecurityError
from jinja2.meta import find_undeclared_variables
from jinja2.visitor import NodeTransformer

from pnp.diagnostics import did_you_mean, one_of
from pnp.load.budget import NODES_PER_STEP, Budget, pay_for, weigh
from pnp.load.closures import Closures, LeftToJinja
from pnp.load.sandbox import guarded, sandbox
from pnp.load.values import Names, TemplateFault, check_length_of, counted, plain

_COMPILING = Lock()
"""Python keeps its warnings once for all threads."""
_STEPS_PER_RUN = 20
"""What running a template costs beside its own steps, so that thousands of small ones are bounded too."""
_ENV = sandbox()
_CLOSURES = Closures(_ENV)
_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")
_ALONE = re.compile(r"\s*\{\{-?((?:(?!\{\{|\}\}|\{%).)*?)-?\}\}\s*", re.DOTALL)


_FAULTS = (
    TemplateFault,
    TemplateError,
    RecursionError,
    MemoryError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NameError,
)
"""What may go wrong while a template is filled in."""


class _Told:
    """A text whose faults are told as those of content, at their place in it."""

    text: str

    def _fault(self, error: Exception, names: Names) -> TemplateFault:
        if isinstance(error, TemplateFault):
            return self._placed(error)
        if isinstance(error, UndefinedError):
            return self._undefined(error.message or "undefined", names)
        if isinstance(error, SecurityError):
            return TemplateFault("template", f"not allowed in content: {_said(error)}")
        if isinstance(error, (RecursionError, MemoryError)):
            return TemplateFault("budget", "nested too deeply, or too large for the memory there is")
        hint = "ask first: {{ a / b if b else 0 }}" if isinstance(error, ZeroDivisionError) else None
        return TemplateFault("template", f"cannot be worked out: {_said(error)}", hint=hint)

    def _placed(self, fault: TemplateFault) -> TemplateFault:
        """Return a fault, with its place if it speaks of a name that stands in this template."""
        named = re.search(r"'([^']*)'", fault.message) if fault.code == "reference" else None
        offset = max(0, self.text.find(named[1])) if named else fault.offset
        return TemplateFault(fault.code, fault.message, offset, fault.length, fault.hint)

    def _undefined(self, message: str, names: Names) -> TemplateFault:
        name = re.match(r"'(\w+)' is undefined", message)
        if name is None:
            inner = re.fullmatch(r"'([^']+)' is not defined here(?:; (.*))?", message)
            return self._undefined_at(inner[1], inner[2]) if inner else TemplateFault("undefined", message)
        hint = did_you_mean(name[1], [n for n in names if not n.startswith("_")])
        return self._undefined_at(name[1], hint)

    def _undefined_at(self, name: str, hint: str | None) -> TemplateFault:
        found = re.search(rf"\b{re.escape(name)}\b", self.text)
        offset = found.start() if found else 0
        return TemplateFault("undefined", f"'{name}' is not defined here", offset, len(name) if found else 1, hint)


class Compiled(_Told):
    """A template that Jinja has compiled, and what a run of it costs at least; one of its own for a single {{ … }}."""

    def __init__(self, text: str) -> None:
        pay_for(text)
        self.text = text
        try:
            self._write, self._steps = _written(text)
            alone = _ALONE.fullmatch(text)
            self._value = _kept("{{ _keep(" + alone[1] + ") }}") if alone else None
        except TemplateSyntaxError as error:
            raise _broken(text, error) from None
        except (RecursionError, SyntaxError, MemoryError):  # Python's own, when it compiles what Jinja made
            raise TemplateFault("template", "nested too deeply") from None

    def looked_up(self) -> dict[str, int]:
        """Return the names that it looks up, each with a place where it does."""
        found = sorted(find_undeclared_variables(_ENV.parse(self.text)) - set(_ENV.globals))
        places = {name: re.search(rf"\{{[{{%][^}}]*?\b({name})\b", self.text) for name in found}
        return {name: place.start(1) if place else 0 for name, place in places.items()}

    def render(self, names: Names) -> str:
        """Fill the template in."""
        return str(self._run(lambda: counted(self._write(names)), names))

    def value(self, names: Names) -> Any:
        """Return the value of a single {{ … }} itself, else the filled-in text."""
        value = self._value
        return self.render(names) if value is None else self._run(lambda: value(names), names)

    def _run(self, work: Callable[[], Any], names: Names) -> Any:
        with Budget() as budget:
            try:
                budget.spend(self._steps)
                return work()
            except _FAULTS as error:
                raise self._fault(error, names) from None


_FINISHED = frozenset((bool, int, float, str, list, type(None)))
"""What an expression may come to that is a value as it is."""


class Expression(_Told):
    """An expression by itself, worked out within a budget that whoever asks has opened; `called` become calls."""

    def __init__(self, text: str, called: Container[str] = ()) -> None:
        self.text = text
        try:
            pay_for(text)
            tree, _ = guarded(_ENV.parse("{{ _keep(" + text + "\n) }}"))
            kept = _Calling(called).visit(tree)
            _check_known(kept)
            self._work = _CLOSURES.kept(kept)
        except TemplateSyntaxError as error:
            raise _broken(text, error) from None
        except LeftToJinja:
            raise TemplateFault("template", "this is no single expression") from None
        except (RecursionError, MemoryError):
            raise TemplateFault("template", "nested too deeply") from None
        self.names = frozenset(find_undeclared_variables(kept) - {"_keep", *_ENV.globals})
        self.fields = frozenset(_fields(kept))

    def value(self, names: Names) -> Any:
        """Work it out; what comes one by one becomes a list."""
        try:
            found = self._work(names)
            if type(found) in _FINISHED:
                return found
            if isinstance(found, Undefined):
                found._fail_with_undefined_error()
            return list(found) if isinstance(found, Iterator) else found
        except _FAULTS as error:
            raise self._fault(error, names) from None


def _check_known(tree: nodes.Node) -> None:
    for kind, what, known in ((nodes.Filter, "filter", _ENV.filters), (nodes.Test, "test", _ENV.tests)):
        for node in tree.find_all(kind):
            if node.name not in known:
                raise TemplateSyntaxError(f"No {what} named '{node.name}'.", 1)


class _Calling(NodeTransformer):
    """Turns names that stand for something to be worked out into calls of it."""

    def __init__(self, called: Container[str]) -> None:
        self._called = called

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802 - Jinja's name
        called = node.name in self._called
        return nodes.Call(node, [], [], None, None, lineno=node.lineno) if called else node


def _fields(tree: nodes.Node) -> Iterator[str]:
    """Yield the fields of records that filters of an expression name."""
    for node in tree.find_all(nodes.Filter):
        named = {str(pair.key): pair.value for pair in node.kwargs}
        first = node.args[0] if node.args and node.name in ("selectattr", "rejectattr") else named.get("attribute")
        if isinstance(first, nodes.Const) and isinstance(first.value, str):
            yield first.value.split(".")[0]


def _broken(text: str, error: TemplateSyntaxError) -> TemplateFault:
    """Return the fault of a template that cannot be compiled; of an unknown filter, with the one that was meant."""
    message = error.message or "broken template"
    unknown = re.match(r"No (filter|test) named '([^']*)'", message)
    if unknown is None:
        open_block = re.search(r"block that needs to be closed is '(\w+)'", message)
        if open_block is not None:
            message, hint = f"{{% {open_block[1]} … %}} has no end", f"write {{% end{open_block[1]} %}} where it ends"
        elif "expected 'end of print statement'" in message:
            message, hint = "{{ … is no expression that }} ends", "write {{ value }}, with words for people outside"
        else:
            hint = None
        return TemplateFault("template", message, _line_start(text, error.lineno or 1), hint=hint)
    what, name = unknown.groups()
    known = _ENV.filters if what == "filter" else _ENV.tests
    found = re.search(rf"\b{re.escape(name)}\b", text)
    hint = one_of(name, [k for k in known if not k.startswith("_")], 40)
    return TemplateFault("template", f"there is no {what} '{name}'", found.start() if found else 0, len(name), hint)


def _said(error: Exception) -> str:
    return _ADDRESS.sub("it", str(error))


def _written(text: str) -> tuple[Callable[[Names], str], int]:
    """Return a function that fills a template in, and the steps of one run without its loops."""
    tree, parts = guarded(_ENV.parse(text))
    try:
        write = _CLOSURES.text(tree)
    except LeftToJinja:
        write = partial(_streamed, _jinja(tree))
    return write, _STEPS_PER_RUN + parts // NODES_PER_STEP


def _kept(text: str) -> Callable[[Names], Any]:
    """Return a function for the value of the single expression that a template keeps."""
    tree, _ = guarded(_ENV.parse(text))
    try:
        return _CLOSURES.single(tree)
    except LeftToJinja:
        return partial(_caught, _jinja(tree))


def _jinja(tree: nodes.Template) -> Template:
    with _COMPILING, catch_warnings():  # Python's own, of what a stranger wrote
        simplefilter("ignore")
        code = _ENV.compile(tree)
    return _ENV.template_class.from_code(_ENV, code, _ENV.make_globals(None))


class _Value:
    """Catches the value of a single expression."""

    callable_from_templates = True

    def __init__(self) -> None:
        self.value: Any = None

    def __call__(self, value: Any) -> str:
        self.value = value
        return ""


def _caught(template: Template, names: Names) -> Any:
    keep = _Value()
    template.render({**names, "_keep": keep})
    weigh(keep.value)
    return plain(keep.value)


def _streamed(template: Template, names: Names) -> str:
    """Render piece by piece, so that a text that grows for ever is stopped on its way."""
    pieces: list[str] = []
    length = 0
    for piece in template.generate(names):
        pieces.append(piece)
        length += len(piece)
        check_length_of(length)
    return "".join(pieces)


def _line_start(text: str, line: int) -> int:
    return sum(len(part) + 1 for part in text.split("\n")[: max(0, line - 1)])
