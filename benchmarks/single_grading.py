"""What one grading costs beside what can't be avoided: starting Python, importing torch, running the cells and asking.

``python benchmarks/single_grading.py [SAMPLE] [ROUNDS]`` times, each from nothing:

- Python that imports torch; Python that runs the notebook's cells;
- **the floor**: Python that runs the cells and asks the checks of the same items, in one process (`benchmarks.floor`);
- ``grade`` of these items, confined and with a report, and ``grade`` of all: two more judge what code costs, which is
  measured in fresh processes and has no floor.

They are timed in turn, so that a busy machine slows them all alike; the ratios are what to look at.  A kernel computes
with one thread, so all of them do.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.command import parser_for  # noqa: E402
from benchmarks.floor import SEED, unmeasured  # noqa: E402
from benchmarks.machine import compiled, machine  # noqa: E402
from benchmarks.processor_time import adopt_orphans, of_children, wait_for_orphans  # noqa: E402
from grader.choosing import read_rubric  # noqa: E402

SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"
FLOOR = "the cells and the checks"
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def script_of(notebook: Path, folder: Path) -> Path:
    """The notebook's code cells as one plain script."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    script = folder / "cells.py"
    script.write_text("\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code"), encoding="utf-8")
    return script


@dataclass
class Taken:
    """Seconds on the clock and on the processor, one of each for a round."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def run(self, command: list[str]) -> None:
        environment = {**os.environ, **ONE_THREAD, "MPLBACKEND": "agg"}
        began, before = time.perf_counter(), of_children()
        done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, env=environment, check=False)
        self.wall.append(time.perf_counter() - began)
        if done.returncode:
            raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stderr[-2000:]}")
        wait_for_orphans()
        self.cpu.append(of_children() - before)


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("sample", nargs="?", default="perfect_es.ipynb", help="a notebook of the samples' folder")
    parser.add_argument("rounds", nargs="?", type=int, default=7)
    asked = parser.parse_args()
    sample, rounds = SAMPLES / asked.sample, asked.rounds
    adopt_orphans()
    compiled()
    on = machine("torch", "numpy")
    items = ",".join(item.id for item in unmeasured(read_rubric(CHECKOUT / "rubric.yaml").items))
    seeded = [sys.executable, "-m", "grader.cli", str(sample), "--seed", str(SEED)]
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "python -c 'import torch'": [sys.executable, "-c", "import torch"],
            "the cells alone": [sys.executable, str(script_of(sample, Path(folder)))],
            FLOOR: [sys.executable, "-m", "benchmarks.floor", str(sample), items],
            "grade, the same items": [*seeded, "--only", items],
            "grade, all items": seeded,
        }
        taken = {name: Taken() for name in commands}
        for _ in range(rounds + 1):  # the first round fills the page cache, and isn't counted
            for name, command in commands.items():
                taken[name].run(command)
    print(on)
    print(f"{sample.name}, median (least .. most) of {rounds} rounds; x: of the floor, {FLOOR}\n")
    for name, each in taken.items():
        wall, floor = each.wall[1:], taken[FLOOR].wall[1:]
        of_each = [ours / least for ours, least in zip(wall, floor, strict=True)]
        print(
            f"  {name:26} {statistics.median(wall):5.2f} s ({min(wall):.2f} .. {max(wall):.2f})  x "
            f"{statistics.median(of_each):.2f}   CPU {statistics.median(each.cpu[1:]):.2f} s"
        )


if __name__ == "__main__":
    main()
