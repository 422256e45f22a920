"""What grading the same notebooks costs with us, with otter-grader, with nbgrader, and at the least.

``python benchmarks/peers.py [COUNT] [--rounds N] [--venv FOLDER]`` grades COUNT notebooks (10) in which students wrote
softmax and attention, every second one without the scale, one after the other; the figures are medians of N rounds (1):

- ``grade class`` and these two items, which asks more of them than the others do, in its isolation: as it is called (a
  job for each core), and with one job;
- ``nbgrader autograde`` and ``otter run`` (``otter grade`` needs Docker), with `CHECKS` as asserts in their formats, no
  isolation.  They are installed into a virtual environment of their own, which is kept in FOLDER between runs;
- the cold floor: for each notebook a new Python that imports torch, executes the cells and then `CHECKS`;
- the warm floor: for each a fork of a process that has imported torch, the cells and `CHECKS`.

Every way must come to the same verdicts, or the table isn't printed.  CPU and memory are those of a way's process and
of all that it waited for; the memory is that of the largest single process.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.command import parser_for  # noqa: E402
from benchmarks.machine import compiled, machine  # noqa: E402
from benchmarks.processor_time import adopt_orphans  # noqa: E402

PEERS = ("otter-grader", "nbgrader", "torch", "numpy")
SEED = 20261130

# With the import of torch that every notebook of the course begins with.
RIGHT = """\
import numpy as np
import torch

def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
"""
WRONG = RIGHT.replace(" / np.sqrt(Q.shape[-1])", "")

# One function each: what core checks of the two items ask, as a teacher would write it for the other tools.
CHECKS = {
    "softmax": """\
import numpy as np
for axis in (-1, 0):
    z = np.random.default_rng(1).normal(size=(4, 6))
    e = np.exp(z)
    assert np.allclose(softmax(z, axis), e / e.sum(axis, keepdims=True))
large = softmax(np.array([[1000.0, 999.0, -1000.0]]))
assert np.isfinite(large).all()
assert np.allclose(large.sum(), 1)
""",
    "attention": """\
import numpy as np
rng = np.random.default_rng(2)
Q, K, V = rng.normal(size=(5, 4)), rng.normal(size=(7, 4)), rng.normal(size=(7, 6))
for mask in (None, np.tril(np.ones((5, 7), dtype=bool))):
    s = Q @ K.T / 2
    e = np.exp(s if mask is None else np.where(mask, s, -np.inf))
    w = e / e.sum(-1, keepdims=True)
    output, weights = attention(Q, K, V, mask)
    assert np.allclose(output, w @ V)
    assert np.allclose(weights, w)
""",
}

FLOOR = """\
import json, os, sys
import torch
def graded(file):
    names = {}
    for cell in json.load(open(file))["cells"]:
        exec("".join(cell["source"]), names)
    passed = []
    for name, check in json.loads(sys.argv[1]).items():
        try:
            exec(check, names)
            passed.append(name)
        except Exception:
            pass
    print(file, len(passed), flush=True)
for file in sys.argv[3:]:
    if sys.argv[2] == "cold":
        graded(file)
    elif os.fork() == 0:
        graded(file)
        os._exit(0)
    else:
        os.wait()
