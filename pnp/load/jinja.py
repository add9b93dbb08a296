"""The Jinja side of templates: a sandbox with whitelisted filters and a step budget.

Jinja's own sandbox keeps templates away from Python's attributes; it does not keep them
from running for ever. So every loop counts its steps, growing texts are measured, and
statements that templates of content never need (macros, includes, assignments) are refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.visitor import NodeTransformer

from pnp.diagnostics import did_you_mean
from pnp.limits import LIMITS, METER
from pnp.load.template import Names, TemplateFault, check_length, check_length_of, counted, show

_FILTERS = frozenset(
    (
        "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items",
        "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace",
        "reverse", "round", "select", "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
    )
)  # fmt: skip
_FORBIDDEN = (
    nodes.Macro, nodes.CallBlock, nodes.FilterBlock, nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends,
    nodes.Block, nodes.Assign, nodes.AssignBlock, nodes.With, nodes.Scope,
)  # fmt: skip
_MOST_NESTED_LOOPS = 4
_STEPS_PER_RUN = 20
_STEPS_PER_CHARACTER = 10
"""What running and compiling a template cost beside its own steps, so that thousands of small ones are bounded too."""
_LOOP_FIELDS = frozenset(("index", "index0", "revindex", "first", "last", "length"))


class _Budget:
    """Counts the steps of one rendering."""

    left = 0

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        METER.spend("game_steps", steps)
        if self.left < 0:
            raise TemplateFault("budget", f"the template takes more than {LIMITS.template_steps} steps")


_BUDGET = _Budget()


def _weigh(*values: Any) -> None:
    """Spend steps by the size of values that one operation walks through, whatever is nested in them."""
    for value in values:
        if isinstance(value, (list, tuple, dict, range)) or (isinstance(value, str) and len(value) > 100):
            _BUDGET.spend(_size(value) // 5)


def _size(value: Any) -> int:
    """Count the values in a value; twenty characters count as one."""
    total, waiting = 0, [value]
    while waiting and total <= 10 * LIMITS.template_steps:
        found = waiting.pop()
        if isinstance(found, str):
            total += len(found) // 20
        elif isinstance(found, range):
            total += len(found)
        elif isinstance(found, (list, tuple, dict)):
            total += len(found)
            waiting.extend(found.values() if isinstance(found, dict) else found)
    return total


def _sized(value: Any) -> Any:
    _weigh(value)
    return value


def _weighed(function: Any) -> Callable[..., Any]:
    """Return a filter or test that pays for the size of what it is given."""

    @wraps(function)
    def paid(*args: Any, **kwargs: Any) -> Any:
        _BUDGET.spend()
        _weigh(*args)
        return function(*args, **kwargs)

    result: Callable[..., Any] = paid
    return result


def _counted(values: Any) -> Iterator[Any]:
    if isinstance(values, Mapping):
        values = list(values)
    for value in values:
        _BUDGET.spend()
        yield value


def _shown(values: Iterable[Any], between: int = 0) -> list[str]:
    """Write values as texts, measured one by one: together they may be beyond all measure."""
    texts: list[str] = []
    length = 0
    for value in values:
        _BUDGET.spend()
        texts.append(show(value))
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


def _replaced(text: Any, old: str, new: str) -> str:
    source = str(text)
    if len(source) * max(1, len(str(new))) > LIMITS.template_chars * 10:
        raise TemplateFault("budget", "replace makes the text too long")
    result = check_length(source.replace(str(old), str(new)))
    _weigh(result)
    return result


_SMALL_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def in_words(value: Any) -> str:
    """Write a small whole number as a word."""
    if isinstance(value, int) and 0 <= value < len(_SMALL_NUMBERS):
        return _SMALL_NUMBERS[value]
    return show(value)


def plural(count: Any, one: str, many: str | None = None) -> str:
    """Return the word for that many things."""
    return one if count == 1 else (many if many is not None else one + "s")


def listed(values: Iterable[Any], last: str = "and") -> str:
    """Write a list as in a sentence: a, b and c."""
    items = _shown(values, 6)
    return check_length(", ".join(items[:-1]) + f" {last} " + items[-1] if len(items) > 1 else "".join(items))


def _weighing(node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, "_sized", [], [], None, None, lineno=node.lineno)


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
        node.iter = nodes.Filter(node.iter, "_counted", [], [], None, None, lineno=node.lineno)
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
    """What is not there; it cannot be shown inside of a list either."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class _Environment(SandboxedEnvironment):
    """A sandbox in which a record's keys are its only attributes."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Mapping):
            try:
                return obj[attribute]
            except KeyError:
                hint = did_you_mean(attribute, [str(k) for k in obj])
                return self.undefined(f"'{attribute}' is not defined here" + (f"; {hint}" if hint else ""))
        if isinstance(obj, LoopContext) and attribute in _LOOP_FIELDS:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return False

    def is_safe_callable(self, obj: Any) -> bool:
        return getattr(obj, "callable_from_templates", False) is True

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
        _weigh(left, right)
        if operator == "+" and isinstance(left, str) and isinstance(right, str):
            return check_length(left + right)
        if operator == "%" and isinstance(left, str):
            raise SecurityError("text formatting with % is not allowed")
        if operator == "**" and numbers and (abs(right) > 16 or abs(left) > 10_000):
            raise SecurityError("this power is too large")
        if operator == "*" and not numbers:
            raise SecurityError("only numbers can be multiplied")
        if operator == "+" and not numbers:
            if isinstance(left, list) and isinstance(right, list) and len(left) + len(right) <= 10_000:
                return left + right
            raise SecurityError("only numbers, texts or short lists can be added")
        return super().call_binop(context, operator, left, right)


def _bounded_range(*bounds: int) -> range:
    values = range(*bounds)
    if len(values) > 10_000:
        raise TemplateFault("budget", "range() of more than 10000 values")
    return values


_bounded_range.callable_from_templates = True  # type: ignore[attr-defined]


def _environment() -> _Environment:
    environment = _Environment(
        undefined=_Undefined, finalize=show, autoescape=False, optimized=False, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters = {name: _weighed(f) for name, f in environment.filters.items() if name in _FILTERS}
    environment.tests = {name: _weighed(f) for name, f in environment.tests.items()}
    environment.filters.update(
        _counted=_counted, _concatenated=_concatenated, _sized=_sized, join=_joined, replace=_replaced, round=_rounded,
        words=in_words, plural=plural, listed=listed,
    )  # fmt: skip
    environment.globals = {"range": _bounded_range}
    return environment


_ENV = _environment()
_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")
_ALONE = re.compile(r"\s*\{\{-?((?:(?!\{\{|\}\}|\{%).)*?)-?\}\}\s*", re.DOTALL)


def compile_template(text: str) -> tuple[Any, Any]:
    """Compile a template; also as an expression if it is one single {{ … }}."""
    METER.spend("game_steps", _STEPS_PER_CHARACTER * len(text))
    try:
        alone = _ALONE.fullmatch(text)
        return _compiled(text), _compiled_expression(alone[1]) if alone else None
    except TemplateSyntaxError as error:
        message = error.message or "broken template"
        raise TemplateFault("template", message, _line_start(text, error.lineno or 1)) from None
    except (RecursionError, SyntaxError, MemoryError):  # Python's own, when it compiles what Jinja made
        raise TemplateFault("template", "nested too deeply") from None


def _compiled(text: str) -> Any:
    tree = _Guard().visit(_ENV.parse(text))
    return _ENV.template_class.from_code(_ENV, _ENV.compile(tree), _ENV.make_globals(None))


class _Value:
    """Catches the value of a single expression."""

    callable_from_templates = True

    def __init__(self) -> None:
        self.value: Any = None

    def __call__(self, value: Any) -> str:
        self.value = value
        return ""


def _compiled_expression(source: str) -> Any:
    return _compiled("{{ _keep(" + source + ") }}")


def run(compiled: tuple[Any, Any], text: str, names: Names) -> tuple[str, Any]:
    """Render a compiled template: its text and, for a single expression, its value."""
    template, expression = compiled
    _BUDGET.left = LIMITS.template_steps
    METER.spend("game_steps", _STEPS_PER_RUN)
    try:
        if expression is not None:
            keep = _Value()
            expression.render({**names, "_keep": keep})
            return counted(show(keep.value)), keep.value
        rendered = counted(_streamed(template, names))
        return rendered, rendered
    except TemplateFault as fault:
        raise TemplateFault(fault.code, fault.message, fault.offset, fault.length, fault.hint) from None
    except UndefinedError as error:
        message = error.message or "undefined"
        name = re.match(r"'(\w+)' is undefined", message)
        hint = did_you_mean(name[1], [n for n in names if not n.startswith("_")]) if name else None
        offset = max(0, text.find(name[1])) if name else 0
        said = f"'{name[1]}' is not defined here" if name else message
        raise TemplateFault("undefined", said, offset, len(name[1]) if name else 1, hint) from None
    except SecurityError as error:
        raise TemplateFault("template", f"not allowed in content: {_ADDRESS.sub('it', str(error))}") from None
    except TemplateError as error:
        raise TemplateFault("template", str(error)) from None
    except RecursionError:
        raise TemplateFault("budget", "nested too deeply") from None
    except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError, NameError) as error:
        raise TemplateFault("template", f"cannot be worked out: {error}") from None


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
