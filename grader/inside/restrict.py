"""Gives up rights that a notebook needs not have: for levels without namespaces, and beside them.

Three mechanisms of Linux, none of which needs a privilege and none of which can be undone:

- Landlock (``man 7 landlock``): only the named paths can be read or written; no TCP (from its version 4); no
  signals to processes outside and no abstract sockets of theirs (from version 6).
- a seccomp filter (``man 2 seccomp``): system calls that no course needs and that widen the kernel's surface fail with
  EPERM; with ``sockets`` false, so do all sockets but Unix ones; with ``same_user`` false, so does what Landlock has no
  say in: connecting to sockets by their path, limits and priorities of other processes, modes and times of files.
- another user, where the process is root's.

All hold for the calling thread and what it starts, so this must run before there is a second one.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from typing import Any, NamedTuple

__all__ = ["adopt_orphans", "landlock_version", "restrict"]

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
PR_SET_CHILD_SUBREAPER, PR_CAPBSET_DROP = 36, 24
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446  # the same on all architectures

# <linux/landlock.h>: what files and folders can be used for.
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
MAKE = sum(1 << bit for bit in range(6, 13))
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
READ = EXECUTE | READ_FILE | READ_DIR
FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
NET_TCP, SCOPED = 0b11, 0b11

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

# Denied, by architecture: <asm/unistd.h>.
X86_64 = {
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "mount": 165, "umount2": 166,
    "pivot_root": 155, "unshare": 272, "setns": 308, "chroot": 161, "bpf": 321, "perf_event_open": 298,
    "userfaultfd": 323, "keyctl": 250, "add_key": 248, "request_key": 249, "kexec_load": 246, "kexec_file_load": 320,
    "init_module": 175, "finit_module": 313, "delete_module": 176, "reboot": 169, "swapon": 167, "swapoff": 168,
    "acct": 163, "settimeofday": 164, "clock_settime": 227, "adjtimex": 159, "clock_adjtime": 305,
    "sethostname": 170, "setdomainname": 171, "quotactl": 179, "open_by_handle_at": 304, "fanotify_init": 300,
    "syslog": 103, "iopl": 172, "ioperm": 173, "move_pages": 279,
    # These stay when the process that made them has ended, where ipc namespaces are refused.
    "shmget": 29, "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "semctl": 66, "semtimedop": 220, "msgget": 68,
    "msgsnd": 69, "msgrcv": 70, "msgctl": 71, "mq_open": 240, "mq_unlink": 241,
}  # fmt: skip
AARCH64 = {
    "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "mount": 40, "umount2": 39,
    "pivot_root": 41, "unshare": 97, "setns": 268, "chroot": 51, "bpf": 280, "perf_event_open": 241,
    "userfaultfd": 282, "keyctl": 219, "add_key": 217, "request_key": 218, "kexec_load": 104, "kexec_file_load": 294,
    "init_module": 105, "finit_module": 273, "delete_module": 106, "reboot": 142, "swapon": 224, "swapoff": 225,
    "acct": 89, "settimeofday": 170, "clock_settime": 112, "adjtimex": 171, "clock_adjtime": 266,
    "sethostname": 161, "setdomainname": 162, "quotactl": 60, "open_by_handle_at": 265, "fanotify_init": 262,
    "syslog": 116, "move_pages": 239,
    "shmget": 194, "shmat": 196, "shmctl": 195, "semget": 190, "semop": 193, "semctl": 191, "semtimedop": 192,
    "msgget": 186, "msgsnd": 189, "msgrcv": 188, "msgctl": 187, "mq_open": 180, "mq_unlink": 181,
}  # fmt: skip
# From 424 on all architectures count alike.
EVERYWHERE = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "pidfd_getfd": 438, "process_madvise": 440,
    "mount_setattr": 442, "quotactl_fd": 443, "process_mrelease": 448,
}  # fmt: skip
CLONE3 = 435


class SameUser(NamedTuple):
    """System calls by which a process can harm others of its user, and that no rule on files covers.

    `denied` fail.  `pretended` succeed and do nothing: copying a file sets its mode and times.  `on_itself` are calls
    with the position and the value of an argument by which they concern the caller alone.  With another they're
    pretended, since libzmq aborts if it can't set its threads' priorities; `limits` fails.  A datagram needs no
    connection, so neither sockets nor a `pair` may be of that kind.
    """

    denied: tuple[int, ...]
    pretended: tuple[int, ...]
    limits: int
    on_itself: tuple[tuple[int, int, int], ...]
    connect: int
    pair: int


SAME_USER = {
    "x86_64": SameUser(
        # inotify_add_watch, {,l,f}setxattr, {,l,f}removexattr
        denied=(254, 188, 189, 190, 197, 198, 199),
        # chmod, fchmod, chown, fchown, lchown, fchownat, fchmodat, utime, utimes, futimesat, utimensat
        pretended=(90, 91, 92, 93, 94, 260, 268, 132, 235, 261, 280),
        # sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr; setpriority, ioprio_set
        limits=302,
        on_itself=(
            (142, 0, 0),
            (144, 0, 0),
            (203, 0, 0),
            (314, 0, 0),
            (141, 0, 0),
            (141, 1, 0),
            (251, 0, 1),
            (251, 1, 0),
        ),
        connect=42,
        pair=53,
    ),
    "aarch64": SameUser(
        denied=(27, 5, 6, 7, 14, 15, 16),
        pretended=(52, 55, 54, 53, 88),
        limits=261,
        on_itself=(
            (118, 0, 0),
            (119, 0, 0),
            (122, 0, 0),
            (274, 0, 0),
            (140, 0, 0),
            (140, 1, 0),
            (30, 0, 1),
            (30, 1, 0),
        ),
        connect=203,
        pair=199,
    ),
}
# Of all architectures: setxattrat, removexattrat, file_setattr; fchmodat2.
SAME_USER_DENIED, SAME_USER_PRETENDED = (463, 466, 469), (452,)
SOCK_STREAM, SOCK_SEQPACKET, SOCKET_KIND = 1, 5, 0xF
# audit's name of the architecture, its own system calls, socket, clone.
ARCHITECTURES = {"x86_64": (0xC000003E, X86_64, 41, 56), "aarch64": (0xC00000B7, AARCH64, 198, 220)}
NEW_NAMESPACES = 0x7E020000 | 0x80  # every CLONE_NEW* flag
# libzmq copes with EOPNOTSUPP for a socket and ECONNREFUSED for a connection, and aborts at EAFNOSUPPORT and EPERM.
EPERM, ENOSYS, EOPNOTSUPP, ECONNREFUSED = 1, 38, 95, 111
AF_UNIX = 1


def restrict(options: dict[str, Any]) -> None:
    """`options` may have ``uid``, ``landlock`` (``{"read": [...], "write": [...]}``), ``seccomp``
    (``{"sockets": bool, "same_user": bool}``) and ``subreaper``.  OSError if something of it can't be had.
    """
    if _libc is None or not options:
        return
    if options.get("subreaper"):
        adopt_orphans()
    _drop_bounding_set()
    if options.get("uid") is not None:
        os.setgroups([])
        os.setresgid(options["uid"], options["uid"], options["uid"])
        os.setresuid(options["uid"], options["uid"], options["uid"])
    _drop_capabilities()
    _check(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    if options.get("landlock") is not None:
        _landlock(**options["landlock"])
    if options.get("seccomp") is not None:
        _seccomp(**options["seccomp"])


def adopt_orphans() -> None:
    """Processes below us whose parent ends stay below us, where they can be found."""
    if _libc is not None:
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _drop_bounding_set() -> None:
    """What no program can bring back."""
    assert _libc is not None
    capability = 0
    while _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:
        capability += 1


def _drop_capabilities() -> None:
    """Root's powers over the machine; that it owns files is a matter of the paths it may use."""
    assert _libc is not None
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    _check(_libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())), "capset")


