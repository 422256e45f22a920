"""While a notebook is graded, no process but the grader's own has a file of the course open or mapped."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.kernel.watchdog import family_of

CHECKOUT = Path(__file__).parents[2]
OF_THE_COURSE = ("reference_solutions", "rubric.yaml", "/grader/components/", "/grader/checks/", "misconceptions")

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="asks /proc"),
]


def files_of(pid: int) -> set[str]:
    """What the process has open, has mapped, runs, and stands in."""
    found: set[str] = set()
    try:
        descriptors = os.listdir(f"/proc/{pid}/fd")
    except OSError:  # it has ended meanwhile
        return found
    for link in [*(f"/proc/{pid}/fd/{name}" for name in descriptors), f"/proc/{pid}/cwd", f"/proc/{pid}/exe"]:
        try:
            found.add(os.readlink(link))
        except OSError:
            continue
    try:
        lines = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    return found | {line.split(maxsplit=5)[5] for line in lines if line.count("/")}


@pytest.mark.parametrize("level", ["auto", "landlock", "none"])
def test_no_child_has_a_file_of_the_course(level: str) -> None:
    if level == "landlock":
        from grader.sandbox import landlock

        if landlock.unavailable() is not None:
            pytest.skip("this kernel has no Landlock")
    sample = CHECKOUT / "assignments" / "transformer" / "samples" / "mistakes_en.ipynb"
    grading = subprocess.Popen(
        [sys.executable, "-m", "grader.cli", str(sample), "--sandbox", level],
        cwd=CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    seen: set[str] = set()
    children: set[int] = set()
    while grading.poll() is None:
        for pid in family_of([grading.pid])[1:]:
            children.add(pid)
            seen |= files_of(pid)
        time.sleep(0.005)
    assert grading.returncode == 0
    assert children
    assert any("numpy" in path for path in seen), "nothing was seen at all"
    assert not [path for path in seen if any(part in path for part in OF_THE_COURSE)]
