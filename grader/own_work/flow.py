"""Which statements of a body may run: not those behind a switch that the notebook turns off, nor after a return."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grader.own_work.values import Constant, Scope

if TYPE_CHECKING:
    from grader.own_work.notebook import Notebook

__all__ = ["statements", "truth"]


def statements(notebook: Notebook, body: Sequence[ast.stmt], scope: Scope) -> Iterator[ast.stmt]:
    """The statements that may run, those of inner blocks too; not those of inner functions and classes."""
    for statement in body:
        notebook.spend(1)
        yield statement
        for block in _blocks(notebook, statement, scope):
            yield from statements(notebook, block, scope)
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return


def _blocks(notebook: Notebook, node: ast.stmt, scope: Scope) -> list[list[ast.stmt]]:
    match node:
        case ast.If() | ast.While():
            taken = truth(notebook, node.test, scope)
            return [*([node.body] if taken is not False else []), *([node.orelse] if taken is not True else [])]
        case ast.For() | ast.AsyncFor():
            return [node.body, node.orelse]
        case ast.With() | ast.AsyncWith():
            return [node.body]
        case ast.Try() | ast.TryStar():
            return [node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody]
        case ast.Match():
            return [case.body for case in node.cases]
    return []


def truth(notebook: Notebook, test: ast.expr, scope: Scope) -> bool | None:
    """True or False where a switch of the notebook says so; None where that shows only when it runs."""
    match test:
        case ast.UnaryOp(op=ast.Not()):
            inner = truth(notebook, test.operand, scope)
            return None if inner is None else not inner
        case ast.BoolOp():
            decisive = isinstance(test.op, ast.Or)
            truths = [truth(notebook, value, scope) for value in test.values]
            return decisive if decisive in truths else None if None in truths else not decisive
        case ast.Name() | ast.Constant():
            # Not an attribute: those are also set from outside.
            values = notebook.value(test, scope)
            if len(values) == 1 and isinstance(only := next(iter(values)), Constant):
                return bool(only.value)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as operator], comparators=[right]):
            sides = [
                notebook.constant(side, scope) for side in (left, right) if isinstance(side, ast.Name | ast.Constant)
            ]
            if len(sides) == 2 and None not in sides:
                return (sides[0] == sides[1]) is isinstance(operator, ast.Eq)
    return None
