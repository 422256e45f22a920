"""What a student is told of a cell that stopped: what to do, where the error's own words are for insiders."""

from __future__ import annotations

import pytest

from grader.kernel.cells import CellRun
from grader.kernel.findings import finding_of
from grader.model import Limits, Verdict


def told(type_name: str, error: str, line: int | None = 3) -> str:
    finding = finding_of(CellRun(4, 0.1, Verdict.RAISED, type_name, error, line), Limits())
    assert finding is not None
    return str(finding.message)


@pytest.mark.parametrize(
    ("type_name", "error", "said"),
    [
        ("SyntaxError", "'(' was never closed (1210993529.py, line 3)", "'(' was never closed\". Often a bracket"),
        ("IndentationError", "unexpected indent (2411262304.py, line 3)", 'unexpected indent". Compare'),
        ("TabError", "inconsistent use of tabs and spaces in indentation (12.py, line 3)", 'indentation". Compare'),
        ("StdinNotImplementedError", "raw_input was called, but this frontend does not ...", "Put a fixed value"),
        ("ModuleNotFoundError", "No module named 'transformers'", "This library isn't there"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'datos.txt'", "Only the notebook is handed in"),
    ],
)
def test_the_commonest_stops_say_what_to_do(type_name: str, error: str, said: str) -> None:
    message = told(type_name, error)
    assert said in message
    assert message.startswith("Cell 4 ")
    assert "line 3" in message
    assert ".py, line" not in message
    assert "frontend" not in message


def test_a_line_that_only_the_error_has_is_told() -> None:
    """IPython reads a cell's tokens before Python compiles it, and then there's no trace of the cell."""
    error = "unindent does not match any outer indentation level (<tokenize>, line 15)"
    message = told("IndentationError", error, None)
    assert "Of line 15 Python says" in message
    assert "tokenize" not in message
    assert "Of line 1 Python" in told("IndentationError", "unexpected indent", None)


def test_any_other_error_is_told_as_it_is() -> None:
    assert (
        told("ZeroDivisionError", "division by zero")
        == "Cell 4 stopped in line 3 with ZeroDivisionError: division by zero"
    )
    assert (
        told("ZeroDivisionError", "division by zero", None) == "Cell 4 stopped with ZeroDivisionError: division by zero"
    )


def test_a_modules_name_that_is_not_there_is_told_as_an_import_that_is_missing() -> None:
    """Python 3.12 and later add a question of their own, in other words."""
    said = (
        "Cell 4 stopped in line 3 with NameError: name 'np' is not defined. Is `import numpy as np` missing above it?"
    )
    assert told("NameError", "name 'np' is not defined") == said
    assert "Is `import math` missing" in told(
        "NameError", "name 'math' is not defined. Did you forget to import 'math'?"
    )
    assert "Did you forget" not in told("NameError", "name 'math' is not defined. Did you forget to import 'math'?")
    assert "missing" not in told("NameError", "name 'softmaks' is not defined")
    assert "missing" not in told("KeyError", "name 'np' is not defined")
