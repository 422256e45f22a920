"""What was handed in, and how running it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.model.results import Finding

__all__ = ["Cell", "CellOutcome", "Execution", "Submission"]


@dataclass(frozen=True)
class Cell:
    """A code cell; `number` counts all cells of the notebook from 1, as students count them."""

    number: int
    source: str


@dataclass(frozen=True)
class Submission:
    """A notebook, read once: these bytes are what is graded.  Outputs are dropped on reading."""

    name: str
    sha256: str
    cells: tuple[Cell, ...]
    metadata: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()

    @property
    def source(self) -> str:
        return "\n".join(cell.source for cell in self.cells)


@dataclass(frozen=True)
class CellOutcome:
    """How one cell ended, as far as our own clock and process table can tell."""

    number: int
    seconds: float
    error: str = ""


@dataclass(frozen=True)
class Execution:
    """All cells have been run, or as many as could be.  `isolation` is the level that held."""

    isolation: str
    outcomes: tuple[CellOutcome, ...]
    findings: tuple[Finding, ...]
    seconds: float
    finished: bool
