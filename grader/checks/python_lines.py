"""Where a loop over tokens is: how many lines of Python run for a few tokens, and for more.

The numbers are exact, and the same each time.  But they are counted in the student's own process, so they are told as
information and decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.student import Student
from grader.model import Each, Returned, Text

__all__ = ["Tokens", "note_loops"]

# Of a line that runs once for each token, or for each pair: all but all of it.
ONCE = 0.9


@dataclass(frozen=True)
class Tokens:
    """A question of so many queries over so many keys."""

    queries: int
    keys: int
    question: Each

    @property
    def shape(self) -> str:
        return f"{self.queries} x {self.keys}"


def note_loops(student: Student, sizes: tuple[Tokens, ...]) -> None:
    """Whether the student's code loops over pairs of tokens, over queries, or over neither.

    `sizes` are three: the second has more queries than the first, the third more keys than the second.
    """
    counted = [_lines(student, size.question) for size in sizes]
    if None in counted:
        return
    first, second, third = (int(count or 0) for count in counted)
    few, many, wide = sizes
    if third - second >= ONCE * (wide.queries * wide.keys - many.queries * many.keys):
        kind = Text("a loop over pairs of tokens")
    elif second - first >= ONCE * (many.queries - few.queries):
        kind = Text("a loop over the queries")
    else:
        kind = Text("no loop over tokens, so that something else in it takes the time")
    student.note(
        Text(
            "For information: with {few}, {many} and {wide} (queries x keys) your code runs {first}, {second} and "
            "{third} lines of Python: {kind}.",
            {
                "few": few.shape,
                "many": many.shape,
                "wide": wide.shape,
                "first": first,
                "second": second,
                "third": third,
                "kind": kind,
            },
        )
    )


def _lines(student: Student, question: Each) -> int | None:
    reply = student.ask(Each(question.call, question.part, lines=True))
    value = reply.value if isinstance(reply, Returned) else None
    return value if isinstance(value, int) else None
