"""A limit of memory holds in a process of its own; in one that ran other tests, other threads' arenas may hold room."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", ["inside/test_holes.py", "components/inference_lab/test_tiled_memory.py"])
def test_limits_hold_in_a_fresh_process(file: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", str(HERE / file)]
    done = subprocess.run(argv, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
