"""Many tasks, some processes: here, or on a Dask cluster.

A worker that dies takes nothing with it but the task that it had; that one is tried again, and then left open.  No more
tasks are under way than the workers need, so that a class of thousands isn't read into memory at once.
"""

from __future__ import annotations

import collections
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeAlias, TypeVar

from grader.classroom.worker import GradingOptions, Outcome, begin, grade_bytes
from grader.errors import UsageError
from grader.model import Text

__all__ = ["Task", "on_a_cluster", "on_this_machine"]

_P = ParamSpec("_P")
_T = TypeVar("_T")
TRIES = 2
AHEAD = 2  # tasks for each worker that are under way
WATCH_SECONDS = 1.0


@dataclass(frozen=True)
class Task:
    """`read` gives the submission's bytes when its turn has come."""

    key: str
    name: str
    read: Callable[[], bytes]


# The tasks that are being graded, each with the seconds since.
Watch: TypeAlias = Callable[[Sequence[tuple[Task, float]]], None]


def on_this_machine(
    options: GradingOptions, tasks: Iterable[Task], jobs: int, lost: Text, watch: Watch = lambda _: None
) -> Iterator[tuple[Task, Outcome]]:
    """Each task with its outcome, as they come, in `jobs` processes.  `lost` is said of one whose worker died.

    `watch` is told now and then what is under way, while nothing is done.
    """
    waiting = collections.deque(tasks)
    # When a worker dies the whole pool is lost, and nothing tells which of its tasks was to blame: each of them is
    # tried again by itself, so that no one's task is given up for another's.
    suspects: list[Task] = []
    while waiting:
        with _Pool(jobs) as pool:
            yield from _until_broken(pool, options, waiting, jobs, suspects, watch)
    for task in suspects:
        yield task, _alone(options, task, lost, watch)


def _until_broken(
    pool: _Pool,
    options: GradingOptions,
    waiting: collections.deque[Task],
    jobs: int,
    suspects: list[Task],
    watch: Watch,
) -> Iterator[tuple[Task, Outcome]]:
    running: dict[Future[Outcome], Task] = {}
    began: dict[Future[Outcome], float] = {}
    while waiting or running:
        while waiting and len(running) < jobs * AHEAD:
            task = waiting.popleft()
            try:
                running[pool.submit(grade_bytes, options, task.name, task.read())] = task
            except BrokenProcessPool:
                waiting.appendleft(task)
                suspects += running.values()
                return
        done = _waited(running, began, jobs, watch)
        for future in done:
            try:
                outcome = future.result()
            except BrokenProcessPool:
                suspects += running.values()
                return
            yield running.pop(future), outcome


def _waited(
    running: Mapping[Future[Outcome], Task], began: dict[Future[Outcome], float], jobs: int, watch: Watch
) -> set[Future[Outcome]]:
    """Those of `running` that are done, once some are.  A pool takes them in their order, `jobs` at a time."""
    while True:
        now = time.monotonic()
        graded = [*running][:jobs]
        for future in graded:
            began.setdefault(future, now)
        done, _ = wait(running, WATCH_SECONDS, FIRST_COMPLETED)
        if done:
            return done
        watch([(running[future], time.monotonic() - began[future]) for future in graded])


def _alone(options: GradingOptions, task: Task, lost: Text, watch: Watch) -> Outcome:
    for _ in range(TRIES):
        with _Pool(1) as pool:
            try:
                future = pool.submit(grade_bytes, options, task.name, task.read())
                _waited({future: task}, {}, 1, watch)
                return future.result()
            except BrokenProcessPool:
                continue
    return Outcome(failure=lost)


class _Pool(ProcessPoolExecutor):
    def __init__(self, jobs: int) -> None:
        # Spawned, not forked: a fork of a process with threads hangs, and ours has some.
        super().__init__(jobs, multiprocessing.get_context("spawn"), begin)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        # Workers are started here.  Ctrl-C is for all processes at once, and Python would print a traceback for each
        # worker that it meets before `begin`: until then they hold it back.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __exit__(self, *error: Any) -> None:
        if error[0] is not None:  # what is under way isn't waited for by anyone, and may take minutes
            for process in [*(self._processes or {}).values()]:
                process.terminate()
        self.shutdown(wait=error[0] is None, cancel_futures=True)


def on_a_cluster(
    options: GradingOptions, tasks: Iterable[Task], address: str, lost: Text, ahead: int = AHEAD
) -> Iterator[tuple[Task, Outcome]]:
    """The same on a Dask cluster; ``distributed`` must be installed, and the course lie at the same path everywhere.

    Lost workers are Dask's affair: it gives their tasks to others, and a task that has lost too many is left open.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise UsageError(Text("this needs distributed: pip install 'transformer-grader[cluster]'")) from error
    try:
        connection = Client(address)
    except (OSError, ValueError) as error:  # nobody there, or no address
        values = {"address": address, "reason": " ".join(str(error).split())}
        raise UsageError(
            Text("no Dask scheduler is reached at {address}; is it running, and is that its address? {reason}", values)
        ) from error
    queue = iter(tasks)
    with connection as client:
        pending: dict[str, Task] = {}
        completed = as_completed(with_results=False)

        def fill() -> None:
            # Workers come and go: a job queue may give the first ones after an hour, and a hundred more later.
            most = ahead * max(sum(client.nthreads().values()), 1)
            while len(pending) < most:
                task = next(queue, None)
                if task is None:
                    return
                future = client.submit(grade_bytes, options, task.name, task.read(), pure=False, retries=1)
                pending[future.key] = task
                completed.add(future)

        fill()
        for future in completed:
            task = pending.pop(future.key)
            yield task, future.result() if future.status == "finished" else Outcome(failure=lost)
            future.release()
            fill()
