"""Confines a fork of the zygote on its own: nothing of it is shared with the next notebook's.

Theory of operation
-------------------
The zygote runs in bubblewrap's sandbox (``grader.sandbox.bubblewrap``) and holds a few capabilities there, which
mean nothing outside of that user namespace.  Each fork

1. is in a process namespace of its own: it sees and signals nobody, and all that it starts ends with process 1, which
   is a sleeping program (were it the fork itself, signals that it sends to itself would be ignored);
2. gets mount, network, ipc and host name namespaces of its own, with an empty ``/tmp``, home and ``/dev/shm`` in
   memory, terminals and a ``/proc`` of its own, and a loopback that leads nowhere;
3. enters a user namespace of its own in which it's an ordinary user, may not make further ones, and drops every
   capability, for good.

Linux only; system calls that Python has no name for go through :mod:`ctypes`.  ``man 7 namespaces``, ``man 2 setns``.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
from functools import cache
from typing import Any

__all__ = ["fork", "isolate", "limit"]

# <linux/sched.h>, <linux/mount.h>, <linux/prctl.h>, <linux/sockios.h>
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 262144
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 24, 38, 47, 4
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
LINUX_CAPABILITY_VERSION_3 = 0x20080522

SLEEP = ["/usr/bin/sleep", "infinity"]
IGNORING = ["/usr/bin/env", "--ignore-signal=CHLD"]  # GNU's, from 2019 on

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _call(name: str, *arguments: Any) -> None:
    assert _libc is not None
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def fork(confine: dict[str, Any] | None) -> tuple[int, int | None]:
    """``os.fork``, into a process namespace of its own where the fork is to be confined; and that one's process 1."""
    if confine is None:
        return os.fork(), None
    can_ignore = _can_ignore()
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    _call("unshare", CLONE_NEWPID)
    first = _spawn([*IGNORING, *SLEEP]) if can_ignore else _spawn_ignoring(SLEEP)
    pid = os.fork()
    if pid:
        # The next fork must not land in that namespace.
        _call("setns", own, CLONE_NEWPID)
    os.close(own)
    return pid, first


@cache
def _can_ignore() -> bool:
    try:
        return os.waitpid(_spawn([*IGNORING, "/usr/bin/true"]), 0)[1] == 0
    except OSError:
        return False


def _spawn(argv: list[str]) -> int:
    return os.posix_spawn(argv[0], argv, {})


def _spawn_ignoring(argv: list[str]) -> int:
    """It inherits that SIGCHLD is ignored, so that the kernel buries the namespace's orphans.

    Whoever of ours ends meanwhile is buried too, and nobody learns how it ended.
    """
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        return _spawn(argv)
    finally:
        signal.signal(signal.SIGCHLD, before)


def isolate(confine: dict[str, Any]) -> None:
    """To be called in the fork.  ``private`` are folders that become empty ones in memory, of ``bytes`` each; ``shown``
    are paths below them that stay; ``covered`` are names in /proc to be read-only.
    """
    _call("unshare", CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET | CLONE_NEWCGROUP)
    _loopback_up()
    _call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    kept = [(path, os.open(path, os.O_PATH)) for path in confine["shown"] if os.path.exists(path)]
    for folder in confine["private"]:
        size = f"size={confine['bytes']},nr_inodes={confine['files']},mode=1777".encode()
        _call("mount", b"tmpfs", folder.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, size)
    for path, descriptor in kept:
        _show_again(path, descriptor)
    # Else another notebook, forked from the same zygote, could read and write what runs in this one's terminals.
    terminals = b"newinstance,ptmxmode=0666,mode=620"
    _call("mount", b"devpts", b"/dev/pts", b"devpts", MS_NOSUID | MS_NOEXEC, terminals)
    _call("mount", b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, None)
    users = os.open("/proc/sys/user", os.O_PATH | os.O_DIRECTORY)  # seen through the cover that follows
    for name in confine["covered"]:
        path = f"/proc/{name}".encode()
        if os.path.exists(path):
            _call("mount", path, path, None, MS_BIND, None)
            flags = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC
            _call("mount", None, path, None, flags, None)
    _become_ordinary(users)
    os.close(users)


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = bytearray(struct.pack("16sh22x", b"lo", 0))
        fcntl.ioctl(any_socket, SIOCGIFFLAGS, request)
        flags = struct.unpack_from("h", request, 16)[0] | IFF_UP
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags))


def _show_again(path: str, descriptor: int) -> None:
    """A path that the new folder hides, such as a virtual environment below /tmp."""
    if not os.path.lexists(path):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            os.makedirs(path)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
    _call("mount", f"/proc/self/fd/{descriptor}".encode(), path.encode(), None, MS_BIND | MS_REC, None)
    os.close(descriptor)


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def _become_ordinary(users: int) -> None:
    """User 1000 without capabilities, and no way to get any.  `users` is an open /proc/sys/user."""
    uid, gid = os.getuid(), os.getgid()
    _call("unshare", CLONE_NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {uid} 1"), ("gid_map", f"1000 {gid} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    # What this file says depends on the user namespace of the one who opens it.
    limit_of_namespaces = os.open("max_user_namespaces", os.O_WRONLY, dir_fd=users)
    os.write(limit_of_namespaces, b"0")
    os.close(limit_of_namespaces)
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call("prctl", PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    capability = 0
    assert _libc is not None
    while _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:  # until the kernel knows no further one
        capability += 1
    nothing = (ctypes.c_uint32 * 6)()
    header = _Header(LINUX_CAPABILITY_VERSION_3, 0)
    _call("capset", ctypes.byref(header), ctypes.byref(nothing))


def limit(limits: dict[str, int]) -> None:
    """Set resource limits by name (``RLIMIT_CPU`` without its prefix, lower case), soft and hard.

    That of the address space, ``as``, is beyond what the process has now.  Of the processor's time the soft one comes
    first, so that the signal tells why the process has ended.
    """
    import resource

    taken = 0
    if limits:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            taken = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    for name, most in limits.items():
        which = getattr(resource, f"RLIMIT_{name.upper()}")
        _, hard = resource.getrlimit(which)
        wanted = most + taken if name == "as" else most
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(which, (soft, soft + 1 if name == "cpu" and hard == resource.RLIM_INFINITY else soft))
