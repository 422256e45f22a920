"""One submission's kernel, from its cells to the last question.

The pipeline uses it like this; `start` comes before the heavy imports::

    from grader.kernel.launch import mentions_torch, start        # standard library only
    process = start(sandbox.choose("auto"), preload_torch=mentions_torch(raw), hidden=[course_folder])
    from grader.kernel.session import KernelSession
    with KernelSession(process, rubric.limits) as student:
        execution = student.run(submission)                       # the cells' errors are findings in it
        reply = student.ask(call)                                 # `student.ask` is an `Ask`

A kernel that ended badly (:attr:`grader.model.Verdict.is_dirty_ending`) is killed with all that it
started.  The next question gets a fresh one in which the cells have been run again.
"""

from __future__ import annotations

from types import TracebackType

from grader.kernel.launch import KernelProcess
from grader.model import Call, Execution, Limits, Reply, Submission

__all__ = ["KernelSession"]


class KernelSession:
    """Runs one submission and answers questions about it.

    `restarts` bounds how often a fresh kernel is started, and `submission_seconds` the whole of
    running and asking; past either, a question that needs a kernel is ``NoReply(SKIPPED)`` with
    the reason.
    """

    def __init__(
        self,
        process: KernelProcess,
        limits: Limits,
        *,
        restarts: int = 12,
        submission_seconds: float = 1800.0,
    ) -> None:
        raise NotImplementedError

    def run(self, submission: Submission) -> Execution:
        """Run all code cells.  An error of the student's is a finding; later cells still run.

        A cell that exceeds its time or kills the process is left out and everything else is run again
        in a fresh kernel.  Raises :class:`grader.errors.KernelUnavailable` if no kernel starts.
        """
        raise NotImplementedError

    def ask(self, call: Call) -> Reply:
        """One question; never raises on what the student's process does.

        A module that was built in a kernel that has since ended is gone: asking for it is
        ``NoReply(CRASHED)`` with that reason, and building it again works.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Kill the kernel with everything that it started.  Idempotent."""
        raise NotImplementedError

    def __enter__(self) -> KernelSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
