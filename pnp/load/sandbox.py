"""Jinja's sandbox, made narrower: a guard over what is compiled, and an environment in which every step is paid for.

Jinja's own sandbox keeps templates away from Python's attributes; it does not keep them from running for ever. So
every round of a loop pays for what stands inside of it, every operation for the size of what it works on
(`budget.py`), and statements that content never needs (macros, includes, assignments) are refused.
"""

from collections.abc import Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, Undefined, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.visitor import NodeTransformer

from pnp.context import limits
from pnp.diagnostics import did_you_mean
from pnp.limits import how_to_raise
from pnp.load.budget import made, spend, weigh, weigh_numbers
from pnp.load.filters import added, filters_of, paid, weighed
from pnp.load.values import TemplateFault

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
_LOOP_FIELDS = frozenset(("index", "index0", "revindex", "first", "last", "length"))


def _weighing(node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, "_sized", [], [], None, None, lineno=node.lineno)


def _parts_of(node: nodes.Node) -> int:
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
        inside = nodes.Const(_parts_of(node) - _parts_of(node.iter))
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


def guarded(tree: nodes.Template) -> tuple[nodes.Template, int]:
    """Return a template with its guard, and how many parts of it run once whatever its loops do."""
    safe: nodes.Template = _Guard().visit(tree)
    return safe, _parts_of(safe)


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


class _Sandbox(SandboxedEnvironment):
    """A sandbox in which a record's keys are its only attributes."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "**", "%"))

    def getattr(self, obj: Any, attribute: str) -> Any:
        spend()
        if isinstance(obj, Mapping):
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        if isinstance(obj, LoopContext) and attribute in _LOOP_FIELDS:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        spend()
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
        spend()
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
    if len(values) > limits().loop_values:
        hint = how_to_raise("loop_values")
        raise TemplateFault("budget", f"range() of more than {limits().loop_values} values", hint=hint)
    return values


_bounded_range.callable_from_templates = True  # type: ignore[attr-defined]


@pass_context  # so that nothing is worked out while a template is compiled, where nobody counts
def _finalize(context: Context, value: Any) -> str:
    return weighed(value)


def sandbox() -> SandboxedEnvironment:
    """Return an environment with the filters and tests that content may use."""
    environment = _Sandbox(
        undefined=_Undefined,
        finalize=_finalize,
        autoescape=False,
        optimized=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    known: dict[str, Any] = environment.filters
    environment.filters = filters_of(known)
    tests: dict[str, Any] = dict(environment.tests)
    environment.tests = {name: paid(name, test) for name, test in tests.items()}
    environment.globals = {"range": _bounded_range}
    return environment
