"""Confinement where namespaces are refused: Landlock, a seccomp filter and no capabilities.

Theory of operation
-------------------
Docker's default profile, Ubuntu's rule for unprivileged user namespaces and most CI services forbid what
bubblewrap needs, and allow what a process may give up by itself (``grader.inside.restrict``).  So the command is the
same as without confinement, and before any of the student's code is there, our launcher in that process keeps

- reading to the system's folders, the Python installation and its own few files; what must stay hidden is left out, by
  naming everything beside it;
- writing to the submission's private folders (and ``/dev/null``);
- sockets to Unix ones between its own processes, made in pairs: Landlock has no say in who is connected to by path;
- limits and priorities to its own, and modes and times of files to what they are (it has no say in these either);
- signals to its own family, and abstract sockets likewise (from Landlock's version 6 on).

What isn't had: whether a file or another process exists stays visible to some system calls, private folders have no
size of their own (the watchdog and the limits of processes remain), shared memory in ``/dev/shm`` is refused
altogether, and what was started stays until it's found.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from functools import cache

from grader.inside.restrict import ARCHITECTURES, landlock_version
from grader.sandbox.bubblewrap import SYSTEM, TOP_FOLDERS
from grader.sandbox.policy import Policy

__all__ = ["LEVEL", "OWN_ROOT", "confine", "restriction", "unavailable"]

LEVEL = "landlock"
OWN_ROOT = False

DEVICES = ("/dev/null", "/dev/zero", "/dev/full")
RANDOM = ("/dev/random", "/dev/urandom")
ABOUT_THE_MACHINE = ("/proc/cpuinfo", "/proc/meminfo", "/proc/self", "/proc/thread-self", "/proc/filesystems")


@cache
def unavailable() -> str | None:
    if sys.platform != "linux":
        return "needs Linux"
    if platform.machine() not in ARCHITECTURES:
        return f"has no table of system calls for {platform.machine()}"
    if landlock_version() < 1:
        return "this kernel has no Landlock, or has it switched off (lsm=... in its command line)"
    return None


def confine(argv: list[str], policy: Policy) -> list[str]:
    """The same command; the rest is `restriction`."""
    return argv


def restriction(policy: Policy) -> dict[str, object]:
    read = [*_readable(policy), *SYSTEM, *RANDOM, *ABOUT_THE_MACHINE, *policy.files.values()]
    return {
        "landlock": {"read": read, "write": [*policy.writable, *DEVICES]},
        "seccomp": {"sockets": False, "same_user": False},
        "subreaper": True,
    }


def _readable(policy: Policy) -> Iterator[str]:
    hidden = {os.path.realpath(path) for path in policy.hidden}
    for path in ("/usr", *TOP_FOLDERS, *policy.readable):
        yield from _without(os.path.realpath(path), hidden)


def _without(path: str, hidden: set[str]) -> Iterator[str]:
    """`path`, or what is below it but for what must stay hidden.

    A readable path below a hidden one (an environment in the course's checkout) is readable all the same.
    """
    if path in hidden:
        return
    if not any(place.startswith(f"{path}/") for place in hidden):
        yield path
        return
    try:
        names = os.listdir(path)
    except OSError:
        return
    for name in names:
        entry = os.path.join(path, name)
        if not os.path.islink(entry):
            yield from _without(entry, hidden)
