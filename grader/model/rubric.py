"""The rubric: which items there are and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["CheckEntry", "Forbidden", "Item", "Limits", "Rubric"]


@dataclass(frozen=True)
class CheckEntry:
    """One check of an item: its `share` is relative to the other checks of the item."""

    id: str
    share: Fraction
    hidden: bool


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
    """Wall-clock limits in seconds."""

    cell_seconds: float = 60.0
    notebook_seconds: float = 300.0
    call_seconds: float = 10.0


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
