"""Each limit holds, has its own verdict, and the next question is answered as if nothing had happened."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.kernel import watchdog
from grader.kernel.session import KernelSession
from grader.model import CallFunction, NoReply, Raised, Reply, Returned, Verdict
from grader.sandbox import bubblewrap, cgroup
from tests.kernel.conftest import LIMITS, StartSession

pytestmark = [pytest.mark.kernel, pytest.mark.skipif(sys.platform != "linux", reason="limits need Linux")]

GREEDY = """
import mmap, os, time
import numpy as np
def eat(mebibytes):
    kept = []
    for _ in range(mebibytes // 10):
        kept.append(np.ones(10 << 17))
        time.sleep(0.002)
    return len(kept)
def eat_shared(mebibytes):
    kept = []
    for _ in range(mebibytes // 10):
        kept.append(mmap.mmap(-1, 10 << 20))
        kept[-1].write(b"x" * (10 << 20))
        time.sleep(0.01)
    return len(kept)
def children_eat(mebibytes):
    for _ in range(4):
        if os.fork() == 0:
            eat(mebibytes // 4)
            time.sleep(20)
            os._exit(0)
    time.sleep(4)
    return "done"
def absurd(): return np.empty(10**14)
def bomb():
    made = 0
    for _ in range(500):
        try:
            if os.fork() == 0:
                time.sleep(20)
                os._exit(0)
            made += 1
        except OSError: break
    time.sleep(1)
    return made
def burn():
    while True: pass
def leaves(busy, waiting):
    for number in range(busy + waiting):
        pid = os.fork()
        if pid == 0:
            while number < busy: pass
            time.sleep(60)
            os._exit(0)
        for _ in range(100 * (number >= busy)):  # on a busy machine it takes a while to fall asleep
            if open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] == "S": break
            time.sleep(0.05)
    time.sleep(0.3)
    return busy + waiting
def prints():
    while True: print("step")
def writes():
    while True: os.write(1, b"x" * 4096)
def child_prints():
    if os.fork() == 0:
        writes()
    time.sleep(20)
def shows():
    from IPython.display import HTML, display
    while True: display(HTML("w" * 10_000))
def catches_all():
    while True:
        try: prints()
        except BaseException: pass
def prints_much():
    for _ in range(3): print("x" * (1 << 20))
    return "printed"
def write(mebibytes):
    for number in range(mebibytes):
        with open(f"/tmp/{number}", "wb") as file: file.write(b"x" * (1 << 20))
    return "written"
def write_one(mebibytes):
    with open("big", "wb") as file:
        for _ in range(mebibytes): file.write(b"x" * (1 << 20))
    return "written"
def many_files(count):
    for number in range(count): open(f"/tmp/{number}", "w").close()
    return "made"
def fine(): return 1
"""

MAKE = cgroup.make  # before a fixture replaces it

SMALL = replace(
    LIMITS, call_seconds=15, memory_mib=200, processes=40, disk_mib=20, files=500, cpu_seconds=3, output_mib=4
)


@pytest.fixture(scope="module", params=["control group", "watchdog"])
def session(request: pytest.FixtureRequest, start_session: StartSession) -> Iterator[KernelSession]:
    group = cgroup.make(1 << 30, 100)
    if group is not None:
        group.remove()
    if request.param == "control group" and group is None:
        pytest.skip("no control group can be had on this machine")
    patched = pytest.MonkeyPatch()
    if request.param == "watchdog":
        patched.setattr(cgroup, "make", lambda *_: None)
    yield start_session(GREEDY, limits=SMALL, restarts=100)
    patched.undo()


def asked(session: KernelSession, name: str, *args: int) -> Reply:
    reply = session.ask(CallFunction(name, args))
    assert session.ask(CallFunction("fine")) == Returned(1)
    return reply


@pytest.mark.parametrize("name", ["eat", "eat_shared", "children_eat"])
def test_memory(session: KernelSession, name: str) -> None:
    """Of all processes together."""
    assert isinstance(asked(session, "eat", 100), Returned)
    reply = asked(session, name, 1000)
    if name == "children_eat" and isinstance(reply, Returned):
        pytest.skip("the control group ended the children alone, which is as good")
    assert isinstance(reply, NoReply), reply
    assert reply.verdict is Verdict.OUT_OF_MEMORY
    assert "200 MiB" in reply.detail


def test_one_absurd_allocation_is_an_error_in_its_own_line(session: KernelSession) -> None:
    reply = asked(session, "absurd")
    assert isinstance(reply, Raised)
    assert "MemoryError" in reply.type_name
    assert reply.source_line.startswith("def absurd")


def test_processes(session: KernelSession) -> None:
    """Whether they can't be made or are seen to be too many: the kernel is ended with all of them."""
    reply = asked(session, "bomb")
    assert isinstance(reply, NoReply), reply
    assert (reply.verdict, reply.detail) == (Verdict.CRASHED, "more than 40 processes")


def test_a_cell_that_starts_too_many_processes_is_left_out(start_session: StartSession) -> None:
    """Those that it could start would have gone on while all others are run."""
    many = """
        import os, time
        for _ in range(100):
            try:
                if os.fork() == 0: time.sleep(60)
            except OSError: break
    """
    session = start_session(many, "def fine(): return 1", limits=SMALL)
    execution = session.execution  # type: ignore[attr-defined]
    finding = next(finding for finding in execution.findings if "ending" in finding.details)
    assert (finding.cell, finding.details["ending"]) == (1, "crashed")
    assert "more than 40 processes" in str(finding.message)
    assert session.ask(CallFunction("fine")) == Returned(1)


def states_beside(session: KernelSession) -> list[str]:
    """Of the processes that the kernel has started."""
    allowance = session.kernel.allowance
    assert allowance is not None
    found = []
    for pid in set(watchdog.family_of(allowance.roots)) - set(allowance.roots):
        with contextlib.suppress(OSError):
            found.append(Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0])
    return sorted(found)


@pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="it looks into a /proc of its own")
def test_what_a_question_leaves_computing_is_ended(session: KernelSession) -> None:
    """It would take the processor from all that comes after; what only waits goes on, and so does the kernel."""
    assert session.ask(CallFunction("leaves", (3, 2))) == Returned(5)
    deadline = time.monotonic() + 10
    while states_beside(session) != ["S", "S", "Z", "Z", "Z"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert states_beside(session) == ["S", "S", "Z", "Z", "Z"]
    assert session.ask(CallFunction("fine")) == Returned(1)
    assert len(states_beside(session)) == 5


def test_processor_time(session: KernelSession) -> None:
    reply = asked(session, "burn")
    assert isinstance(reply, NoReply)
    assert reply.verdict is Verdict.TIMED_OUT
    assert "3 s" in reply.detail


@pytest.mark.parametrize("name", ["prints", "writes", "child_prints", "shows", "catches_all"])
def test_output(session: KernelSession, name: str) -> None:
    """However it's written; what is within the limit does no harm, and isn't added up over the questions."""
    for _ in range(2):
        assert asked(session, "prints_much") == Returned("printed")
    reply = asked(session, name)
    assert isinstance(reply, NoReply)
    assert (reply.verdict, reply.detail) == (Verdict.FLOODED, "more than 4 MiB")


@pytest.mark.parametrize("warm", [True, False])
def test_a_cell_that_prints_without_end_is_left_out(start_session: StartSession, warm: bool) -> None:
    cells = ["while True: print('step')", "print('x' * (3 << 20))", "print('x' * (3 << 20))\ndef fine(): return 1"]
    session = start_session(*cells, limits=SMALL, warm=warm)
    execution = session.execution  # type: ignore[attr-defined]
    (finding,) = execution.findings
    assert finding.cell == 1
    assert finding.details["ending"] == "flooded"
    assert "more than 4 MiB" in str(finding.message)
    assert session.ask(CallFunction("fine")) == Returned(1)


@pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="without namespaces folders aren't private")
@pytest.mark.parametrize(("name", "count"), [("write", 40), ("write_one", 40), ("many_files", 1000)])
def test_disk(session: KernelSession, name: str, count: int) -> None:
    reply = asked(session, name, count)
    assert isinstance(reply, Raised)
    assert reply.type_name == "OSError"


