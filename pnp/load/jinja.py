"""The Jinja side of templates: a sandbox with whitelisted filters and a step budget.

Jinja's own sandbox keeps templates away from Python's attributes; it does not keep them
from running for ever. So every round of a loop pays for what stands inside of it, every operation for the size
of what it works on (`budget.py`), and statements that content never needs (macros, includes, assignments) are refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any
from warnings import catch_warnings, simplefilter

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, UndefinedError, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round, make_attrgetter
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import _PassArg
from jinja2.visitor import NodeTransformer

from pnp.diagnostics import did_you_mean
from pnp.limits import LIMITS, METER, MOST_ADDED, how_to_raise
from pnp.load.budget import BUDGET, made, weigh, weigh_length, weigh_numbers
from pnp.load.template import Names, TemplateFault, check_length, check_length_of, counted, plain, show

_FILTERS = frozenset(
    (
        "abs",
        "capitalize",
        "count",
        "d",
        "default",
        "dictsort",
        "first",
        "float",
        "groupby",
        "int",
        "items",
        "join",
        "last",
        "length",
        "list",
        "lower",
        "map",
        "max",
        "min",
        "reject",
        "rejectattr",
        "replace",
        "reverse",
        "round",
        "select",
        "selectattr",
        "sort",
        "string",
        "sum",
        "title",
        "trim",
        "unique",
        "upper",
    )
)
_FORBIDDEN = (
    nodes.Macro,
    nodes.CallBlock,
    nodes.FilterBlock,
    nodes.Include,
    nodes.Import,
    nodes.FromImport,
    nodes.Extends,
    nodes.Block,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.With,
    nodes.Scope,
)
_MOST_NESTED_LOOPS = 4
_STEPS_PER_RUN = 20
_STEPS_PER_CHARACTER = 10
"""What running and compiling a template cost beside its own steps, so that thousands of small ones are bounded too."""
_NODES_PER_STEP = 4
_LOOP_FIELDS = frozenset(("index", "index0", "revindex", "first", "last", "length"))
_CONSTANT = frozenset(("count", "d", "default", "first", "length"))
"""Filters that take the same time whatever they are given."""
_SHALLOW = frozenset(("items", "last", "list", "map", "reject", "rejectattr", "reverse", "select", "selectattr"))
"""Filters that leave the entries of a list alone; those that come one by one are counted as they come."""
_OF_TEXTS = frozenset(("capitalize", "lower", "string", "title", "trim", "upper"))
"""Filters that turn what they are given into a text."""


def _sized(value: Any) -> Any:
    weigh(value)
    return value


def _paid(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter or test that pays for the size of what it is given and what it makes."""
    charge = weigh_length if name in _SHALLOW else weigh

    @wraps(function)
    def paid(*args: Any, **kwargs: Any) -> Any:
        BUDGET.spend()
        if name in _CONSTANT:
            return made(function(*args, **kwargs))
        charge(*args, *kwargs.values())
        if name in _OF_TEXTS:
            args = (show(args[0]), *args[1:])
        result = made(function(*args, **kwargs))
        charge(result)
        return result

    return paid


def _counted(values: Any, nodes_inside: int = 0) -> Iterator[Any]:
    """Yield the entries of a loop; each pays for what stands inside of the loop."""
    if isinstance(values, Mapping):
        weigh_length(values)
        values = list(values)
    steps = 1 + nodes_inside // _NODES_PER_STEP
    for value in values:
        BUDGET.spend(steps)
        yield value


def _weighed(value: Any) -> str:
    weigh(value)
    return show(value)


def _shown(values: Iterable[Any], between: int = 0) -> list[str]:
    """Write values as texts, measured one by one: together they may be beyond all measure."""
    texts: list[str] = []
    length = 0
    for value in values:
        BUDGET.spend()
        texts.append(_weighed(value))
        length += len(texts[-1]) + between
        check_length_of(length)
    return texts


def _concatenated(values: Iterable[Any]) -> str:
    return "".join(_shown(values))


