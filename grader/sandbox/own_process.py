"""What the grader does to its own process before it touches a submission."""

from __future__ import annotations

import ctypes
import sys

__all__ = ["forbid_inspection"]

PR_SET_DUMPABLE = 4  # <linux/prctl.h>


def forbid_inspection() -> bool:
    """Nobody of our own user may read this process's memory, environment or descriptors in /proc.

    Without it a submission that runs as the same user finds the references in
    ``/proc/<pid>/mem``.  Returns whether it holds: Linux only, and root is never kept out.
    """
    if sys.platform != "linux":
        return False
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False
