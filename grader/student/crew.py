"""Several items judged at the same time, each by asking a process of its own.

Until a verdict most time goes to the student's own code, which computes in one process on one core.  Where a save
changes what several items build on, another core can answer for the second of them.  What an item is asked, and in
which order, stays what it is; only whether other items were asked before in the same process may differ.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from grader.model import Ask, Call, NoReply, Reply, Verdict

__all__ = ["Crew", "hands_on_this_machine"]

# Each is one process more that has run the notebook's cells; beyond these, the longest item alone takes as long.
MOST_HANDS = 4

Result = TypeVar("Result")


def hands_on_this_machine() -> int:
    """How many items may be judged at the same time: one for each core that is ours."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(MOST_HANDS, cores)


class Crew(Generic[Result]):
    """Helpers, each a thread with somebody to ask: they call their `askers` at once, and take work once there is some.

    Whoever wants a result works too.
    """

    def __init__(self, askers: Sequence[Callable[[], Ask]] = ()) -> None:
        self._left: dict[str, Callable[[Ask], Result]] = {}
        self._done: dict[str, Future[Result]] = {}
        self._changed = threading.Condition()
        self._closed = False
        # Daemons: at the end of the program nobody waits for them.
        self._threads = [threading.Thread(target=self._help, args=(asker,), daemon=True) for asker in askers]
        for thread in self._threads:
            thread.start()

    def begin(self, works: Mapping[str, Callable[[Ask], Result]], seconds: Mapping[str, float]) -> None:
        """Have `works` done: the first of them by whoever wants a result, the others from the longest to the shortest,
        by the `seconds` that they took before.
        """
        first, *others = works
        order = [first, *(sorted(others, key=lambda id_: -seconds.get(id_, 0.0)) if self._threads else others)]
        with self._changed:
            self._done = {id_: Future() for id_ in works}
            self._left = {id_: works[id_] for id_ in order}
            self._changed.notify_all()

    def result(self, id_: str, ask: Ask) -> Result:
        """What came of that work.  Until it's there, the caller does what nobody has begun, by asking `ask`."""
        done = self._done[id_]
        while not done.done() and (taken := self._taken(0)) is not None:
            self._do(*taken, ask)
        return done.result()

    def close(self) -> None:
        """No further question is asked."""
        with self._changed:
            self._closed = True
            self._left = {}
            self._changed.notify_all()

    def join(self) -> None:
        """Close it, and wait for the question that is being asked."""
        self.close()
        for thread in self._threads:
            thread.join()

    def _help(self, asker: Callable[[], Ask]) -> None:
        try:
            ask = asker()
        except Exception:  # noqa: BLE001 - whoever wants the results has somebody to ask, or says why not
            return

        def ask_while_open(call: Call, /) -> Reply:
            return NoReply(Verdict.SKIPPED) if self._closed else ask(call)

        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or bool(self._left))
            if self._closed:
                return
            if (taken := self._taken(1)) is not None:
                self._do(*taken, ask_while_open)

    def _taken(self, position: int) -> tuple[str, Callable[[Ask], Result]] | None:
        """The work at that position of what is left, or else the last one."""
        with self._changed:
            ids = list(self._left)[: position + 1]
            return (ids[-1], self._left.pop(ids[-1])) if ids else None

    def _do(self, id_: str, work: Callable[[Ask], Result], ask: Ask) -> None:
        try:
            self._done[id_].set_result(work(ask))
        except Exception as error:  # noqa: BLE001 - it's raised where the result is wanted
            self._done[id_].set_exception(error)
