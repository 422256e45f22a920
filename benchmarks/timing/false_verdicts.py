"""How often a timing verdict is wrong: N verdicts for identical code, for twice the work, and for a loop over tokens.

Run it as ``python -m benchmarks.timing.false_verdicts [N]`` (default 100) on an otherwise idle machine: first as it is,
then with a busy loop on each of two processors.  Wrong is TOO_SLOW for the first two and KEEPS_PACE for the loop;
inconclusive costs nobody anything.  Single attempts are counted, without the second try.  Between the ratios that are
printed, which are what `Gap` wants to know, lies the limit.

With 0 wrong of N, the true rate is below 3 / N (95 % confidence).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from grader.kernel.warm import Zygote, start_warm
from grader.model import Cell, Limits, Submission
from grader.sandbox import choose
from grader.timing import CPU, Gap, Judgement, Outcome, contest, judge, open_pair
from tests.timing.attention import BASELINE, QUERY_BY_QUERY, Attention

VERDICTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
VERDICTS_PER_PAIR = 10  # kernels come out differently: each is good for so many
BUSY_LOOPS = 2
GAP = Gap(good=1.0, bad=7.0)
WORKLOAD = Attention(32, 96, 8)
TWICE = (
    BASELINE.replace("attention", "once") + "\ndef attention(Q, K, V):\n    once(Q, K, V)\n    return once(Q, K, V)\n"
)
# What is timed, and what should be said of it.
STUDENTS = {
    "identical": (BASELINE, Outcome.KEEPS_PACE),
    "twice the work": (TWICE, Outcome.KEEPS_PACE),
    "naive, query by query": (QUERY_BY_QUERY, Outcome.TOO_SLOW),
}


@contextmanager
def busy_loops(number: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        for core, loop in zip(sorted(os.sched_getaffinity(0)), loops, strict=False):
            os.sched_setaffinity(loop.pid, {core})
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def judgements(zygote: Zygote, source: str) -> Iterator[tuple[Judgement, float]]:
    """Each with its seconds, without the start of the kernels."""
    student = Submission("student", "", (Cell(1, source),), {})
    for first in range(0, VERDICTS, VERDICTS_PER_PAIR):
        with open_pair(zygote, student, BASELINE, CPU(), Limits()) as pair:
            for seed in range(first, min(first + VERDICTS_PER_PAIR, VERDICTS)):
                began = time.perf_counter()
                yield judge(contest(pair, WORKLOAD, GAP.threshold, seed), GAP), time.perf_counter() - began


def shown(name: str, right: Outcome, got: list[tuple[Judgement, float]]) -> None:
    outcomes = Counter(judgement.outcome for judgement, _ in got)
    inconclusive = outcomes[Outcome.INCONCLUSIVE]
    wrong = len(got) - outcomes[right] - inconclusive
    reasons = Counter(str(j.reason.value) for j, _ in got if j.reason is not None)
    ratios = sorted(judgement.ratio for judgement, _ in got if judgement.ratio is not None)
    rounds = statistics.mean(len(judgement.paces) for judgement, _ in got)
    seconds = statistics.median(seconds for _, seconds in got)
    spread = f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} .. {ratios[-1]:.2f})" if ratios else ""
    print(
        f"  {name:24} {wrong:4} wrong {inconclusive:4} inconclusive of {len(got)}; {spread};"
        f" {rounds:.1f} rounds, {seconds:.2f} s a verdict {dict(reasons) or ''}",
        flush=True,
    )


def main() -> None:
    print(f"limit {GAP.threshold:.2f} times the baseline, {WORKLOAD.batch, WORKLOAD.n, WORKLOAD.d} float64")
    zygote = start_warm(choose(), preload_torch=False)
    zygote.wait_until_ready()
    try:
        for loops in (0, BUSY_LOOPS):
            print(f"with {loops} busy loops; load {os.getloadavg()[0]:.1f} before")
            with busy_loops(loops):
                for name, (source, right) in STUDENTS.items():
                    shown(name, right, list(judgements(zygote, source)))
    finally:
        zygote.close()


if __name__ == "__main__":
    main()
