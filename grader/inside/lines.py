"""Counts the lines of Python that run: where a loop is can be read off how the number grows with the input.

A loop in a comprehension, and one that a library's function hides, is seen too; what runs in C is one line.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

__all__ = ["lines_run_by"]

# Ours: under the first name in a kernel, under the second in the grader's own process.
_OWN = ("_inside", "grader.inside")


def lines_run_by(run: Callable[[], Any]) -> int:
    """Lines of all code but our own; each pass of a loop on one line counts as one."""
    count = 0

    def local(frame: Any, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return local

    def called(frame: Any, event: str, arg: Any) -> Any:
        return None if str(frame.f_globals.get("__name__")).startswith(_OWN) else local

    before = sys.gettrace()
    sys.settrace(called)
    try:
        run()
    finally:
        sys.settrace(before)
    return count
