"""Small automatic changes of a reference: what a slip of the pen makes of it.

One operator, constant, comparison, keyword, name or statement is changed at a time (the usual operators of mutation
testing: DeMillo, Lipton, Sayward, "Hints on Test Data Selection" (1978)).  Written over :mod:`ast` and not with a
mutation tool: those change files on disk and run a test suite for each; here a mutant is a module in memory that is
judged as a student's work.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Mutant", "functions_in", "mutants_of", "reachable"]

_BINARY: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}

_COMPARISON: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}

# Functions and methods that are easily taken for each other.
_NAMES = {
    "max": "min",
    "argmax": "argmin",
    "sum": "mean",
    "mean": "sum",
    "sin": "cos",
    "cos": "sin",
    "exp": "expm1",
    "tril": "triu",
    "ones": "zeros",
    "maximum": "minimum",
    "sqrt": "square",
    "tanh": "sin",
    "erf": "tanh",
}


# The order of their arguments means nothing.
_SYMMETRIC = {"swapaxes", "maximum", "minimum"}


@dataclass(frozen=True, eq=False)
class Mutant:
    """`change` is the changed statement (its first line), unique within the function: the mutant's name in a file."""

    function: str
    change: str
    line: int
    tree: ast.Module

    @property
    def id(self) -> str:
        return f"{self.function}: {self.change}"


def functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions of a module, and the methods of its classes as ``Class.method`` (their qualified names)."""
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{method.name}": method for method in node.body if isinstance(method, ast.FunctionDef)
            }
    return found


def reachable(tree: ast.Module, names: Iterable[str]) -> set[str]:
    """Those functions and methods of `tree` that `names` (functions or classes of it) are, call, or call through
    others of it.  A class that is mentioned counts with all its methods."""
    functions = functions_in(tree)
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        waiting += [other for other in functions if other.startswith(f"{name}.") and other not in found]
        if name in found or name not in functions:
            continue
        found.add(name)
        waiting += sorted({node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)} - found)
    return found


def mutants_of(source: str, only: set[str]) -> Iterator[Mutant]:
    """Every mutant of the functions `only` in `source`."""
    tree = ast.parse(source)
    seen: Counter[str] = Counter()
    for name, function in functions_in(tree).items():
        if name not in only:
            continue
        for path, replacement in _changes(function):
            changed = copy.deepcopy(tree)
            target = functions_in(changed)[name]
            statement = _replace(target, path, replacement)
            ast.fix_missing_locations(changed)
            dropped = replacement is None
            change = _new_default(function, target) if statement is None else _first_line(statement, dropped)
            seen[f"{name}: {change}"] += 1
            again = seen[f"{name}: {change}"]
            label = change if again == 1 else f"{change}  # {again}"
            yield Mutant(name, label, getattr(statement, "lineno", function.lineno), changed)


_Path = tuple[tuple[str, int | None], ...]


def _changes(function: ast.FunctionDef) -> Iterator[tuple[_Path, ast.AST | None]]:
    """Where in `function`, and what is to stand there instead; None: nothing (the statement is dropped)."""
    assigned: set[str] = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for path, node, parent in _nodes(function):
        if isinstance(node, ast.stmt) and _can_be_dropped(node, assigned):
            yield path, None
        if isinstance(node, ast.Assign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            assigned |= {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
        for replacement in _replacements(node, parent):
            yield path, replacement


def _nodes(function: ast.FunctionDef) -> Iterator[tuple[_Path, ast.AST, ast.AST]]:
    """Every node that is computed with: not the docstring and not the annotations."""

    def walk(node: ast.AST, path: _Path) -> Iterator[tuple[_Path, ast.AST, ast.AST]]:
        for field, value in ast.iter_fields(node):
            if field in {"annotation", "returns", "decorator_list"}:
                continue
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST) and not _is_docstring(child, node):
                    here = (*path, (field, index))
                    yield here, child, node
                    if not isinstance(child, ast.Raise):  # what an error says is for people
                        yield from walk(child, here)

    yield from walk(function, ())


def _is_docstring(node: ast.AST, parent: ast.AST) -> bool:
    return isinstance(parent, ast.FunctionDef) and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _can_be_dropped(node: ast.stmt, assigned: set[str]) -> bool:
    """Statements without which the rest still has all its names."""
    if isinstance(node, ast.AugAssign | ast.If | ast.Raise | ast.Expr):
        return True
    if isinstance(node, ast.Assign):
        return all(
            isinstance(target, ast.Subscript) or (isinstance(target, ast.Name) and target.id in assigned)
            for target in node.targets
        )
    return False


def _replacements(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        yield from (ast.BinOp(node.left, other(), node.right) for other in _BINARY.get(type(node.op), ()))
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult | ast.Pow):
            yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        number = node.operand.value if isinstance(node.operand, ast.Constant) else None
        if isinstance(number, int | float):
            yield from (ast.Constant(value) for value in (1 - number, -1 - number))
        else:
            yield node.operand
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in _COMPARISON.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [other()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.Constant) and not _is_negated(parent):
        yield from (ast.Constant(value) for value in _other_values(node.value))
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)
    elif isinstance(node, ast.Attribute) and node.attr in _NAMES:
        yield ast.Attribute(node.value, _NAMES[node.attr], node.ctx)
    elif isinstance(node, ast.Slice) and not isinstance(parent, ast.Tuple):
        yield from _other_slices(node)


def _is_negated(parent: ast.AST) -> bool:
    return isinstance(parent, ast.UnaryOp)  # -1 is changed as a whole


def _other_values(value: object) -> Iterator[bool | int | float]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, float):
        yield from (value * 2, value / 2) if value else (1.0,)


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    symmetric = isinstance(node.func, ast.Attribute) and node.func.attr in _SYMMETRIC
    if len(node.args) >= 2 and not starred and not symmetric:
        for at in range(len(node.args) - 1):
            args = [*node.args[:at], node.args[at + 1], node.args[at], *node.args[at + 2 :]]
            if ast.unparse(args[at]) != ast.unparse(args[at + 1]):
                yield ast.Call(node.func, args, node.keywords)
    for at in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, [*node.keywords[:at], *node.keywords[at + 1 :]])


def _other_slices(node: ast.Slice) -> Iterator[ast.AST]:
    if node.lower is not None and node.upper is None and node.step is None:
        yield ast.Slice(None, node.lower, None)
    elif node.upper is not None and node.lower is None and node.step is None:
        yield ast.Slice(node.upper, None, None)


def _replace(function: ast.FunctionDef, path: _Path, replacement: ast.AST | None) -> ast.AST | None:
    """Put `replacement` at `path`, and give the statement around it (None for the function's own line)."""
    node: ast.AST = function
    statement: ast.AST | None = None
    for field, index in path[:-1]:
        value = getattr(node, field)
        node = value if index is None else value[index]
        statement = node if isinstance(node, ast.stmt) else statement
    field, index = path[-1]
    new: ast.AST = ast.Pass() if replacement is None else copy.deepcopy(replacement)
    if index is None:
        setattr(node, field, new)
        return statement
    siblings = getattr(node, field)
    old = siblings[index]
    siblings[index] = new
    return old if replacement is None else statement


def _new_default(old: ast.FunctionDef, new: ast.FunctionDef) -> str:
    """The parameter whose default is another one."""
    names = [argument.arg for argument in new.args.args][-len(new.args.defaults) :]
    both = zip(names, old.args.defaults, new.args.defaults, strict=True)
    return ", ".join(f"{n}={ast.unparse(after)}" for n, was, after in both if ast.unparse(was) != ast.unparse(after))


def _first_line(node: ast.AST, dropped: bool) -> str:
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        # Python versions write f-strings differently.
        return f"without raise {ast.unparse(node.exc.func)}(...)"
    line = ast.unparse(node).splitlines()[0]
    return f"without {line}" if dropped else line
