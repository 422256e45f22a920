"""Python's reader of source text, for text that may be anything."""

from __future__ import annotations

import ast
import threading
import warnings

__all__ = ["syntax_tree"]

# What is done with warnings, Python keeps for all threads together.
_one_at_a_time = threading.Lock()


def syntax_tree(text: str) -> ast.Module:
    """`text` as Python reads it.  Raises `SyntaxError`, whatever it is that keeps Python from reading it."""
    for _ in range(2):
        try:
            with _one_at_a_time, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of '\d' in a student's string
                return ast.parse(text)
        except (ValueError, RecursionError, MemoryError) as error:  # NUL, lone surrogates, a thousand brackets
            raise SyntaxError(f"{type(error).__name__} at the reading") from error
        except SystemError:
            # CPython 3.11 loses count of its own depth when something is collected meanwhile that reads source too, as
            # a traceback's text does (python/cpython#106905), and begins anew the next time.
            continue
    raise SyntaxError("nested too deeply")
