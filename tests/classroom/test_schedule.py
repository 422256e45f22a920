"""A worker that dies costs nobody else anything, here or on a cluster."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.classroom import schedule, worker
from grader.classroom.schedule import Task, on_a_cluster, on_this_machine
from grader.classroom.worker import GradingOptions, Outcome, grade_bytes
from grader.errors import UsageError
from grader.model import Text

OPTIONS = GradingOptions("rubric.yaml", 1)
LOST = Text("lost")
CHECKOUT = Path(__file__).parents[2]


def deadly_grade(options: GradingOptions, name: str, data: bytes) -> Outcome:
    """Stands for grading: does what the data say."""
    if data == b"die":
        os.kill(os.getpid(), signal.SIGKILL)
    if data.startswith(b"die once"):
        mark = Path(data.decode().partition(":")[2])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if data.startswith(b"until:"):
        mark, ends = Path(data.decode().partition(":")[2]), time.monotonic() + 60
        while not mark.exists() and time.monotonic() < ends:
            time.sleep(0.01)
    time.sleep(0.05)
    return Outcome(report=f"{name} {data.decode()}")


def talkative_grade(options: GradingOptions, name: str, data: bytes) -> Outcome:
    """Stands for what is called while `name` is graded."""
    logging.getLogger("grader.kernel").warning("no kernel could be forked (%s)", data.decode())
    logging.getLogger("matplotlib").warning("a font is missing")
    warnings.warn("invalid value encountered in subtract", RuntimeWarning, stacklevel=1)
    return Outcome()


def graded_talkatively(options: GradingOptions, name: str, data: bytes) -> Outcome:
    worker._graded = talkative_grade
    return grade_bytes(options, name, data)


def tasks(*contents: bytes) -> list[Task]:
    def reader(content: bytes) -> Any:
        return lambda: content

    return [Task(str(number), f"n{number}", reader(content)) for number, content in enumerate(contents)]


@pytest.fixture
def harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "grade_bytes", deadly_grade)


@pytest.mark.usefixtures("harmless")
def test_every_task_has_its_outcome() -> None:
    got = {task.key: outcome.report for task, outcome in on_this_machine(OPTIONS, tasks(*[b"x"] * 7), 2, LOST)}
    assert got == {str(n): f"n{n} x" for n in range(7)}


@pytest.mark.usefixtures("harmless")
def test_a_worker_that_dies_costs_its_own_task_alone(tmp_path: Path) -> None:
    """In the middle of others, twice; one that dies once is graded after all."""
    once = f"die once:{tmp_path / 'mark'}".encode()
    mixed = tasks(b"a", b"die", b"b", once, b"c", b"die", b"d")
    got = {task.key: outcome for task, outcome in on_this_machine(OPTIONS, mixed, 2, LOST)}
    assert set(got) == {task.key for task in mixed}
    assert {key for key, outcome in got.items() if outcome.failure == LOST} == {"1", "5"}
    assert got["3"].report.startswith("n3 die once")


@pytest.mark.usefixtures("harmless")
def test_no_more_is_read_than_the_workers_need() -> None:
    read: list[int] = []
    done: list[int] = []

    def reader(number: int) -> Any:
        def read_it() -> bytes:
            read.append(number)
            assert len(read) - len(done) <= 2 * schedule.AHEAD + 1
            return b"x"

        return read_it

    many = [Task(str(n), f"n{n}", reader(n)) for n in range(20)]
    for _ in on_this_machine(OPTIONS, many, 2, LOST):
        done.append(1)
    assert len(done) == len(read) == 20


@pytest.mark.usefixtures("harmless")
def test_what_is_under_way_is_told_while_nothing_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers: the two that have begun, not those that wait for them, and longer each time."""
    monkeypatch.setattr(schedule, "WATCH_SECONDS", 0.01)
    mark = tmp_path / "mark"
    seen: list[list[tuple[str, float]]] = []

    def watch(under_way: Sequence[tuple[Task, float]]) -> None:
        seen.append([(task.key, seconds) for task, seconds in under_way])
        if len(seen) == 5:
            mark.touch()

    slow = f"until:{mark}".encode()
    outcomes = [*on_this_machine(OPTIONS, tasks(slow, slow, b"x", b"y"), 2, LOST, watch)]
    assert len(outcomes) == 4
    assert [[key for key, _ in each] for each in seen[:5]] == [["0", "1"]] * 5
    assert seen[0][0][1] < seen[4][0][1]


