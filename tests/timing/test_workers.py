"""A worker that isn't on turn doesn't move, and its clock counts everything that its processes do."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from grader import sandbox
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import CallFunction, Limits, Returned
from grader.timing import CPU, CannotTime, Turn, WallClock, Worker, open_pair
from grader.timing.stopping import resume, stop
from tests.kernel.conftest import notebook
from tests.timing.attention import BASELINE

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="the clocks of other processes are read as Linux tells them"),
]
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=20)

# `burn` computes for so many seconds of its own thread's processor time.
WORK = """
import os, signal, subprocess, threading, time
def burn(seconds):
    until = time.thread_time() + seconds
    while time.thread_time() < until: pass
    return seconds
def thread(seconds):
    one = threading.Thread(target=burn, args=(seconds,))
    one.start(); one.join()
def child(seconds):
    pid = os.fork()
    if pid == 0:
        burn(seconds); os._exit(0)
    os.waitpid(pid, 0)
def unburied(seconds):
    # Nobody waits for it, so its time is added to nobody's; a pipe says that it's through.
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    there, here = os.pipe()
    if os.fork() == 0:
        burn(seconds); os._exit(0)
    os.close(here); os.read(there, 1); os.close(there)
    signal.signal(signal.SIGCHLD, before)
def orphan(seconds):
    there, here = os.pipe()
    pid = os.fork()
    if pid == 0:
        if os.fork() == 0: burn(seconds)
        os._exit(0)
    os.waitpid(pid, 0)
    os.close(here); os.read(there, 1); os.close(there)
def program(seconds):
    code = f"import time\\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([__import__("sys").executable, "-c", code])
class Servant:
    # A helper that is there all the time and works at a word.
    def __init__(self):
        (self.there, theirs), (ours, self.here) = os.pipe(), os.pipe()
        if os.fork() == 0:
            while os.read(ours, 1):
                burn(0.1); os.write(theirs, b"x")
            os._exit(0)
SERVANT = Servant()
def servant(seconds):
    os.write(SERVANT.here, b"x"); os.read(SERVANT.there, 1)
def rest(seconds):
    time.sleep(seconds)
"""


@contextmanager
def worker(zygote: Zygote, source: str) -> Iterator[Worker]:
    with KernelSession(zygote.kernel(LIMITS, steady_memory=True), LIMITS) as session:
        session.run(notebook(source))
        made = Worker(session, CPU())
        made.ask(CallFunction("rest", (0,)))  # the kernel has to be told once to take questions
        yield made


@pytest.fixture
def working(zygote: Zygote, counted_by: str) -> Iterator[Worker]:
    with worker(zygote, WORK) as made:
        yield made


def cost_of(working: Worker, name: str, seconds: float = 0.1) -> Any:
    timed = working.take_turn(Turn(CallFunction(name, (seconds,))))
    assert isinstance(timed.reply, Returned), timed.reply
    assert not timed.moved
    return timed.cost


def test_the_clock_counts_work_wherever_it_is_done(working: Worker, counted_by: str) -> None:
    """In the call, in a thread, in a process that is there before and after: to a few milliseconds."""
    for name in ("burn", "thread", "servant"):
        cost = cost_of(working, name)
        assert 0.098 <= cost.seconds < 0.125, name
        assert cost.complete, name
        assert cost.wall_seconds > 0.098, name


@pytest.mark.parametrize("name", ["child", "unburied", "orphan", "program"])
def test_the_clock_counts_processes_that_come_and_go_or_says_that_it_cannot(
    working: Worker, counted_by: str, name: str
) -> None:
    cost = cost_of(working, name)
    if counted_by == "control group":
        assert 0.095 <= cost.seconds < 0.25  # with the start of a program
        assert cost.complete
    else:
        # Whoever is still about to end when the worker stands still is counted.
        assert not cost.complete or cost.seconds >= 0.095
        assert cost.seconds < 0.25


def test_to_wait_costs_nothing_but_time(working: Worker) -> None:
    cost = cost_of(working, "rest", 0.2)
    assert cost.seconds < 0.02
    assert cost.wall_seconds >= 0.2
    assert cost.complete


def test_preparation_costs_nothing(working: Worker) -> None:
    prepared = working.take_turn(Turn(CallFunction("rest", (0,)), (CallFunction("burn", (0.2,)),)))
    assert prepared.cost is not None
    assert prepared.cost.seconds < 0.02
    failed = working.take_turn(Turn(CallFunction("rest", (0,)), (CallFunction("no_such_name"),)))
    assert failed.cost is None


RESTLESS = """
import mmap, os, threading, time
counts = [0, mmap.mmap(-1, 8)]
def count():
    while True:
        counts[0] += 1; time.sleep(0)
def count_elsewhere():
    while True:  # with little work, or it would be ended for it after each question
        counts[1][:] = (int.from_bytes(counts[1][:], "big") + 1).to_bytes(8, "big"); time.sleep(0.001)
threading.Thread(target=count, daemon=True).start()
if os.fork() == 0:
    if os.fork() == 0: count_elsewhere()   # an orphan
    os._exit(0)
def rest(seconds):
    before = [counts[0], int.from_bytes(counts[1][:], "big")]
    time.sleep(seconds)
    return [counts[0] - before[0], int.from_bytes(counts[1][:], "big") - before[1]]
def totals():
    return [counts[0], int.from_bytes(counts[1][:], "big")]
