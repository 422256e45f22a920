"""Several questions to the student's module at once: the way there and back takes as long as a small model's answer."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.student import Student
from grader.model import CallModule, NoReply, Overheard, Reply, Returned, Several, WithZeros

__all__ = ["asked_in_turn"]


def asked_in_turn(student: Student, calls: Sequence[CallModule | Overheard | WithZeros]) -> list[Reply]:
    """The reply to each of `calls`.  Where one of them raises, each is asked by itself, to know which."""
    reply = student.ask(Several(tuple(calls)))
    if isinstance(reply, NoReply):
        return [reply] * len(calls)
    if isinstance(reply, Returned) and isinstance(reply.value, tuple) and len(reply.value) == len(calls):
        return [Returned(value) for value in reply.value]
    return [student.ask(call) for call in calls]
