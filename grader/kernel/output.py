"""What a kernel's processes print: counted, read away, and ended when it's too much.

Nobody wants to know what it says.  It comes through a pipe all the same, since a notebook that prints without end is
told apart from one that computes without end only by whoever counts; and we count, not the notebook.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence

from grader.kernel.watchdog import family_of

__all__ = ["Output"]

CHUNK = 1 << 16


class Output:
    """A pipe for the standard streams of a kernel.  `theirs` is its end, which we keep open too until `close`."""

    def __init__(self, most_bytes: int) -> None:
        self.flooded = False
        self._most_bytes = most_bytes
        self._total = self._renewed_at = 0
        self._closed = False
        self._thread: threading.Thread | None = None
        self._ours, self.theirs = os.pipe()

    def watch(self, roots: Sequence[int]) -> None:
        """Read from now on; `roots` and all below them are killed if too much comes before it's renewed."""
        self._thread = threading.Thread(target=self._read_away, args=(tuple(roots),), name="output", daemon=True)
        self._thread.start()

    def renew(self) -> None:
        """A full allowance again: for the next cell, or question."""
        self._renewed_at = self._total

    def close(self) -> None:
        """Once the processes have ended.  Idempotent."""
        if self._closed:
            return
        self._closed = True
        if self._thread is not None:
            if self._thread.is_alive():
                try:
                    os.write(self.theirs, b"\n")  # wakes the reader, whoever else may still hold this end
                except OSError:  # it has just ended by itself
                    pass
            self._thread.join()
        else:
            os.close(self._ours)
        os.close(self.theirs)

    def _read_away(self, roots: tuple[int, ...]) -> None:
        try:
            while not self._closed and (count := len(os.read(self._ours, CHUNK))):
                self._total += count
                if self._total - self._renewed_at > self._most_bytes and not self._closed:
                    self.flooded = True
                    for pid in family_of(roots):
                        try:
                            os.kill(pid, signal.SIGKILL)
                        except OSError:
                            continue
                    return
        finally:
            os.close(self._ours)  # whoever survived, and goes on printing, ends by it
