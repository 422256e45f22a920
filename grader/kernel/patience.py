"""A limit of time that a busy machine doesn't shorten.

On two cores with sixteen programs a call that needs two seconds takes as many as a call that hangs.  So what counts is
the time in which a process computed, slept or waited for something; the time in which it could have computed and others
did is given to it on top.  Linux counts that for each thread (``/proc/PID/schedstat``: the nanoseconds spent on a run
queue, see the kernel's Documentation/scheduler/sched-stats.rst).  Elsewhere the wall's clock alone decides.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from grader.kernel.allowance import Allowance

__all__ = ["INTERRUPTED_SECONDS", "Patience", "patience_with", "patiently"]

# A process can make itself wait, by starting many others.
MOST = 4.0
# So long whoever is interrupted may take to say so.
INTERRUPTED_SECONDS = 2.0


class Patience:
    """`seconds` from now, and the time on top in which the processes `pids` wait for a processor.

    At most `MOST` times as long is added.  Of each process the main thread counts, in which cells and calls run, and
    among the processes the one that waits longest.
    """

    def __init__(self, seconds: float, pids: Iterable[int] = ()) -> None:
        self.seconds = seconds
        self.until = time.monotonic() + seconds
        self._most = MOST * max(0.0, seconds)
        self._before = {pid: waited for pid in pids if (waited := _waited(pid)) is not None}

    @property
    def left(self) -> float:
        return self.until + self.added - time.monotonic()

    @property
    def added(self) -> float:
        """The seconds on top, so far."""
        waits = (waited - before for pid, before in self._before.items() if (waited := _waited(pid)) is not None)
        return min(self._most, max(waits, default=0.0))


def patience_with(allowance: Allowance | None, seconds: float) -> Patience:
    """With a kernel's own processes; those that it has started don't count."""
    return Patience(seconds, () if allowance is None else allowance.own)


async def patiently(
    work: Coroutine[Any, Any, Any], patience: Patience, interrupted: Callable[[], bool] = lambda: False
) -> None:
    """Raises TimeoutError once the time is over; first, if it can be `interrupted`, `work` may come to an end of it."""
    task = asyncio.ensure_future(work)
    # What one that is given up still raises is nobody's affair.  Left alone it'd be told on stderr when it's collected,
    # perhaps in the middle of something, and with a traceback, for which Python reads source: CPython 3.11 can't do
    # that while it reads other source (grader.model.python_source).
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    while (left := patience.left) > 0:
        done, _ = await asyncio.wait({task}, timeout=left)
        if done:
            task.result()  # raises what went wrong
            return
    if interrupted():
        await asyncio.wait({task}, timeout=INTERRUPTED_SECONDS)
    task.cancel()
    raise TimeoutError


def _waited(pid: int) -> float | None:
    """Seconds in which the main thread could have run and didn't; None if nobody counts them."""
    # Asked for several times at each question; through `Path` it would take three times as long.
    try:
        opened = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)
        try:
            return int(os.read(opened, 256).split()[1]) / 1e9
        finally:
            os.close(opened)
    except (OSError, ValueError, IndexError):
        return None
