"""What comes back of a question: a value, an exception of the student's, or nothing that can be read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from grader.model.values import Array, Value
from grader.model.verdict import Verdict

__all__ = ["LibraryCall", "NoReply", "Raised", "Reply", "Returned"]

_BREAK = re.compile(r"\s*\n\s*")
# A full stop before a blank, or the end of a line: not the point in "2.6".
_ENDS = re.compile(r"[.!?](?=\s)|(?=\n)")


@dataclass(frozen=True)
class LibraryCall:
    """A library function by its full name, called at a place in the student's cells (both from 1).

    Without a place, the student's own name is nothing but that function.
    """

    name: str
    cell: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Returned:
    """The call came back.  Nothing in it is a statement of success: all of it is to be judged.

    `library_calls` are what `Witnessed` asked for, and `unseen` what kept it from seeing everything
    (a thread, a process, a profile function taken away); both are evidence for a person, no more.
    """

    value: Value
    gradients: tuple[Array | None, ...] = ()
    arguments_after: tuple[Value, ...] = ()
    library_calls: tuple[LibraryCall, ...] = ()
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Raised:
    """The student's code raised.  `cell` (from 1) and `line` (from 1) are the innermost place of theirs."""

    type_name: str
    message: str
    cell: int | None = None
    line: int | None = None
    source_line: str = ""
    function: str = ""

    def in_brief(self, most: int) -> str:
        """The message as one line of at most `most` characters: to the end of a sentence or line, else of a word."""
        return _BREAK.sub(" ", self._start(most))

    def _start(self, most: int) -> str:
        if len(self.message) <= most:
            return self.message
        start = self.message[:most]
        ends = [found.end() for found in _ENDS.finditer(start)]
        if ends and ends[-1] >= most // 4:  # little would be said by less
            return start[: ends[-1]].rstrip()
        words = start.rpartition(" ")[0] or start[: most - 1]
        return f"{words.rstrip()}…"


@dataclass(frozen=True)
class NoReply:
    """The call didn't come back in a form that we can read; `verdict` says in which way.

    The process that was asked goes on if it was `stopped`, as a kernel does after the stop button.
    """

    verdict: Verdict
    detail: str = ""
    stopped: bool = False

    @property
    def is_dirty_ending(self) -> bool:
        """A fresh process must be started."""
        return self.verdict.is_dirty_ending and not self.stopped


Reply: TypeAlias = Returned | Raised | NoReply