def landlock_version() -> int:
    """0 where the kernel has none, or keeps it switched off."""
    if _libc is None:
        return 0
    return max(0, int(_libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, 1)))


def _landlock(read: list[str], write: list[str]) -> None:
    assert _libc is not None
    version = landlock_version()
    handled = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE
    for least, right in ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)):
        handled |= right if version >= least else 0
    attributes = struct.pack("QQQ", handled, NET_TCP if version >= 4 else 0, SCOPED if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _check(_libc.syscall(LANDLOCK_CREATE_RULESET, attributes, size, 0), "landlock")
    try:
        for paths, rights in ((read, READ & handled), (write, handled)):
            for path in paths:
                _allow(ruleset, path, rights)
        _check(_libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0), "landlock")
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    assert _libc is not None
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # what isn't there needs no rule
        return
    try:
        allowed = rights if os.path.isdir(path) else rights & FOR_FILES
        rule = struct.pack("=Qi", allowed, descriptor)
        _check(_libc.syscall(LANDLOCK_ADD_RULE, ruleset, 1, rule, 0), f"landlock: {path}")
    finally:
        os.close(descriptor)


# Classic BPF: (code, jump if true, jump if false, constant).  <linux/filter.h>
Line = tuple[int, int, int, int]
LOAD, JUMP, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN, AND = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06, 0x54
ALLOW, FAIL_WITH = 0x7FFF0000, 0x00050000
NUMBER, ARCHITECTURE, ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; 8 bytes an argument


