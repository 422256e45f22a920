"""What the notebook's expressions stand for, found out lazily by reading and never by running.

Names are followed through aliases, imports, closures, attributes of ``self``, base classes, containers and what
functions return.  It errs towards `UNKNOWN`: what can't be told apart isn't held against anybody.  Values that depend
on themselves (a loop's, a recursion's) get what the first round gives.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from grader.own_work import calls, flow
from grader.own_work.bindings import (
    assigned_attributes,
    names_of_class,
    names_of_comprehension,
    names_of_function,
    names_of_module,
)
from grader.own_work.concepts import CONCEPTS, TENSOR_METHODS, is_watched, watched
from grader.own_work.sources import Sources
from grader.own_work.values import (
    NOTHING,
    UNKNOWN,
    Binding,
    Class,
    Constant,
    Function,
    FunctionNode,
    Given,
    Instance,
    Items,
    Library,
    Made,
    Names,
    Part,
    Scope,
    Super,
    Value,
    Values,
)

__all__ = ["Notebook", "TooMuch"]

MOST_STEPS = 100_000
MOST_ITEMS = 200

ANYTHING: Values = frozenset({UNKNOWN})
_ALL_NAMES = watched(CONCEPTS)
_KINDS = {"staticmethod": "static", "classmethod": "class", "property": "property", "cached_property": "property"}
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class TooMuch(Exception):
    """Reading on would take too long; a stranger's text decides how much there is."""


