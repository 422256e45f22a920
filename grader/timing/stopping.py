"""All processes of a kernel stop, and go on, at our word.

Without it a student's threads could make the baseline slow (measured: twice the work then looked like 1.05 times), or
compute ahead while nobody counts.  Only what the system's process table says of them is believed.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from grader.kernel.watchdog import family_of

__all__ = ["NotStopped", "resume", "stop"]

STOP_SECONDS = 5.0
LOOK_SECONDS = 50e-6
# Stopped, stopped by a tracer, ended and not yet buried, ended; and, once it has got the signal, waiting in the
# system: it comes out of there stopped.  Else a thread that has called vfork, whose child stands still, would keep us.
STILL = frozenset("TtZXD")


class NotStopped(Exception):
    """Some process could not be brought to stand still."""


def stop(roots: Sequence[int], seconds: float = STOP_SECONDS) -> list[int]:
    """Stop `roots` and all processes below them; returns them once every thread of every one stands still."""
    until = time.monotonic() + seconds
    told: set[int] = set()
    before: list[int] = []
    while True:
        family = family_of(roots)
        moving = [pid for pid in family if pid not in told or not _is_still(pid)]
        # Whoever was starting a process when the signal came has shown it by the second look.
        if not moving and family == before:
            return family
        for pid in moving:
            _send(pid, signal.SIGSTOP)
        told.update(family)
        before = family
        if time.monotonic() > until:
            raise NotStopped(f"processes {moving} go on")
        time.sleep(LOOK_SECONDS)


def resume(family: Sequence[int]) -> None:
    """Let what `stop` has stopped go on."""
    for pid in family:
        _send(pid, signal.SIGCONT)


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except OSError:  # it has ended
        pass


def _is_still(pid: int) -> bool:
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return True
    for thread in threads:
        try:
            status = Path(f"/proc/{pid}/task/{thread}/stat").read_text("ascii", "replace")
        except OSError:
            continue
        # The name in parentheses may hold anything, parentheses too.
        if status.rpartition(")")[2].split()[0] not in STILL:
            return False
    return True
