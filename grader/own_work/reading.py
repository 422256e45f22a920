"""What reading shows: library calls in the code that the graded names lead to.

Only what is reached from there counts, so self-tests, training and experiments give nothing.  Nor does code behind
a switch that the notebook turns off, or after a return.  Reading can't tell whether a call takes place, so what it
finds is never more than a note.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache

from grader.model import Cell, LibraryCall
from grader.own_work import flow
from grader.own_work.calls import arguments, run_by_calling
from grader.own_work.concepts import is_library, is_watched, watched
from grader.own_work.notebook import Notebook, TooMuch
from grader.own_work.sources import Sources, read
from grader.own_work.values import Class, Function, Instance, Items, Library, Made, Scope, Value

__all__ = ["library_calls_reached"]

# What these are given, they don't call; whoever has their result may.
_HAND_ON = {
    "functools.partial",
    "functools.wraps",
    "functools.update_wrapper",
    "functools.lru_cache",
    "functools.cache",
}
_LOOK_AT = {"builtins.isinstance", "builtins.issubclass", "builtins.callable", "builtins.hasattr", "builtins.getattr"}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def library_calls_reached(
    cells: Sequence[Cell], names: Iterable[str], concepts: Iterable[str]
) -> tuple[LibraryCall, ...]:
    """Calls of what `concepts` stand for, in the order of the notebook, in code that calling `names` may run."""
    reader = _Reader(_sources(tuple(cells)), watched(concepts))
    try:
        for name in names:
            reader.start(name)
            reader.go_on()
    except (TooMuch, RecursionError):
        pass  # what has been found so far was found
    return tuple(sorted(reader.found, key=lambda call: (call.cell or 0, call.line or 0, call.name)))


@lru_cache(maxsize=4)
def _sources(cells: tuple[Cell, ...]) -> Sources:
    return read(cells)


class _Reader:
    def __init__(self, sources: Sources, watch: frozenset[str]) -> None:
        self.sources = sources
        self.watch = watch
        self.notebook = Notebook(sources)
        self.found: dict[LibraryCall, None] = {}
        self.waiting: list[Function] = []
        self.seen: set[Function] = set()
        self.opened: set[tuple[Items, int]] = set()

    def start(self, name: str) -> None:
        """As the grader does: call a function, make an object of a class and call that."""
        head, *rest = name.split(".")
        bindings = self.notebook.module.names.current(head)
        values = self.notebook.name(head, self.notebook.module)
        for part in rest:
            values = self.notebook.attribute(values, part)
        for value in values:
            line = bindings[0].line if bindings else 1
            self.enter(value, line)
            if isinstance(value, Class):
                self.enter(Instance(value), line)

    def go_on(self) -> None:
        while self.waiting:
            function = self.waiting.pop()
            scope = self.notebook.function_scope(function)
            if isinstance(function.node, ast.Lambda):
                self.expressions([function.node.body], scope)
                continue
            for statement in flow.statements(self.notebook, function.node.body, scope):
                self.expressions(_expressions_of(statement), scope)

    def enter(self, value: Value, line: int) -> None:
        """`value` is called at `line`."""
        match value:
            case Library(path):
                self.note(path, line)
            case Made(path):
                self.note(f"{path}.forward", line)
            case Function():
                if value not in self.seen:
                    self.seen.add(value)
                    self.waiting.append(value)
            case Class():
                for name in ("__new__", "__init__", "__post_init__"):
                    for method in self.notebook.member(value, name, value):
                        self.enter(method, line)
            case Instance():
                for method in run_by_calling(self.notebook, value):
                    self.enter(method, line)
            case Items() if (value, line) not in self.opened:  # of an nn.Sequential, say
                self.opened.add((value, line))
                for _, values in value.entries:
                    for inner in values:
                        self.enter(inner, line)

    def note(self, path: str, line: int) -> None:
        if is_watched(path, self.watch):
            cell, line_in_cell = self.sources.place(line)
            self.found[LibraryCall(path.removesuffix(".forward"), cell, line_in_cell)] = None

    def expressions(self, nodes: Iterable[ast.AST], scope: Scope) -> None:
        """Every call within `nodes`; the body of a lambda is read when that is called."""
        waiting = [(node, scope) for node in nodes]
        while waiting:
            node, where = waiting.pop()
            if isinstance(node, ast.Call):
                self.call(node, where)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                self.getters(node, where)
            if isinstance(node, ast.IfExp):
                waiting.append((node.test, where))
                truth = flow.truth(self.notebook, node.test, where)
                waiting += [(node.body, where)] * (truth is not False) + [(node.orelse, where)] * (truth is not True)
                continue
            if isinstance(node, ast.Lambda):
                waiting.append((node.args, where))
                continue
            inner = self.notebook.comprehension_scope(node, where) if isinstance(node, _COMPREHENSIONS) else where
            waiting += [(child, inner) for child in ast.iter_child_nodes(node)]

    def call(self, node: ast.Call, scope: Scope) -> None:
        callees = self.notebook.value(node.func, scope)
        # Of a chain over several lines, the line of the method's name, as in a traceback.
        line = int(node.func.end_lineno or node.lineno) if isinstance(node.func, ast.Attribute) else node.lineno
        for callee in callees:
            self.enter(callee, line)
        paths = {callee.path for callee in callees if isinstance(callee, Library)}
        # An nn.Sequential hands on what it is made of; a Thread runs it.
        makes = any(isinstance(callee, Library) and callee.is_class and is_library(callee.path) for callee in callees)
        if makes or paths & (_HAND_ON | _LOOK_AT):
            return
        to_the_students_own = any(isinstance(callee, Function | Class | Instance) for callee in callees)
        for argument in arguments(node):
            for value in self.notebook.value(argument, scope):
                # A function is given away to be called: map(F.softmax, rows).
                if isinstance(value, Function | Library) or (
                    to_the_students_own and isinstance(value, Made | Instance)
                ):
                    self.enter(value, line)

    def getters(self, node: ast.Attribute, scope: Scope) -> None:
        """The functions behind properties."""
        for value in self.notebook.value(node.value, scope):
            if isinstance(value, Instance):
                for getter in self.notebook.getters(value.cls, node.attr):
                    self.enter(getter, node.lineno)


def _expressions_of(statement: ast.stmt) -> list[ast.AST]:
    """What the statement itself evaluates; its blocks are statements of their own."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        defaults = [*statement.args.defaults, *(d for d in statement.args.kw_defaults if d is not None)]
        return [*statement.decorator_list, *defaults]
    if isinstance(statement, ast.ClassDef):
        return [*statement.decorator_list, *statement.bases]
    kinds = (ast.expr, ast.withitem)
    return [child for child in ast.iter_child_nodes(statement) if isinstance(child, kinds)]
