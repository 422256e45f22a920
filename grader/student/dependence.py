"""Which of the notebook's code an item depends on, so that only what has changed is checked again."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Collection, Iterator, Mapping

from grader.model import Cell

__all__ = ["fingerprint", "written_code"]

# What changes how everything else computes, wherever it stands.
_FOR_ALL = ("seed", "set_")


def written_code(cells: Collection[Cell]) -> Mapping[str, str]:
    """By name, the code at the cells' top that defines it; under ``""`` what may change any other name's meaning."""
    found: dict[str, list[str]] = {"": []}
    for cell in cells:
        try:
            tree = ast.parse(cell.source)
        except (SyntaxError, ValueError):  # magics, or half a line: any name in it may be meant
            found[""].append(cell.source)
            continue
        for node in tree.body:
            code = ast.get_source_segment(cell.source, node) or ""
            decorators = [ast.get_source_segment(cell.source, d) or "" for d in getattr(node, "decorator_list", ())]
            for name in _names(node):
                found.setdefault(name, []).append("\n".join([*decorators, code]))
    return {name: "\n".join(parts) for name, parts in found.items()}


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            # An attribute or an entry that is set from outside changes what its owner does.
            yield from (part.id if isinstance(part, ast.Name) else "" for part in parts)
    elif isinstance(node, ast.Expr) and any(word in ast.dump(node.value) for word in _FOR_ALL):
        yield ""


def fingerprint(names: Collection[str], code: Mapping[str, str]) -> str:
    """The same as long as the code of `names`, and what concerns all code, stays the same."""
    parts = [code.get("", ""), *(f"{name}\n{code.get(name, '')}" for name in sorted(names))]
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()