class Notebook:
    def __init__(self, sources: Sources) -> None:
        names, self.own_attributes = _found_in(sources)
        self.module = Scope(names)
        self.steps = 0
        self._values: dict[tuple[object, ...], Values] = {}
        self._scopes: dict[tuple[object, ...], Scope] = {}
        self._functions: dict[tuple[object, ...], Function] = {}
        self._classes: dict[tuple[object, ...], Class] = {}
        self._lineages: dict[Class, list[Class]] = {}
        self._assignments: dict[ast.ClassDef, list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str, Part]]] = {}
        self._patched: dict[tuple[object, str], Values] | None = None

    # -- expressions --------------------------------------------------------------------------

    def value(self, node: ast.expr, scope: Scope) -> Values:
        key = (node, scope)
        if key not in self._values:
            self._values[key] = NOTHING  # what it is while it's being asked for
            self._values[key] = self._value(node, scope)
            self.spend(1 + len(self._values[key]))
        return self._values[key]

    def spend(self, steps: int) -> None:
        """Raises `TooMuch` once everything together has taken too many steps."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuch

    def _value(self, node: ast.expr, scope: Scope) -> Values:
        match node:
            case ast.Name():
                return self.name(node.id, scope)
            case ast.Attribute():
                if self._hides_a_module(node.value, scope):
                    return ANYTHING
                return self.attribute(self.value(node.value, scope), node.attr)
            case ast.Call():
                return calls.result(self, node, scope)
            case ast.Constant(value=str() | int() | None as value):
                return frozenset({Constant(value)})
            case ast.Lambda():
                return frozenset({self.function(node, scope)})
            case ast.IfExp():
                truth = flow.truth(self, node.test, scope)
                parts = [node.body] if truth is True else [node.orelse] if truth is False else [node.body, node.orelse]
                return self.union(parts, scope)
            case ast.BoolOp():
                return self.union(node.values, scope)
            case ast.NamedExpr() | ast.Await() | ast.Starred():
                return self.value(node.value, scope)
            case ast.Tuple() | ast.List() | ast.Set():
                return self._items([*enumerate(node.elts)], scope)
            case ast.Dict():
                keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
                return self._items([*zip(keys, node.values, strict=True)], scope)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return self._items([(None, node.elt)], self.comprehension_scope(node, scope))
            case ast.DictComp():
                return self._items([(None, node.value)], self.comprehension_scope(node, scope))
            case ast.Subscript():
                return self._subscript(node, scope)
            case ast.BinOp(op=ast.Add()) | ast.JoinedStr():
                return calls.folded_text(self, node, scope)
        return ANYTHING

    def union(self, nodes: Iterable[ast.expr], scope: Scope) -> Values:
        return NOTHING.union(*(self.value(node, scope) for node in nodes))

    def _items(self, entries: Sequence[tuple[object, ast.expr]], scope: Scope) -> Values:
        made = [
            (key if isinstance(key, str | int) else None, self.value(node, scope)) for key, node in entries[:MOST_ITEMS]
        ]
        return frozenset({Items(tuple(made))})

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Values:
        index = self.constant(node.slice, scope)
        match node.value:
            case ast.Attribute(attr="__dict__", value=holder) if isinstance(index, str):
                return self.attribute(self.value(holder, scope), index)
            case ast.Call(func=ast.Name(id="vars"), args=[holder]) if isinstance(index, str):
                return self.attribute(self.value(holder, scope), index)
            case ast.Call(func=ast.Name(id="globals"), args=[]) if isinstance(index, str):
                return self.name(index, self.module)
        return self.part(self.value(node.value, scope), index)

    def constant(self, node: ast.expr, scope: Scope) -> str | int | None:
        values = self.value(node, scope)
        only = next(iter(values)) if len(values) == 1 else None
        return only.value if isinstance(only, Constant) else None

    def part(self, values: Values, index: str | int | None) -> Values:
        """The element at `index`, any of them for None.  Of a value that isn't told apart: that value."""
        found = NOTHING
        for value in values:
            if not isinstance(value, Items):
                found |= {value}
                continue
            chosen = [part for key, part in value.entries if key == index]
            known = index is not None and chosen and all(key is not None for key, _ in value.entries)
            found = found.union(*(chosen if known else [part for _, part in value.entries]))
        return found

    # -- names --------------------------------------------------------------------------------

    def name(self, name: str, scope: Scope) -> Values:
        inner: Scope | None = scope
        while inner is not None:
            bindings = [] if name in inner.names.elsewhere else inner.names.current(name, inner.at)
            self.spend(len(bindings))
            if bindings:
                return NOTHING.union(*(self.bound(binding, inner) for binding in bindings))
            inner = inner.parent
        if hasattr(builtins, name):
            return frozenset({Library(f"builtins.{name}")})
        return frozenset({Library(f"{star}.{name}") for star in self.module.names.stars}) or ANYTHING

    def bound(self, binding: Binding, scope: Scope) -> Values:
        meaning = binding.meaning
        if isinstance(meaning, Given):
            return meaning.values
        where = binding.scope or (self._scope_at(scope, binding.order) if scope.names.ordered else scope)
        if isinstance(meaning, Part):
            values = self.value(meaning.node, where)
            for index in meaning.path:
                values = self.part(values, index)
            return values
        key = (binding, where)
        if key not in self._values:
            self._values[key] = NOTHING
            made: Value = (
                self.cls(meaning, where) if isinstance(meaning, ast.ClassDef) else self.function(meaning, where)
            )
            self._values[key] = calls.decorated(self, frozenset({made}), meaning.decorator_list, where)
        return self._values[key]

    def _hides_a_module(self, node: ast.expr, scope: Scope) -> bool:
        """Is it an argument that has the name of an imported module?  Then it's no tensor either."""
        if not isinstance(node, ast.Name):
            return False
        inner: Scope | None = scope
        while inner is not None and not inner.names.current(node.id, inner.at):
            inner = inner.parent
        imported = any(isinstance(value, Library) for value in self.name(node.id, self.module))
        return inner is not None and node.id in inner.names.parameters and imported

    # -- scopes, functions, classes -----------------------------------------------------------

    def _scope_at(self, scope: Scope, at: float) -> Scope:
        return self._scopes.setdefault((scope.names, at), replace(scope, at=at))

    def function_scope(self, function: Function) -> Scope:
        if (function,) not in self._scopes:
            names = names_of_function(function.node, function.defined)
            positional = [*function.node.args.posonlyargs, *function.node.args.args]
            if function.owner is not None and function.kind != "static" and positional:
                itself: Value = function.owner if function.kind == "class" else Instance(function.owner)
                names.history[positional[0].arg] = [Binding(0, True, 0, Given(frozenset({itself})))]
            outer = self._seen_from_inside(function.defined)
            self._scopes[(function,)] = Scope(names, outer, function=function)
        return self._scopes[(function,)]

    def _seen_from_inside(self, scope: Scope) -> Scope:
        """A body doesn't see the names of the class around it, and sees all others as they are in the end."""
        while scope.is_class and scope.parent is not None:
            scope = scope.parent
        if not scope.names.ordered or scope.at == math.inf:
            return scope
        return self.module if scope.names is self.module.names else self._scope_at(scope, math.inf)

    def class_scope(self, cls: Class) -> Scope:
        if (cls,) not in self._scopes:
            self._scopes[(cls,)] = Scope(names_of_class(cls.node), cls.defined, is_class=True)
        return self._scopes[(cls,)]

    def comprehension_scope(self, node: Comprehension, scope: Scope) -> Scope:
        if (node, scope) not in self._scopes:
            self._scopes[(node, scope)] = Scope(names_of_comprehension(node.generators), scope)
        return self._scopes[(node, scope)]

    def function(
        self, node: FunctionNode, defined: Scope, owner: Class | None = None, home: Class | None = None
    ) -> Function:
        key = (node, defined, owner, home)
        if key not in self._functions:
            kind = "plain"
            for decorator in [] if isinstance(node, ast.Lambda) else node.decorator_list:
                kind = _KINDS.get(ast.unparse(decorator).rpartition(".")[2], kind)
            self._functions[key] = Function(node, defined, owner, home, kind)  # type: ignore[arg-type]
        return self._functions[key]

    def cls(self, node: ast.ClassDef, defined: Scope) -> Class:
        return self._classes.setdefault((node, defined), Class(node, defined))

    def lineage(self, cls: Class) -> list[Class]:
        """The class and those of the notebook that it inherits from, nearest first."""
        if cls not in self._lineages:
            found = self._lineages[cls] = [cls]
            for current in found:
                bases = self.union(current.node.bases, current.defined)
                found += [base for base in bases if isinstance(base, Class) and base not in found]
                self.spend(len(found))
        self.spend(len(self._lineages[cls]))
        return self._lineages[cls]

    def library_bases(self, cls: Class) -> list[Library]:
        bases = NOTHING.union(*(self.union(one.node.bases, one.defined) for one in self.lineage(cls)))
        return sorted((base for base in bases if isinstance(base, Library)), key=lambda base: base.path)

    # -- attributes ---------------------------------------------------------------------------

    def attribute(self, values: Values, name: str) -> Values:
        return NOTHING.union(*(self._attribute(value, name) for value in values))

    def _attribute(self, value: Value, name: str) -> Values:
        if name == "__call__" and not isinstance(value, Class | Super):
            return frozenset({value})
        match value:
            case Library(path):
                return self.patched(path, name) or frozenset({Library(f"{path}.{name}")})
            case Made(path):
                if name in TENSOR_METHODS:
                    return frozenset({Library(f"torch.Tensor.{name}")})
                return frozenset({Library(f"{path}.{name}")}) if is_watched(f"{path}.{name}", _ALL_NAMES) else ANYTHING
            case Class():
                return self.member(value, name, value) or ANYTHING
            case Instance(cls):
                return self.member(cls, name, cls) | self._assigned(cls, name) or ANYTHING
            case Super(home, owner):
                return self.member(home, name, owner, inherited=True) or ANYTHING
        if value is UNKNOWN and name in TENSOR_METHODS and name not in self.own_attributes:
            return frozenset({Library(f"torch.Tensor.{name}")})
        return ANYTHING

    def member(self, cls: Class, name: str, owner: Class, *, inherited: bool = False) -> Values:
        """What the class has under `name`, as it is for objects of `owner`; nothing where it has none."""
        for home in self.lineage(cls)[1 if inherited else 0 :]:
            values = self.patched(home, name)
            if not values:
                scope = self.class_scope(home)
                values = NOTHING.union(*(self.bound(b, scope) for b in scope.names.current(name)))
            if values:
                return self._methods(values, owner, home)
        for base in self.library_bases(cls):
            if name == "apply" and base.path.endswith("autograd.Function"):
                return self.member(cls, "forward", owner)
            if base.path != "torch.nn.Module":
                return frozenset({Library(f"{base.path}.{name}")})
        return NOTHING

    def _methods(self, values: Values, owner: Class, home: Class) -> Values:
        bound = {self.function(v.node, v.defined, owner, home) if isinstance(v, Function) else v for v in values}
        getters = [v for v in bound if isinstance(v, Function) and v.kind == "property"]
        return frozenset(bound.difference(getters)).union(*(calls.returned(self, getter) for getter in getters))

    def getters(self, cls: Class, name: str) -> list[Function]:
        """The functions behind the property `name`."""
        for home in self.lineage(cls):
            scope = self.class_scope(home)
            values = NOTHING.union(*(self.bound(b, scope) for b in scope.names.current(name)))
            if values:
                found = [self.function(v.node, v.defined, cls, home) for v in values if isinstance(v, Function)]
                return [function for function in found if function.kind == "property"]
        return []

    def _assigned(self, cls: Class, name: str) -> Values:
        """What methods give to ``self.name``."""
        found = NOTHING
        for home in self.lineage(cls):
            for method, attribute, part in self._assignments_in(home.node):
                if attribute == name:
                    function = self.function(method, self.class_scope(home), cls, home)
                    found |= self.bound(Binding(0, False, 0, part), self.function_scope(function))
        return found

    def _assignments_in(self, node: ast.ClassDef) -> list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str, Part]]:
        if node not in self._assignments:
            methods = [m for m in node.body if isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef)]
            self._assignments[node] = [(m, name, part) for m in methods for name, part in assigned_attributes(m)]
        self.spend(len(self._assignments[node]))
        return self._assignments[node]

    def patched(self, holder: object, name: str) -> Values:
        """What was put there from outside: ``Class.method = function``."""
        if self._patched is None:
            self._patched = {}
            for target, binding in self.module.names.patches:
                where = self._scope_at(self.module, binding.order)
                for value in self.value(target.value, where):
                    key = value.path if isinstance(value, Library) else value
                    self._patched[key, target.attr] = self.bound(binding, self.module)
        return self._patched.get((holder, name), NOTHING)


@lru_cache(maxsize=2)
def _found_in(sources: Sources) -> tuple[Names, frozenset[str]]:
    """What every item's reading of one notebook begins with."""
    return names_of_module(sources.cells), _own_attributes(sources)


def _own_attributes(sources: Sources) -> frozenset[str]:
    """Names of methods and attributes that the notebook itself makes: an unknown object's may be one of these."""
    found: set[str] = set()
    for cell in sources.cells:
        for statement in cell:
            for node in ast.walk(statement):
                if isinstance(node, ast.ClassDef):
                    found.update(n.name for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
    return frozenset(found)
