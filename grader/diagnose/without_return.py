"""A function that ends without ``return`` gives None, whatever it has worked out: the commonest slip of beginners.

Two things must come together: a call that gave None (or an exception that None caused), and a definition that can be
read as one that hands nothing back.  So it's never guessed, and a function that rightly returns nothing isn't named.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.model import (
    Ask,
    BuildModule,
    Call,
    CallFunction,
    CallMethod,
    CallModule,
    Counted,
    Diagnosis,
    Generate,
    Overheard,
    Raised,
    Repeated,
    Reply,
    Returned,
    Several,
    Spied,
    Text,
    Value,
    Watched,
    WithZeros,
    innermost,
)

__all__ = ["NothingReturned", "explain_nothing"]

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Name = tuple[str, ...]  # of a function, or of a class and its method


@dataclass
class NothingReturned:
    """An `Ask` that remembers which of the student's functions and methods gave None."""

    ask: Ask
    names: dict[Name, None] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)

    def __call__(self, call: Call, /) -> Reply:
        reply = self.ask(call)
        if isinstance(reply, Returned):
            self._note(call, reply.value)
        return reply

    def _note(self, call: Call, value: Value) -> None:
        call = call.call if isinstance(call, WithZeros) else call
        if isinstance(call, Several):
            for each, own in zip(call.calls, value if isinstance(value, tuple) else (), strict=False):
                self._note(each, own)
            return
        question = innermost(call)
        if isinstance(question, BuildModule):
            self.classes[question.handle] = question.class_name
        elif _own_value(call, question, value) is None:
            self.names.update(dict.fromkeys(self._asked(question)))

    def _asked(self, question: Call) -> Iterator[Name]:
        if isinstance(question, CallFunction):
            yield tuple(question.name.split("."))
        elif isinstance(question, Generate):
            yield tuple(question.function.split("."))
        elif isinstance(question, CallModule | CallMethod) and question.handle in self.classes:
            methods = ("forward", "__call__") if isinstance(question, CallModule) else question.names
            # torch's own train() and eval() give the module, and code that replaces them often doesn't.
            yield from ((self.classes[question.handle], name) for name in methods if name not in ("train", "eval"))


def _own_value(call: Call, question: Call, value: Value) -> Value:
    """What the student's code itself gave, out of what was noted around it."""
    for around in (call, question) if call is not question else (question,):
        if isinstance(around, Repeated):
            value = value[0] if isinstance(value, tuple) and value else ()
        elif isinstance(around, Spied | Overheard | Counted | Watched | Generate):
            key = "text" if isinstance(around, Generate) else "value"
            value = value.get(key) if isinstance(value, Mapping) else ()
    return value


def explain_nothing(
    nothing: Iterable[Name], raised: Sequence[Raised], cells: Sequence[Sequence[ast.stmt]]
) -> Diagnosis | None:
    """What handed nothing back: one of `nothing`, or a function whose None led to one of `raised`."""
    defined = dict(_definitions(statement for cell in cells for statement in cell))
    blamed = [*nothing, *(n for error in raised if "NoneType" in error.message for n in _behind(error, defined))]
    faults = (_fault(name, defined[name]) for name in blamed if name in defined)
    return next((fault for fault in faults if fault is not None), None)


def _definitions(statements: Iterable[ast.stmt], *outer: str) -> Iterator[tuple[Name, Definition]]:
    """Functions by name and methods by class and name; of several the last, as when the cells are run."""
    for statement in statements:
        if isinstance(statement, Definition):
            yield (*outer, statement.name), statement
        elif isinstance(statement, ast.ClassDef) and not outer:
            yield from _definitions(statement.body, statement.name)
        elif isinstance(statement, ast.If | ast.With | ast.Try):
            inner = [node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.stmt)]
            yield from _definitions(inner, *outer)


def _behind(error: Raised, defined: Mapping[Name, Definition]) -> Iterator[Name]:
    """Functions whose result the code that stopped goes on with, and forwards, which always must give one."""
    stopped = [node for name, node in defined.items() if name[-1] == error.function]
    used = {name for node in stopped for name in _results_used(node)}
    for name in defined:
        if name[-1] in used or name[1:] == ("forward",):
            yield name


def _results_used(function: Definition) -> Iterator[str]:
    alone = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Expr)}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and id(node) not in alone:
            called = node.func
            yield (
                called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            )


def _fault(name: Name, function: Definition) -> Diagnosis | None:
    own = list(_own_nodes(function))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
        return None
    if all(map(_does_nothing, function.body)):
        return Diagnosis(
            "not_written_yet",
            Text("Not written yet"),
            Text("The body of `{name}` is still empty: write your own code there.", {"name": name[-1]}),
        )
    if not any(isinstance(node, ast.Return) and node.value is not None for node in own):
        return _never(name, any(_prints(node) for node in own))
    leaves_early = any(isinstance(node, ast.Return) and node.value is None for node in own)
    return _not_always(name) if leaves_early or _falls_through(function.body) else None


def _does_nothing(statement: ast.stmt) -> bool:
    """A docstring, ``...``, ``pass``, or ``return None``, as one writes them to have something there."""
    if isinstance(statement, ast.Return):
        return isinstance(statement.value, ast.Constant) and statement.value.value is None
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _never(name: Name, prints: bool) -> Diagnosis:
    title = Text("`{name}` ends without `return`", {"name": name[-1]})
    if len(name) > 1:
        title = Text("`{method}` of `{name}` ends without `return`", {"method": name[-1], "name": name[0]})
    cause = Text("Whatever it has worked out is lost at its last line: a function without `return` gives None.")
    if prints:
        cause = Text(
            "It prints what it has worked out. `print` shows that to you, but hands nothing to whoever calls the "
            "function: without `return` it gives None."
        )
    hint = Text("Where is the result at the end: in a variable, or in the last expression? Hand it back with `return`.")
    return Diagnosis("without_return", title, hint, cause)


def _not_always(name: Name) -> Diagnosis:
    return Diagnosis(
        "without_return",
        Text("`{name}` doesn't always reach a `return`", {"name": name[-1]}),
        Text(
            "Follow each branch to its end, those of every `if` and of a loop that never runs included: does each "
            "one come to a `return`?"
        ),
        Text("There's a way through it that ends without `return`, and the function then gives None."),
    )


def _own_nodes(function: Definition) -> Iterator[ast.AST]:
    """The nodes of the function itself, without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Definition | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def _prints(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def _falls_through(body: Sequence[ast.stmt]) -> bool:
    return not any(map(_ends, body))


def _ends(statement: ast.stmt) -> bool:
    """Does every way through `statement` return a value, raise, or never come to an end?"""
    match statement:
        case ast.Return():
            return statement.value is not None
        case ast.Raise():
            return True
        case ast.If():
            return bool(statement.orelse) and not any(map(_falls_through, (statement.body, statement.orelse)))
        case ast.With():
            return not _falls_through(statement.body)
        case ast.While(test=ast.Constant(value=True)):
            return not any(isinstance(node, ast.Break) for node in ast.walk(statement))
        case ast.Try():
            ways = [[*statement.body, *statement.orelse], *(handler.body for handler in statement.handlers)]
            return any(map(_ends, statement.finalbody)) or not any(map(_falls_through, ways))
        case ast.Match():
            last = statement.cases[-1]
            everything = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
            return everything and not any(_falls_through(case.body) for case in statement.cases)
        case _:
            return False
