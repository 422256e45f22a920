"""What entering grades does, in lines for a person: what changes, then whoever needs a look, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.lms.entering import HELD, Entry, Outcome
from grader.lms.matching import Line
from grader.model import Text

__all__ = ["lines"]

MOST_NAMES = 20


def lines(
    entries: Sequence[Entry], without: Sequence[Line], maximum: Decimal | None, *, dry_run: bool
) -> Iterator[Text]:
    """The plan's `entries`; `without` are students of the platform of whom there is no result.

    `maximum` is what the platform's grades are out of.
    """
    changed = [entry for entry in entries if entry.outcome is Outcome.CHANGED]
    held = [entry for entry in entries if entry.outcome in HELD]
    same = sum(entry.outcome is Outcome.SAME for entry in entries)
    counts = {"changed": len(changed), "same": same, "held": len(held)}
    if dry_run:
        yield Text("Grades that would change: {changed}; there already: {same}; to be looked at: {held}.", counts)
    else:
        yield Text("Grades changed: {changed}; there already: {same}; to be looked at: {held}.", counts)
    most = {entry.mark.max_points for entry in entries}
    if maximum is not None and most and most != {maximum}:
        values = {"max_points": f"{max(most).normalize():f}", "maximum": f"{maximum.normalize():f}"}
        yield Text("Points of {max_points} become grades of {maximum}.", values)
    for entry in changed:
        old = entry.old.strip() or "-"
        yield Text("  {student}: {old} -> {new}", {"student": entry.mark.label, "old": old, "new": entry.new})
    if held:
        yield Text("To be looked at:")
    for entry in held:
        said: dict[str, str | int | float | Text] = {
            "student": entry.mark.label,
            "reason": entry.reason or "",
            "old": entry.old.strip() or "-",
        }
        if entry.new:
            yield Text("  {student}: {old}, not {new}. {reason}", {**said, "new": entry.new})
        else:
            yield Text("  {student}: {reason}", said)
    nothing = sum(entry.outcome is Outcome.NO_SUBMISSION for entry in entries)
    if nothing:
        yield Text("Handed nothing in, and stay as they are: {count}.", {"count": nothing})
    if without:
        names = "; ".join(line.label for line in without[:MOST_NAMES])
        yield Text("No result, and stay as they are: {count} ({names}).", {"count": len(without), "names": names})
