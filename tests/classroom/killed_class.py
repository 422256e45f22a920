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
    def on_this_machine(self, options: Any, tasks: Iterable[Task], jobs: int, lost: Any) -> Iterator[Any]:
        for pair in super().on_this_machine(options, tasks, jobs, lost):
            time.sleep(SECONDS_EACH)
            yield pair


def grade(given: str, output: str) -> int:
    return main(["class", given, "-o", output, "--seed", "7", "--lang", "en", "--sandbox", "none", *WEAK])


WEAK = ("--allow-weak-isolation",)


def killed(given: str, output: str, seconds: float) -> bool:
    """Was it killed before its end?"""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            os._exit(grade(given, output))
        finally:
            os._exit(99)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def run(given: str, output: str, times: int) -> int:
    dice = random.Random(3)
    with pytest.MonkeyPatch.context() as patch:
        SlowStub(patch)
        began = time.monotonic()
        if grade(given, f"{output}-whole") not in (0, 5):  # what it takes without being killed, and its result
            return 1
        whole = time.monotonic() - began
        hits = 0
        for _ in range(times):
            hits += killed(given, output, dice.uniform(0.02, 0.9) * whole)
            print(len(list(Path(output).glob(".journal/*/*.json"))), end=" ")
            if dice.random() < 0.25:  # from the start again, so that not all kills come near the end
                for file in list(Path(output).glob(".journal/*/*.json"))[:10]:
                    file.unlink()
        print(f"\nkilled: {hits}")
        return grade(given, output)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2], int(sys.argv[3])))
