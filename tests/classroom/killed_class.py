"""``python -m tests.classroom.killed_class IN OUT TIMES``: a class whose process is killed again and again.

The grading itself is the stub's, so that a kill hits the collecting, the journal and the writing of reports, and not
always a kernel's start.  Each run is a fork of this process, which has everything imported: it comes to its work at
once.  Prints how many submissions the journal had at each kill.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.schedule import Task
from grader.cli import main
from tests.classroom.stub_grader import StubGrader

SECONDS_EACH = 0.005


class SlowStub(StubGrader):
    def on_this_machine(
        self, options: Any, tasks: Iterable[Task], jobs: int, lost: Any, watch: Any = None
    ) -> Iterator[Any]:
        for pair in super().on_this_machine(options, tasks, jobs, lost):
            time.sleep(SECONDS_EACH)
            yield pair


def grade(given: str, output: str) -> int:
    return main(["class", given, "-o", output, "--seed", "7", "--lang", "en", "--sandbox", "none", *WEAK])


WEAK = ("--allow-weak-isolation",)


def forked(given: str, output: str, seconds: float | None) -> tuple[bool, float]:
    """A run that is killed after `seconds`, or isn't: was it killed before its end, and how long did it take?"""
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            os._exit(grade(given, output))
        finally:
            os._exit(99)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status), time.monotonic() - began


def run(given: str, output: str, times: int) -> int:
    """Until it has been killed `times` times before its end, however busy the machine is."""
    dice = random.Random(3)
    with pytest.MonkeyPatch.context() as patch:
        SlowStub(patch)
        if grade(given, f"{output}-whole") not in (0, 5):  # the result that all must end in; imports everything
            return 1
        _, whole = forked(given, f"{output}-timed", None)
        hits = 0
        while hits < times:
            hit, taken = forked(given, output, dice.uniform(0.02, 0.95) * whole)
            hits += hit
            whole = whole if hit else 0.8 * min(whole, taken)
            kept = sorted(Path(output).glob(".journal/*/*.json"))
            print(len(kept), end=" ")
            for file in dice.sample(kept, len(kept) // 2):  # so that there's always something to be done
                file.unlink()
        print(f"\nkilled: {hits}")
        return grade(given, output)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2], int(sys.argv[3])))
