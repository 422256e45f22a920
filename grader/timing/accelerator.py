"""An accelerator, if there's one: then torch code is timed on it, by the wall.

A process of its own kind is needed, in which the card can be seen; only what is timed runs there.  The clock is the
grader's, from the question to the bytes of the answer; the worker waits for all of the device before it answers; the
first touch of the card comes before the first round; inputs are other ones each time, so that no cache holds them; no
graph is captured, and no event of the device's is believed.  Stopping a process doesn't stop what it has queued on a
card: the answer's bytes can't come before that, and a student's own answer is waited for before the baseline's turn.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from grader.kernel.warm import Zygote
from grader.model import Call, Inspect, OnDevice, Reply, Returned
from grader.model.pace import Cost, Turn
from grader.timing.clock import CannotTime, Device, WallClock
from grader.timing.rounds import Timed
from grader.timing.workers import Worker

__all__ = ["Accelerator", "Gpu", "OnCard", "find_accelerator"]

Gpu: TypeAlias = Literal["auto", "require", "off"]

NODES = ("/dev/nvidia[0-9]*", "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools")
MODELS = "/proc/driver/nvidia/gpus/*/information"


@dataclass(frozen=True)
class Accelerator:
    """`torch_device` is torch's word for it (``cuda``); `start` the process to fork its workers from."""

    clock: Device
    torch_device: str
    start: Callable[[], Zygote]

    @property
    def name(self) -> str:
        return self.clock.name


def find_accelerator(start: Callable[[tuple[str, ...]], Zygote]) -> Accelerator | None:
    """The first card of this machine that CUDA may use; None where there's none.

    `start` is given the device nodes that a worker has to see.
    """
    nodes = tuple(sorted(node for pattern in NODES for node in glob.glob(pattern) if os.access(node, os.W_OK)))
    if not any(node[len("/dev/nvidia") :].isdigit() for node in nodes):
        return None
    return Accelerator(WallClock(_model()), "cuda", lambda: start(nodes))


def _model() -> str:
    """As the driver calls it: the student's process isn't asked."""
    for path in sorted(glob.glob(MODELS)):
        for line in Path(path).read_text(errors="replace").splitlines():
            if line.startswith("Model:"):
                return line.partition(":")[2].strip()
    return "GPU"


@dataclass(frozen=True)
class OnCard:
    """A worker that is asked all things on the accelerator."""

    worker: Worker
    torch_device: str

    def ask(self, call: Call, /) -> Reply:
        return self.worker.ask(OnDevice(call, self.torch_device))

    def warm_up(self) -> None:
        """Before any round: the first touch of a card makes its context, which may take seconds.

        Raises `CannotTime` if it fails, or takes longer than a call may: nothing of the student's has run there yet.
        """
        reply = self.ask(Inspect(()))
        if not isinstance(reply, Returned):
            raise CannotTime(f"the accelerator couldn't be brought up: {reply}")

    def time(self, call: Call) -> tuple[Reply, Cost]:
        return self.worker.time(OnDevice(call, self.torch_device))

    def has_moved(self) -> bool:
        return self.worker.has_moved()

    def take_turn(self, turn: Turn) -> Timed:
        moved = self.has_moved()
        for call in turn.preparation:
            reply = self.ask(call)
            if not isinstance(reply, Returned):
                return Timed(reply, None, moved)
        reply, cost = self.time(turn.timed)
        return Timed(reply, cost, moved)
