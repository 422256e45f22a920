"""The table of what a clock's verdicts are worth: quiet first, then with a busy loop on each of two processors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from benchmarks.machine import machine
from grader.kernel.warm import Zygote, start_warm
from grader.model.pace import Outcome
from grader.sandbox import choose

__all__ = ["print_table"]

BUSY_LOOPS = 2
Verdict = TypeVar("Verdict")


def print_table(
    header: tuple[str, ...],
    students: Mapping[str, tuple[str, Outcome]],
    judgements: Callable[[Zygote, str], Iterable[tuple[Verdict, float]]],
    row: Callable[[int, str, Outcome, list[tuple[Verdict, float]]], str],
    *,
    preload_torch: bool,
) -> None:
    """`students`: what is timed, and what should be said of it; `judgements`: each verdict with its seconds."""
    packages = ("torch", "numpy") if preload_torch else ("numpy",)
    print(f"{machine(*packages)}\n")
    print(f"| {' | '.join(header)} |\n|{'---|' * len(header)}")
    zygote = start_warm(choose(), preload_torch=preload_torch)
    zygote.wait_until_ready()
    try:
        for loops in (0, BUSY_LOOPS):
            with busy_loops(loops):
                for name, (source, right) in students.items():
                    print(row(loops, name, right, list(judgements(zygote, source))), flush=True)
    finally:
        zygote.close()


@contextmanager
def busy_loops(number: int) -> Iterator[None]:
    """They end with whoever started them, however that ends."""
    ends_with_us = "import os, sys\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
    loops = [subprocess.Popen([sys.executable, "-c", ends_with_us]) for _ in range(number)]
    try:
        for core, loop in zip(sorted(os.sched_getaffinity(0)), loops, strict=False):
            os.sched_setaffinity(loop.pid, {core})
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
