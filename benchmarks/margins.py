"""How far right answers stay inside the tolerances, and how far wrong ones fall outside: per check.

Run it as ``python -m benchmarks.margins [SEED]``.  Every comparison with an expected value, in all of the corpus
(``tests/submissions``), is noted as error / allowed error: 1 is the limit.  The largest of the right submissions and
the smallest failing one of the wrong are what a change of a tolerance or of an input must be held against.
Checks of yes-or-no properties compare nothing and aren't listed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import numpy as np

import grader.compare.arrays
from benchmarks.command import number_for
from grader.checks import student as student_module
from grader.compare import Comparison, Tolerance
from tests.submissions.corpus import load_corpus
from tests.submissions.grading import grade_case

Ratios = dict[str, list[float]]


def main() -> None:
    seed = number_for(__doc__, "seed", 1, "which inputs are drawn")
    right: Ratios = defaultdict(list)
    wrong: Ratios = defaultdict(list)
    running: list[str] = []
    current = right

    original_compare, original_run = grader.compare.arrays.compare, student_module.run

    def noted_compare(expected: Any, got: Any, tolerance: Tolerance) -> Comparison:
        comparison = original_compare(expected, got, tolerance)
        if running and np.isfinite(comparison.ratio):
            current[running[-1]].append(comparison.ratio)
        return comparison

    def noted_run(check: Any, student: Any) -> Any:
        running.append(f"{next(iter(student.found), '')}: {check.id}")
        try:
            return original_run(check, student)
        finally:
            running.pop()

    for module in [m for name, m in sys.modules.items() if name.startswith("grader.")]:
        for name, original, noted in (("compare", original_compare, noted_compare), ("run", original_run, noted_run)):
            if getattr(module, name, None) is original:
                setattr(module, name, noted)

    for case in load_corpus():
        current = right if case.claim.kind == "right" else wrong
        grade_case(case, seed)

    print(f"{'role: check':52} {'largest right':>14} {'smallest wrong':>15}")
    for check in sorted({*right, *wrong}):
        inside = max((ratio for ratio in right[check] if ratio <= 1), default=float("nan"))
        outside = min((ratio for ratio in wrong[check] if ratio > 1), default=float("nan"))
        print(f"{check:52} {inside:14.2g} {outside:15.3g}")


if __name__ == "__main__":
    main()
