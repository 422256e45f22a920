"""Killed twenty times at any moment, a class ends as one that never was: no row lost, none doubled, all bytes alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.classroom.stub_grader import failing
from tests.classroom.trees import write

CHECKOUT = Path(__file__).parents[2]
STUDENTS = 40


def files(output: Path) -> dict[str, bytes]:
    stable = ("class.json", "grades.csv", "grades-long.csv", "students/*", "feedback/*", ".journal/*/*.json")
    return {
        str(file.relative_to(output)): file.read_bytes() for pattern in stable for file in sorted(output.glob(pattern))
    }


def test_killed_twenty_times_it_ends_as_one_that_never_was(tmp_path: Path) -> None:
    made = {f"s{n:02d}.ipynb": failing(*["masks/causal"] * (n % 2), also=str(n)) for n in range(STUDENTS)}
    given = write(tmp_path / "in", {**made, "cut.ipynb": b"{"})
    output = tmp_path / "out"
    argv = [sys.executable, "-m", "tests.classroom.killed_class", str(given), str(output), "20"]
    done = subprocess.run(argv, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stderr  # one can't be read
    assert "killed: 20" in done.stdout
    kept = {int(count) for count in done.stdout.split("\nkilled")[0].splitlines()[-1].split()}
    assert len(kept) > 3, "they weren't all killed at the same place"
    whole = files(tmp_path / "out-whole")
    assert files(output) == whole
    assert len([name for name in whole if name.startswith("students/")]) == STUDENTS
    left = [file for folder in (".", "students", "feedback") for file in (output / folder).glob(".*") if file.is_file()]
    assert not left, "a temporary file was left"
