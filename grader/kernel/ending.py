"""The end of a kernel that was forked, and of all that it started.  Processes are known by descriptors (pidfds)."""

from __future__ import annotations

import os
import select
import signal
import socket
from pathlib import Path

from grader.kernel.allowance import Allowance
from grader.kernel.launch import GONE_SECONDS, wait_for_silence
from grader.kernel.output import Output
from grader.kernel.run_directory import remove_run_directory
from grader.kernel.watchdog import family_of

__all__ = ["Ending", "pid_of"]


class Ending:
    """What is to be done at the end, whoever asks for it; without a reference to the kernel itself."""

    def __init__(self, channel: socket.socket, theirs: socket.socket, output: Output, run_directory: Path) -> None:
        self.channel = channel
        self.theirs = theirs
        self.output = output
        self.run_directory = run_directory
        self.allowance: Allowance | None = None
        self.processes: list[int] = []  # pidfds: of the kernel, and of its namespace's process 1

    def has_ended(self, seconds: float) -> bool:
        """Has the kernel itself?"""
        return bool(self.processes) and _has_ended(self.processes[0], seconds)

    def __call__(self) -> None:
        for process in reversed(self.processes):  # with process 1 all others in its namespace end
            if len(self.processes) == 1:
                _end_family(process)
            try:
                signal.pidfd_send_signal(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for process in self.processes:
            _has_ended(process, GONE_SECONDS)  # process 1 has only when all others in its namespace have
            os.close(process)
        self.processes = []
        if self.allowance is not None:
            self.allowance.stop()
        self.theirs.close()
        wait_for_silence(self.channel)
        self.channel.close()
        self.output.close()
        remove_run_directory(self.run_directory)


def _end_family(process: int) -> None:
    """All below the kernel, where no namespace ends with it.  It's stopped first, so that it starts no more."""
    try:
        signal.pidfd_send_signal(process, signal.SIGSTOP)
    except ProcessLookupError:
        return  # the zygote ends what it left behind
    for pid in family_of([pid_of(process)])[1:]:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue


def pid_of(process: int) -> int:
    """In our own namespace; `process` is a pidfd."""
    for line in Path(f"/proc/self/fdinfo/{process}").read_text(encoding="ascii").splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    return -1


def _has_ended(process: int, seconds: float) -> bool:
    """`process` is a pidfd."""
    poll = select.poll()
    poll.register(process, select.POLLIN)
    return bool(poll.poll(seconds * 1000))
