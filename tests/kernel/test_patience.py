"""A machine that is busy with other work takes no time from a notebook's limits; whoever hangs gets none."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from grader import sandbox
from grader.kernel.patience import MOST, Patience, patiently
from grader.kernel.session import KernelSession
from grader.kernel.warm import start_warm
from grader.model import CallFunction, Limits, NoReply, Returned, Verdict
from tests.kernel.conftest import notebook

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="Linux counts the time for which a thread waits"),
]
NOT_BUSY = "this machine gave the core to the notebook alone"
COMPUTES = """
import os, time
os.sched_setaffinity(0, {CORE})

def compute(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
    return 1.0
"""


@pytest.fixture
def crowd() -> Iterator[int]:
    """A core on which three others compute, and perhaps more."""
    core = min(os.sched_getaffinity(0))
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for loop in loops:
            os.sched_setaffinity(loop.pid, {core})
        yield core
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def test_a_call_has_its_time_on_a_busy_core_and_one_that_sleeps_no_more(crowd: int) -> None:
    limits = Limits(cell_seconds=60, notebook_seconds=60, call_seconds=1.0)
    zygote = start_warm(sandbox.choose(), preload_torch=False)
    try:
        with KernelSession(zygote.kernel(limits), limits) as session:
            session.run(notebook(COMPUTES.replace("CORE", str(crowd))))
            began = time.monotonic()
            reply = session.ask(CallFunction("compute", (0.7,)))
            assert isinstance(reply, Returned), reply
            on_time = time.monotonic() - began <= 1.0
            late = session.ask(CallFunction("compute", (60.0,)))
            assert isinstance(late, NoReply)
            assert late.verdict is Verdict.TIMED_OUT
            if on_time:
                pytest.skip(NOT_BUSY)
    finally:
        zygote.close()


def test_a_cell_has_its_time_on_a_busy_core(crowd: int) -> None:
    limits = Limits(cell_seconds=1.0, notebook_seconds=60, call_seconds=10)
    zygote = start_warm(sandbox.choose(), preload_torch=False)
    try:
        with KernelSession(zygote.kernel(limits), limits) as session:
            cells = COMPUTES.replace("CORE", str(crowd)), "compute(0.7)", "done = 1"
            execution = session.run(notebook(*cells))
            assert [outcome.error for outcome in execution.outcomes] == ["", "", ""]
            if execution.seconds <= 1.0:
                pytest.skip(NOT_BUSY)
    finally:
        zygote.close()


def test_the_time_on_top_has_an_end(crowd: int) -> None:
    """A process can make itself wait."""
    waiting = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        os.sched_setaffinity(waiting.pid, {crowd})
        patience = Patience(0.1, [waiting.pid])
        time.sleep(1.5)
        assert patience.added == pytest.approx(MOST * 0.1)
        assert patience.left < 0
    finally:
        waiting.kill()
        waiting.wait()


def test_whoever_sleeps_has_no_more_than_his_time() -> None:
    sleeping = subprocess.Popen(["sleep", "60"])
    try:
        patience = Patience(0.1, [sleeping.pid])
        time.sleep(0.3)
        assert patience.added < 0.1
        assert patience.left < 0
    finally:
        sleeping.kill()
        sleeping.wait()


def test_processes_that_are_gone_add_nothing() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert Patience(1.0, [gone.pid]).added == 0


def test_nobody_is_told_what_a_task_that_was_given_up_raised(caplog: pytest.LogCaptureFixture) -> None:
    """A log's traceback at a moment that the collector chooses made CPython 3.11 fail to read a notebook's source."""

    async def dies_when_it_is_given_up() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise ConnectionError("the kernel has died") from None

    async def gives_up() -> None:
        with pytest.raises(TimeoutError):
            await patiently(dies_when_it_is_given_up(), Patience(0.02))
        await asyncio.sleep(0)

    with caplog.at_level(logging.DEBUG, "asyncio"):
        asyncio.run(gives_up())
        gc.collect()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_what_a_task_raises_in_time_is_raised() -> None:
    async def dies() -> None:
        raise ConnectionError("the kernel has died")

    with pytest.raises(ConnectionError):
        asyncio.run(patiently(dies(), Patience(20)))
