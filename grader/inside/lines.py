"""Counts the lines of Python that run: where a loop is can be read off how the number grows with the input.

A loop in a comprehension, and one that a library's function hides, is seen too; what runs in C is one line.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["Lines"]


class Lines:
    """A function that counts, in `count`, the lines that it and what it calls run; each pass of a loop that stands on
    one line is one.
    """

    def __init__(self, function: Any) -> None:
        self.function = function
        self.count = 0

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(self._event)
        try:
            return self.function(*args, **keywords)
        finally:
            sys.settrace(before)

    def _event(self, frame: Any, event: str, arg: Any) -> Any:  # noqa: ARG002 - as sys.settrace calls it
        self.count += event == "line"
        return self._event
