"""Points that a teacher gives where a report leaves the decision to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.choosing import unknown
from grader.errors import UsageError
from grader.model import Item, ItemGrade, Text
from grader.score import open_for_review, with_award

__all__ = ["awarded", "known_items"]


def known_items(awards: Mapping[str, Fraction], items: Sequence[Item]) -> None:
    """Raises `UsageError` for an award to an item that isn't graded, or of more than it has, before all the work."""
    by_id = {item.id: item for item in items}
    for id_, points in awards.items():
        if id_ not in by_id:
            raise unknown(Text("--award: the rubric has no item '{name}'", {"name": id_}), id_, list(by_id))
        if points > by_id[id_].points:
            raise UsageError(f"--award: {id_} has {float(by_id[id_].points):g} points, fewer than {float(points):g}")


def awarded(grades: Sequence[ItemGrade], awards: Mapping[str, Fraction]) -> list[ItemGrade]:
    """`grades` with the teacher's points.  Raises `UsageError` where nothing was left to decide."""
    decided = []
    for grade in grades:
        if grade.id not in awards:
            decided.append(grade)
            continue
        points, still_open = awards[grade.id], open_for_review(grade)
        least, most = float(grade.points), float(grade.points + still_open)
        if not still_open:
            raise UsageError(f"--award: nothing in {grade.id} waits for a decision; it has {least:g} points")
        if not grade.points <= points <= grade.points + still_open:
            raise UsageError(f"--award: {grade.id} can be given {least:g} to {most:g} points, not {float(points):g}")
        decided.append(with_award(grade, points))
    return decided