def _joined(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    between = str(separator)
    return between.join(_shown((v[attribute] if attribute is not None else v for v in values), len(between)))


def _rounded(value: Any, precision: int = 0, method: str = "common") -> Any:
    if not isinstance(precision, int) or abs(precision) > 15:
        raise TemplateFault("budget", "numbers are rounded to 15 places at most")
    return do_round(value, precision, method)  # type: ignore[arg-type]


def _replaced(text: Any, old: Any, new: Any) -> str:
    source, before, after = show(text), show(old), show(new)
    times = source.count(before)
    check_length_of(len(source) + times * (len(after) - len(before)))
    return source.replace(before, after)


def _summed(environment: "_Environment", values: Any, attribute: str | int | None = None, start: Any = 0) -> Any:
    """Add values up, each addition bounded like one that is written out."""
    total = start
    of = make_attrgetter(environment, attribute) if attribute is not None else None
    for value in values:
        BUDGET.spend()
        total = added(total, of(value) if of else value)
    return total


_summed.jinja_pass_arg = _PassArg.environment  # type: ignore[attr-defined]


def added(left: Any, right: Any) -> Any:
    """Add two numbers, texts or short lists."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return made(left + right)
    if isinstance(left, str) and isinstance(right, str):
        check_length_of(len(left) + len(right))
        return left + right
    if isinstance(left, list) and isinstance(right, list) and len(left) + len(right) <= MOST_ADDED:
        weigh_length(left, right)
        return left + right
    raise SecurityError("only numbers, texts or short lists can be added")


_SMALL_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def in_words(value: Any) -> str:
    """Write a small whole number as a word."""
    if isinstance(value, int) and 0 <= value < len(_SMALL_NUMBERS):
        return _SMALL_NUMBERS[value]
    return show(value)


def plural(count: Any, one: str, many: str | None = None) -> str:
    """Return the word for that many things."""
    return one if count == 1 else (many if many is not None else one + "s")


def percent(share: Any, digits: int = 0) -> str:
    """Write a share of one in percent."""
    if not isinstance(share, (int, float)) or not 0 <= digits <= 15:
        raise TemplateFault("template", "only a number can be written in percent, with up to 15 digits")
    return f"{made(share):.{digits}%}"


def listed(values: Iterable[Any], last: str = "and") -> str:
    """Write a list as in a sentence: a, b and c."""
    items = _shown(values, 6)
    return check_length(", ".join(items[:-1]) + f" {last} " + items[-1] if len(items) > 1 else "".join(items))


def _weighing(node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, "_sized", [], [], None, None, lineno=node.lineno)


def _count(node: nodes.Node) -> int:
    """Count what runs once each time a node does; the inside of loops is counted by their rounds."""
    total, waiting = 0, [node]
    while waiting:
        found = waiting.pop()
        total += 1
        waiting.extend([found.iter] if isinstance(found, nodes.For) and found is not node else found.iter_child_nodes())
    return total


class _Guard(NodeTransformer):
    """Refuses statements that content never needs and puts a counter into every loop."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - Jinja's name
        if node.recursive:
            raise TemplateSyntaxError("recursive loops are not allowed", node.lineno)
        self.depth += 1
        if self.depth > _MOST_NESTED_LOOPS:
            raise TemplateSyntaxError(f"more than {_MOST_NESTED_LOOPS} loops inside each other", node.lineno)
        self.generic_visit(node)
        self.depth -= 1
        inside = nodes.Const(_count(node) - _count(node.iter))
        node.iter = nodes.Filter(node.iter, "_counted", [inside], [], None, None, lineno=node.lineno)
        return node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802 - Jinja's name
        self.generic_visit(node)
        for pair in node.items:
            pair.key = _weighing(pair.key)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - Jinja's name
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, "_concatenated", [], [], None, None, lineno=node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802 - Jinja's name
        self.generic_visit(node)
        node.expr = _weighing(node.expr)
        for operand in node.ops:
            operand.expr = _weighing(operand.expr)
        return node

    def visit_Filter(self, node: nodes.Filter) -> nodes.Node:  # noqa: N802 - Jinja's name
        if node.name.startswith("_"):
            raise TemplateSyntaxError(f"No filter named '{node.name}'.", node.lineno)
        self.generic_visit(node)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802 - Jinja's name
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _weighing(node.node)
        return node

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        if isinstance(node, _FORBIDDEN):
            raise TemplateSyntaxError(f"'{type(node).__name__.lower()}' is not allowed in content", node.lineno)
        return super().generic_visit(node, *args, **kwargs)


class _Undefined(StrictUndefined):
    """What is not there; looking for what was meant waits until somebody is told."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, container = self._undefined_name, self._undefined_obj
        if not self._undefined_hint and isinstance(name, str) and isinstance(container, Mapping):
            hint = did_you_mean(name, map(str, container))
            return f"'{name}' is not defined here" + (f"; {hint}" if hint else "")
        if name is not None and not isinstance(name, (str, int, float)):
            return "there is no such entry"
        return super()._undefined_message

    def __repr__(self) -> str:
        return str(self)


class _Environment(SandboxedEnvironment):
    """A sandbox in which a record's keys are its only attributes."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "**", "%"))

    def getattr(self, obj: Any, attribute: str) -> Any:
        BUDGET.spend()
        if isinstance(obj, Mapping):
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        if isinstance(obj, LoopContext) and attribute in _LOOP_FIELDS:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        BUDGET.spend()
        weigh(argument)
        return super().getitem(obj, argument)

    def call_filter(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("_"):
            raise TemplateSyntaxError(f"No filter named '{name}'.", 1)
        return super().call_filter(name, *args, **kwargs)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return False

    def is_safe_callable(self, obj: Any) -> bool:
        if getattr(obj, "callable_from_templates", False) is not True:
            raise SecurityError("this cannot be called")
        return True

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        BUDGET.spend()
        if operator == "%" and isinstance(left, str):
            raise SecurityError("text formatting with % is not allowed")
        if isinstance(left, Undefined) or isinstance(right, Undefined):
            return self.binop_table[operator](left, right)  # says what is missing
        if operator == "+":
            return added(left, right)
        if not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
            raise SecurityError(f"only numbers can be {_DONE[operator]}")
        if operator == "**" and (abs(right) > 16 or abs(left) > 10_000):
            raise SecurityError("this power is too large")
        weigh_numbers(left, right)
        return made(self.binop_table[operator](left, right))


_DONE = {
    "-": "subtracted",
    "*": "multiplied",
    "/": "divided",
    "//": "divided",
    "%": "divided",
    "**": "raised to a power",
}


def _bounded_range(*bounds: int) -> range:
    values = range(*bounds)
    if len(values) > LIMITS.loop_values:
        hint = how_to_raise("loop_values")
        raise TemplateFault("budget", f"range() of more than {LIMITS.loop_values} values", hint=hint)
    return values


_bounded_range.callable_from_templates = True  # type: ignore[attr-defined]


@pass_context  # so that nothing is worked out while a template is compiled, where nobody counts
def _finalize(context: Context, value: Any) -> str:
    return _weighed(value)


def _environment() -> _Environment:
    environment = _Environment(
        undefined=_Undefined,
        finalize=_finalize,
        autoescape=False,
        optimized=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Any] = {name: f for name, f in environment.filters.items() if name in _FILTERS}
    filters.update(
        join=_joined,
        replace=_replaced,
        round=_rounded,
        sum=_summed,
        words=in_words,
        plural=plural,
        listed=listed,
        percent=percent,
    )
    environment.filters = {name: _paid(name, function) for name, function in filters.items()}
    environment.filters.update(_counted=_counted, _concatenated=_concatenated, _sized=_sized)
    tests: dict[str, Any] = dict(environment.tests)
    environment.tests = {name: _paid(name, test) for name, test in tests.items()}
    environment.globals = {"range": _bounded_range}
    return environment


_ENV = _environment()
_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")
_ALONE = re.compile(r"\s*\{\{-?((?:(?!\{\{|\}\}|\{%).)*?)-?\}\}\s*", re.DOTALL)


class Compiled:
    """A template that Jinja has compiled, and what a run of it costs at least; one of its own for a single {{ … }}."""

    def __init__(self, text: str) -> None:
        METER.spend("game_steps", _STEPS_PER_CHARACTER * len(text))
        self.text = text
        try:
            self._template, self._steps = _compiled(text)
            alone = _ALONE.fullmatch(text)
            self._expression = _compiled("{{ _keep(" + alone[1] + ") }}")[0] if alone else None
        except TemplateSyntaxError as error:
            message = error.message or "broken template"
            raise TemplateFault("template", message, _line_start(text, error.lineno or 1)) from None
        except (RecursionError, SyntaxError, MemoryError):  # Python's own, when it compiles what Jinja made
            raise TemplateFault("template", "nested too deeply") from None

    def looked_up(self) -> dict[str, int]:
        """Return the names that it looks up, each with a place where it does."""
        found = sorted(find_undeclared_variables(_ENV.parse(self.text)) - set(_ENV.globals))
        places = {name: re.search(rf"\{{[{{%][^}}]*?\b({name})\b", self.text) for name in found}
        return {name: place.start(1) if place else 0 for name, place in places.items()}

    def render(self, names: Names) -> str:
        """Fill the template in."""
        return str(self._run(lambda: counted(_streamed(self._template, names)), names))

    def value(self, names: Names) -> Any:
        """Return the value of a single {{ … }} itself, else the filled-in text."""
        expression = self._expression
        if expression is None:
            return self.render(names)
        keep = _Value()

        def work() -> Any:
            expression.render({**names, "_keep": keep})
            weigh(keep.value)
            return plain(keep.value)

        return self._run(work, names)

    def _run(self, work: Callable[[], Any], names: Names) -> Any:
        BUDGET.start()
        try:
            BUDGET.spend(self._steps)
            return work()
        except TemplateFault as fault:
            raise self._placed(fault) from None
        except UndefinedError as error:
            raise self._undefined(error.message or "undefined", names) from None
        except SecurityError as error:
            raise TemplateFault("template", f"not allowed in content: {_said(error)}") from None
        except (RecursionError, MemoryError):
            raise TemplateFault("budget", "nested too deeply, or too large for the memory there is") from None
        except (TemplateError, TypeError, ValueError, ArithmeticError, AttributeError, LookupError, NameError) as error:
            raise TemplateFault("template", f"cannot be worked out: {_said(error)}") from None
        finally:
            BUDGET.settle()

    def _placed(self, fault: TemplateFault) -> TemplateFault:
        """Return a fault, with its place if it speaks of a name that stands in this template."""
        named = re.search(r"'([^']*)'", fault.message) if fault.code == "reference" else None
        offset = max(0, self.text.find(named[1])) if named else fault.offset
        return TemplateFault(fault.code, fault.message, offset, fault.length, fault.hint)

    def _undefined(self, message: str, names: Names) -> TemplateFault:
        name = re.match(r"'(\w+)' is undefined", message)
        if name is None:
            return TemplateFault("undefined", message)
        hint = did_you_mean(name[1], [n for n in names if not n.startswith("_")])
        offset = max(0, self.text.find(name[1]))
        return TemplateFault("undefined", f"'{name[1]}' is not defined here", offset, len(name[1]), hint)


def _said(error: Exception) -> str:
    return _ADDRESS.sub("it", str(error))


def _compiled(text: str) -> tuple[Any, int]:
    """Return a compiled template and the steps of one run without its loops."""
    tree = _Guard().visit(_ENV.parse(text))
    steps = _STEPS_PER_RUN + _count(tree) // _NODES_PER_STEP
    with catch_warnings():  # Python's own, of what a stranger wrote
        simplefilter("ignore")
        code = _ENV.compile(tree)
    return _ENV.template_class.from_code(_ENV, code, _ENV.make_globals(None)), steps


class _Value:
    """Catches the value of a single expression."""

    callable_from_templates = True

    def __init__(self) -> None:
        self.value: Any = None

    def __call__(self, value: Any) -> str:
        self.value = value
        return ""


def _streamed(template: Any, names: Names) -> str:
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
