"""Where names are given values: assignments, imports, definitions, targets of loops, in the order of the text."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterable, Iterator, Sequence

from grader.own_work.concepts import CONCEPTS
from grader.own_work.values import UNKNOWN, Binding, FunctionNode, Given, Library, Meaning, Names, Part, Scope

__all__ = [
    "assigned_attributes",
    "names_of_class",
    "names_of_comprehension",
    "names_of_function",
    "names_of_module",
]

# ``from X import *`` also replaces a function of the student's that stands above it.
_STARS = {
    "torch": ("softmax", "log_softmax"),
    "torch.special": ("softmax", "log_softmax"),
    "scipy.special": ("softmax", "log_softmax"),
    "torch.nn.functional": tuple(n for names in CONCEPTS.values() for n in names if "." not in n and n[:1] != "_"),
}
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def live(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block up to the one that leaves it."""
    for statement in body:
        yield statement
        if isinstance(statement, _ENDS):
            return


def names_of_module(cells: Iterable[Sequence[ast.stmt]]) -> Names:
    collector = _Collector(Names(ordered=True))
    for cell in cells:
        with contextlib.suppress(RecursionError):  # thousands of elif; the other cells are read all the same
            collector.block(cell, sure=True)
    for cell in cells:
        for statement in cell:
            for node in ast.walk(statement):
                for name in node.names if isinstance(node, ast.Global) else ():
                    collector.bind(name, Given(frozenset({UNKNOWN})), node, sure=False)
    return collector.names


def names_of_class(node: ast.ClassDef) -> Names:
    collector = _Collector(Names(ordered=True))
    collector.block(node.body, sure=True)
    return collector.names


def names_of_function(node: FunctionNode, defined: Scope) -> Names:
    """The local names of a function, whatever the order: a later one may be there when a loop comes round again."""
    collector = _Collector(Names(ordered=False))
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    pairs = list(zip(positional, [*defaults, *arguments.defaults], strict=True))
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pairs += [(extra, None) for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
    for argument, default in pairs:
        collector.names.parameters.add(argument.arg)
        collector.bind(argument.arg, Given(frozenset({UNKNOWN})), argument, sure=False)
        if default is not None:
            collector.bind(argument.arg, Part(default), argument, sure=False, scope=defined)
    if isinstance(node, ast.Lambda):
        collector.walruses(node.body)
    else:
        collector.block(node.body, sure=False)
    return collector.names


def names_of_comprehension(generators: Iterable[ast.comprehension]) -> Names:
    collector = _Collector(Names(ordered=False))
    for generator in generators:
        collector.target(generator.target, Part(generator.iter, (None,)), sure=False)
    return collector.names


def assigned_attributes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, Part]]:
    """``self.name = value`` in a method: each name with what it's given."""
    positional = [*node.args.posonlyargs, *node.args.args]
    if not positional:
        return
    itself = positional[0].arg
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assign):
            for target in inner.targets:
                yield from _attributes_in(target, Part(inner.value), itself)
        elif isinstance(inner, ast.AnnAssign) and inner.value is not None:
            yield from _attributes_in(inner.target, Part(inner.value), itself)
        elif isinstance(inner, ast.Call):
            yield from _registered(inner, itself)


def _attributes_in(target: ast.expr, part: Part, itself: str) -> Iterator[tuple[str, Part]]:
    if isinstance(target, ast.Tuple | ast.List):
        for index, inner in enumerate(target.elts):
            yield from _attributes_in(inner, Part(part.node, (*part.path, index)), itself)
    elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == itself:
        yield target.attr, part


def _registered(call: ast.Call, itself: str) -> Iterator[tuple[str, Part]]:
    """``self.add_module("name", module)`` and ``setattr(self, "name", value)``."""
    arguments = call.args
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("add_module", "register_module"):
        arguments = [call.func.value, *arguments]
    elif not (isinstance(call.func, ast.Name) and call.func.id == "setattr"):
        return
    match arguments:
        case [ast.Name(id=holder), ast.Constant(value=str(name)), value] if holder == itself:
            yield name, Part(value)