INTERRUPTED = """
import os, signal, sys, time
if __name__ == "__mp_main__" and "early" in sys.argv:
    os.kill(os.getpid(), signal.SIGINT)
from grader.classroom import schedule
from grader.classroom.worker import GradingOptions
from grader.model import Text

def endless(options, name, data):
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(3600)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a shell's foreground, wherever the tests run
    schedule.grade_bytes = endless
    tasks = [schedule.Task(key, key, lambda: b"x") for key in sys.argv[1]]
    try:
        for task, outcome in schedule.on_this_machine(GradingOptions("rubric.yaml", 1), tasks, 1, Text("lost")):
            print(task.key, outcome.failure)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def interrupted(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = folder / "interrupted.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    path = os.pathsep.join([str(CHECKOUT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_an_interrupt_does_not_wait_for_the_tasks_that_are_under_way(tmp_path: Path) -> None:
    """They sleep an hour, and another one is in the worker's queue."""
    done = interrupted(tmp_path, "ab")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_that_meets_a_worker_at_its_start_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """Ctrl-C reaches all processes at once, and a worker takes a second to import what it needs."""
    done = interrupted(tmp_path, "a", "early")
    assert (done.stdout, done.stderr) == ("a lost\n", "")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' isn't installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "head", "carrier-pigeon://head:8786"])
def test_a_scheduler_that_is_not_there_is_told_with_its_address(address: str) -> None:
    dask = pytest.importorskip("dask", reason="the extra 'cluster' isn't installed")
    pytest.importorskip("distributed", reason="the extra 'cluster' isn't installed")
    with (
        # Dask gives twice that for closing what it had begun, which a busy machine doesn't do in 0.2 s.
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(UsageError, match=f"no Dask scheduler is reached at {address};"),
    ):
        list(on_a_cluster(OPTIONS, tasks(b"x"), address, LOST))


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'transformer-grader\[cluster\]'"):
        list(on_a_cluster(OPTIONS, tasks(b"x"), "tcp://127.0.0.1:1", LOST))


@pytest.mark.usefixtures("harmless")
def test_a_cluster_gives_the_same(cluster: Any) -> None:
    got = {t.key: o.report for t, o in on_a_cluster(OPTIONS, tasks(*[b"x"] * 9), cluster.scheduler_address, LOST)}
    assert got == {str(n): f"n{n} x" for n in range(9)}


@pytest.mark.usefixtures("harmless")
def test_a_worker_of_the_cluster_is_killed_while_it_works(cluster: Any) -> None:
    """Its tasks are given to another one."""
    pids = [worker.process.pid for worker in cluster.workers.values()]
    timer = threading.Timer(0.3, os.kill, (pids[0], signal.SIGKILL))
    timer.start()
    many = tasks(*[b"x"] * 30)
    got = {t.key: o.report for t, o in on_a_cluster(OPTIONS, many, cluster.scheduler_address, LOST)}
    timer.join()
    assert got == {str(n): f"n{n} x" for n in range(30)}


@pytest.mark.usefixtures("harmless")
def test_no_more_is_sent_to_the_cluster_than_its_workers_need(cluster: Any) -> None:
    """Ten thousand submissions don't sit in the scheduler's memory."""
    read: list[int] = []
    done: list[int] = []

    def reader(number: int) -> Any:
        def read_it() -> bytes:
            read.append(number)
            assert len(read) - len(done) <= 2 * schedule.AHEAD + 1
            return b"x"

        return read_it

    many = (Task(str(n), f"n{n}", reader(n)) for n in range(25))
    for _ in on_a_cluster(OPTIONS, many, cluster.scheduler_address, LOST):
        done.append(1)
    assert len(done) == len(read) == 25


@pytest.mark.usefixtures("harmless")
def test_workers_that_come_later_are_given_work_too(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job queue starts some now and the rest in an hour: what is under way grows with them."""
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' isn't installed")
    threads: dict[str, int] = {}
    monkeypatch.setattr(distributed.Client, "nthreads", lambda self: threads)
    read: list[int] = []
    under_way: list[int] = []

    def reader(number: int) -> Any:
        def read_it() -> bytes:
            read.append(number)
            return b"x"

        return read_it

    many = [Task(str(n), f"n{n}", reader(n)) for n in range(40)]
    for done, _ in enumerate(on_a_cluster(OPTIONS, many, cluster.scheduler_address, LOST)):
        under_way.append(len(read) - done)
        if done == 5:
            threads.update(first=4, second=4)
    assert max(under_way[:5]) <= schedule.AHEAD + 1
    assert max(under_way[6:]) >= 8 * schedule.AHEAD - 1


def test_a_worker_tells_what_is_its_own_with_the_commands_and_the_notebooks_names(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Warnings of libraries, and of our own arithmetic on what a student returned, are for nobody to read."""
    monkeypatch.setattr(schedule, "grade_bytes", graded_talkatively)
    (_,) = on_this_machine(OPTIONS, [Task("1", "ana.ipynb", lambda: b"\x1b[31mbroken pipe\n")], 1, LOST)
    assert capfd.readouterr().err == "grade: ana.ipynb: no kernel could be forked (\\x1b[31mbroken pipe\\n)\n"
