"""A control group around a kernel: memory, processes and processor time counted by the operating system.

Both versions are known.  In version 2 a group can be made where its parent hands out the memory and the pids
controllers and is ours to write: in a systemd user session beside our own group, or below it.  In version 1 each
controller has a tree of its own.  Where none can be had (an unprivileged container), `make` gives None, and a
watchdog counts.

``man 7 cgroups``; the kernel's admin-guide, cgroup-v1/memory.rst and cgroup-v2.rst.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ControlGroup", "make"]

ROOT = Path("/sys/fs/cgroup")
REMOVAL_SECONDS = 1.0

_numbers = itertools.count(1)


@dataclass(frozen=True)
class ControlGroup:
    """`memory`, `pids` and `cpu` are the folders that count each: the same one in version 2.

    Processor time is counted where it can be; it has no limit.
    """

    memory: Path
    pids: Path
    cpu: Path | None = None

    @property
    def _folders(self) -> set[Path]:
        return {folder for folder in (self.memory, self.pids, self.cpu) if folder is not None}

    def add(self, pid: int) -> bool:
        """Everything that `pid` starts from now on is in the group too."""
        return all(_written(folder / "cgroup.procs", pid) for folder in self._folders)

    @property
    def cpu_nanoseconds(self) -> int | None:
        """What its processes have used, those that have ended too; None where nobody counts."""
        if self.cpu is None:
            return None
        microseconds = _counts(self.cpu / "cpu.stat").get("usage_usec")
        if microseconds is not None:
            return 1000 * microseconds
        text = _read(self.cpu / "cpuacct.usage").strip()
        return int(text) if text.isdigit() else None

    @property
    def killed_for_memory(self) -> bool:
        """Has the system ended a process of the group because of its limit of memory?"""
        counts = _counts(self.memory / "memory.events") or _counts(self.memory / "memory.oom_control")
        return counts.get("oom_kill", 0) > 0

    @property
    def refused_processes(self) -> bool:
        """Has the system refused to make a process because of their number?"""
        return _counts(self.pids / "pids.events").get("max", 0) > 0

    @property
    def processes(self) -> list[int]:
        """Those that are in it now."""
        return [int(pid) for pid in _read(self.pids / "cgroup.procs").split() if pid != "0"]

    def _end_rest(self) -> None:
        """What got away from its family, where no namespace ends with it, is in the group all the same."""
        if _written(self.pids / "cgroup.kill", 1):  # version 2, from Linux 5.14 on
            return
        for pid in self.processes:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue

    def remove(self) -> None:
        """Once its processes have ended.  They leave it a moment later, so it's tried for a while."""
        self._end_rest()
        until = time.monotonic() + REMOVAL_SECONDS
        for folder in self._folders:
            while folder.is_dir():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > until:
                        break
                    self._end_rest()
                    time.sleep(0.005)


def make(memory_bytes: int, processes: int) -> ControlGroup | None:
    """A fresh group with these limits, or None where it can't be had."""
    if sys.platform != "linux":
        return None
    name = f"grader-{os.getpid()}-{next(_numbers)}"
    return _version_2(name, memory_bytes, processes) or _version_1(name, memory_bytes, processes)


def _version_2(name: str, memory_bytes: int, processes: int) -> ControlGroup | None:
    own = _own_groups().get("")
    if own is None or not (ROOT / "cgroup.controllers").is_file():
        return None
    here = ROOT / own.lstrip("/")
    for parent in (here, here.parent):
        handed_out = _read(parent / "cgroup.subtree_control").split()
        if not {"memory", "pids"} <= set(handed_out) or not parent.is_relative_to(ROOT):
            continue
        folder = parent / name
        if _made(folder) and _limited(folder, {"memory.max": memory_bytes, "pids.max": processes}):
            _written(folder / "memory.swap.max", 0)
            # All of them: a kernel whose worker alone is gone would wait for it until its time is up.
            _written(folder / "memory.oom.group", 1)
            return ControlGroup(folder, folder, folder)
    return None


def _version_1(name: str, memory_bytes: int, processes: int) -> ControlGroup | None:
    groups = _own_groups()
    limits = {"memory": {"memory.limit_in_bytes": memory_bytes}, "pids": {"pids.max": processes}}
    folders = {}
    for controller, files in limits.items():
        if controller not in groups:
            break
        folder = ROOT / controller / groups[controller].lstrip("/") / name
        if not _made(folder):
            break
        folders[controller] = folder
        if not _limited(folder, files):
            break
    else:
        accounts = ROOT / "cpuacct" / groups.get("cpuacct", "").lstrip("/") / name
        counted = "cpuacct" in groups and _made(accounts)
        return ControlGroup(folders["memory"], folders["pids"], accounts if counted else None)
    for folder in folders.values():
        if folder.is_dir():
            folder.rmdir()
    return None


def _own_groups() -> dict[str, str]:
    """By controller, the path of the group that we are in; by the empty name that of version 2."""
    found: dict[str, str] = {}
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            found[controller] = path
    return found


def _made(folder: Path) -> bool:
    try:
        folder.mkdir()
    except OSError:
        return False
    return True


def _limited(folder: Path, limits: dict[str, int]) -> bool:
    if all(_written(folder / file, value) for file, value in limits.items()):
        return True
    folder.rmdir()
    return False


def _written(file: Path, value: int) -> bool:
    try:
        opened = os.open(file, os.O_WRONLY | os.O_TRUNC)  # some can't be read; none is made
    except OSError:
        return False
    try:
        os.write(opened, str(value).encode())
    except OSError:
        return False
    finally:
        os.close(opened)
    return True


def _read(file: Path) -> str:
    # Not `read_text`, which takes three times as long for these few bytes, and is asked for them at each question.
    parts: list[bytes] = []
    try:
        opened = os.open(file, os.O_RDONLY)
    except OSError:
        return ""
    try:
        while part := os.read(opened, 1 << 16):
            parts.append(part)
    except OSError:
        return ""
    finally:
        os.close(opened)
    return b"".join(parts).decode("utf-8", "replace")


def _counts(file: Path) -> dict[str, int]:
    words = [line.split() for line in _read(file).splitlines()]
    return {pair[0]: int(pair[1]) for pair in words if len(pair) == 2 and pair[1].isdigit()}
