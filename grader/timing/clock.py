"""What a call has cost, by clocks that the student's process can't reach.

On a CPU: the processor time of all processes of a kernel.  A control group counts it to the microsecond, with processes
that have ended.  Where there's none, the clocks of the processes that are there before and after the call are read
(``man 3 clock_getcpuclockid``: exact once a process stands still, and up to a tick of 4 ms late while it runs), and
those that come and go within the call are looked out for: what they did isn't known, so the call's cost isn't complete.
A process that lives for less than `LOOKOUT_SECONDS` may be missed; starting one costs its parent about as much.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.kernel.allowance import Allowance
from grader.kernel.watchdog import family_of
from grader.model.pace import Cost

__all__ = ["CPU", "CannotTime", "Device", "Stopwatch", "WallClock"]


class CannotTime(Exception):
    """Nothing can be timed here, and that is no fault of the student's; the message says why."""


LOOKOUT_SECONDS = 1e-3
SETTLE_SECONDS = 100e-6
SETTLE_LOOKS = 50


class Stopwatch(Protocol):
    """Made while the kernel is stopped, right before its turn."""

    def stop(self, wall_seconds: float) -> Cost:
        """Once the kernel is stopped again; the grader has measured `wall_seconds` itself."""


class Device(Protocol):
    """What computes, as far as timing has to know.  All the rest is written once, for every device."""

    @property
    def name(self) -> str: ...
    def stopwatch(self, allowance: Allowance) -> Stopwatch: ...
    def used(self, allowance: Allowance) -> int:
        """Nanoseconds that the stopped kernel has used so far; they don't move while it's stopped."""


@dataclass(frozen=True)
class _Look:
    """`group` in ns, or None without one; `clocks` in ns by process; `waited`: ns of children that they have buried."""

    group: int | None
    clocks: Mapping[int, int]
    waited: int

    @classmethod
    def at(cls, allowance: Allowance) -> _Look:
        """As soon as two looks agree: a thread is marked as stopped a moment before it leaves its processor."""
        look = cls._now(allowance)
        for _ in range(SETTLE_LOOKS):
            time.sleep(SETTLE_SECONDS)
            before, look = look, cls._now(allowance)
            if look == before:
                break
        return look

    @classmethod
    def _now(cls, allowance: Allowance) -> _Look:
        group = allowance.cpu_nanoseconds
        if group is not None:
            return cls(group, {}, 0)
        family = family_of(allowance.roots)
        clocks = {pid: used for pid in family if (used := _cpu_nanoseconds(pid)) is not None}
        return cls(None, clocks, sum(map(_waited_nanoseconds, family)))

    @property
    def nanoseconds(self) -> int:
        return self.group if self.group is not None else sum(self.clocks.values()) + self.waited


class CPU:
    """Processor time of all processes of the kernel."""

    name = "CPU"

    def __init__(self) -> None:
        if sys.platform != "linux":
            raise CannotTime("the processor time of other processes is read as Linux tells it")

    def stopwatch(self, allowance: Allowance) -> Stopwatch:
        return _CpuStopwatch(allowance)

    def used(self, allowance: Allowance) -> int:
        return _Look.at(allowance).nanoseconds


class _CpuStopwatch:
    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._before = _Look.at(allowance)
        self._lookout = None if self._before.group is not None else _Lookout(allowance.roots)

    def stop(self, wall_seconds: float) -> Cost:
        seen = set() if self._lookout is None else self._lookout.stop()
        after = _Look.at(self._allowance)
        if self._before.group is not None and after.group is not None:
            return Cost((after.group - self._before.group) / 1e9, wall_seconds)
        return _cost_of_family(self._before, after, seen, wall_seconds)


def _cost_of_family(before: _Look, after: _Look, seen: set[int], wall_seconds: float) -> Cost:
    gone = before.clocks.keys() - after.clocks.keys()
    used = sum(clock - before.clocks.get(pid, 0) for pid, clock in after.clocks.items())
    # What the gone ones had used before the call is in `waited` too, if anyone has waited for them.
    waited = after.waited - before.waited
    used += max(0, waited - sum(before.clocks[pid] for pid in gone))
    complete = not gone and waited == 0 and seen <= after.clocks.keys()
    return Cost(used / 1e9, wall_seconds, complete)


class WallClock:
    """The time between the question and the answer's bytes: for accelerators, whose work no processor's clock shows."""

    def __init__(self, name: str) -> None:
        self.name = name

    def stopwatch(self, allowance: Allowance) -> Stopwatch:  # noqa: ARG002 - as every device's
        return _WallStopwatch()

    def used(self, allowance: Allowance) -> int:  # noqa: ARG002
        """Nothing is known of it: work that is queued on the device goes on while its process stands still."""
        return 0


class _WallStopwatch:
    def stop(self, wall_seconds: float) -> Cost:
        return Cost(wall_seconds, wall_seconds)


class _Lookout:
    """Notes which processes are there, until `stop`."""

    def __init__(self, roots: Sequence[int]) -> None:
        self._roots = roots
        self._seen: set[int] = set()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="lookout", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._ended.wait(LOOKOUT_SECONDS):
            self._seen.update(family_of(self._roots))

    def stop(self) -> set[int]:
        self._ended.set()
        self._thread.join()
        return self._seen


def _cpu_nanoseconds(pid: int) -> int | None:
    """What all threads of the process have used, ended ones too."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)  # <linux/posix-timers.h>: CPUCLOCK_SCHED of a process
    except OSError:
        return None


def _waited_nanoseconds(pid: int) -> int:
    """What the children have used that the process has waited for, and theirs; to a tick (10 ms)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0
    ticks = int(fields[13]) + int(fields[14])  # cutime, cstime
    return ticks * (1_000_000_000 // os.sysconf("SC_CLK_TCK"))
