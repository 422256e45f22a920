"""A check that is under way can be ended from another thread: something newer was saved, or nobody waits for it."""

from __future__ import annotations

import threading
from typing import Protocol

__all__ = ["GivenUp", "Stop"]


class GivenUp(Exception):
    """The check was ended before it was through."""


class _Session(Protocol):
    def give_up(self) -> None: ...


class Stop:
    """Of one check.  Whoever calls `now` ends the sessions that it has, and those that it gets later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: list[_Session] = []
        self.is_called = False

    def ends(self, session: _Session) -> None:
        """`session` is among those that are ended."""
        with self._lock:
            self._sessions.append(session)
            late = self.is_called
        if late:
            session.give_up()

    def now(self) -> None:
        with self._lock:
            self.is_called = True
            sessions = list(self._sessions)
        for session in sessions:
            session.give_up()

    def raise_if_called(self) -> None:
        if self.is_called:
            raise GivenUp
