"""Who may run beside whom, when many submissions are graded at once: what is timed runs when nothing else does.

The processes of a class on one machine agree by locks on files: all share the room while they grade, and who times has
it alone, one after the other.  A door keeps newcomers out while somebody waits for the room to empty.  Nobody waits
long for a notebook that doesn't end: the clocks that are used stand a busy machine, they only decide less often.

A lock ends with its process, however that ends.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

__all__ = ["FileGate", "Gate", "OpenGate", "gate_here"]

log = logging.getLogger("grader.timing")

PATIENCE_SECONDS = 20.0
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
        self._enter("shared")

    def alone(self) -> None:
        """Without all others, or, where one of them goes on for too long, beside it."""
        self._enter("alone")

    def leave(self) -> None:
        self._enter("")

    def close(self) -> None:
        os.close(self._door)
        os.close(self._room)

    def _enter(self, state: str) -> None:
        if state == self._state or sys.platform == "win32":
            return
        import fcntl

        fcntl.flock(self._room, fcntl.LOCK_UN)
        self._state = state
        if not state:
            return
        until = time.monotonic() + self._patience
        if self._locked(self._door, fcntl.LOCK_EX, until):
            self._locked(self._room, fcntl.LOCK_EX if state == "alone" else fcntl.LOCK_SH, until)
            fcntl.flock(self._door, fcntl.LOCK_UN)

    @staticmethod
    def _locked(file: int, kind: int, until: float) -> bool:
        import fcntl

        while True:
            try:
                fcntl.flock(file, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                time.sleep(LOOK_SECONDS)
            else:
                return True


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
