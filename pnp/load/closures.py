"""The quick way to fill in a template: its guarded tree becomes nested Python functions, one for every part.

They call the same filters, tests and operations of the sandbox, in the same order, as what Jinja would compile, and so
come to the same values, faults and costs (`tests/load/test_closures.py`); they need no code of their own to be compiled
and no run of a whole template for one expression. Loops and whatever else is rare are left to Jinja.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from jinja2 import Undefined, nodes
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import _PassArg

from pnp.load.budget import weigh
from pnp.load.filters import weighed
from pnp.load.values import Names, check_length_of, plain

Work = Callable[[Names], Any]
"""Works out one part of a template from the names."""

_DEEPEST = 40
_OF_JINJA = frozenset(("self", "super", "caller", "varargs", "kwargs", "loop"))
"""Names that mean something to Jinja."""
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": eq,
    "ne": ne,
    "lt": lt,
    "lteq": le,
    "gt": gt,
    "gteq": ge,
    "in": lambda left, right: left in right,
    "notin": lambda left, right: left not in right,
}


class OfNames:
    """A function of expressions that works with the names that they know."""

    __slots__ = ("of",)
    callable_from_templates = True

    def __init__(self, of: Callable[..., Any]) -> None:
        self.of = of


class LeftToJinja(Exception):
    """A template has a part that is not made into functions."""


class Closures:
    """Makes functions of the guarded trees of one environment."""

    def __init__(self, environment: SandboxedEnvironment) -> None:
        self.environment = environment
        self.globals: Mapping[str, Any] = environment.globals

    def text(self, tree: nodes.Template) -> Callable[[Names], str]:
        """Return a function that fills a template in, piece by piece, so that one that grows too long is stopped."""
        write = self._body(tree.body, 0)

        def fill(names: Names) -> str:
            pieces = _Pieces()
            write(names, pieces)
            return "".join(pieces.texts)

        return fill

    def kept(self, tree: nodes.Template) -> Work:
        """Return a function for what a template of one {{ _keep(…) }} keeps, just as it is."""
        match tree.body:
            case [nodes.Output(nodes=[nodes.Call(args=[kept], kwargs=[], dyn_args=None, dyn_kwargs=None)])]:
                return self._of(kept, 0)
            case _:
                raise LeftToJinja

    def single(self, tree: nodes.Template) -> Work:
        """Return a function for the plain value that a template of one {{ _keep(…) }} keeps."""
        work = self.kept(tree)

        def value(names: Names) -> Any:
            found = work(names)
            weigh(found)
            return plain(found)

        return value

    # ------------------------------------------------------------ statements

    def _body(self, body: Iterable[nodes.Node], depth: int) -> "Write":
        steps = [step for node in body for step in self._statement(node, depth)]

        def write(names: Names, pieces: _Pieces) -> None:
            for step in steps:
                step(names, pieces)

        return write

    def _statement(self, node: nodes.Node, depth: int) -> "Iterable[Write]":
        if isinstance(node, nodes.Output):
            return [self._output(part, depth) for part in node.nodes]
        if isinstance(node, nodes.If) and depth < _DEEPEST:
            return [self._branch(node, depth + 1)]
        raise LeftToJinja

    def _output(self, node: nodes.Expr, depth: int) -> "Write":
        if isinstance(node, nodes.TemplateData):
            text = node.data
            return lambda _, pieces: pieces.add(text)
        work = self._of(node, depth)
        return lambda names, pieces: pieces.add(weighed(work(names)))

    def _branch(self, node: nodes.If, depth: int) -> "Write":
        branches = [(self._of(each.test, depth), self._body(each.body, depth)) for each in (node, *node.elif_)]
        otherwise = self._body(node.else_, depth)

        def write(names: Names, pieces: _Pieces) -> None:
            for test, body in branches:
                if test(names):
                    body(names, pieces)
                    return
            otherwise(names, pieces)

        return write

    # ----------------------------------------------------------- expressions

    def _of(self, node: nodes.Node, depth: int) -> Work:
        make = _MADE_BY.get(type(node))
        if make is None or depth > _DEEPEST:
            raise LeftToJinja
        made: Work = make(self, node, depth + 1)
        return made

    def _constant(self, node: nodes.Const, _: int) -> Work:
        value = node.value
        return lambda names: value

    def _name(self, node: nodes.Name, _: int) -> Work:
        name, shared, undefined = node.name, self.globals, self.environment.undefined
        if name in _OF_JINJA:
            raise LeftToJinja

        def work(names: Names) -> Any:
            if name in names:
                return names[name]
            return shared[name] if name in shared else undefined(name=name)

        return work

    def _attribute(self, node: nodes.Getattr, depth: int) -> Work:
        of, get, attribute = self._of(node.node, depth), self.environment.getattr, node.attr
        return lambda names: get(of(names), attribute)

    def _item(self, node: nodes.Getitem, depth: int) -> Work:
        of, get = self._of(node.node, depth), self.environment.getitem
        if isinstance(node.arg, nodes.Slice):
            bounds = [self._of(b, depth) if b else None for b in (node.arg.start, node.arg.stop, node.arg.step)]
            return lambda names: of(names)[slice(*[b(names) if b else None for b in bounds])]
        at = self._of(node.arg, depth)
        return lambda names: get(of(names), at(names))

    def _sequence(self, node: nodes.List | nodes.Tuple, depth: int) -> Work:
        items = [self._of(item, depth) for item in node.items]
        if isinstance(node, nodes.Tuple):
            return lambda names: tuple([item(names) for item in items])
        return lambda names: [item(names) for item in items]

    def _mapping(self, node: nodes.Dict, depth: int) -> Work:
        pairs = [(self._of(pair.key, depth), self._of(pair.value, depth)) for pair in node.items]
        return lambda names: {key(names): value(names) for key, value in pairs}

    def _binary(self, node: nodes.BinExpr, depth: int) -> Work:
        left, right, operate = self._of(node.left, depth), self._of(node.right, depth), self.environment.call_binop
        sign = node.operator
        return lambda names: operate(None, sign, left(names), right(names))  # type: ignore[arg-type]

    def _both(self, node: nodes.And, depth: int) -> Work:
        left, right = self._of(node.left, depth), self._of(node.right, depth)
        return lambda names: left(names) and right(names)

    def _either(self, node: nodes.Or, depth: int) -> Work:
        left, right = self._of(node.left, depth), self._of(node.right, depth)
        return lambda names: left(names) or right(names)

    def _not(self, node: nodes.Not, depth: int) -> Work:
        of = self._of(node.node, depth)
        return lambda names: not of(names)

    def _minus(self, node: nodes.Neg, depth: int) -> Work:
        of = self._of(node.node, depth)
        return lambda names: -of(names)

    def _plus(self, node: nodes.Pos, depth: int) -> Work:
        of = self._of(node.node, depth)
        return lambda names: +of(names)

    def _comparison(self, node: nodes.Compare, depth: int) -> Work:
        first = self._of(node.expr, depth)
        rest = [(_COMPARISONS[operand.op], self._of(operand.expr, depth)) for operand in node.ops]
        if len(rest) == 1:
            compare, second = rest[0]
            return lambda names: compare(first(names), second(names))

        def work(names: Names) -> Any:
            left, found = first(names), True
            for compare, of in rest:
                right = of(names)
                found = compare(left, right)
                if not found:
                    break
                left = right
            return found

        return work

    def _condition(self, node: nodes.CondExpr, depth: int) -> Work:
        test, yes = self._of(node.test, depth), self._of(node.expr1, depth)
        if node.expr2 is not None:
            no = self._of(node.expr2, depth)
            return lambda names: yes(names) if test(names) else no(names)
        line = node.lineno  # what follows is what Jinja says
        hint = f"the inline if-expression on line {line} evaluated to false and no else section was defined."
        return lambda names: yes(names) if test(names) else Undefined(hint)

    def _filter(self, node: nodes.Filter, depth: int) -> Work:
        return self._applied(self.environment.filters.get(node.name), node, depth)

    def _test(self, node: nodes.Test, depth: int) -> Work:
        return self._applied(self.environment.tests.get(node.name), node, depth)

    def _applied(self, function: Any, node: nodes.Filter | nodes.Test, depth: int) -> Work:
        """Call a filter or a test, with what it wants to be given first."""
        if function is None or node.node is None:
            raise LeftToJinja
        first = self._of(node.node, depth)
        args, kwargs = self._arguments(node, depth)
        wants = _PassArg.from_obj(function)
        if wants is not None:
            before = self._given_first(wants)
            return lambda names: function(
                before(names), first(names), *[a(names) for a in args], **{k: v(names) for k, v in kwargs}
            )
        if not args and not kwargs:
            return lambda names: function(first(names))
        return lambda names: function(first(names), *[a(names) for a in args], **{k: v(names) for k, v in kwargs})

    def _call(self, node: nodes.Call, depth: int) -> Work:
        called = self._of(node.node, depth)
        args, kwargs = self._arguments(node, depth)
        context, call = self._given_first(_PassArg.context), self.environment.call

        def work(names: Names) -> Any:
            function = called(names)
            given = [a(names) for a in args]
            if isinstance(function, OfNames) and not kwargs:
                return function.of(names, *given)
            return call(context(names), function, *given, **{k: v(names) for k, v in kwargs})

        return work

    def _arguments(
        self, node: nodes.Filter | nodes.Test | nodes.Call, depth: int
    ) -> tuple[Sequence[Work], Sequence[tuple[str, Work]]]:
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise LeftToJinja
        kwargs = [(str(pair.key), self._of(pair.value, depth)) for pair in node.kwargs]
        if len({key for key, _ in kwargs}) < len(kwargs):
            raise LeftToJinja
        return [self._of(arg, depth) for arg in node.args], kwargs

    def _given_first(self, wants: _PassArg) -> Work:
        environment, shared = self.environment, self.globals

        def context(names: Names) -> Any:
            return environment.context_class(environment, {**shared, **names}, None, {})

        if wants is _PassArg.context:
            return context
        if wants is _PassArg.eval_context:
            return lambda names: context(names).eval_ctx
        return lambda _: environment


class _Pieces:
    """A text that is being written."""

    __slots__ = ("length", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        """Write on, unless it becomes too long."""
        self.texts.append(text)
        self.length += len(text)
        check_length_of(self.length)


Write = Callable[[Names, _Pieces], None]

_MADE_BY: Mapping[type[nodes.Node], Callable[[Closures, Any, int], Work]] = {
    nodes.Const: Closures._constant,
    nodes.Name: Closures._name,
    nodes.Getattr: Closures._attribute,
    nodes.Getitem: Closures._item,
    nodes.List: Closures._sequence,
    nodes.Tuple: Closures._sequence,
    nodes.Dict: Closures._mapping,
    **dict.fromkeys(
        (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow), Closures._binary
    ),
    nodes.And: Closures._both,
    nodes.Or: Closures._either,
    nodes.Not: Closures._not,
    nodes.Neg: Closures._minus,
    nodes.Pos: Closures._plus,
    nodes.Compare: Closures._comparison,
    nodes.CondExpr: Closures._condition,
    nodes.Filter: Closures._filter,
    nodes.Test: Closures._test,
    nodes.Call: Closures._call,
}
