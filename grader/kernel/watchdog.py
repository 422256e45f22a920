"""Ends a kernel that takes more memory or more processes than it may, where no control group does.

It looks at the sizes that the operating system tells of the kernel's processes; what they say themselves is of no
interest.  Between two looks a process can take more than its limit, but not for long.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

from grader.model.verdict import Verdict

__all__ = ["Watchdog", "children_of", "family_of", "memory_of"]

LOOK_SECONDS = 0.05


class Watchdog:
    """Watches the processes `roots` and all below them until `stop`, and kills them when they are too many or too big.

    `verdict` and `detail` say then what was exceeded; `seen` is how many there were at the last look.
    """

    def __init__(self, roots: Sequence[int], memory_bytes: int, processes: int) -> None:
        self.verdict: Verdict | None = None
        self.detail = ""
        self.seen = 0
        self._roots = tuple(roots)
        self._memory_bytes = memory_bytes
        self._processes = processes
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            family = family_of(self._roots)
            self.seen = len(family)
            if self.seen > self._processes:
                self.verdict, self.detail = Verdict.CRASHED, f"more than {self._processes} processes"
            elif self._too_big(family):
                self.verdict, self.detail = Verdict.OUT_OF_MEMORY, f"more than {self._memory_bytes >> 20} MiB"
            if self.verdict is not None:
                for pid in family:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except OSError:
                        continue
                return

    def _too_big(self, family: Sequence[int]) -> bool:
        if sum(map(_resident, family)) <= self._memory_bytes:
            return False
        # Pages that forks share were counted for each; the exact figure is a hundred times as costly.
        return sum(map(memory_of, family)) > self._memory_bytes


def family_of(roots: Sequence[int]) -> list[int]:
    """`roots` and the processes below them."""
    found: list[int] = []
    pending = list(roots)
    while pending and len(found) < 100_000:
        pid = pending.pop()
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        found.append(pid)
        for thread in threads:
            pending += children_of(pid, thread)
    return found


def children_of(pid: int, thread: int | str | None = None) -> list[int]:
    """The processes that a thread of `pid` has started, its main one by default."""
    try:
        return list(map(int, Path(f"/proc/{pid}/task/{thread or pid}/children").read_text("ascii").split()))
    except OSError:
        return []


def _resident(pid: int) -> int:
    """Bytes in memory but those of files; memory that was mapped to be shared counts, or it would be free of charge."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(("RssAnon:", "RssShmem:")))


def memory_of(pid: int) -> int:
    """Bytes in memory, what's shared with others in proportion (PSS), without files; `_resident` if we may not look."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return _resident(pid)
    sizes = {line.split(":")[0]: int(line.split()[1]) << 10 for line in text.splitlines()[1:] if line.endswith("kB")}
    if "Pss_Anon" not in sizes:
        return sizes.get("Pss", 0)
    return sizes["Pss_Anon"] + sizes.get("Pss_Shmem", 0)
