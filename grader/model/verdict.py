"""What can be said of one check."""

from __future__ import annotations

from enum import Enum

__all__ = ["Verdict"]


class Verdict(Enum):
    """The outcome of one check, worst first.

    `UNGRADABLE` is our fault and makes the report incomplete; it never counts as a zero.
    `FOR_REVIEW` is the contract's "for the teacher's eye": every property holds and no
    mapping of the weights explains the values, so a person decides; free text waits so too.  `DECIDED` is what
    that person made of it: the points are theirs.  `INCONCLUSIVE` is right code whose cost couldn't be told: that costs
    nobody points.  `NOT_APPLICABLE` means
    that the form the student chose can't meet the check; its points go to the others.
    """

    UNGRADABLE = "ungradable"
    MISSING = "missing"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    TIMED_OUT = "timed_out"
    FLOODED = "flooded"
    UNREADABLE = "unreadable"
    RAISED = "raised"
    WRONG = "wrong"
    FOR_REVIEW = "for_review"
    DECIDED = "decided"
    INCONCLUSIVE = "inconclusive"
    SKIPPED = "skipped"
    NOT_APPLICABLE = "not_applicable"
    PASSED = "passed"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Verdict).index(self)

    @property
    def earns_points(self) -> bool:
        return self in {Verdict.PASSED, Verdict.INCONCLUSIVE}

    @property
    def is_dirty_ending(self) -> bool:
        """The student's process can't be trusted to go on: a fresh one must be started."""
        return self in {
            Verdict.CRASHED,
            Verdict.OUT_OF_MEMORY,
            Verdict.TIMED_OUT,
            Verdict.FLOODED,
            Verdict.UNREADABLE,
        }
