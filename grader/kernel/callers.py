"""Which cells of a notebook may call one of its functions, as far as their text shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from grader.model import Cell
from grader.model.python_source import syntax_tree

__all__ = ["Callers"]

_NAME = re.compile(r"[^\W\d]\w*")


class Callers:
    """By names alone: what a cell mentions, and what is mentioned in the functions and classes that it mentions.

    So `may_call` may say yes where nothing is called; what is called without its name being written isn't seen.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._mentioned: dict[str, set[str]] = {}  # in the definitions of that name, all of them
        for cell in cells:
            for name, mentioned in _definitions(cell.source):
                self._mentioned.setdefault(name, set()).update(mentioned)

    def may_call(self, source: str, name: str) -> bool:
        seen: set[str] = set()
        pending = set(_NAME.findall(source))
        while pending - seen:
            seen |= pending
            pending = set().union(*(self._mentioned.get(each, ()) for each in pending)) - seen
        return name in seen


def _definitions(source: str) -> Iterator[tuple[str, set[str]]]:
    try:
        tree = syntax_tree(source)
    except SyntaxError:  # a magic, perhaps
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, set(_names_in(node))


def _names_in(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
