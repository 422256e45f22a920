"""A notebook file -> :class:`~grader.model.Submission`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.errors import UnreadableSubmission
from grader.intake.bounded_file import read_regular_file
from grader.intake.json_document import JsonObject, RepeatedKeys, json_object, kind_of_value
from grader.intake.languages import language_of, other_language
from grader.intake.visible import visible
from grader.model import Cell, Finding, Level, Submission, Text

__all__ = ["read_submission", "submission_from"]

MOST_CELLS = 10_000
MOST_CELL_BYTES = 1_000_000
MOST_SOURCE_BYTES = 5_000_000
MOST_CELL_FINDINGS = 20

# "heading" and "html" are of format 3.
_NOT_CODE = frozenset({"markdown", "raw", "heading", "html"})
_NOT_IN_TEXT = re.compile("[\x00\ud800-\udfff]")


def read_submission(path: Path) -> Submission:
    """The notebook in the file `path`; raises UnreadableSubmission with what it is instead."""
    return submission_from(read_regular_file(path), path.name)


def submission_from(data: bytes, file_name: str) -> Submission:
    """The notebook that `data` holds; raises UnreadableSubmission.

    Repairs and oddities are findings, and a notebook without any code has one of level ERROR.
    """
    reader = _Reader()
    notebook = json_object(data, reader.note)
    raw_cells, source_key = reader.raw_cells(notebook)
    metadata = reader.metadata(notebook)
    cells = reader.cells(raw_cells, source_key)
    refuse_other_language(metadata, cells)
    return Submission(
        name=visible(file_name, 255),
        sha256=hashlib.sha256(data).hexdigest(),
        cells=cells,
        metadata=metadata,
        findings=tuple(reader.findings),
    )


def refuse_other_language(metadata: dict[str, dict[str, str]], cells: Sequence[Cell]) -> None:
    """Raises UnreadableSubmission for a notebook that's clearly in another language than Python."""
    other = other_language(metadata, [cell.source for cell in cells])
    if other is not None:
        raise UnreadableSubmission(
            Text(
                "This notebook is for {language}. The course is in Python: choose a Python kernel.",
                {"language": other},
            )
        )


