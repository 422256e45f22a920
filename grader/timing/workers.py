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
from grader.timing.clock import Cost, Device
from grader.timing.stopping import resume, stop

__all__ = ["CannotTime", "Pair", "Timed", "Turn", "Worker", "open_pair"]

# A stopped process that has used more than this hasn't been stopped.
OFF_TURN_NANOSECONDS = 200_000
# At the other levels a student's process could look into the baseline's.
LEVELS = ("full", "landlock")


class CannotTime(Exception):
    """Nothing can be timed here, and that is no fault of the student's; the message says why."""


@dataclass(frozen=True)
class Turn:
    """What a worker is asked in a round: `preparation`, which costs nothing, and what is `timed`."""

    timed: Call
    preparation: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Timed:
    """`cost` is None where the preparation already didn't come back.  `moved`: it had run while it should have stood
    still.
    """

    reply: Reply
    cost: Cost | None
    moved: bool = False


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

    def ask(self, call: Call) -> Reply:
        self.resume()
        reply = self._session.ask(call)
        self.stop()
        return reply

    def take_turn(self, turn: Turn) -> Timed:
        moved = self._has_moved()
        for call in turn.preparation:
            reply = self.ask(call)
            if not isinstance(reply, Returned):
                return Timed(reply, None, moved)
        stopwatch = self._device.stopwatch(self._allowance)
        began = time.perf_counter()
        reply = self.ask(turn.timed)
        # With the few looks of the process table that stopping takes: the same for both workers.
        wall_seconds = time.perf_counter() - began
        cost = stopwatch.stop(wall_seconds)
        self._used = None if self._session.kernel.ended else self._device.used(self._allowance)
        return Timed(reply, cost, moved)

    @property
    def _allowance(self) -> Allowance:
        allowance = self._session.kernel.allowance
        assert allowance is not None, "a worker's cells have been run"
        return allowance

    def _has_moved(self) -> bool:
        before, self._used = self._used, None
        return before is not None and self._device.used(self._allowance) - before > OFF_TURN_NANOSECONDS


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
    level = zygote.recipe.confinement.level
    if level not in LEVELS:
        raise CannotTime(f"the isolation here ({level}) keeps nobody from looking into the baseline's process")
    ours = Submission("baseline", "", (Cell(1, baseline),), {})
    with ExitStack() as stack:
        for kernel in bystanders:
            stack.enter_context(_standing_still(kernel))
        student = _worker(stack, zygote, submission, device, limits)
        yield Pair(student, _worker(stack, zygote, ours, device, limits))


def _worker(stack: ExitStack, zygote: Zygote, submission: Submission, device: Device, limits: Limits) -> Worker:
    kernel = zygote.kernel(limits, steady_memory=True)
    session = stack.enter_context(KernelSession(kernel, limits))
    session.run(submission)
    return Worker(session, device)


@contextmanager
def _standing_still(kernel: Kernel) -> Iterator[None]:
    family = stop(kernel.allowance.roots) if kernel.allowance is not None and not kernel.ended else []
    try:
        yield
    finally:
        resume(family)
