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
        # What is left for each to do; the first is whoever wants the results.
        self._left: list[dict[str, Callable[[Ask], Result]]] = [{} for _ in range(1 + len(askers))]
        self._done: dict[str, Future[Result]] = {}
        self._changed = threading.Condition()
        self._closed = False
        # Daemons: at the end of the program nobody waits for them.
        self._threads = [
            threading.Thread(target=self._help, args=(number, asker), daemon=True)
            for number, asker in enumerate(askers, start=1)
        ]
        for thread in self._threads:
            thread.start()

    def begin(self, works: Mapping[str, Callable[[Ask], Result]], seconds: Mapping[str, float]) -> None:
        """Share out `works` by the `seconds` that each took before, the first of them to whoever wants the results."""
        shares = _shared_out({id_: seconds.get(id_, 0.0) for id_ in works}, len(self._left))
        with self._changed:
            self._done = {id_: Future() for id_ in works}
            self._left = [{id_: works[id_] for id_ in works if id_ in share} for share in shares]
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
            self._left = [{} for _ in self._left]
            self._changed.notify_all()

    def join(self) -> None:
        """Close it, and wait for the question that is being asked."""
        self.close()
        for thread in self._threads:
            thread.join()

    def _help(self, number: int, asker: Callable[[], Ask]) -> None:
        try:
            ask = asker()
        except Exception:  # noqa: BLE001 - whoever wants the results has somebody to ask, or says why not
            return

        def ask_while_open(call: Call, /) -> Reply:
            return NoReply(Verdict.SKIPPED) if self._closed else ask(call)

        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or any(self._left))
            if self._closed:
                return
            if (taken := self._taken(number)) is not None:
                self._do(*taken, ask_while_open)

    def _taken(self, number: int) -> tuple[str, Callable[[Ask], Result]] | None:
        """The first of one's own share, else the last of the largest."""
        with self._changed:
            own = self._left[number]
            share, at = (own, 0) if own else (max(self._left, key=len), -1)
            if not share:
                return None
            id_ = list(share)[at]
            return id_, share.pop(id_)

    def _do(self, id_: str, work: Callable[[Ask], Result], ask: Ask) -> None:
        try:
            self._done[id_].set_result(work(ask))
        except Exception as error:  # noqa: BLE001 - it's raised where the result is wanted
            self._done[id_].set_exception(error)


def _shared_out(seconds: Mapping[str, float], hands: int) -> list[set[str]]:
    """Shares that take about equally long: the longest first, to whoever has the least (Graham 1969).

    The first of `seconds` is in the first share.
    """
    shares: list[set[str]] = [set() for _ in range(hands)]
    for id_ in sorted(seconds, key=lambda id_: -seconds[id_]):
        min(shares, key=lambda share: (sum(seconds[one] for one in share), len(share))).add(id_)
    first = next(iter(seconds))
    return sorted(shares, key=lambda share: first not in share)
