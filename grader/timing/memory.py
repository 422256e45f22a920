"""A limit of memory for a process that is there already: so much more than it has now, and no byte beyond.

To read how much was used at most is no measure: an allocator reuses what it holds, and a later call seems to need
nothing.  A limit between the two needs is one, and the same each time (``man 2 getrlimit``, RLIMIT_DATA: heap and
private mappings, counted when they're made).  What is mapped to be shared isn't in it, nor is a further process's, so a
watchdog counts these.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from grader.inside.holes import data_bytes
from grader.kernel.watchdog import Watchdog, family_of, memory_of

__all__ = ["more_memory_at_most", "own_memory_limited"]

MOST_PROCESSES = 10_000  # their number is limited elsewhere


@contextmanager
def more_memory_at_most(roots: Sequence[int], mebibytes: int) -> Iterator[bool]:
    """For the processes below `roots`; False where no such limit can be set."""
    family = family_of(roots)
    limited = [pid for pid in family if _limited(pid, mebibytes << 20)]
    watchdog = Watchdog(roots, sum(map(memory_of, family)) + (mebibytes << 20), MOST_PROCESSES)
    try:
        # Process 1 of a namespace isn't ours to limit everywhere; it runs no student's code.
        yield bool(limited) and limited[-1] == family[-1]
    finally:
        watchdog.stop()


def _limited(pid: int, more: int) -> bool:
    if sys.platform != "linux":
        return False
    import resource

    held = data_bytes(pid)
    if held is None:
        return False
    try:
        resource.prlimit(pid, resource.RLIMIT_DATA, (held + more, held + more))
    except (OSError, ValueError):
        return False
    return True


@contextmanager
def own_memory_limited(mebibytes: int) -> Iterator[bool]:
    """The same for this very process, until the end of the block; for code of ours."""
    held = data_bytes() if sys.platform == "linux" else None
    if held is None:
        yield False
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (held + (mebibytes << 20), before[1]))
    try:
        yield True
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
