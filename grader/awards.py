"""Points that a teacher gives where a report leaves the decision to them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.choosing import unknown
from grader.errors import UsageError
from grader.model import Item, ItemGrade, Text
from grader.score import open_for_review, with_award

__all__ = ["awarded", "given_within", "known_items", "points_given"]

_POINTS = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{0,4})?|[.,][0-9]{1,4}")
# Reports show points with two decimals: who types them off may be so much beside a third.
_SHOWN = Fraction(1, 200)


def points_given(text: str) -> Fraction | None:
    """The points that a person wrote, with a decimal point or comma (``7``, ``7.5``, ``7,5``); None for all else."""
    text = text.strip()
    return Fraction(text.replace(",", ".")) if _POINTS.fullmatch(text) else None


def given_within(points: Fraction, least: Fraction, most: Fraction) -> Fraction | None:
    """`points` where they lie between `least` and `most`, as these are shown; None where they don't."""
    if not least - _SHOWN <= points <= most + _SHOWN:
        return None
    return min(max(points, least), most)


def known_items(awards: Mapping[str, Fraction], items: Sequence[Item]) -> None:
    """Raises `UsageError` for an award to an item that isn't graded, or of more than it has, before all the work."""
    by_id = {item.id: item for item in items}
    for id_, points in awards.items():
        if id_ not in by_id:
            raise unknown(Text("--award: the rubric has no item '{name}'", {"name": id_}), id_, list(by_id))
        if given_within(points, Fraction(0), by_id[id_].points) is None:
            values = {"item": id_, "most": _plain(by_id[id_].points), "points": _plain(points)}
            raise UsageError(Text("--award: {item} has {most} points, fewer than {points}", dict(values)))


def awarded(grades: Sequence[ItemGrade], awards: Mapping[str, Fraction]) -> list[ItemGrade]:
    """`grades` with the teacher's points.  Raises `UsageError` where nothing was left to decide."""
    decided = []
    for grade in grades:
        if grade.id not in awards:
            decided.append(grade)
            continue
        points, still_open = awards[grade.id], open_for_review(grade)
        most = grade.points + still_open
        values = {"item": grade.id, "least": _plain(grade.points), "most": _plain(most), "points": _plain(points)}
        if not still_open:
            raise UsageError(
                Text("--award: nothing in {item} waits for a decision; it has {least} points", dict(values))
            )
        within = given_within(points, grade.points, most)
        if within is None:
            raise UsageError(Text("--award: {item} can be given {least} to {most} points, not {points}", dict(values)))
        decided.append(with_award(grade, within))
    return decided


def _plain(points: Fraction) -> str:
    return f"{float(points):g}"