def _seccomp(sockets: bool, same_user: bool = True) -> None:
    assert _libc is not None
    if platform.machine() not in ARCHITECTURES:
        raise OSError(ENOSYS, f"seccomp: no table of system calls for {platform.machine()}")
    program = _program(platform.machine(), sockets, same_user)
    filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    header = struct.pack("HxxxxxxQ", len(program), ctypes.addressof(filters))
    _check(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0), "seccomp")


def _program(machine: str, sockets: bool, same_user: bool) -> list[Line]:
    architecture, own, socket_call, clone = ARCHITECTURES[machine]
    fail = (RETURN, 0, 0, FAIL_WITH | EPERM)
    lines = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 1, 0, architecture),  # another one's numbers mean other calls
        fail,
        (LOAD, 0, 0, NUMBER),
        (JUMP_AT_LEAST, 0, 1, 0x40000000),  # the x32 numbers
        fail,
        (JUMP_EQUAL, 0, 1, CLONE3),  # its flags lie where a filter can't look; libraries fall back to clone
        (RETURN, 0, 0, FAIL_WITH | ENOSYS),
        *_where(clone, 0, [(JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES), fail]),
    ]
    denied = {*own.values(), *EVERYWHERE.values()}
    if not sockets:
        others = (RETURN, 0, 0, FAIL_WITH | EOPNOTSUPP)
        lines += _where(socket_call, 0, [(JUMP_EQUAL, 1, 0, AF_UNIX), others])
    if not same_user:
        rules, pretended = SAME_USER[machine], (RETURN, 0, 0, FAIL_WITH | 0)
        connected_kinds = [
            (AND, 0, 0, SOCKET_KIND),
            (JUMP_EQUAL, 2, 0, SOCK_STREAM),
            (JUMP_EQUAL, 1, 0, SOCK_SEQPACKET),
            fail,
        ]
        for call in (socket_call, rules.pair):
            lines += _where(call, 1, connected_kinds)
        for call, position, harmless in rules.on_itself:
            lines += _where(call, position, [(JUMP_EQUAL, 1, 0, harmless), pretended])
        lines += _where(rules.limits, 0, [(JUMP_EQUAL, 1, 0, 0), fail])
        lines += _each([rules.connect], (RETURN, 0, 0, FAIL_WITH | ECONNREFUSED))
        denied |= {*rules.denied, *SAME_USER_DENIED}
        lines += _each(sorted({*rules.pretended, *SAME_USER_PRETENDED}), pretended)
    return [*lines, *_each(sorted(denied), fail), (RETURN, 0, 0, ALLOW)]


def _where(call: int, position: int, then: list[Line]) -> list[Line]:
    """`then` with the argument at `position` loaded, for this call alone; the number is loaded before and after."""
    inner = [(LOAD, 0, 0, ARGUMENT + 8 * position), *then, (LOAD, 0, 0, NUMBER)]
    return [(JUMP_EQUAL, 0, len(inner), call), *inner]


def _each(calls: list[int], outcome: Line) -> list[Line]:
    """`outcome` for each of these system calls, the number of which is loaded."""
    jumps = [(JUMP_EQUAL, len(calls) - place, 0, number) for place, number in enumerate(calls)]
    # What is none of them jumps over the outcome.
    return [*jumps, (JUMP, 0, 0, 1), outcome]
