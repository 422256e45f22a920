"""Everything that can go wrong and isn't the student's doing.

A student's fault is a value (:class:`grader.model.Verdict`,
:class:`grader.model.Finding`); an exception from this module is the course's
fault, the machine's, or ours.  The tree, with the exit code of each branch::

    GraderError                 5
    ├── UsageError              2   the command line asks for something impossible
    ├── CourseError             3   rubric, references: what the teacher wrote
    ├── UnreadableSubmission    4   the file isn't a notebook that we can read
    │   └── NoSuchSubmission    2   there is no such file
    ├── SandboxUnavailable      5   the isolation that was asked for can't be had
    └── KernelUnavailable       5   no kernel could be started: our fault, never a 0
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "CourseError",
    "GraderError",
    "KernelUnavailable",
    "NoSuchSubmission",
    "SandboxUnavailable",
    "UnreadableSubmission",
    "UsageError",
]


class GraderError(Exception):
    """Base of everything here; `exit_code` is what the command line ends with."""

    exit_code = 5


class UsageError(GraderError):
    """The command line asks for something that doesn't exist."""

    exit_code = 2


class CourseError(GraderError):
    """One or more faults in the course's own files, each ``file:line:column: what: remedy``."""

    exit_code = 3

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class UnreadableSubmission(GraderError):
    """The submitted file can't be read as a notebook; the message says what it is instead."""

    exit_code = 4


class NoSuchSubmission(UnreadableSubmission):
    """There is no file by that name: a slip of the command line rather than of the student's."""

    exit_code = 2


class SandboxUnavailable(GraderError):
    """The isolation that was asked for can't be had on this machine; the message has the remedy."""


class KernelUnavailable(GraderError):
    """No kernel could be started or kept alive, and not through the student's doing."""
