"""A class in which attackers sit among honest students: these must come out byte for byte as if they were alone.

``python -m tests.classroom.hostile_class [CASE...]`` grades one with all cases of ``tests/submissions/hostile`` (or
those named), twice, the second time under names that put them in another order; it takes four minutes and
more.  The quick suite does the same with a handful (``test_hostile_class.py``).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.submissions.adversaries import BASE, Adversary, load_adversaries
from tests.submissions.corpus import SAMPLES

__all__ = ["HONEST", "graded", "hostile", "reports_of_the_honest"]

CHECKOUT = Path(__file__).parents[2]
# Short: what only a limit ends takes as long as the limit.
LIMITS = "limits: {cell_seconds: 10, notebook_seconds: 20, call_seconds: 3, submission_seconds: 60, memory_mib: 512}"
HONEST: Mapping[str, Sequence[str]] = {
    "honest-base": [BASE],
    "honest-wrong": [BASE.replace("z - z.max(axis=axis, keepdims=True)", "z")],
    "honest-empty": ["x = 1"],
    "honest-mistakes": [
        "".join(cell["source"])
        for cell in json.loads((SAMPLES / "mistakes_en.ipynb").read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ],
}


def hostile(names: Sequence[str] = ()) -> list[Adversary]:
    """Those that full isolation withstands: the others are never run without it."""
    found = [case for case in load_adversaries("hostile") if "full" in case.levels]
    wanted = [case for case in found if not names or case.name in names]
    if names and len(wanted) < len(names):
        raise LookupError(f"there are {[case.name for case in found]}")
    return wanted


def write(folder: Path, name: str, cells: Sequence[str], metadata: Mapping[str, Any] | None = None) -> None:
    made: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for n, source in enumerate(cells)
    ]
    body = {"cells": made, "metadata": dict(metadata or {}), "nbformat": 4, "nbformat_minor": 5}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.ipynb").write_text(json.dumps(body), encoding="utf-8")


def course_with_short_limits(top: Path) -> Path:
    folder = top / "course"
    if not folder.exists():
        folder.mkdir(parents=True)
        text = (CHECKOUT / "rubric.yaml").read_text(encoding="utf-8")
        short, count = re.subn(r"(?m)^limits: .*$", LIMITS, text)
        if count != 1:
            raise LookupError("the rubric's limits stand elsewhere now")
        (folder / "rubric.yaml").write_text(short, encoding="utf-8")
        (folder / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    return folder / "rubric.yaml"


def graded(top: Path, label: str, cases: Sequence[Adversary], *, backwards: bool = False) -> Path:
    """The folder of reports of a class of the honest ones and `cases`, whose names put them between those."""
    given, output = top / f"{label}-in", top / f"{label}-out"
    for name, cells in HONEST.items():
        write(given, name, cells)
    for at, case in enumerate(reversed(cases) if backwards else cases):
        own = [BASE, *case.cells] if case.honest_base else case.cells
        write(given, f"{'a' if at % 2 else 'z'}{at:03d}-{case.name}", own, case.metadata)
    argv = [sys.executable, "-m", "grader.cli", "class", str(given), "-o", str(output), "-j", "2", "--seed", "11"]
    argv += ["--only", "softmax,kv_cache", "--lang", "en", "--rubric", str(course_with_short_limits(top))]
    done = subprocess.run(argv, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 5):
        raise RuntimeError(done.stderr)
    return output


def reports_of_the_honest(output: Path) -> dict[str, bytes]:
    return {
        f"{folder}/{file.name}": file.read_bytes()
        for folder in ("students", "feedback")
        for file in (output / folder).glob("honest-*")
    }


def main() -> int:
    cases = hostile(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        alone = reports_of_the_honest(graded(top, "alone", []))
        same = True
        for label, backwards in (("among them", False), ("the other way round", True)):
            output = graded(top, label.replace(" ", "-"), cases, backwards=backwards)
            told = reports_of_the_honest(output)
            differ = sorted(name for name in alone if told.get(name) != alone[name])
            students = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
            print(f"{label}: {len(students)} graded with {len(cases)} attackers; honest ones that differ: {differ}")
            same = same and not differ
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
