"""Which assignment a class handed in, where nobody says: that of most of its notebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from grader.classroom.run import Entry
from grader.errors import UnreadableSubmission
from grader.intake.notebook import submission_from
from grader.model import Submission
from grader.recognise import said_in_metadata

__all__ = ["Majority", "majority"]

# So many are read, spread over the class: a thousand notebooks would take seconds, and say no more.
LOOKED_AT = 40


@dataclass(frozen=True)
class Majority:
    """`count` of the `of` notebooks that tell theirs are for `assignment`; `others` those of the rest."""

    assignment: str
    count: int
    of: int
    others: tuple[str, ...]

    @property
    def clear(self) -> bool:
        return 2 * self.count > self.of


def majority(
    entries: Sequence[Entry], known: Collection[str], by_names: Callable[[Submission], str | None]
) -> Majority | None:
    """None where no notebook tells.  `by_names` is asked of those whose metadata don't say one of `known`."""
    votes: Counter[str] = Counter()
    for entry in entries[:: max(1, -(-len(entries) // LOOKED_AT))]:
        try:
            submission = submission_from(entry.read(), entry.file_name)
        except UnreadableSubmission:  # it gets its row, with the reason, when its turn comes
            continue
        said = said_in_metadata(submission)
        found = said if said in known else by_names(submission)
        if found is not None:
            votes[found] += 1
    if not votes:
        return None
    (first, count), *rest = votes.most_common()
    return Majority(first, count, votes.total(), tuple(name for name, _ in rest))
