"""What keeps a process from being forked, and what only seems to."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading, time
from grader.inside import zygote
zygote.THREAD_SECONDS = float(sys.argv[2])
threading.Thread(target=time.sleep, args=(float(sys.argv[1]),), daemon=True).start()
print(zygote.lasting_threads())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")
@pytest.mark.parametrize(("lasts", "waits", "count"), [(0.1, 60.0, "1"), (60.0, 0.1, "2")])
def test_a_thread_that_is_about_to_end_is_waited_for(lasts: float, waits: float, count: str) -> None:
    """On one core, the timer that matplotlib cancels is still there when its import is through."""
    argv = [sys.executable, "-c", PROGRAM, str(lasts), str(waits)]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [count]
