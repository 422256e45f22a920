"""Who may run beside whom, when many submissions are graded at once: what is timed runs when nothing else does.

The processes of a class on one machine agree by locks on files: all share the room while they grade, and who times has
it alone, one after the other.  While anybody wants it alone, the door is shut to newcomers; so everybody who is inside
comes to what it has to time, that is done in a row, and then all go on with the next submissions.  Nobody waits long
for a notebook that doesn't end: the clocks that are used stand a busy machine, they only decide less often.

A pass of its own over the whole class, after everything else, would keep no machine busier: it would have to run each
notebook's cells a second time, or keep a kernel for each, and to ask once more what the timing is of.

A lock ends with its process, however that ends.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal, Protocol

__all__ = ["FileGate", "Gate", "OpenGate", "gate_here"]

log = logging.getLogger("grader.timing")

PATIENCE_SECONDS = 20.0
QUEUE = 6  # times as patient is who waits for those that are alone: they come to an end one after the other
LOOK_SECONDS = 0.02


class Gate(Protocol):
    """Each of these may be called again in the same state, and costs nothing then."""

    def shared(self) -> None: ...
    def alone(self) -> None: ...
    def leave(self) -> None: ...


class OpenGate:
    """For one submission by itself."""

    def shared(self) -> None:
        pass

    def alone(self) -> None:
        pass

    def leave(self) -> None:
        pass

    def close(self) -> None:
        pass


def gate_here() -> FileGate | OpenGate:
    """The one of this machine and user; an open one where there can't be any."""
    try:
        return FileGate()
    except OSError as error:
        log.warning("gradings at the same time aren't kept apart: %s", error)
        return OpenGate()


class FileGate:
    """`folder` is the same for all processes that share the machine, and ours alone."""

    def __init__(self, folder: Path | None = None, patience: float = PATIENCE_SECONDS) -> None:
        own = folder or Path(tempfile.gettempdir()) / f"transformer-grader-{_user()}"
        own.mkdir(mode=0o700, exist_ok=True)
        if own.is_symlink() or own.stat().st_uid != _user():
            raise PermissionError(f"{own} belongs to somebody else")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        self._door, self._room = (os.open(own / name, flags, 0o600) for name in ("door", "room"))
        self._patience = patience
        self._state = ""

    def shared(self) -> None:
        """Beside others, once nobody is alone or waits for it."""
        if self._leaves_for("shared"):
            until = time.monotonic() + QUEUE * self._patience
            if self._locked(self._door, "exclusive", until):
                self._locked(self._room, "shared", until)
                self._unlock(self._door)

    def alone(self) -> None:
        """Without all others, or, where one of them goes on for too long, beside it."""
        if self._leaves_for("alone"):
            until, end = (time.monotonic() + times * self._patience for times in (1, QUEUE))
            if self._locked(self._door, "shared", until):  # and so it stays until `leave`
                while not self._locked(self._room, "exclusive", until) and not self._locked(self._room, "shared", 0.0):
                    # Somebody is alone there, and comes to an end as we shall.
                    until = min(time.monotonic() + LOOK_SECONDS, end)
                    if until == end:
                        break

    def leave(self) -> None:
        self._leaves_for("")

    def close(self) -> None:
        os.close(self._door)
        os.close(self._room)

    def _leaves_for(self, state: str) -> bool:
        """Is `state` another one than before?  Then nothing is locked any more."""
        if state == self._state or sys.platform == "win32":
            return False
        self._unlock(self._room)
        self._unlock(self._door)
        self._state = state
        return True

    @staticmethod
    def _unlock(file: int) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)

    @staticmethod
    def _locked(file: int, kind: Literal["shared", "exclusive"], until: float) -> bool:
        import fcntl

        operation = fcntl.LOCK_SH if kind == "shared" else fcntl.LOCK_EX
        while True:
            try:
                fcntl.flock(file, operation | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                time.sleep(LOOK_SECONDS)
            else:
                return True


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