def test_a_cell_that_takes_too_much_is_left_out(start_session: StartSession) -> None:
    cells = ["import numpy as np, time", "kept = [np.ones(10 << 17) for _ in range(100)]", "def fine(): return 1"]
    session = start_session(*cells, limits=SMALL)
    execution = session.execution  # type: ignore[attr-defined]
    (finding,) = execution.findings
    assert finding.cell == 2
    assert finding.details["ending"] == "out_of_memory"
    assert session.ask(CallFunction("fine")) == Returned(1)


def test_torch_is_imported_under_the_usual_limits(start_session: StartSession) -> None:
    cell = "import torch\ndef f(): return float((torch.ones(500, 500) @ torch.ones(500, 500)).sum())"
    for warm in (True, False):
        assert start_session(cell, warm=warm).ask(CallFunction("f")) == Returned(500.0**3)


def test_a_group_counts_and_is_removed() -> None:
    group = MAKE(64 << 20, 10)
    if group is None:
        pytest.skip("no control group can be had on this machine")
    assert group.memory.is_dir()
    assert not group.killed_for_memory
    assert not group.refused_processes
    group.remove()
    assert not group.memory.exists()
    assert not group.pids.exists()


def test_sizes_are_those_of_the_operating_system() -> None:
    me = os.getpid()
    assert me in watchdog.family_of([me])
    block = bytearray(os.urandom(1)) * (50 << 20)
    assert watchdog.memory_of(me) > len(block)
    del block
    assert watchdog.family_of([2**22 - 1]) == []
    assert Path("/proc/self/statm").exists()
