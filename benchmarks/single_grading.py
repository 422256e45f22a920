"""What one grading costs beside what can't be avoided: starting Python, importing torch, running the cells.

Run it as ``python benchmarks/single_grading.py [SAMPLE] [ROUNDS]``.  The three are timed in turn, so that a busy
machine slows them all alike; the ratios are what to look at.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"


def script_of(notebook: Path, folder: Path) -> Path:
    """The notebook's code cells as one plain script."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    script = folder / "cells.py"
    script.write_text("\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code"), encoding="utf-8")
    return script


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=CHECKOUT)
    return time.perf_counter() - began


def main() -> None:
    sample = SAMPLES / (sys.argv[1] if len(sys.argv) > 1 else "perfect_es.ipynb")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "python -c 'import torch'": [sys.executable, "-c", "import torch"],
            "python running the cells": [sys.executable, str(script_of(sample, Path(folder)))],
            "grade": [sys.executable, "-m", "grader.cli", str(sample)],
        }
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 1):
            for name, command in commands.items():
                taken[name].append(seconds(command))
    base = statistics.median(taken["python running the cells"][1:])  # the first round fills the page cache
    print(f"{sample.name}, median (min .. max) of {rounds} rounds")
    for name, each in taken.items():
        values = each[1:]
        middle = statistics.median(values)
        print(f"  {name:26} {middle:5.2f} s ({min(values):.2f} .. {max(values):.2f})   x {middle / base:.2f}")


if __name__ == "__main__":
    main()
