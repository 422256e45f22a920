"""What a running notebook and its saved file don't have in common, as far as it can be known from inside the kernel.

A kernel isn't told which file it belongs to.  Jupyter's server and VS Code leave a hint; else it's the notebook in the
folder that shares the most cells with what has been run.  What was run is in IPython's history of inputs, the file
is what the grade sees: a definition that is in one and not in the other is what surprises students.
"""

from __future__ import annotations

import linecache
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.errors import GraderError
from grader.intake import read_submission
from grader.model import Cell, Text
from grader.student.dependence import Code, statements

__all__ = ["Saved", "cells_run", "place_in", "remarks", "saved_notebook"]

# More notebooks than these aren't searched for the one that is running.
MOST_NOTEBOOKS = 20


@dataclass(frozen=True)
class Saved:
    """The notebook's file as it is now."""

    path: Path
    cells: tuple[Cell, ...]
    saved_at: str


def cells_run(shell: Any) -> tuple[str, ...]:
    """The inputs of this kernel so far, the oldest first."""
    history = getattr(shell, "history_manager", None)
    inputs = getattr(history, "input_hist_raw", None) or getattr(shell, "user_ns", {}).get("In") or ()
    return tuple(str(source) for source in inputs if str(source).strip())


def saved_notebook(names: Mapping[str, Any], ran: Sequence[str], folder: Path) -> Saved | None:
    """The file of the notebook that runs here; None where that can't be known."""
    for said in (names.get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")):
        if isinstance(said, str) and said.endswith(".ipynb") and (found := _read(folder / said)) is not None:
            return found
    inputs = {source.strip() for source in ran}
    shared: list[tuple[int, Saved]] = []
    for path in sorted(folder.glob("*.ipynb"))[:MOST_NOTEBOOKS]:
        read = _read(path)
        if read is not None:
            shared.append((sum(cell.source.strip() in inputs for cell in read.cells if cell.source.strip()), read))
    most = max((count for count, _ in shared), default=0)
    best = [read for count, read in shared if count == most]
    return best[0] if most and len(best) == 1 else None


def _read(path: Path) -> Saved | None:
    try:
        saved_at = time.strftime("%H:%M:%S", time.localtime(path.stat().st_mtime))
        return Saved(path, read_submission(path).cells, saved_at)
    except (OSError, GraderError):
        return None


def remarks(saved: Saved | None, ran: Sequence[str], names: Collection[str]) -> list[Text]:
    """What to know of `names`, those of the items that were checked, where the file and what was run part."""
    if saved is None:
        return [Text("The notebook's file wasn't found from here, so nobody can tell whether all of this is saved.")]
    file, live = Code(saved.cells), Code(tuple(Cell(n, source) for n, source in enumerate(ran, start=1)))
    unsaved, deleted, not_run = list[str](), list[str](), list[tuple[str, int]]()
    for name in sorted(names):
        here, there = _definition(live, name), _definition(file, name)
        if here is None and there is not None:
            not_run.append((name, there[0]))
        elif here is not None and there is None:
            deleted.append(name)
        elif here is not None and there is not None and here[1] != there[1]:
            unsaved.append(name)
    made = [
        Text(
            "Cell {cell} of the saved file, which defines `{name}`, hasn't been run here.", {"cell": cell, "name": name}
        )
        for name, cell in not_run
    ]
    if unsaved:
        made.append(
            Text(
                "In the saved file these are written in another way than they were run here: {names}. Save the "
                "notebook, or run the changed cells again.",
                {"names": ", ".join(unsaved)},
            )
        )
    if deleted:
        made.append(
            Text(
                "These aren't in the saved file, only in what was run here: {names}. Their cell was deleted, or isn't "
                "saved yet; the grade won't find them.",
                {"names": ", ".join(deleted)},
            )
        )
    values: dict[str, str | int | float | Text] = {"file": saved.path.name, "time": saved.saved_at}
    if not made:
        return [Text("What was checked is what {file} has, as it was saved at {time}.", values)]
    return [Text("Compared with {file} as it was saved at {time}:", values), *made]


def _definition(code: Code, name: str) -> tuple[int, str] | None:
    """The cell and the text of the last function, class or import by that name."""
    found = ((cell, one.code.strip()) for cell, one in reversed(code.statements) if one.defines and name in one.binds)
    return next(found, None)


def place_in(saved: Saved | None) -> Callable[[str], int | None]:
    """Which cell of the saved file the code of a file name comes from: the one with the same text, else, where it was
    changed since it was saved, the one that defines the same.
    """
    cells = saved.cells if saved is not None else ()
    numbers = {cell.source.strip(): cell.number for cell in reversed(cells)}
    defined = {name: cell.number for cell in reversed(cells) for name in _defined(cell.source)}

    def cell_of(filename: str) -> int | None:
        if "ipykernel" not in filename and "<ipython-input" not in filename:
            return None
        text = "".join(linecache.getlines(filename))
        alike = (defined[name] for name in _defined(text) if name in defined)
        return numbers.get(text.strip()) or next(alike, None)

    return cell_of


def _defined(source: str) -> list[str]:
    return sorted(name for one in statements(source) if one.defines and not one.imports for name in one.binds)
