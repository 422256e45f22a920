"""The rubric: which items there are and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

__all__ = ["CheckEntry", "Disclosure", "Forbidden", "Item", "Limits", "Rubric"]


class Disclosure(Enum):
    """What a student is shown of a check beyond its title, verdict and points: everything; only what their own code
    gave or where it stopped; nothing.

    Whoever wants to can make their code give back what it's called with: only `NONE` keeps inputs secret.
    """

    FULL = "full"
    ACTUAL_ONLY = "actual-only"
    NONE = "none"

    @classmethod
    def of(cls, hidden: bool, shows_actual: bool) -> Disclosure:
        if not hidden:
            return cls.FULL
        return cls.ACTUAL_ONLY if shows_actual else cls.NONE


@dataclass(frozen=True)
class CheckEntry:
    """One check of an item: its `share` is relative to the other checks of the item.

    `shows_actual`: where it's `hidden`, students may still see what their own code gave.
    """

    id: str
    share: Fraction
    hidden: bool
    shows_actual: bool = False


@dataclass(frozen=True)
class Forbidden:
    """What an item asks to be built and not called, by concept (``softmax``); a call costs that part of its points."""

    concepts: tuple[str, ...]
    costs: Fraction = Fraction(1)


@dataclass(frozen=True)
class Item:
    """`title` by language code; `needs` are ids of items that this one builds on."""

    id: str
    title: Mapping[str, str]
    component: str
    points: Fraction
    checks: tuple[CheckEntry, ...]
    needs: tuple[str, ...] = ()
    forbidden: Forbidden | None = None


@dataclass(frozen=True)
class Limits:
    """What a submission may take.

    Seconds of the clock for a cell, for all cells, for a question, and for running and asking together; seconds of the
    processor for one process.  Memory is what the notebook's processes take together, beyond what a kernel with its
    libraries has.  `disk_mib` and `files` bound what it can write, for each of its private folders; `output_mib` what
    a cell or a question prints and shows; `reply_mib` an answer, 64 at most: it's held in memory more than once.
    """

    cell_seconds: float = 60.0
    notebook_seconds: float = 300.0
    call_seconds: float = 10.0
    submission_seconds: float = 1800.0
    cpu_seconds: float = 1800.0
    memory_mib: int = 2048
    processes: int = 128
    disk_mib: int = 512
    files: int = 100_000
    output_mib: int = 16
    reply_mib: int = 64


@dataclass(frozen=True)
class Rubric:
    """`max_points` is the sum over the items: the maximum never comes from a submission."""

    assignment: str
    title: Mapping[str, str]
    items: tuple[Item, ...]
    limits: Limits
    path: str = ""

    @property
    def max_points(self) -> Fraction:
        return sum((item.points for item in self.items), Fraction(0))
