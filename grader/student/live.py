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
from grader.student.dependence import Code, Statement, statements
from grader.student.stop_button import is_of_a_cell

__all__ = ["Saved", "cells_run", "folders_of", "place_in", "remarks", "saved_notebook"]

# More notebooks than these aren't searched for the one that is running.
MOST_NOTEBOOKS = 20
MOST_CODE = 80  # characters of a line that is shown


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


def folders_of(names: Mapping[str, Any], shell: Any) -> list[Path]:
    """Where the checks may lie: beside the notebook's file, in the working folder, in that of the kernel's start."""
    started = getattr(shell, "starting_dir", None)
    around = [Path.cwd(), *([Path(started)] if isinstance(started, str) else [])]
    beside = [path.parent for path in _named(names, around)]
    return list(dict.fromkeys([*(folder for folder in beside if folder.is_dir()), *around]))


def saved_notebook(names: Mapping[str, Any], ran: Sequence[str], folders: Sequence[Path]) -> Saved | None:
    """The file of the notebook that runs here, looked for in `folders`; None where that can't be known."""
    named = (found for path in _named(names, folders) if (found := _read(path)) is not None)
    alike = (found for folder in folders if (found := _most_alike(folder, ran)) is not None)
    return next(named, None) or next(alike, None)


def _named(names: Mapping[str, Any], folders: Sequence[Path]) -> list[Path]:
    """What VS Code and Jupyter's server say the file is: in full, or from the server's root, which holds one of
    `folders`.
    """
    said = [names.get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")]
    paths = [Path(one) for one in said if isinstance(one, str) and one.endswith(".ipynb")]
    roots = [root for folder in folders for root in (folder, *folder.parents)]
    return [root / path for path in paths for root in roots[: 1 if path.is_absolute() else None]]


def _most_alike(folder: Path, ran: Sequence[str]) -> Saved | None:
    """The notebook that shares the most cells with what was run, where that is one alone."""
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


def remarks(saved: Saved | None, ran: Sequence[str], about: Collection[str], names: Mapping[str, Any]) -> list[Text]:
    """What to know of the names that the items are `about`, where the file and what was run part.

    `names` are what there is now: a name may have been deleted since, or given to a value.
    """
    if saved is None:
        return [Text("The notebook's file wasn't found from here, so nobody can tell whether all of this is saved.")]
    file, live = Code(saved.cells), Code(tuple(Cell(n, source) for n, source in enumerate(ran, start=1)))
    unsaved, deleted, made = list[str](), list[str](), list[Text]()
    for name in sorted(about):
        here, there = _definition(live, name), _definition(file, name)
        lost = None if here is None or there is None else _lost(name, names, file, live)
        if here is None and there is not None:
            made.append(_not_run(name, there[0]))
        elif lost is not None:
            made.append(lost)
        elif here is not None and there is None:
            deleted.append(name)
        elif here is not None and there is not None and here[1] != there[1]:
            unsaved.append(name)
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


def _not_run(name: str, cell: int) -> Text:
    values: dict[str, str | int | float | Text] = {"cell": cell, "name": name}
    return Text("Cell {cell} of the saved file, which defines `{name}`, hasn't been run here.", values)


def _lost(name: str, names: Mapping[str, Any], file: Code, live: Code) -> Text | None:
    """What became of a name that a cell defined here, where it has another end than in the saved file."""
    if name not in names:
        return Text("`{name}` was deleted here since its cell was run: run that cell again.", {"name": name})
    (_, here), (cell, at_the_end) = _last(live, name), _last(file, name)
    if here is None or at_the_end is None:
        return None
    if callable(names[name]) and here.defines and not at_the_end.defines:
        return Text(
            "Cell {cell} of the saved file gives `{name}` to something else, and hasn't been run here: {code}",
            {"cell": cell, "name": name, "code": _first_line(at_the_end)},
        )
    if callable(names[name]) or not at_the_end.defines:
        return None
    if here.defines:  # and yet it's a value: by code that isn't seen, such as exec
        return Text(
            "`{name}` was given another value here, which the saved file doesn't do: run its cell again.",
            {"name": name},
        )
    return Text(
        "`{name}` was given another value here, which the saved file doesn't do: run its cell again. It was this line: "
        "{code}",
        {"name": name, "code": _first_line(here)},
    )


def _last(code: Code, name: str) -> tuple[int, Statement | None]:
    """The last statement that gives `name` a value, and its cell."""
    return next(((cell, one) for cell, one in reversed(code.statements) if name in one.binds), (0, None))


def _first_line(statement: Statement) -> str:
    return statement.code.strip().partition("\n")[0][:MOST_CODE]


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
        if not is_of_a_cell(filename):
            return None
        text = "".join(linecache.getlines(filename))
        alike = (defined[name] for name in _defined(text) if name in defined)
        return numbers.get(text.strip()) or next(alike, None)

    return cell_of


def _defined(source: str) -> list[str]:
    return sorted(name for one in statements(source) if one.defines and not one.imports for name in one.binds)