class _Collector:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.order = 0

    def bind(self, name: str, meaning: Meaning, node: ast.AST, *, sure: bool, scope: Scope | None = None) -> None:
        self.order += 1
        line = int(getattr(node, "lineno", 0))
        self.names.history.setdefault(name, []).append(Binding(self.order, sure, line, meaning, scope))

    def block(self, body: Sequence[ast.stmt], *, sure: bool) -> None:
        for statement in live(body):
            self.statement(statement, sure)

    def statement(self, node: ast.stmt, sure: bool) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.bind(node.name, node, node, sure=sure)
            case ast.Import() | ast.ImportFrom():
                self.imported(node, sure)
            case ast.Assign():
                for target in node.targets:
                    self.target(target, Part(node.value), sure=sure)
            case ast.AnnAssign(value=ast.expr() as value):
                self.target(node.target, Part(value), sure=sure)
            case ast.AugAssign(target=ast.Name(id=name)):
                self.bind(name, Given(frozenset({UNKNOWN})), node, sure=False)
            case ast.Delete():
                for target in node.targets:
                    if isinstance(target, ast.Name) and sure:
                        self.order += 1
                        self.names.history.pop(target.id, None)
            case ast.Global() | ast.Nonlocal():
                self.names.elsewhere.update(node.names)
            case ast.For() | ast.AsyncFor():
                self.target(node.target, Part(node.iter, (None,)), sure=False)
                self.blocks(node.body, node.orelse)
            case ast.While():
                self.blocks(node.body, node.orelse)
            case ast.If():
                self.branches(node, sure)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    if item.optional_vars is not None:
                        self.target(item.optional_vars, Part(item.context_expr), sure=sure)
                self.block(node.body, sure=sure)
            case ast.Try() | ast.TryStar():
                self.blocks(node.body, node.orelse, *(handler.body for handler in node.handlers))
                self.block(node.finalbody, sure=sure)
            case ast.Match():
                self.blocks(*(case.body for case in node.cases))
        self.walruses(*(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)))

    def blocks(self, *bodies: Sequence[ast.stmt]) -> None:
        for body in bodies:
            self.block(body, sure=False)

    def branches(self, node: ast.If, sure: bool) -> None:
        match node.test:
            case ast.Constant(value=value):
                self.block(node.body if value else node.orelse, sure=sure)
            case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()]):
                self.block(node.body, sure=sure)  # a notebook is __main__
            case _:
                self.blocks(node.body, node.orelse)

    def imported(self, node: ast.Import | ast.ImportFrom, sure: bool) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                path = alias.name if alias.asname else alias.name.partition(".")[0]
                self.bind(alias.asname or path, Given(frozenset({Library(path)})), node, sure=sure)
            elif node.level or not node.module:
                self.bind(alias.asname or alias.name, Given(frozenset({UNKNOWN})), node, sure=sure)
            elif alias.name == "*":
                self.names.stars.append(node.module)
                for name in _STARS.get(node.module, ()):
                    self.bind(name, Given(frozenset({Library(f"{node.module}.{name}")})), node, sure=sure)
            else:
                path = f"{node.module}.{alias.name}"
                self.bind(alias.asname or alias.name, Given(frozenset({Library(path)})), node, sure=sure)

    def target(self, target: ast.expr, part: Part, *, sure: bool) -> None:
        match target:
            case ast.Name(id=name):
                self.bind(name, part, target, sure=sure)
            case ast.Tuple() | ast.List():
                for index, inner in enumerate(target.elts):
                    self.target(inner, Part(part.node, (*part.path, index)), sure=sure)
            case ast.Starred():
                self.target(target.value, Part(part.node, (*part.path[:-1], None)), sure=sure)
            case ast.Attribute():
                self.order += 1
                self.names.patches.append((target, Binding(self.order, sure, target.lineno, part)))

    def walruses(self, *expressions: ast.expr) -> None:
        for expression in expressions:
            for node in ast.walk(expression):
                if isinstance(node, ast.NamedExpr):
                    self.bind(node.target.id, Part(node.value), node, sure=False)
