"""Two confined kernels of the same kind, the student's and the baseline's, of which only the one on turn runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from grader.kernel.allowance import Allowance
from grader.kernel.launch import Kernel
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote
from grader.model import Call, Cell, Limits, Reply, Returned, Submission
from grader.model.pace import Cost, Turn
from grader.timing.clock import CannotTime, Device
from grader.timing.rounds import Timed
from grader.timing.stopping import resume, stop

__all__ = [
    "CannotTime",
    "Pair",
    "Worker",
    "baseline_worker",
    "open_pair",
    "require_isolation",
    "standing_still",
]

# A stopped process that has used more than this hasn't been stopped.
OFF_TURN_NANOSECONDS = 200_000
LEVELS = ("full", "landlock")


class Worker:
    """A kernel that stands still but for its turns."""

    def __init__(self, session: KernelSession, device: Device) -> None:
        self._session = session
        self._device = device
        self._family: list[int] = []
        self._used: int | None = None
        self.stop()

    def stop(self) -> None:
        kernel = self._session.kernel
        if not kernel.ended and kernel.allowance is not None:
            self._family = stop(kernel.allowance.roots)

    def resume(self) -> None:
        resume(self._family)
        self._family = []

    def ask(self, call: Call, /) -> Reply:
        """Without a look at the clock: it isn't off turn that it has run."""
        self._used = None
        return self._ask(call)

    def _ask(self, call: Call) -> Reply:
        self.resume()
        reply = self._session.ask(call)
        self.stop()
        return reply

    def take_turn(self, turn: Turn) -> Timed:
        moved = self.has_moved()
        for call in turn.preparation:
            reply = self.ask(call)
            if not isinstance(reply, Returned):
                return Timed(reply, None, moved)
        reply, cost = self.time(turn.timed)
        return Timed(reply, cost, moved)

    def time(self, call: Call) -> tuple[Reply, Cost]:
        """The reply to `call`, and what it has cost until the answer was here."""
        stopwatch = self._device.stopwatch(self._allowance)
        began = time.perf_counter()
        reply = self._ask(call)
        # With the few looks of the process table that stopping takes: the same for both workers.
        wall_seconds = time.perf_counter() - began
        cost = stopwatch.stop(wall_seconds)
        self._used = None if self._session.kernel.ended else self._device.used(self._allowance)
        return reply, cost

    def has_moved(self) -> bool:
        """Has it run since its last turn, although it was stopped?"""
        before, self._used = self._used, None
        return before is not None and self._device.used(self._allowance) - before > OFF_TURN_NANOSECONDS

    @property
    def _allowance(self) -> Allowance:
        allowance = self._session.kernel.allowance
        assert allowance is not None, "a worker's cells have been run"
        return allowance


@dataclass(frozen=True)
class Pair:
    student: Worker
    baseline: Worker


@contextmanager
def open_pair(
    zygote: Zygote,
    submission: Submission,
    baseline: str,
    device: Device,
    limits: Limits = Limits(),
    bystanders: Sequence[Kernel] = (),
) -> Iterator[Pair]:
    """Both kernels, stopped: the student's with the notebook's cells run, the other with `baseline`, a cell of ours.

    `bystanders` are further kernels in which code of the student's runs; they stand still meanwhile.  Raises
    `CannotTime` or `KernelUnavailable`.
    """
    require_isolation(zygote)
    with ExitStack() as stack:
        for kernel in bystanders:
            stack.enter_context(standing_still(kernel))
        student = _worker(stack, zygote, submission, device, limits)
        yield Pair(student, baseline_worker(stack, zygote, baseline, device, limits))


def require_isolation(zygote: Zygote) -> None:
    """`CannotTime` where a student's process could look into the baseline's."""
    level = zygote.recipe.confinement.level
    if level not in LEVELS:
        raise CannotTime(f"the isolation here ({level}) keeps nobody from looking into the baseline's process")


def baseline_worker(stack: ExitStack, zygote: Zygote, source: str, device: Device, limits: Limits) -> Worker:
    return _worker(stack, zygote, Submission("baseline", "", (Cell(1, source),), {}), device, limits)


def _worker(stack: ExitStack, zygote: Zygote, submission: Submission, device: Device, limits: Limits) -> Worker:
    kernel = zygote.kernel(limits, steady_memory=True)
    session = stack.enter_context(KernelSession(kernel, limits))
    session.run(submission)
    return Worker(session, device)


@contextmanager
def standing_still(kernel: Kernel) -> Iterator[None]:
    """Code of the student's runs in `kernel` too; not within this block."""
    family = stop(kernel.allowance.roots) if kernel.allowance is not None and not kernel.ended else []
    try:
        yield
    finally:
        resume(family)
