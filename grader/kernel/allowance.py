"""What a kernel may take of the machine, and who counts.

Four hands, from the gentle to the hard: resource limits of the process itself, under which one absurd allocation is a
``MemoryError`` in the student's own line; a control group, or where there is none a watchdog, for all processes
together; a pipe for what they print; and the size of the private folders, which the sandbox sets.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from grader.kernel.output import Output
from grader.kernel.watchdog import Watchdog, children_of, family_of
from grader.model.rubric import Limits
from grader.model.verdict import Verdict
from grader.sandbox import cgroup

__all__ = ["Allowance", "resource_limits"]

# A thread reserves address space for its stack and its heap that it never uses.
SPARE_ADDRESS_BYTES = 4 << 30
OPEN_FILES = 4096
# The clock of a process that runs moves by ticks of 1 to 10 ms.
COMPUTING_NANOSECONDS = 2_000_000
LOOK_SECONDS = 1e-3
DOUBT_SECONDS = 0.05


def resource_limits(limits: Limits, *, addresses: bool = True) -> dict[str, int]:
    """For ``grader.inside.isolation.limit``: per process, by the names of :mod:`resource`."""
    # Beyond what the process has by then.
    space = {"as": (limits.memory_mib << 20) + SPARE_ADDRESS_BYTES} if addresses else {}
    return {
        **space,
        "fsize": limits.disk_mib << 20,
        "nofile": OPEN_FILES,
        "nproc": limits.processes + 16,  # of the user, and of no effect where that's root: the group counts too
        "cpu": max(1, round(limits.cpu_seconds)),
        "core": 0,
    }


class Allowance:
    """Counts for the processes below `roots`, which must not have run any student's code yet, until `stop`.

    They print to `output`, which is the allowance's from now on.  `own` are the kernel's processes at the start.
    """

    def __init__(self, limits: Limits, roots: Sequence[int], output: Output) -> None:
        self.roots = tuple(roots)
        self._limits = limits
        self._output = output
        output.watch(roots)
        self._watchdog: Watchdog | None = None
        memory = limits.memory_mib << 20
        family = family_of(roots)
        self.own = frozenset(family)
        self._group = cgroup.make(memory, limits.processes)
        if self._group is not None and not all(self._group.add(pid) for pid in family):
            self._group.remove()
            self._group = None
        if self._group is None and family:
            self._watchdog = Watchdog(roots, memory, limits.processes)

    @property
    def exceeded(self) -> tuple[Verdict, str] | None:
        """The verdict and a word on what was exceeded, if that is why the kernel has ended."""
        if self._output.flooded:
            return Verdict.FLOODED, f"more than {self._limits.output_mib} MiB"
        if self._group is not None:
            if self._group.killed_for_memory:
                return Verdict.OUT_OF_MEMORY, f"more than {self._limits.memory_mib} MiB"
            return None
        if self._watchdog is not None and self._watchdog.verdict is not None:
            return self._watchdog.verdict, self._watchdog.detail
        return None

    @property
    def refused(self) -> str:
        """A word on it if they wanted to be too many and the system refused it; those that there are go on then."""
        if self._group is None or not self._group.refused_processes:
            return ""
        return f"more than {self._limits.processes} processes"

    def end_leftovers(self) -> None:
        """End what was started and is still computing: it would take the processor from all that comes after.

        What only waits (a pool's workers, a server) is left alone.
        """
        for pid in _computing(set(self._processes()) - self.own):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue

    def _processes(self) -> Sequence[int]:
        if self._group is not None:
            return self._group.processes
        if self._watchdog is None:
            return ()
        # To look at every thread is dear: the watchdog has done so a moment ago, and most children are a main thread's.
        if self._watchdog.seen <= len(self.own) and all(map(self.own.issuperset, map(children_of, self.own))):
            return ()
        return family_of(self.roots)

    @property
    def cpu_nanoseconds(self) -> int | None:
        """Processor time that the processes have used together, those that have ended too; None without a group."""
        return None if self._group is None else self._group.cpu_nanoseconds

    def renew(self) -> None:
        """What is counted for each cell and each question begins anew."""
        self._output.renew()

    def stop(self) -> None:
        """Once the processes have ended."""
        self._output.close()
        if self._watchdog is not None:
            self._watchdog.stop()
        if self._group is not None:
            self._group.remove()
            self._group = None


def _computing(processes: Collection[int]) -> set[int]:
    """Those that use the processor, without those that are only about to wait again.

    Whoever was stopped and goes on, or has just been started, is runnable for a moment, on a busy machine for long.
    """
    runnable = {pid: _cpu_nanoseconds(pid) for pid in processes if _is_runnable(pid)}
    until = time.monotonic() + DOUBT_SECONDS
    found: set[int] = set()
    while runnable and time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
        runnable = {pid: used for pid, used in runnable.items() if _is_runnable(pid)}
        sure = {pid for pid, used in runnable.items() if _cpu_nanoseconds(pid) - used >= COMPUTING_NANOSECONDS}
        found |= sure
        runnable = {pid: used for pid, used in runnable.items() if pid not in sure}
    return found | set(runnable)


def _cpu_nanoseconds(pid: int) -> int:
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)  # <linux/posix-timers.h>: CPUCLOCK_SCHED of a process
    except OSError:  # it has ended
        return 0


def _is_runnable(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return stat.rpartition(b")")[2].split()[:1] == [b"R"]
