"""One thread that does one job after the other, so that whoever answers to keys never waits for a student's code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from types import TracebackType

__all__ = ["Background"]

END_SECONDS = 10.0


class Background:
    """A single thread for all jobs: Linux ends a kernel with the thread that started it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._pending = 0
        # A daemon: at the end of the program nobody waits for it.
        self._thread = threading.Thread(target=self._work, name="check", daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        with self._lock:
            return self._pending == 0

    def do(self, job: Callable[[], None]) -> None:
        """`job` tells whoever waits what has come of it, its errors too."""
        with self._lock:
            self._pending += 1
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            finally:
                with self._lock:
                    self._pending -= 1

    def close(self) -> None:
        """Wait for what is under way, though not for ever."""
        self._jobs.put(None)
        self._thread.join(END_SECONDS)

    def __enter__(self) -> Background:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
