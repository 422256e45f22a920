"""Generators of chance that the notebook makes without a seed that's the same in its next run.

Told by reading, not by running: how a generator came to be doesn't show in it.  What can't be told counts as seeded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from grader.model import Cell
from grader.own_work.sources import read

__all__ = ["unseeded_generators"]

_MAKERS = {
    "default_rng",
    "RandomState",
    "Random",
    "SystemRandom",
    "Generator",
    "PCG64",
    "PCG64DXSM",
    "MT19937",
    "Philox",
    "SFC64",
    "SeedSequence",
}
# What is never the same twice.
_VOLATILE = {
    *("time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "now", "utcnow", "today"),
    *("urandom", "getrandom", "getpid", "randbits", "randbelow", "token_bytes", "token_hex", "uuid1", "uuid4", "id"),
}
_DEEPEST = 8
_MOST_CALLS = 50
_MOST_STEPS = 20_000  # what a stranger's source refers to may fan out without end

Environment: TypeAlias = Mapping[str, "ast.expr | None"]
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=4)
def unseeded_generators(cells: tuple[Cell, ...]) -> frozenset[str]:
    """The names of variables that hold such generators.

    One of a class, of its objects, of a dict or of an enclosing function is named with its owner: ``Sampler.rng``.
    """
    notebook = _Notebook()
    try:
        for statements in read(cells).cells:
            notebook.read(statements, None, None)
    except RecursionError:  # thousands of branches in one another
        return frozenset()
    found = set()
    for name, (module, elsewhere) in notebook.made.items():
        at_top = [seeded for value in module if (seeded := notebook.is_seeded(value, {})) is not None]
        inside = [seeded for value in elsewhere for seeded in notebook.in_its_calls(name, value)]
        # A seed that a function sets counts, for whoever draws can call it.
        if (at_top or inside) and not any((*at_top[-1:], *inside)):
            found.add(name)
    return frozenset(found)


@dataclass
class _Notebook:
    """`made` has what each name is given: at the notebook's top in this order, and within functions."""

    made: dict[str, tuple[list[ast.expr], list[ast.expr]]] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    calls: dict[str, list[ast.Call]] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    locals: dict[str, set[str]] = field(default_factory=dict)
    left: int = _MOST_STEPS

    # -- reading -----------------------------------------------------------------------------------

    def read(self, statements: Sequence[ast.stmt], owner: str | None, function: Function | None) -> None:
        """`owner` is the class or function in which `statements` stand; a method's owner is its class."""
        for statement in statements:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                method = owner is not None and function is None
                self.locals[statement.name] = _locals_of(statement)
                self.functions[f"{owner}.{statement.name}" if method else statement.name] = statement
                self.read(statement.body, owner if method else statement.name, statement)
            elif isinstance(statement, ast.ClassDef):
                self.read(statement.body, statement.name, None)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                self.imported |= {a.asname: a.name.rpartition(".")[2] for a in statement.names if a.asname}
            else:
                self._bind(statement, owner, function)
                for _, inner in ast.iter_fields(statement):
                    if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                        self.read(inner, owner, function)
                    for part in inner if isinstance(inner, list) else ():
                        if isinstance(part, ast.ExceptHandler | ast.match_case):
                            self.read(part.body, owner, function)

    def _bind(self, statement: ast.stmt, owner: str | None, function: Function | None) -> None:
        own = self.locals[function.name] if function is not None else None
        for target, value in _assigned(statement):
            name = _name_of(target, owner, function, own)
            if name is None:
                continue
            if isinstance(value, ast.Dict):
                pairs = [(key, item) for key, item in zip(value.keys, value.values, strict=True) if _is_text(key)]
                for key, item in pairs:
                    self._note(f"{name}.{key.value}", item, function)  # type: ignore[union-attr]
            self._note(name, value, function)
        if function is None and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for node in _own_expressions(statement):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    self.calls.setdefault(node.func.id, []).append(node)

    def _note(self, name: str, value: ast.expr, function: Function | None) -> None:
        self.made.setdefault(name, ([], []))[function is not None].append(value)

    # -- judging -----------------------------------------------------------------------------------

    def in_its_calls(self, name: str, value: ast.expr) -> list[bool]:
        """Is what a function gives to `name` seeded, in each of the calls of it at the notebook's top?"""
        owner = name.partition(".")[0]
        function = self.functions.get(f"{owner}.__init__") or self.functions.get(owner)
        calls: Sequence[ast.Call | None] = self.calls.get(owner, []) if function is not None else []
        environments = [{} if function is None else _bound(function, call) for call in calls[:_MOST_CALLS] or [None]]
        found = [self.is_seeded(value, environment) for environment in environments]
        return [seeded for seeded in found if seeded is not None]

    def is_seeded(self, value: ast.expr, names: Environment, depth: int = 0) -> bool | None:
        """Is the generator that `value` makes seeded?  None where it makes none that we know of."""
        self.left -= 1
        if depth > _DEEPEST or self.left < 0:
            return None

        def again(inner: ast.expr, given: Environment = names) -> bool | None:
            return self.is_seeded(inner, given, depth + 1)

        if isinstance(value, ast.Name):
            found = self._meant(value.id, names)
            return None if found is None else again(found, names if value.id in names else {})
        if isinstance(value, ast.Attribute | ast.Subscript):  # rng.random; spawn(2)[0]
            return again(value.value)
        if isinstance(value, ast.IfExp | ast.BoolOp):
            parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else value.values
            told = [seeded for part in parts if (seeded := again(part)) is not None]
            return any(told) if told else None
        if not isinstance(value, ast.Call):
            return None
        if isinstance(value.func, ast.Name) and isinstance(made := self._meant(value.func.id, names), ast.Lambda):
            return again(made.body, {})
        callee = self._callee(value)
        arguments = [*value.args, *(keyword.value for keyword in value.keywords if keyword.arg not in ("device",))]
        if isinstance(value.func, ast.Attribute) and (base := again(value.func.value)) is not None:
            if callee in ("seed", "manual_seed"):
                return bool(arguments) and not self.is_volatile(arguments[0], names, depth + 1)
            return base
        if callee in _MAKERS:
            return self._maker_is_seeded(callee, arguments, names, depth)
        if callee == "partial":
            told = [seeded for part in arguments if (seeded := again(part)) is not None]
            return all(told) if told else None
        function = self.functions.get(callee)
        if function is None:
            return None
        bound = _bound(function, value)
        told = [seeded for given in _returned(function) if (seeded := again(given, bound)) is not None]
        return any(told) if told else None

    def _maker_is_seeded(
        self, maker: str, arguments: Sequence[ast.expr], names: Environment, depth: int
    ) -> bool | None:
        if maker == "SystemRandom":
            return False
        if not arguments:
            return maker == "Generator"  # torch's begins with a seed of its own, the same each time
        inner = self.is_seeded(arguments[0], names, depth + 1)
        if inner is not None or maker == "Generator":
            return inner is not False
        return not self.is_volatile(arguments[0], names, depth + 1)

    def is_volatile(self, value: ast.expr, names: Environment, depth: int) -> bool:
        """Is `value` None, or is there anything in it that's another one with each run?"""
        if isinstance(value, ast.Constant):
            return value.value is None
        self.left -= 1
        if depth > _DEEPEST or self.left < 0:
            return False
        for node in ast.walk(value):
            self.left -= 1
            if self.left < 0:
                return False
            if isinstance(node, ast.Call):
                drawn_anew = self._callee(node) == "seed" and not node.args  # torch.seed()
                if drawn_anew or self._callee(node) in _VOLATILE or self.is_seeded(node, names, depth + 1) is False:
                    return True
                function = self.functions.get(self._callee(node))
                given = [] if function is None else [(part, _bound(function, node)) for part in _returned(function)]
            else:
                meant = self._meant(node.id, names) if isinstance(node, ast.Name) else None
                given = [] if meant is None else [(meant, names if node.id in names else {})]  # type: ignore[attr-defined]
            if any(self.is_volatile(part, environment, depth + 1) for part, environment in given):
                return True
        return False

    def _meant(self, name: str, names: Environment) -> ast.expr | None:
        if name in names:
            return names[name]
        return next((values[0][-1] for values in (self.made.get(name),) if values and values[0]), None)

    def _callee(self, call: ast.Call) -> str:
        function: ast.expr | None = call.func
        if isinstance(function, ast.Name) and function.id not in self.functions:
            function = self._meant(function.id, {}) or function  # make = np.random.default_rng
        if isinstance(function, ast.Attribute):
            return function.attr
        return self.imported.get(function.id, function.id) if isinstance(function, ast.Name) else ""