"""


@dataclass
class Cost:
    """Seconds on the clock and on the processor, MiB of the largest process."""

    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0

    def run(self, *command: str | Path, folder: Path) -> str:
        began = time.perf_counter()
        with tempfile.TemporaryFile("w+") as out:
            started = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, text=True)
            _, status, used = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
            self.wall += time.perf_counter() - began
            self._count(used)
            with contextlib.suppress(ChildProcessError):  # what it left behind comes to us
                while True:
                    self._count(os.wait3(0)[2])
            out.seek(0)
            told = out.read()
        if started.returncode:
            raise SystemExit(f"{command[0]} ended with {started.returncode}:\n{told[-3000:]}")
        return told

    def _count(self, used: resource.struct_rusage) -> None:
        self.cpu += used.ru_utime + used.ru_stime
        self.memory = max(self.memory, used.ru_maxrss / 1024)


Verdicts = list[bool]
"""For each notebook: is all of it right?"""


def notebook(*cells: dict[str, Any]) -> str:
    base: dict[str, Any] = {"cell_type": "code", "execution_count": None, "outputs": [], "metadata": {}}
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    numbered = [{**base, "id": f"c{number}", **cell} for number, cell in enumerate(cells)]
    return json.dumps({"cells": numbered, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def source_of(student: int) -> str:
    return f"{WRONG if student % 2 else RIGHT}# student {student}\n"


def with_us(cost: Cost, files: list[Path], top: Path, _: Path, jobs: int | None = None) -> Verdicts:
    output = top / f"ours-{jobs}"
    command: list[str | Path] = [sys.executable, "-m", "grader.cli", "class", files[0].parent, "-o", output]
    command += [] if jobs is None else ["-j", str(jobs)]
    cost.run(*command, "--only", "softmax,attention", "--seed", str(SEED), "--allow-weak-isolation", folder=CHECKOUT)
    students = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
    points = {student["student"]: student["points"] / student["max_points"] for student in students}
    return [points[file.stem] > 1 - 1e-9 for file in files]


def with_nbgrader(cost: Cost, files: list[Path], top: Path, programs: Path) -> Verdicts:
    course = top / "nbgrader"
    solution = {"grade": False, "solution": True, "locked": False, "schema_version": 3, "task": False}
    test = {"grade": True, "solution": False, "locked": True, "schema_version": 3, "task": False, "points": 1}
    checks = [
        {"source": check, "metadata": {"nbgrader": {**test, "grade_id": f"check-{name}"}}}
        for name, check in CHECKS.items()
    ]

    def place(folder: Path, source: str) -> None:
        folder.mkdir(parents=True)
        answer = {"source": source, "metadata": {"nbgrader": {**solution, "grade_id": "answer"}}}
        (folder / "work.ipynb").write_text(notebook(answer, *checks), encoding="utf-8")

    place(course / "source" / "work", RIGHT)
    for number, file in enumerate(files):
        place(course / "submitted" / file.stem / "work", source_of(number))
    Cost().run(programs / "nbgrader", "generate_assignment", "work", folder=course)
    cost.run(programs / "nbgrader", "autograde", "work", folder=course)
    Cost().run(programs / "nbgrader", "export", "--to", course / "grades.csv", folder=course)
    with (course / "grades.csv").open(encoding="utf-8", newline="") as table:
        points = {row["student_id"]: float(row["score"]) / float(row["max_score"]) for row in csv.DictReader(table)}
    return [points[file.stem] > 1 - 1e-9 for file in files]


def with_otter(cost: Cost, files: list[Path], top: Path, programs: Path) -> Verdicts:
    folder = top / "otter"
    (folder / "tests").mkdir(parents=True)
    for name, check in CHECKS.items():
        head = f"from otter.test_files import test_case\nOK_FORMAT = False\nname = {name!r}\npoints = 1\n\n"
        head += f"@test_case()\ndef test({name}):\n"
        (folder / "tests" / f"{name}.py").write_text(head + textwrap.indent(check, "    "), encoding="utf-8")
    Cost().run(programs / "otter", "generate", "-t", "tests", "-o", "all.zip", "--no-environment", folder=folder)
    verdicts = []
    for file in files:
        (folder / file.stem).mkdir()
        cost.run(programs / "otter", "run", "-a", "all.zip", "-o", file.stem, file, folder=folder)
        tests = json.loads((folder / file.stem / "results.json").read_text(encoding="utf-8"))["tests"]
        scores = {one["name"]: one["score"] / one["max_score"] for one in tests if one.get("max_score")}
        verdicts.append(len(scores) == len(CHECKS) and min(scores.values()) > 1 - 1e-9)
    return verdicts


def cold(cost: Cost, files: list[Path], top: Path, programs: Path) -> Verdicts:
    command: list[str | Path] = [programs / "python", "-c", FLOOR, json.dumps(CHECKS), "cold"]
    return [cost.run(*command, file, folder=top).split()[-1] == str(len(CHECKS)) for file in files]


def warm(cost: Cost, files: list[Path], top: Path, programs: Path) -> Verdicts:
    told = cost.run(programs / "python", "-c", FLOOR, json.dumps(CHECKS), "warm", *files, folder=top)
    return [line.split()[-1] == str(len(CHECKS)) for line in told.splitlines()]


WAYS: dict[str, Callable[[Cost, list[Path], Path, Path], Verdicts]] = {
    "grade class": with_us, "grade class -j 1": partial(with_us, jobs=1),
    "nbgrader": with_nbgrader, "otter-grader": with_otter,
    "cold floor": cold, "warm floor": warm,
}  # fmt: skip


def install(folder: Path) -> Path:
    """The folder of the peers' programs."""
    if not (folder / "bin" / "otter").exists():
        venv.create(folder, with_pip=True)
        pins = CHECKOUT / "constraints.txt"
        own = [line for line in pins.read_text(encoding="utf-8").splitlines() if line.startswith(("torch=", "numpy="))]
        packages = [*(name for name in PEERS if name not in ("torch", "numpy")), *own]
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", *packages], check=True)
    return folder / "bin"


def versions(programs: Path) -> str:
    program = f"from importlib.metadata import version as v; print(*(f'{{n}} {{v(n)}}' for n in {PEERS!r}), sep=', ')"
    told = subprocess.run([programs / "python", "-c", program], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--venv", type=Path, default=CHECKOUT / "build" / "peers")
    options = parser.parse_args()
    adopt_orphans()
    programs = install(options.venv.absolute())
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    compiled()
    print(f"{machine()}; the others' environment: {versions(programs)}")
    rounds = [one_round(options.count, programs) for _ in range(options.rounds)]
    print(f"{options.count} notebooks, median of {options.rounds} rounds\n")
    print("  way                wall s each   CPU s each   x warm floor   memory MiB   notebooks a minute")
    middle = statistics.median
    for name in WAYS:
        wall, cpu, floor = (
            middle([getattr(costs[way], what) / options.count for costs in rounds])
            for way, what in ((name, "wall"), (name, "cpu"), ("warm floor", "cpu"))
        )
        memory = middle([costs[name].memory for costs in rounds])
        print(f"  {name:16} {wall:13.2f} {cpu:12.2f} {cpu / floor:14.2f} {memory:12.0f} {60 / wall:20.1f}")


def one_round(count: int, programs: Path) -> dict[str, Cost]:
    """What each way of grading the same `count` notebooks took."""
    with tempfile.TemporaryDirectory() as made:
        top = Path(made)
        (top / "in").mkdir()
        files = [top / "in" / f"student{number:03d}.ipynb" for number in range(count)]
        for number, file in enumerate(files):
            file.write_text(notebook({"source": source_of(number)}), encoding="utf-8")
        expected = [number % 2 == 0 for number in range(count)]
        costs = {}
        for name, way in WAYS.items():
            costs[name] = Cost()
            verdicts = way(costs[name], files, top, programs)
            if verdicts != expected:
                raise SystemExit(f"{name}: verdicts {verdicts}, expected {expected}")
    return costs


if __name__ == "__main__":
    main()