class _Reader:
    """One reading of one notebook; gathers `findings`."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.cell_findings = 0

    def note(self, level: Level, message: Text, cell: int | None = None) -> None:
        self.cell_findings += cell is not None
        if cell is None or self.cell_findings <= MOST_CELL_FINDINGS:
            self.findings.append(Finding(level, message, cell))

    def raw_cells(self, notebook: JsonObject) -> tuple[list[Any], str]:
        """The cells as they stand in the file, and the key of a code cell's source."""
        version, cells = notebook.get("nbformat"), notebook.get("cells")
        if type(version) is int and version in (1, 2):
            raise UnreadableSubmission(
                Text(
                    "This notebook is in a very old format ({version}, from before 2013). "
                    "Open it in Jupyter, save it, and hand it in again.",
                    {"version": version},
                )
            )
        self.note_repeated(notebook, ("cells", "nbformat", "metadata", "worksheets"))
        if isinstance(cells, list):
            if type(version) is not int or version != 4:
                self.note_version(notebook)
            return cells, "source"
        if isinstance(notebook.get("worksheets"), list) and cells is None:
            self.note(Level.INFO, Text("This notebook is in the old format 3; it was converted to format 4."))
            return _cells_of_worksheets(notebook["worksheets"]), "input"
        if "cells" in notebook:
            raise UnreadableSubmission(
                Text("This isn't a notebook: its 'cells' are {kind}, not a list.", {"kind": kind_of_value(cells)})
            )
        raise UnreadableSubmission(
            Text("This isn't a notebook: it is a JSON object without 'cells'. Look for the file that ends in .ipynb.")
        )

    def note_version(self, notebook: JsonObject) -> None:
        if "nbformat" not in notebook:
            self.note(Level.INFO, Text("The notebook doesn't say its format (nbformat); it was read as format 4."))
            return
        version = notebook["nbformat"]
        told: str | Text = visible(str(version)) if isinstance(version, str | int | float) else kind_of_value(version)
        message = Text("The notebook says its format is {version}; it was read as format 4.", {"version": told})
        self.note(Level.INFO, message)

    def note_repeated(self, value: JsonObject, names: tuple[str, ...], cell: int | None = None) -> None:
        if isinstance(value, RepeatedKeys):
            for name in names:
                if name in value.keys_repeated:
                    message = Text("The key '{key}' is there twice; the last one counts, as in Jupyter.", {"key": name})
                    self.note(Level.WARNING, message, cell)

    def metadata(self, notebook: JsonObject) -> dict[str, dict[str, str]]:
        """What the notebook says of its kernel and language, as short texts; the rest isn't kept."""
        raw = notebook.get("metadata")
        if not isinstance(raw, dict):
            self.note(Level.INFO, Text("The notebook's metadata are missing or damaged; they were ignored."))
            raw = {}
        kept: dict[str, dict[str, str]] = {}
        for part, names in (
            ("kernelspec", ("name", "display_name", "language")),
            ("language_info", ("name", "version")),
            ("grader", ("assignment", "language")),
        ):
            values = raw.get(part)
            if isinstance(values, dict):
                kept[part] = {name: visible(values[name], 100) for name in names if isinstance(values.get(name), str)}
        language = language_of(kept)
        if language is not None:
            message = Text("The notebook says its language is {language}; it is run as Python.", {"language": language})
            self.note(Level.WARNING, message)
        return kept

    def cells(self, raw_cells: list[Any], source_key: str) -> tuple[Cell, ...]:
        if len(raw_cells) > MOST_CELLS:
            raise UnreadableSubmission(
                Text("This notebook is too large: it has more than {limit} cells.", {"limit": MOST_CELLS})
            )
        cells = []
        total = 0
        for number, raw in enumerate(raw_cells, start=1):
            source = self.code(number, raw, source_key)
            if source is not None:
                total += self.checked_size(number, source)
                if total > MOST_SOURCE_BYTES:
                    raise UnreadableSubmission(
                        Text(
                            "This notebook is too large: its code is over {limit} bytes.", {"limit": MOST_SOURCE_BYTES}
                        )
                    )
                cells.append(Cell(number, source))
        if self.cell_findings > MOST_CELL_FINDINGS:
            more = self.cell_findings - MOST_CELL_FINDINGS
            self.note(Level.WARNING, Text("There are {count} more remarks of this kind about cells.", {"count": more}))
        if not any(cell.source.strip() for cell in cells):
            self.note(Level.ERROR, Text("There is no code in this notebook. Is it the right file, and was it saved?"))
        return tuple(cells)

    def code(self, number: int, raw: Any, source_key: str) -> str | None:
        """The source of a code cell; None for other cells and for those that must be skipped."""
        if not isinstance(raw, dict):
            message = Text("This cell was skipped: it is {kind}, not an object.", {"kind": kind_of_value(raw)})
            self.note(Level.WARNING, message, number)
            return None
        self.note_repeated(raw, ("cell_type", source_key), number)
        if not self.is_code(number, raw):
            return None
        # Some converters of old notebooks left "input" in format 4.
        key = next((key for key in (source_key, "source", "input") if key in raw), None)
        source = raw[key] if key else None
        if isinstance(source, list) and all(isinstance(line, str) for line in source):
            source = "".join(source)
        if isinstance(source, str):
            return self.readable(number, source)
        if key is None:
            self.note(Level.WARNING, Text("This cell was skipped: it has no source."), number)
        else:
            kind = Text("a list with other things than text") if isinstance(source, list) else kind_of_value(source)
            self.note(
                Level.WARNING, Text("This cell was skipped: its source is {kind}, not text.", {"kind": kind}), number
            )
        return None

    def is_code(self, number: int, raw: JsonObject) -> bool:
        cell_type = raw.get("cell_type")
        if isinstance(cell_type, str):
            if cell_type != "code" and cell_type not in _NOT_CODE:
                message = Text("This cell was skipped: its type is unknown ('{type}').", {"type": visible(cell_type)})
                self.note(Level.WARNING, message, number)
            return cell_type == "code"
        if "outputs" in raw or "execution_count" in raw:  # which only code cells have
            self.note(Level.WARNING, Text("This cell doesn't say its type; it was taken as code."), number)
            return True
        self.note(Level.WARNING, Text("This cell was skipped: it doesn't say its type."), number)
        return False

    def readable(self, number: int, source: str) -> str:
        """Line ends as Python sees them, and nothing that can't be sent to a kernel."""
        source = source.replace("\r\n", "\n").replace("\r", "\n")
        if _NOT_IN_TEXT.search(source):
            message = Text("This cell holds characters that aren't text (NUL or half a character); they were replaced.")
            self.note(Level.WARNING, message, number)
            source = _NOT_IN_TEXT.sub("\ufffd", source)
        return source

    def checked_size(self, number: int, source: str) -> int:
        size = len(source.encode())
        if size > MOST_CELL_BYTES:
            raise UnreadableSubmission(
                Text(
                    "This notebook is too large: cell {cell} holds more than {limit} bytes of code.",
                    {"cell": number, "limit": MOST_CELL_BYTES},
                )
            )
        return size


def _cells_of_worksheets(worksheets: list[Any]) -> list[Any]:
    """Format 3 has its cells on worksheets, one after the other."""
    cells: list[Any] = []
    for sheet in worksheets:
        if not isinstance(sheet, dict) or not isinstance(sheet.get("cells"), list):
            raise UnreadableSubmission(
                Text("This notebook is damaged: one of its 'worksheets' has no list of 'cells'.")
            )
        cells += sheet["cells"]
    return cells
