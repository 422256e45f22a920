"""An exception of the student's as plain data: what it says, and where in their cells it happened."""

from __future__ import annotations

import linecache
from typing import Any, Callable

__all__ = ["describe_error"]


def describe_error(error: BaseException, cell_of: Callable[[str], int | None]) -> dict[str, Any]:
    """Type, message, and the innermost place in the student's own cells; ``ours`` if our own code broke."""
    cell = line = None
    function = source_line = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        number = cell_of(code.co_filename)
        if number is not None:
            cell, line, function = number, trace.tb_lineno, code.co_name
            source_line = linecache.getline(code.co_filename, line).rstrip()
        trace = trace.tb_next
    try:
        message = str.__str__(str(error))  # the inner one may give a subclass of str
    except BaseException:  # a hostile or broken __str__
        message = ""
    return {
        "ours": cell is None and _is_ours(error),
        "type_name": type(error).__name__[:200],
        "message": message[:2000],
        "cell": cell,
        "line": line,
        "function": function[:200],
        "source_line": source_line[:400],
    }


def _is_ours(error: BaseException) -> bool:
    """Did our own code break, and not what it called?  Kinds that a call of the student's can't raise here."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not isinstance(error, (NameError, ImportError, AssertionError)):
        return False
    frame = trace.tb_frame
    own = str(frame.f_globals.get("__name__", "")).rpartition(".")[0] == __name__.rpartition(".")[0]
    return own and frame.f_code.co_name != "resolve"  # which says that a name of the notebook doesn't exist
