from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import reference_solutions.transformer

FILES = sorted(Path(reference_solutions.transformer.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_reference_needs_the_standard_library_numpy_and_its_neighbours(file: Path) -> None:
    """They run in the grader's own process, which has no torch, and from whatever folder they are loaded."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            roots = [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            roots = [(node.module or "").split(".")[0]]
        else:
            continue
        assert set(roots) <= {"numpy", *sys.stdlib_module_names}
