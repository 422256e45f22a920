"""A report under the rubric as it is now, where nothing but its words and points has changed: nothing is run again.

What a notebook did doesn't depend on what it's worth, so a kept report is given the new points, titles and disclosure.
Points of an item are a matter of arithmetic.  Its checks' shares also choose: between two forms of it, and whether a
library's version in place of another part's fault earns more.  Where the shares have changed and such a choice may
have been made, only judging the notebook again tells.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grader.classroom.record import packed
from grader.follow_through import with_unmeasured_shares
from grader.model import CheckGrade, GradeReport, Item, ItemGrade, ItemState, Rubric, Verdict

__all__ = ["rescored", "what_is_run", "what_is_said"]


def what_is_run(rubric: Rubric) -> Any:
    """All of `rubric` that a notebook's running and judging depends on, as plain data."""
    return packed(replace(rubric, title={}, items=tuple(map(_judged, rubric.items)), path=""))


def _judged(item: Item) -> Item:
    """`item` without what may change and needs nothing run again; a field that is added one day isn't among that."""
    same = Fraction(1)
    checks = tuple(replace(check, share=same, hidden=True, shows_actual=False) for check in item.checks)
    return replace(item, title={}, points=same, checks=checks)


def what_is_said(rubric: Rubric) -> str:
    """A hash of the rest of `rubric`: points, shares, titles and what students are shown."""
    rest = [dict(rubric.title), [[dict(i.title), str(i.points), [_share(c) for c in i.checks]] for i in rubric.items]]
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _share(check: Any) -> list[Any]:
    return [str(check.share), check.hidden, check.shows_actual]


def rescored(report: GradeReport, rubric: Rubric) -> GradeReport | None:
    """`report` with `rubric`'s points and words; None if the notebook must be judged again.

    `report` was made under a rubric with the same `what_is_run`.  Nothing a teacher has decided is in it.
    """
    by_id = {item.id: item for item in rubric.items}
    alone = sum(item.points < item.max_points for item in report.items) <= 1
    items = [_item(grade, by_id[grade.id], alone) for grade in report.items]
    done = [grade for grade in items if grade is not None]
    if len(done) < len(items):
        return None
    done = with_unmeasured_shares([by_id[grade.id] for grade in done], done)
    return replace(
        report,
        title=rubric.title,
        items=tuple(done),
        points=sum((grade.points for grade in done), Fraction(0)),
        max_points=sum((grade.max_points for grade in done), Fraction(0)),
    )


def _item(grade: ItemGrade, item: Item, alone: bool) -> ItemGrade | None:
    """`alone` says that no other item has lost points, so that nothing was judged with a library's version."""
    worth = _worth(item, grade.checks)
    if worth is None:
        return None
    scale = item.points / grade.max_points
    reshared = any(check.max_points * scale != worth[check.id] for check in grade.checks)
    settled = grade.state in (ItemState.PASSED, ItemState.MISSING) or alone
    if reshared and (grade.other_forms or grade.follow_through is not None or not settled):
        return None
    kept = Fraction(1) if grade.forfeit is None else 1 - grade.forfeit.part
    entries = {entry.id: entry for entry in item.checks}
    checks = tuple(
        replace(
            check,
            points=worth[check.id] * kept if check.verdict.earns_points else Fraction(0),
            max_points=worth[check.id],
            hidden=entries[check.id].hidden,
            shows_actual=entries[check.id].shows_actual,
        )
        for check in grade.checks
    )
    return replace(
        grade,
        title=item.title,
        checks=checks,
        points=sum((check.points for check in checks), Fraction(0)),
        max_points=item.points,
        other_forms=tuple(replace(form, points=form.points * scale) for form in grade.other_forms),
    )


def _worth(item: Item, checks: Sequence[CheckGrade]) -> Mapping[str, Fraction] | None:
    """What each check is worth, as in `grader.score`; None if they aren't the item's."""
    if [check.id for check in checks] != [entry.id for entry in item.checks]:
        return None
    shares = {
        entry.id: Fraction(0) if check.verdict is Verdict.NOT_APPLICABLE else entry.share
        for entry, check in zip(item.checks, checks, strict=True)
    }
    total = sum(shares.values(), Fraction(0))
    return {id_: item.points * share / total if total else Fraction(0) for id_, share in shares.items()}