def _assigned(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets and values; ``rng.seed(0)`` gives `rng` a seed, and so does what is written into its state."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                yield from zip(target.elts, statement.value.elts, strict=False)
            elif isinstance(target, ast.Attribute) and target.attr == "state":
                yield _without_attributes(target), _SEEDED
            else:
                yield target, statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield statement.target, statement.value
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr in ("seed", "manual_seed"):
            made = ast.Call(ast.Name("Random"), statement.value.args, statement.value.keywords)
            yield function.value, made
        elif isinstance(function, ast.Attribute) and function.attr in ("setstate", "set_state"):
            yield function.value, _SEEDED


_SEEDED = ast.Call(ast.Name("Random"), [ast.Constant(0)], [])


def _without_attributes(target: ast.Attribute) -> ast.expr:
    """``rng`` of ``rng.bit_generator.state``."""
    inner = target.value
    return inner.value if isinstance(inner, ast.Attribute) and inner.attr == "bit_generator" else inner


def _name_of(target: ast.expr, owner: str | None, function: Function | None, own: set[str] | None) -> str | None:
    if isinstance(target, ast.Name):
        is_local = owner is not None and (own is None or target.id in own)
        return f"{owner}.{target.id}" if is_local else target.id
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        is_self = function is not None and function.args.args[:1] and function.args.args[0].arg == target.value.id
        return f"{owner if is_self else target.value.id}.{target.attr}"
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and _is_text(target.slice):
        return f"{target.value.id}.{target.slice.value}"  # type: ignore[attr-defined]
    return None


def _locals_of(function: Function) -> set[str]:
    nodes = list(ast.walk(function))
    outer = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)} - outer


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of `statement`, not those of the statements in it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _bound(function: Function, call: ast.Call | None) -> Environment:
    """What the parameters of `function` stand for in `call`: None for what isn't known, all of it without a call."""
    parameters = [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]
    names: dict[str, ast.expr | None] = dict.fromkeys([*parameters, *(p.arg for p in function.args.kwonlyargs)])
    if call is None:
        return names
    defaults = function.args.defaults
    names |= dict(zip(parameters[len(parameters) - len(defaults) :], defaults, strict=True))
    names |= {p.arg: d for p, d in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True) if d}
    if parameters[:1] == ["self"]:
        parameters = parameters[1:]
    return names | dict(zip(parameters, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}


def _returned(function: Function) -> list[ast.expr]:
    return [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
