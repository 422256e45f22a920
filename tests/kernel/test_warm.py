"""Warm kernels: as confined as cold ones, apart from each other, and replaced by cold ones where they can't be had."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grader import sandbox
from grader.errors import KernelUnavailable
from grader.inside import isolation
from grader.inside import zygote as inside_zygote
from grader.kernel import launch, warm
from grader.kernel.launch import KernelProcess
from grader.kernel.session import KernelSession
from grader.kernel.warm import WarmKernel, Zygote, start_warm
from grader.model import CallFunction, Returned
from grader.sandbox import BACKENDS, bubblewrap
from tests.kernel.conftest import LIMITS, notebook
from tests.kernel.test_launch import alive

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="warm kernels need Linux"),
]
confined = pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="needs user namespaces")

LOOK = """
import ctypes, os, random, socket, subprocess, sys
import numpy as np

DRAWN = [random.random(), float(np.random.rand())]  # in a cell: a question is always asked with the same seed
def draws(): return DRAWN
def ids(): return [os.getuid(), os.getpid(), [int(p) for p in os.listdir("/proc") if p.isdigit()]]
def leave(name):
    for folder in ("/tmp", "/dev/shm", os.path.expanduser("~"), "."):
        open(os.path.join(folder, name), "w").write("left")
    global kept
    kept = [socket.socket(socket.AF_UNIX), *os.openpty()]
    kept[0].bind("\\0" + name)
    kept[0].listen()
def found(name):
    seen = [f for f in ("/tmp", "/dev/shm", os.path.expanduser("~"), ".") if name in os.listdir(f)]
    try:
        socket.socket(socket.AF_UNIX).connect("\\0" + name)
        seen.append("abstract socket")
    except OSError: pass
    return seen + [f for f in os.listdir("/dev/pts") if f != "ptmx"]
def writable():
    able = []
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/user/max_user_namespaces", "/x", "/dev/x", "/usr/x",
                 "/run/inside/agent.py", sys.prefix + "/lib/x"):
        try: os.close(os.open(path, os.O_WRONLY | os.O_CREAT)); able.append(path)
        except OSError: pass
    return able
def powers():
    status = open("/proc/self/status").read()
    wanted = ("CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs")
    return {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.split(":")[0] in wanted}
def single_threaded(code):
    # User namespaces can only be made by a process of one thread.
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
def network():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0)); server.listen()
        socket.create_connection(server.getsockname()).close()
    try: socket.create_connection(("192.0.2.1", 53), 1); return "out"
    except OSError as error: return error.errno
"""


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    made = start_warm(sandbox.choose(), preload_torch=False)
    yield made
    made.close()


def asked(session: KernelSession, name: str, *args: str) -> Any:
    reply = session.ask(CallFunction(name, args))
    assert isinstance(reply, Returned), reply
    return reply.value


def look(zygote: Zygote) -> KernelSession:
    session = KernelSession(zygote.kernel(), LIMITS)
    session.run(notebook(LOOK))
    return session


@confined
def test_a_fork_has_no_power_and_sees_only_itself(zygote: Zygote) -> None:
    with look(zygote) as session:
        uid, pid, others = asked(session, "ids")
        assert uid == 1000
        assert set(others) == {1, pid}
        nothing = "0" * 16
        assert asked(session, "powers") == {
            "CapPrm": nothing, "CapEff": nothing, "CapBnd": nothing, "CapAmb": nothing, "NoNewPrivs": "1",
        }  # fmt: skip
        assert asked(session, "writable") == ()
        assert asked(session, "network") == 101  # ENETUNREACH


@confined
def test_a_fork_makes_no_user_namespace(zygote: Zygote) -> None:
    """Not by system call, and not through a program: in one it would have capabilities again."""
    code = "import ctypes; print(ctypes.CDLL(None).unshare(0x10000000))"
    with look(zygote) as session:
        assert asked(session, "single_threaded", code).strip() == "-1"


@confined
def test_two_forks_share_nothing(zygote: Zygote) -> None:
    with look(zygote) as one, look(zygote) as other:
        asked(one, "leave", "mark")
        assert asked(one, "found", "mark") == ("/tmp", "/dev/shm", "/home/student", ".", "abstract socket", "0")
        assert asked(other, "found", "mark") == ()
        assert asked(one, "draws")[1] != asked(other, "draws")[1]
        assert asked(one, "draws")[0] != asked(other, "draws")[0]


def test_many_at_once(zygote: Zygote) -> None:
    def grade(number: int) -> tuple[int, Any]:
        with KernelSession(zygote.kernel(), LIMITS) as session:
            session.run(notebook(f"def f(): return {number}"))
            return number, asked(session, "f")

    with ThreadPoolExecutor(8) as pool:
        assert all(number == got for number, got in pool.map(grade, range(24)))
    assert zygote.problem == ""


def test_a_child_that_somebody_else_has_buried_ends_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the zygote to end of it, every other notebook's kernel would end with it."""
    monkeypatch.setattr(inside_zygote, "_children", set)  # those of this process aren't orphans
    gone, lives = (os.posix_spawn("/bin/sh", ["sh", "-c", what], {}) for what in ("exit 3", "sleep 60"))
    handles = {pid: os.pidfd_open(pid) for pid in (gone, lives)}
    running, statuses = dict(handles), {}  # type: ignore[var-annotated]
    os.waitpid(gone, 0)
    try:
        assert inside_zygote._reap(running, statuses) == [handles[gone]]
        assert running == {lives: handles[lives]}
        assert statuses == {}
    finally:
        os.kill(lives, signal.SIGKILL)
        os.waitpid(lives, 0)
        for handle in handles.values():
            os.close(handle)


