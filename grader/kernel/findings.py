"""What a student is told of cells that didn't end well."""

from __future__ import annotations

import re

from grader.kernel.cells import CellRun
from grader.model import Cell, Finding, Level, Limits, Text, Verdict
from grader.model.usual_imports import missing_import

__all__ = ["finding_of", "imported", "not_run", "stopped_at"]

# IPython's own name for a cell's code at the end of a syntax error: "(2411262304.py, line 3)".
# What Python puts behind an error of syntax: the file that Jupyter gave the cell, or IPython's own reading of it.
_IN_ITS_FILE = re.compile(r" \((?:\d+\.py|<[\w -]*>), line (\d+)\)$")

_UNDEFINED = re.compile(r"name '(\w+)' is not defined")

_UNREAD = ("SyntaxError", "IndentationError", "TabError")


def finding_of(run: CellRun, limits: Limits) -> Finding | None:
    """The finding for a cell; None if it ended without an error.

    ``details["ending"]`` is the verdict's value: ``raised``, ``timed_out``, ``crashed`` ...; ``details["unread"]`` is
    there where the cell can't be read as Python, so that none of it was run.
    """
    if run.ending is Verdict.PASSED:
        return None
    details = {"ending": run.ending.value}
    if run.ending is Verdict.RAISED:
        if run.error_type in _UNREAD:
            details["unread"] = "yes"
        return Finding(Level.WARNING, _raised(run), run.number, details)
    if run.ending is Verdict.FLOODED and run.error:
        return Finding(Level.ERROR, _printed(run, limits), run.number, details)
    if run.ending is Verdict.CRASHED and run.error:
        return Finding(Level.ERROR, _crowded(run, limits), run.number, details)
    values: dict[str, str | int] = {"cell": run.number, "seconds": f"{min(limits.cell_seconds, run.seconds):.3g}"}
    text = _stopped(run, values) if run.stopped else _left_out(run.ending, values)
    return Finding(Level.ERROR, text, run.number, details)


def _stopped(run: CellRun, values: dict[str, str | int]) -> Text:
    if run.hangs_again:
        return Text(
            "Cell {cell} was stopped after {seconds} s: it uses `{function}`, which hadn't come back in an earlier "
            "cell. What it had done until then stands.",
            {**values, "function": run.hangs_again},
        )
    if run.line is None:
        return Text(
            "Cell {cell} didn't finish within {seconds} s, and was stopped. What it had done until then stands.", values
        )
    values |= {"line": run.line}
    if run.function:
        return Text(
            "Cell {cell} didn't finish within {seconds} s: `{function}`, called in line {line}, hadn't come back. It "
            "was stopped, and what the cell had done until then stands.",
            {**values, "function": run.function},
        )
    return Text(
        "Cell {cell} didn't finish within {seconds} s, and was stopped in line {line}. What it had done until then "
        "stands.",
        values,
    )


def _printed(run: CellRun, limits: Limits) -> Text:
    return Text(
        "Cell {cell} printed more than {mebibytes} MiB: is there a loop that never ends? It was left out, and all "
        "others were run again.",
        {"cell": run.number, "mebibytes": limits.output_mib},
    )


def _crowded(run: CellRun, limits: Limits) -> Text:
    return Text(
        "Cell {cell} started more than {count} processes and threads. It was left out, and all others were run again.",
        {"cell": run.number, "count": limits.processes},
    )


def _left_out(ending: Verdict, values: dict[str, str | int]) -> Text:
    if ending is Verdict.TIMED_OUT:
        return Text(
            "Cell {cell} didn't finish within {seconds} s. It was left out, and all others were run again.", values
        )
    if ending is Verdict.OUT_OF_MEMORY:
        return Text("Cell {cell} took too much memory. It was left out, and all others were run again.", values)
    if ending is Verdict.CRASHED:
        return Text("Cell {cell} ended the Python process. It was left out, and all others were run again.", values)
    if ending is Verdict.FLOODED:
        return Text("Cell {cell} sent far too much data. It was left out, and all others were run again.", values)
    return Text("Cell {cell} disturbed the kernel's messages. It was left out, and all others were run again.", values)


def _raised(run: CellRun) -> Text:
    """What stopped the cell, in words of ours where Python's or Jupyter's help only those who know them."""
    place = _IN_ITS_FILE.search(run.error[:400])
    line = run.line or (int(place[1]) if place and run.error_type in _UNREAD else 1)
    error = _IN_ITS_FILE.sub("", run.error[:400])
    values: dict[str, str | int] = {"cell": run.number, "type": run.error_type, "error": error, "line": line}
    if run.error_type in _UNREAD[1:]:
        return Text(
            "Cell {cell} can't be read as Python, so none of it was run. Of line {line} Python says "
            '"{type}: {error}". Compare how far that line and those around it are indented.',
            values,
        )
    if run.error_type == "SyntaxError":
        return Text(
            "Cell {cell} can't be read as Python, so none of it was run. Of line {line} Python says "
            '"{type}: {error}". Often a bracket, a quote or a colon is missing there, or in the line above.',
            values,
        )
    if run.error_type == "StdinNotImplementedError":
        return Text(
            "Cell {cell} stopped in line {line}: it waits for something to be typed (input), and nobody is there when "
            "a notebook is graded. Put a fixed value in its place.",
            values,
        )
    if run.error_type == "ModuleNotFoundError":
        return Text(
            "Cell {cell} stopped in line {line}, at an import: {error}. This library isn't there where notebooks are "
            "graded, and what comes after that line wasn't run.",
            values,
        )
    if run.error_type == "FileNotFoundError":
        return Text(
            "Cell {cell} stopped in line {line}: {error}. Only the notebook is handed in, without the files beside it.",
            values,
        )
    if run.line is None:
        return Text("Cell {cell} stopped with {type}: {error}", values)
    undefined = _UNDEFINED.match(error) if run.error_type == "NameError" else None
    usual = missing_import(undefined[1]) if undefined else None
    if undefined and usual:
        return Text(
            "Cell {cell} stopped in line {line} with {type}: {error}. Is `{usual}` missing above it?",
            {**values, "error": undefined[0], "usual": usual},
        )
    return Text("Cell {cell} stopped in line {line} with {type}: {error}", {**values, "line": run.line})


def stopped_at(run: CellRun) -> int | None:
    """The line in which a cell stopped; 0 if it can't be read, so that none of it was run; None if nobody knows."""
    return 0 if run.error_type in _UNREAD else run.line


def imported(cell: int) -> Finding:
    """For a cell of which nothing else was run, or not to its end."""
    text = Text(
        "What cell {cell} imports was imported all the same, as far as it's there, so that other cells don't pay for "
        "it.",
        {"cell": cell},
    )
    return Finding(Level.INFO, text, cell)


def not_run(cells: list[Cell], notebook_seconds: float | None) -> Finding:
    """For the cells that couldn't be run: the time was up, or (None) too many cells ended the process."""
    values: dict[str, str | int] = {"cell": cells[0].number, "count": len(cells)}
    if notebook_seconds is None:
        text = Text(
            "The Python process had to be started again too often. Cell {cell} and others weren't run ({count} cells).",
            values,
        )
    else:
        text = Text(
            "The notebook as a whole took longer than {seconds} s. Cell {cell} and what follows it weren't run "
            "({count} cells).",
            {**values, "seconds": f"{notebook_seconds:g}"},
        )
    return Finding(Level.ERROR, text, cells[0].number, {"ending": "not_run"})
