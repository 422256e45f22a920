"""What a call gives back, and which functions it may carry along: partials, decorators, factories, containers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from grader.own_work import flow
from grader.own_work.concepts import CONCEPTS, is_watched, watched
from grader.own_work.values import (
    NOTHING,
    UNKNOWN,
    Class,
    Constant,
    Function,
    Instance,
    Items,
    Library,
    Made,
    Scope,
    Super,
    Value,
    Values,
)

if TYPE_CHECKING:
    from grader.own_work.notebook import Notebook

__all__ = ["arguments", "carried", "decorated", "folded_text", "result", "returned", "run_by_calling"]

ANYTHING: Values = frozenset({UNKNOWN})
_ALL_NAMES = watched(CONCEPTS)
# Methods of a module that give it back.
_ITSELF = {"to", "eval", "train", "double", "float", "half", "cuda", "cpu", "requires_grad_", "apply"}


def arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def result(notebook: Notebook, node: ast.Call, scope: Scope) -> Values:
    """What the call may give.  Functions among its arguments may be within that: ``partial(F.softmax, dim=-1)``."""
    special = _special(notebook, node, scope)
    if special is not None:
        return special
    handed = carried(notebook.union(arguments(node), scope))
    return _given(notebook, notebook.value(node.func, scope)) | handed


def decorated(notebook: Notebook, values: Values, decorators: Sequence[ast.expr], scope: Scope) -> Values:
    for decorator in reversed(decorators):
        values = _given(notebook, notebook.value(decorator, scope)) - ANYTHING | values
    return values


def carried(values: Values) -> Values:
    """Those of `values` that may be called later by whoever is given them."""
    return frozenset(
        value
        for value in values
        if isinstance(value, Function | Class | Instance | Made | Items)
        or (isinstance(value, Library) and _is_one(value.path))
    )


def run_by_calling(notebook: Notebook, instance: Instance) -> Values:
    """The methods that ``instance(...)`` runs."""
    cls = instance.cls
    of_module = bool(notebook.library_bases(cls))
    found = notebook.member(cls, "__call__", cls)
    own = frozenset(value for value in found if not isinstance(value, Library))
    return own | notebook.member(cls, "forward", cls) if of_module or not own else own


def returned(notebook: Notebook, function: Function) -> Values:
    """What the function may return or yield."""
    scope = notebook.function_scope(function)
    if isinstance(function.node, ast.Lambda):
        return notebook.value(function.node.body, scope)
    given: list[ast.expr] = []
    for statement in flow.statements(notebook, function.node.body, scope):
        match statement:
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                given.append(value)
    return notebook.union(given, scope) or frozenset({Constant(None)})


def folded_text(notebook: Notebook, node: ast.BinOp | ast.JoinedStr, scope: Scope) -> Values:
    """``'soft' + 'max'`` and ``f'soft{end}'``, where all parts are known."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    else:
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
            parts.insert(0, left.right)
            left = left.left
        parts.insert(0, left)
    return _joined(notebook, "", parts, scope)


def _joined(notebook: Notebook, between: str, parts: Iterable[ast.expr], scope: Scope) -> Values:
    texts = [notebook.constant(part, scope) for part in parts]
    known = [text for text in texts if isinstance(text, str)]
    return frozenset({Constant(between.join(known))}) if len(known) == len(texts) else ANYTHING


def _is_one(path: str) -> bool:
    return is_watched(path, _ALL_NAMES) or is_watched(f"{path}.forward", _ALL_NAMES)


def _given(notebook: Notebook, callees: Values) -> Values:
    return NOTHING.union(*(_given_by(notebook, callee) for callee in callees)) or ANYTHING


def _given_by(notebook: Notebook, callee: Value) -> Values:
    match callee:
        case Library(path):
            return frozenset({Made(path)}) if callee.is_class and path.partition(".")[0] != "builtins" else ANYTHING
        case Function():
            return returned(notebook, callee)
        case Class():
            return frozenset({Instance(callee)})
        case Instance():
            return _given(notebook, frozenset(v for v in run_by_calling(notebook, callee) if isinstance(v, Function)))
    return ANYTHING


def _special(notebook: Notebook, node: ast.Call, scope: Scope) -> Values | None:
    """Calls that are read for what they do; None for all others."""
    if isinstance(node.func, ast.Attribute):
        found = _of_method(notebook, node.func, node, scope)
        if found is not None:
            return found
    paths = {value.path for value in notebook.value(node.func, scope) if isinstance(value, Library)}
    first = node.args[0] if node.args else None
    if first is not None and paths & {"builtins.__import__", "importlib.import_module"}:
        name = notebook.constant(first, scope)
        return frozenset({Library(name)}) if isinstance(name, str) else ANYTHING
    if "builtins.getattr" in paths and len(node.args) > 1:
        name = notebook.constant(node.args[1], scope)
        default = notebook.union(node.args[2:], scope)
        return (
            notebook.attribute(notebook.value(node.args[0], scope), name) | default
            if isinstance(name, str)
            else ANYTHING
        )
    if "builtins.super" in paths:
        return _parent(scope)
    if "operator.methodcaller" in paths and first is not None:
        name = notebook.constant(first, scope)
        return notebook.attribute(ANYTHING, name) if isinstance(name, str) else ANYTHING
    return None


def _of_method(notebook: Notebook, function: ast.Attribute, node: ast.Call, scope: Scope) -> Values | None:
    holders = notebook.value(function.value, scope)
    if function.attr == "join" and len(node.args) == 1 and isinstance(node.args[0], ast.List | ast.Tuple):
        between = notebook.constant(function.value, scope)
        if isinstance(between, str):
            return _joined(notebook, between, node.args[0].elts, scope)
    if function.attr in _ITSELF and any(isinstance(holder, Instance | Made) for holder in holders):
        return holders
    if any(isinstance(holder, Items) for holder in holders) and function.attr in ("get", "items", "values", "copy"):
        # Of items() the second part is meant; a value that isn't a tuple is taken for its own part.
        key = notebook.constant(node.args[0], scope) if function.attr == "get" and node.args else None
        return notebook.part(holders, key) if function.attr == "get" else holders
    return None


def _parent(scope: Scope) -> Values:
    inner: Scope | None = scope
    while inner is not None:
        function = inner.function
        if function is not None and function.owner is not None and function.home is not None:
            return frozenset({Super(function.home, function.owner)})
        inner = inner.parent
    return ANYTHING
