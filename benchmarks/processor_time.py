"""Processor time of all that a benchmark starts, whoever started it and whatever it left behind."""

from __future__ import annotations

import ctypes
import os
import resource
import time

__all__ = ["adopt_orphans", "of_children", "wait_for_orphans"]

PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
PAUSE_SECONDS = 0.05


def adopt_orphans() -> None:
    """Orphans of our descendants become our children, and so are counted."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for_orphans(seconds: float = float("inf")) -> None:
    """What a process used counts among its parent's children only once it was waited for."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(PAUSE_SECONDS)
        except ChildProcessError:  # there are none
            return


def of_children() -> float:
    """Seconds on the processor of all that has been waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
