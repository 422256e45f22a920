"""The audit's workers end with it, also where it's killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

AUDIT = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from grader.audit.run import _begin

if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn"), _begin, ((),)) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells a process that its parent has ended")
def test_no_worker_is_left_of_an_audit_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", AUDIT], stdout=subprocess.PIPE, text=True) as audit:
        assert audit.stdout is not None
        worker = int(audit.stdout.readline())
        audit.send_signal(signal.SIGKILL)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("it was still there")