def test_nobody_is_buried_unseen_while_a_fork_is_made() -> None:
    """A child of the zygote that ends in just that moment has an exit status too, or its verdict would be a guess."""
    if not isolation._can_ignore():
        pytest.skip("this system's env can't start a program that ignores a signal")
    first = isolation._spawn([*isolation.IGNORING, *isolation.SLEEP])
    try:
        deadline = time.monotonic() + 10
        while "sleep" not in Path(f"/proc/{first}/cmdline").read_text().split("\0")[0]:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        ignored = next(x for x in Path(f"/proc/{first}/status").read_text().splitlines() if x.startswith("SigIgn"))
        assert int(ignored.split()[1], 16) >> (signal.SIGCHLD - 1) & 1
    finally:
        os.kill(first, signal.SIGKILL)
        os.waitpid(first, 0)


@pytest.mark.parametrize("backend", list(BACKENDS))
def test_it_works_on_every_level_and_leaves_nothing(backend: str) -> None:
    reason = BACKENDS[backend].unavailable()
    if reason is not None:
        pytest.skip(f"{backend}: {reason}")
    gc.collect()
    before = set(os.listdir("/proc/self/fd"))
    zygote = start_warm(sandbox.choose(backend), preload_torch=False)
    kernel = zygote.kernel()
    with KernelSession(kernel, LIMITS) as session:
        session.run(notebook("def f(): return 1", "import os; os._exit(3)", "def g(): return 2"))
        assert asked(session, "f") == 1
        assert asked(session, "g") == 2
    assert isinstance(kernel, WarmKernel)
    assert zygote.problem == "", "no kernel from nothing took the fork's place"
    assert not kernel.run_directory.exists()
    assert kernel.ended
    zygote.close()
    zygote.close()
    assert set(os.listdir("/proc/self/fd")) == before


def test_what_a_process_may_read_can_be_told_at_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside something hidden, a folder of packages is told entry by entry: longer than a message or an argument."""
    readable: Any = vars(launch)["readable_paths"]
    many = tuple(f"/no/such/package/number/{n}" for n in range(10_000))
    for module in (launch, warm):
        monkeypatch.setattr(module, "readable_paths", lambda: (*readable(), *many))
    level = "landlock" if BACKENDS["landlock"].unavailable() is None else "none"
    zygote = start_warm(sandbox.choose(level), preload_torch=False)
    try:
        for kernel in (zygote.kernel(), KernelProcess(zygote.recipe)):
            with KernelSession(kernel, LIMITS) as session:
                session.run(notebook("def f(): return 1"))
                assert asked(session, "f") == 1
        assert zygote.problem == ""
    finally:
        zygote.close()


def test_a_zygote_that_cant_import_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in launch.INSIDE_FILES:
        (tmp_path / name).write_bytes((launch.INSIDE / name).read_bytes())
    (tmp_path / "agent.py").write_text("raise RuntimeError('a broken agent')")
    monkeypatch.setattr(launch, "INSIDE", tmp_path)
    zygote = start_warm(sandbox.choose(), preload_torch=False)
    with pytest.raises(KernelUnavailable, match="RuntimeError: a broken agent"):
        zygote.kernel().wait_until_ready()


@confined
def test_where_a_fork_cant_be_confined_a_cold_kernel_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It's never run without its confinement."""
    for name in launch.INSIDE_FILES:
        (tmp_path / name).write_bytes((launch.INSIDE / name).read_bytes())
    source = (launch.INSIDE / "isolation.py").read_text(encoding="utf-8")
    (tmp_path / "isolation.py").write_text(source.replace('b"/proc", b"proc", MS', 'b"/proc", b"no-such-system", MS'))
    monkeypatch.setattr(launch, "INSIDE", tmp_path)
    zygote = start_warm(sandbox.choose(), preload_torch=False)
    try:
        with KernelSession(zygote.kernel(), LIMITS) as session:
            execution = session.run(notebook("import os\ndef f(): return os.getuid()"))
            assert execution.isolation == "full"
            assert asked(session, "f") == 1000
        assert "no-such-system" in (tmp_path / "isolation.py").read_text()
        assert zygote.problem
        assert isinstance(zygote.kernel(), KernelProcess)
    finally:
        zygote.close()


def test_a_zygote_that_has_ended_is_done_without(zygote: Zygote) -> None:
    own = start_warm(sandbox.choose(), preload_torch=False)
    own.wait_until_ready()
    os.killpg(own._process.pid, signal.SIGKILL)
    own._process.wait()
    try:
        with KernelSession(own.kernel(), LIMITS) as session:
            session.run(notebook("def f(): return 7"))
            assert asked(session, "f") == 7
    finally:
        own.close()


@pytest.mark.parametrize("backend", ["auto", "none"])
def test_forks_end_with_a_grader_that_is_killed(backend: str) -> None:
    code = f"""
        import sys, time
        from grader import sandbox
        from grader.kernel.launch import _descendants
        from grader.kernel.warm import start_warm
        zygote = start_warm(sandbox.choose({backend!r}), preload_torch=False)
        kernel = zygote.kernel()
        kernel.wait_until_ready()
        print(zygote._process.pid, *_descendants(zygote._process.pid), flush=True)
        time.sleep(60)
    """
    grader = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert grader.stdout is not None
    with grader.stdout as out:
        pids = [int(pid) for pid in out.readline().split()]
    assert len(pids) >= 2
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    deadline = time.monotonic() + 5
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, pids))
