"""What is under way, and for how long: one line that changes, and is gone before anything else is shown."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TypeAlias

from grader.model import Text

__all__ = ["Doing", "Status", "shown_nowhere", "ticking"]

# A line that changes, as `grader.cli.streams.progress` shows it; at its end it's gone.
Doing: TypeAlias = Callable[[], AbstractContextManager[Callable[[Text], None]]]

# Sooner it would only flicker.
SHOWN_AFTER_SECONDS = 0.25
COUNTED_AFTER_SECONDS = 2


@contextlib.contextmanager
def shown_nowhere() -> Iterator[Callable[[Text], None]]:
    yield lambda _: None


class Status:
    """The line: `set` says what is under way, `tick` shows it, and for how many seconds it has been, `wipe` ends it."""

    def __init__(self, doing: Doing) -> None:
        self._doing = doing
        self._line = contextlib.ExitStack()
        self._show: Callable[[Text], None] | None = None
        self._what: Text | None = None
        self._since = 0.0
        self._shown: Text | None = None

    def set(self, what: Text) -> None:
        self._what, self._since = what, time.monotonic()

    def tick(self) -> None:
        if self._what is None:
            return
        seconds = time.monotonic() - self._since
        if seconds < SHOWN_AFTER_SECONDS and self._show is None:
            return
        told = self._what
        if seconds >= COUNTED_AFTER_SECONDS:
            told = Text("{what} ({seconds} s)", {"what": self._what, "seconds": int(seconds)})
        if told != self._shown:
            if self._show is None:
                self._show = self._line.enter_context(self._doing())
            self._show(told)
            self._shown = told

    def clear(self) -> None:
        """The line is gone, until the next tick."""
        self._line.close()
        self._show = self._shown = None

    def wipe(self) -> None:
        """Nothing is under way any more."""
        self.clear()
        self._what = None


@contextlib.contextmanager
def ticking(doing: Doing) -> Iterator[Callable[[Text], None]]:
    """For whoever is busy itself: a thread shows the line, and counts."""
    status, ended = Status(doing), threading.Event()

    def count() -> None:
        while not ended.wait(SHOWN_AFTER_SECONDS):
            status.tick()

    thread = threading.Thread(target=count, name="status", daemon=True)
    thread.start()
    try:
        yield status.set
    finally:
        ended.set()
        thread.join()
        status.wipe()
