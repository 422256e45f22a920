"""What a process gives up by itself: tried in a process that has given it up."""

from __future__ import annotations

import json
import os
import platform
import socket
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from grader.inside import restrict
from grader.sandbox import landlock
from grader.sandbox.policy import Policy

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in restrict.ARCHITECTURES, reason="needs Linux on x86 or ARM"
)
has_landlock = pytest.mark.skipif(landlock.unavailable() is not None, reason="this kernel has no Landlock")


def after(options: dict[str, Any], body: str) -> Any:
    """What `body` assigns to ``out`` in a fresh process that has been restricted."""
    code = f"""
import ctypes, errno, json, os, socket, sys
sys.path.insert(0, {str(ROOT)!r})
from grader.inside.restrict import restrict
def tried(action):
    try: action(); return "done"
    except OSError as error: return errno.errorcode[error.errno]
def called(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    return "done" if libc.syscall(number, *arguments) >= 0 else errno.errorcode[ctypes.get_errno()]
restrict(json.loads(sys.argv[1]))
{textwrap.dedent(body)}
os.write(1, json.dumps(out).encode())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(options)], capture_output=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_without_options_nothing_changes() -> None:
    assert after({}, "out = tried(lambda: socket.socket(socket.AF_INET))") == "done"


def test_denied_system_calls_fail_with_eperm() -> None:
    own = restrict.ARCHITECTURES[platform.machine()][1]
    numbers = {**own, **restrict.EVERYWHERE}
    got = after(
        {"seccomp": {"sockets": True}}, f"out = {{n: called(k, 0, 0, 0, 0, 0) for n, k in {numbers!r}.items()}}"
    )
    assert set(got.values()) == {"EPERM"}
    assert set(got) == set(numbers)


def test_the_filter_lets_honest_work_pass() -> None:
    body = """
    import subprocess, threading, multiprocessing.pool, tempfile
    pool = multiprocessing.pool.ThreadPool(2)
    out = [subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout, pool.map(abs, [-1, -2])]
    pid = os.fork()
    if pid == 0: os._exit(7)
    out.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    out.append(tried(lambda: socket.socket(socket.AF_INET)))
    """
    assert after({"seccomp": {"sockets": True}}, body) == ["hi\n", [1, 2], 7, "done"]


def test_sockets_but_unix_ones_can_be_refused() -> None:
    families = "[socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK]"
    body = f"out = [tried(lambda f=f: socket.socket(f, socket.SOCK_DGRAM)) for f in {families}]"
    assert after({"seccomp": {"sockets": False}}, body) == ["done", "ENOTSUP", "ENOTSUP", "ENOTSUP"]


def test_namespaces_can_be_made_by_no_call() -> None:
    """By unshare, by clone with its flags, by clone3."""
    clone = restrict.ARCHITECTURES[platform.machine()][3]
    body = f"out = [called({clone}, 0x10000000 | 17, 0, 0, 0, 0), called(435, 0, 0)]"
    assert after({"seccomp": {"sockets": True}}, body) == ["EPERM", "ENOSYS"]


def test_no_power_is_left_and_none_can_be_had() -> None:
    body = """
    status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines())
    out = [status[key].strip() for key in ("CapEff", "CapPrm", "CapBnd", "NoNewPrivs")]
    """
    assert after({"subreaper": True}, body) == ["0" * 16] * 3 + ["1"]


@has_landlock
def test_only_the_named_paths_can_be_used(tmp_path: Path) -> None:
    for name in ("open", "closed", "mine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed" / "file")
    (tmp_path / "single").write_text("single")
    rules = {
        "read": ["/usr", "/lib", "/lib64", str(tmp_path / "open"), str(tmp_path / "single"), "/nowhere"],
        "write": [str(tmp_path / "mine")],
    }
    body = f"""
    top = {str(tmp_path)!r}
    out = dict(
        read=tried(lambda: open(top + "/open/file").read()),
        single=tried(lambda: open(top + "/single").read()),
        closed=tried(lambda: open(top + "/closed/file").read()),
        link=tried(lambda: open(top + "/open/link").read()),
        listing=tried(lambda: os.listdir(top)),
        passwd=tried(lambda: open("/etc/passwd").read()),
        write=tried(lambda: open(top + "/mine/new", "w").write("x")),
        write_open=tried(lambda: open(top + "/open/file", "w")),
        remove=tried(lambda: os.remove(top + "/open/file")),
        rename=tried(lambda: os.rename(top + "/mine/file", top + "/open/moved")),
        truncate=tried(lambda: os.truncate(top + "/closed/file", 0)),
    )
    """
    assert after({"landlock": rules}, body) == {
        "read": "done", "single": "done", "closed": "EACCES", "link": "EACCES", "listing": "EACCES",
        "passwd": "EACCES", "write": "done", "write_open": "EACCES", "remove": "EACCES", "rename": "EACCES",
        "truncate": "EACCES",
    }  # fmt: skip


@has_landlock
@pytest.mark.skipif(restrict.landlock_version() < 6, reason="signals and abstract sockets need Landlock 6")
def test_signals_and_abstract_sockets_stay_inside() -> None:
    name = f"\0listener-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        body = f"""
        me = socket.socket(socket.AF_UNIX)
        pid = os.fork()
        if pid == 0:
            import time; time.sleep(20); os._exit(0)
        out = [tried(lambda: os.kill(os.getppid(), 0)), tried(lambda: me.connect({name!r}))]
        out.append(tried(lambda: os.kill(pid, 9)))
        """
        assert after({"landlock": {"read": ["/usr", "/lib", "/lib64"], "write": []}}, body) == [
            "EPERM",
            "EPERM",
            "done",
        ]


@has_landlock
def test_what_must_stay_hidden_is_left_out_of_what_can_be_read(tmp_path: Path) -> None:
    """Also in the middle of a readable folder; what is readable by its own name stays so."""
    for path in ("packages/numpy/a.py", "packages/grader/b.py", "packages/own.pth", "course/.venv/lib/c.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    policy = Policy(
        environment={},
        home="/h",
        folder="/h",
        readable=(str(tmp_path / "packages"), str(tmp_path / "course/.venv")),
        hidden=(str(tmp_path / "packages/grader"), str(tmp_path / "packages/own.pth"), str(tmp_path / "course")),
    )
    rules: Any = landlock.restriction(policy)["landlock"]
    own = {path for path in rules["read"] if path.startswith(str(tmp_path))}
    assert own == {str(tmp_path / "packages/numpy"), str(tmp_path / "course/.venv")}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_root_becomes_another_user() -> None:
    body = """
    out = [os.getuid(), os.getgid(), os.getgroups()]
    out += [tried(lambda: open("/etc/shadow")), tried(lambda: os.kill(1, 0))]
    """
    assert after({"uid": 61_234, "seccomp": None}, body) == [61_234, 61_234, [], "EACCES", "EPERM"]


HARMFUL = {
    # What a process can do to others of its user, and Landlock has no say in -> how it ends.
    "an open file's mode": ("os.fchmod(os.open(top + '/file', os.O_RDONLY), 0o600)", "done"),
    "a file's mode": ("os.chmod(top + '/file', 0o600)", "done"),
    "a file's times": ("os.utime(top + '/file', (1, 1))", "done"),
    "a limit of its parent's": ("resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (50, 50))", "EPERM"),
    "a priority of its parent's": ("os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)", "done"),
    "the processors of its parent": ("os.sched_setaffinity(os.getppid(), [min(os.sched_getaffinity(0))])", "done"),
    "a socket by its path": ("socket.socket(socket.AF_UNIX).connect(top + '/socket')", "ECONNREFUSED"),
    "a datagram to a path": ("socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)", "EPERM"),
    "a raw socket, which sends datagrams": ("socket.socket(socket.AF_UNIX, socket.SOCK_RAW)", "EPERM"),
    "a pair that could send datagrams": ("socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)", "EPERM"),
}
# Never tried without the rule: it would slow down everything that whoever tests is running.
ONLY_WITH_THE_RULE = {
    "a file's attributes": ("os.setxattr(top + '/file', 'user.x', b'1')", "EPERM"),
    "the priority of all of its user's": ("os.setpriority(os.PRIO_USER, 0, 19)", "done"),
    "the priority of its whole group": ("os.setpriority(os.PRIO_PGRP, 0, 19)", "done"),
}


@pytest.mark.parametrize("same_user", [True, False])
def test_what_belongs_to_the_same_user_is_left_alone(tmp_path: Path, same_user: bool) -> None:
    """A file's mode, its parent's limits and priorities, a listening socket; without the rule all of it is done."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "file").chmod(0o644)
    before = (tmp_path / "file").stat()
    deeds = HARMFUL if same_user else HARMFUL | ONLY_WITH_THE_RULE
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        server.listen()
        body = f"""
        import resource
        top = {str(tmp_path)!r}
        ours, theirs = os.pipe()
        if os.fork() == 0:
            restrict({{"seccomp": {{"sockets": False, "same_user": {same_user}}}}})
            got = {{name: tried(lambda: eval(deed)) for name, (deed, _) in {deeds!r}.items()}}
            os.write(theirs, json.dumps(got).encode())
            os._exit(0)
        os.close(theirs)
        got = json.loads(os.read(ours, 10_000))
        nice = [os.getpriority(os.PRIO_PROCESS, 0), os.getpriority(os.PRIO_PGRP, 0)]
        out = [got, resource.getrlimit(resource.RLIMIT_NOFILE)[0], nice]
        """
        got, files, nice = after({"subreaper": True}, body)
    changed = (tmp_path / "file").stat()
    if same_user:
        assert set(got.values()) == {"done"}
        assert (files, nice[0], changed.st_mode & 0o777, changed.st_mtime) == (50, 19, 0o600, 1)
        return
    assert got == {name: outcome for name, (_, outcome) in deeds.items()}
    assert files > 50
    assert nice == [os.getpriority(which, 0) for which in (os.PRIO_PROCESS, os.PRIO_PGRP)]
    assert (changed.st_mode, changed.st_mtime) == (before.st_mode, before.st_mtime)


def test_a_process_may_still_set_its_own_limits_and_talk_to_its_children() -> None:
    body = """
    import resource, subprocess, threading, shutil, tempfile
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    out = [tried(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))), tried(lambda: os.nice(1))]
    a, b = socket.socketpair()
    a.send(b"x")
    out.append(b.recv(1).decode())
    with tempfile.TemporaryDirectory() as folder:
        open(folder + "/a", "w").write("copied")
        shutil.copy2(folder + "/a", folder + "/b")
        out.append(open(folder + "/b").read())
    """
    assert after({"seccomp": {"sockets": False, "same_user": False}}, body) == ["done", "done", "x", "copied"]