"""


@pytest.mark.parametrize("level", ["auto", "landlock"])
def test_a_stopped_worker_does_not_advance(counted_by: str, level: str) -> None:
    """Neither a thread of its nor an orphaned process; both go on with its next turn."""
    reason = sandbox.BACKENDS[level].unavailable() if level != "auto" else None
    if reason is not None:
        pytest.skip(reason)
    own = start_warm(sandbox.choose(level), preload_torch=False)
    with closing(own), worker(own, RESTLESS) as restless:
        reply = restless.ask(CallFunction("rest", (0.3,)))
        assert isinstance(reply, Returned)
        advanced: Any = reply.value
        assert min(advanced) > 0, "they run while the worker is on turn"
        kernel = restless._session.kernel
        assert kernel.allowance is not None
        device = CPU()
        before = device.used(kernel.allowance)
        time.sleep(0.5)
        assert device.used(kernel.allowance) - before < 100_000, "ns, of half a second"
        assert not restless.take_turn(Turn(CallFunction("totals"))).moved
        time.sleep(0.5)
        assert not restless.take_turn(Turn(CallFunction("totals"))).moved


def test_a_worker_that_went_on_off_turn_is_found_out(zygote: Zygote, counted_by: str) -> None:
    with worker(zygote, RESTLESS) as restless:
        restless.take_turn(Turn(CallFunction("totals")))
        restless.resume()
        time.sleep(0.3)
        restless.stop()
        assert restless.take_turn(Turn(CallFunction("totals"))).moved


def test_a_thread_that_waits_for_a_stopped_child_of_vfork_keeps_nobody(zygote: Zygote) -> None:
    source = """
import subprocess, threading, time
def rest(seconds): time.sleep(seconds)
def start():
    # posix_spawn and subprocess call vfork; the child stands still between that and its program.
    threading.Thread(target=lambda: [subprocess.run(["/usr/bin/true"]) for _ in range(400)], daemon=True).start()
    time.sleep(0.01)
"""
    with worker(zygote, source) as made:
        for _ in range(20):
            began = time.monotonic()
            made.ask(CallFunction("start"))
            assert time.monotonic() - began < 4


def test_a_bystander_stands_still_until_the_pair_is_closed(zygote: Zygote) -> None:
    with KernelSession(zygote.kernel(LIMITS), LIMITS) as session:
        session.run(notebook(RESTLESS))
        assert isinstance(session.ask(CallFunction("totals")), Returned)
        allowance = session.kernel.allowance
        assert allowance is not None
        device = CPU()
        with open_pair(zygote, notebook(BASELINE), BASELINE, device, LIMITS, [session.kernel]):
            before = device.used(allowance)
            time.sleep(0.3)
            assert device.used(allowance) - before < 100_000
        time.sleep(0.3)
        family = stop(allowance.roots)
        assert device.used(allowance) - before > 1_000_000
        resume(family)


def test_the_baseline_is_in_no_process_that_the_student_can_see(zygote: Zygote) -> None:
    """Its source is a cell of another kernel; without isolation that could be looked into, so nothing is timed."""
    look = """
import os
def processes():
    return [open(f"/proc/{p}/cmdline").read() for p in os.listdir("/proc") if p.isdigit()]
def names(): return sorted(n for n in globals() if "attention" in n)
"""
    with open_pair(zygote, notebook(look), BASELINE, CPU(), LIMITS) as pair:
        seen = pair.student.ask(CallFunction("processes"))
        assert isinstance(seen, Returned)
        assert isinstance(seen.value, tuple)
        assert len(seen.value) == 2, "the kernel, and its namespace's process 1"
        assert pair.student.ask(CallFunction("names")) == Returned(())


def test_without_isolation_nothing_is_timed() -> None:
    with (
        closing(start_warm(sandbox.choose("none"), preload_torch=False)) as weak,
        pytest.raises(CannotTime, match="none"),
        open_pair(weak, notebook(BASELINE), BASELINE, CPU(), LIMITS),
    ):
        pass


def test_by_the_wall_waiting_counts_as_work(zygote: Zygote) -> None:
    """As on an accelerator: the device alone makes the difference."""
    with KernelSession(zygote.kernel(LIMITS), LIMITS) as session:
        session.run(notebook(WORK))
        made = Worker(session, WallClock("cuda"))
        made.ask(CallFunction("rest", (0,)))
        timed = made.take_turn(Turn(CallFunction("rest", (0.2,))))
        assert timed.cost is not None
        assert timed.cost.seconds == timed.cost.wall_seconds >= 0.2


def test_a_worker_has_one_thread_and_keeps_what_it_frees(zygote: Zygote) -> None:
    """Page faults of five arrays of 8 MB, freed together, ten times: none once they are there.  Any other kernel has
    some 2000 each time.
    """
    source = """
import os, resource
import numpy as np
def faults():
    for _ in range(3): [np.ones(1 << 20) for _ in range(5)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10): [np.ones(1 << 20) for _ in range(5)]
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
def threads(): return [os.environ[f"{name}_NUM_THREADS"] for name in ("OMP", "OPENBLAS", "MKL")]
def rest(seconds): pass
"""
    with worker(zygote, source) as made:
        assert made.ask(CallFunction("threads")) == Returned(("1", "1", "1"))
        steady = made.ask(CallFunction("faults"))
    with KernelSession(zygote.kernel(LIMITS), LIMITS) as session:
        session.run(notebook(source))
        plain = session.ask(CallFunction("faults"))
    assert isinstance(steady, Returned)
    assert isinstance(plain, Returned)
    assert steady.value < 1000 < 10_000 < plain.value  # type: ignore[operator]
