"""One submission's kernel, from its cells to the last question.

The pipeline uses it like this; `start` comes before the heavy imports::

    from grader.kernel.launch import mentions_torch, start        # standard library only
    process = start(sandbox.choose("auto"), preload_torch=mentions_torch(raw), hidden=[course_folder])
    from grader.kernel.session import KernelSession
    with KernelSession(process, rubric.limits) as student:
        execution = student.run(submission)                       # the cells' errors are findings in it
        reply = student.ask(call)                                 # `student.ask` is an `Ask`

A kernel that ended badly (:attr:`grader.model.Verdict.is_dirty_ending`) is killed with all that it
started.  The next question gets a fresh one in which the cells have been run again.  A cell or a question whose time is
over is stopped first, as by the stop button: if it comes to an end of it, the kernel goes on, and nothing is run again.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import time
from dataclasses import replace
from types import TracebackType

from grader.errors import KernelUnavailable
from grader.inside import wire
from grader.kernel.agent_channel import ask_agent
from grader.kernel.callers import Callers
from grader.kernel.cells import CellRun, CellRunner
from grader.kernel.findings import finding_of, imported, not_run, stopped_at
from grader.kernel.imports import as_code, imports_after
from grader.kernel.launch import Kernel
from grader.kernel.patience import Patience, patience_with
from grader.model import (
    BuildLibraryModel,
    BuildModule,
    Call,
    Cell,
    CellOutcome,
    Execution,
    Limits,
    NoReply,
    Reply,
    Returned,
    Submission,
    Verdict,
    innermost,
)

__all__ = ["KernelSession"]

SERVE_SECONDS = 10.0
# What hung once isn't waited for as long again.  Cells that use a function that didn't come back in an earlier one have
# this part of a cell's time, and so has a cell that was stopped, when it is run again;
AGAIN = 1 / 10
# and so long is a function waited for that didn't come back when it was asked.  It may, with other arguments.
ASKED_AGAIN = 3 / 10
MOST_REFUSALS = 2
ENDING_SECONDS = 0.5


class KernelSession:
    """Runs one submission and answers questions about it.

    `restarts` bounds how often a fresh kernel is started, and ``limits.submission_seconds`` the whole of
    running and asking; past either, a question that needs a kernel is ``NoReply(SKIPPED)`` with
    the reason.
    """

    def __init__(
        self,
        process: Kernel,
        limits: Limits,
        *,
        restarts: int = 12,
    ) -> None:
        self._process: Kernel = process
        self._limits = limits
        # The agent in there goes by the default, and says so of what is larger.
        self._bounds = wire.Bounds(total_bytes=min(limits.reply_mib << 20, wire.Bounds.total_bytes))
        self._restarts_left = restarts
        self._deadline = time.monotonic() + limits.submission_seconds
        self._runner: CellRunner | None = None
        self._alive = True  # the first process counts as alive until it's found to be otherwise
        self._serving = False
        self._refusals = 0  # kernels that didn't begin to take questions
        self._cells: tuple[Cell, ...] = ()
        self._callers: Callers | None = None
        self._left_out: dict[int, CellRun] = {}
        self._stopped: dict[int, CellRun] = {}
        self._hanging: list[str] = []  # functions that didn't come back in a cell
        # The time that was lost with cells that ended their kernel is missing for those that haven't been run yet.
        self._lost_seconds = 0.0
        self._ran: set[int] = set()
        self._late: set[str] = set()  # what was asked and didn't come back
        self._imported: set[int] = set()  # cells whose imports were made although they didn't come to their end
        self._deadly_imports: set[int] = set()
        self._built: set[str] = set()
        self._lost: set[str] = set()

    @property
    def kernel(self) -> Kernel:
        """The one that answers at present."""
        return self._process

    def run(self, submission: Submission) -> Execution:
        """Run all code cells.  An error of the student's is a finding; later cells still run.

        A cell that exceeds its time or kills the process is left out and everything else is run again
        in a fresh kernel.  Raises :class:`grader.errors.KernelUnavailable` if no kernel starts.
        """
        began = time.monotonic()
        self._cells = tuple(cell for cell in submission.cells if cell.source.strip())
        runs = self._run_cells()
        while runs is None and self._may_restart():
            self._start_afresh()
            runs = self._run_cells()
        outcomes = self._stopped | {run.number: run for run in (*self._left_out.values(), *(runs or ()))}
        ordered = [outcomes[number] for number in sorted(outcomes)]
        findings = [finding for run in ordered if (finding := finding_of(run, self._limits)) is not None]
        findings += [imported(number) for number in sorted(self._imported)]
        missing = [cell for cell in submission.cells if cell.source.strip() and cell.number not in outcomes]
        if missing:
            findings.append(not_run(missing, None if runs is None else self._limits.notebook_seconds))
        return Execution(
            isolation=self._process.recipe.confinement.level,
            outcomes=tuple(map(_outcome, ordered)),
            findings=tuple(findings),
            seconds=time.monotonic() - began,
            finished=runs is not None and not missing,
        )

    def ask(self, call: Call) -> Reply:
        """One question; never raises on what the student's process does.

        A module that was built in a kernel that has since ended is gone: asking for it is
        ``NoReply(CRASHED)`` with that reason, and building it again works.
        """
        inner = innermost(call)
        handle = getattr(inner, "handle", None)
        if handle in self._lost and not isinstance(inner, BuildModule | BuildLibraryModel):
            return NoReply(Verdict.CRASHED, "The process in which the model had been built has ended since.")
        trouble = self._make_ready()
        if trouble is not None:
            return trouble
        if self._process.allowance is not None:
            self._process.allowance.end_leftovers()  # of the cells, or what began to compute only after the answer
            self._process.allowance.renew()
        name = _name_in(inner)
        seconds = (ASKED_AGAIN if name in self._late else 1) * self._limits.call_seconds
        seconds = min(seconds, self._deadline - time.monotonic())
        patience = patience_with(self._process.allowance, seconds)
        process = self._process
        reply = ask_agent(
            process.channel,
            call,
            patience,
            self._how_it_ended,
            lambda: process.ended,
            self._bounds,
            process.interrupted,
        )
        if isinstance(reply, NoReply) and not reply.stopped:
            # A process that hung up is about to end; any other may well go on, and isn't waited for.
            exceeded = self._exceeded(ENDING_SECONDS if reply.verdict is Verdict.CRASHED else 0.0)
            reply = reply if exceeded is None else NoReply(*exceeded)
        reply = self._alone_again(reply)
        if isinstance(reply, NoReply) and reply.verdict is Verdict.TIMED_OUT and name:
            self._late.add(name)
        if isinstance(reply, NoReply) and reply.is_dirty_ending:
            self._end()
        elif isinstance(inner, BuildModule | BuildLibraryModel) and isinstance(reply, Returned):
            self._built.add(inner.handle)
            self._lost.discard(inner.handle)
        return reply

    def _alone_again(self, reply: Reply) -> Reply:
        """What a question has started must not be there to disturb the next one."""
        if isinstance(reply, NoReply) and reply.is_dirty_ending:
            return reply  # with the kernel, all that it started ends too
        if crowd := self._crowd():
            return NoReply(Verdict.CRASHED, crowd)
        if self._process.allowance is not None:
            self._process.allowance.end_leftovers()
        return reply

    def give_up(self) -> None:
        """Let whoever runs or asks come back at once, from another thread than theirs: the kernel is killed, none is
        started any more, and every further question is `SKIPPED`.  It's to be closed as ever.
        """
        self._deadline = -math.inf  # first: whoever sees the kernel end must not start another
        allowance = self._process.allowance
        for pid in () if allowance is None or self._process.ended else allowance.own:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill the kernel with everything that it started.  Idempotent."""
        self._end()

    def __enter__(self) -> KernelSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- one kernel after the other -------------------------------------------------------------

    def _make_ready(self) -> NoReply | None:
        """A kernel with the cells run, taking questions; else why there's none."""
        while not self._serving:
            if time.monotonic() >= self._deadline:
                return NoReply(Verdict.SKIPPED, "The time for this submission is used up.")
            if self._refusals >= MOST_REFUSALS:
                return NoReply(Verdict.UNREADABLE, "The notebook keeps its own process from being asked.")
            if not self._alive:
                if not self._may_restart():
                    return NoReply(Verdict.SKIPPED, "The notebook's process has had to be restarted too often.")
                try:
                    self._start_afresh()
                    if self._run_cells() is None:
                        continue
                except KernelUnavailable as error:
                    return NoReply(Verdict.UNGRADABLE, str(error))
            runner = self._connected()
            seconds = min(SERVE_SECONDS, 2 * self._limits.call_seconds)
            self._serving = runner.serve(min(seconds, max(0.1, self._deadline - time.monotonic())))
            if not self._serving:
                self._refusals += 1
                self._end()
        return None if time.monotonic() < self._deadline else self._time_is_up()

    def _time_is_up(self) -> NoReply:
        self._end()
        return NoReply(Verdict.SKIPPED, "The time for this submission is used up.")

    def _may_restart(self) -> bool:
        return self._restarts_left > 0 and time.monotonic() < self._deadline

    def _start_afresh(self) -> None:
        self._end()
        self._restarts_left -= 1
        self._process = self._process.again()
        self._alive = True

    def _connected(self) -> CellRunner:
        if self._runner is None:
            self._process.wait_until_ready()
            self._runner = CellRunner(self._process)
        return self._runner

    def _run_cells(self) -> list[CellRun] | None:
        """One pass over the cells that aren't left out.  None if one of them ended the kernel: it's left out now.

        When the time for the whole notebook is used up, that cell and all after it are left out.  What a cell imports
        is imported even if the cell is left out, or stops before it.
        """
        runner = self._connected()
        runs: list[CellRun] = []
        seconds = min(self._limits.notebook_seconds, self._deadline - time.monotonic())
        whole = patience_with(self._process.allowance, seconds)
        for cell in self._cells:
            if cell.number in self._left_out:
                if not self._import_rest(runner, cell, 0, whole):
                    return None
                continue
            left = whole.left - (0 if cell.number in self._ran else self._lost_seconds)
            if left <= 0:
                self._cells = tuple(c for c in self._cells if c.number < cell.number)
                break
            hanging = self._hangs_in(cell)
            seconds = (AGAIN if hanging or cell.number in self._stopped else 1) * self._limits.cell_seconds
            run = runner.run(cell, min(seconds, left))
            if (run.stopped or not run.ending.is_dirty_ending) and (crowd := self._crowd()):
                run = replace(run, ending=Verdict.CRASHED, error_type="", error=crowd, stopped=False)
            if run.stopped or not run.ending.is_dirty_ending:
                self._ran.add(cell.number)
            if run.stopped:
                self._note_stopped(replace(run, hangs_again=hanging if seconds < left else ""))
                if not self._import_rest(runner, cell, stopped_at(run), whole):
                    return None
                continue
            if run.ending.is_dirty_ending:
                self._lost_seconds += run.seconds
                if (exceeded := self._exceeded(ENDING_SECONDS)) is not None:
                    run = replace(run, ending=exceeded[0], error=exceeded[1])
                self._left_out[cell.number] = run
                if run.ending is Verdict.TIMED_OUT and left < seconds:
                    # There's no time for the rest either, in this pass or in another.
                    self._cells = tuple(c for c in self._cells if c.number < cell.number)
                self._end()
                return None
            runs.append(run)
            if run.ending is Verdict.RAISED and not self._import_rest(runner, cell, stopped_at(run), whole):
                return None
        return runs

    def _hangs_in(self, cell: Cell) -> str:
        """What the cell may call that didn't come back in another."""
        if self._hanging and self._callers is None:
            self._callers = Callers(self._cells)
        callers = self._callers
        return "" if callers is None else next((n for n in self._hanging if callers.may_call(cell.source, n)), "")

    def _note_stopped(self, run: CellRun) -> None:
        if run.number not in self._stopped:  # else it's run again, after another kernel's end
            self._stopped[run.number] = run
        if run.function and run.function not in self._hanging:
            self._hanging.append(run.function)

    def _import_rest(self, runner: CellRunner, cell: Cell, after: int | None, whole: Patience) -> bool:
        """Make the imports of `cell` below that line.  False if that ended the kernel; they aren't tried again."""
        if after is None or cell.number in self._deadly_imports:
            return True
        statements = imports_after(cell.source, after)
        if not statements:
            return True
        seconds = min(self._limits.cell_seconds, max(0.1, whole.left))
        if runner.run(Cell(cell.number, as_code(statements)), seconds).ending.is_dirty_ending:
            self._deadly_imports.add(cell.number)
            self._imported.discard(cell.number)
            self._end()
            return False
        self._imported.add(cell.number)
        return True

    def _exceeded(self, seconds: float) -> tuple[Verdict, str] | None:
        """The limit for which the kernel has ended, or does within `seconds`, if it was one."""
        ending = self._process.how_it_ended(seconds)
        if ending == "SIGXCPU":
            return Verdict.TIMED_OUT, f"{self._limits.cpu_seconds:g} s of processor time"
        # A limit may have ended a process that the kernel had started, and the kernel gone on.
        return self._process.exceeded if ending == "SIGKILL" else None

    def _crowd(self) -> str:
        return "" if self._process.allowance is None else self._process.allowance.refused

    def _how_it_ended(self) -> str:
        return self._process.how_it_ended(ENDING_SECONDS)

    def _end(self) -> None:
        if self._runner is not None:
            self._runner.close()
            self._runner = None
        self._process.kill()
        self._alive = self._serving = False
        self._lost |= self._built
        self._built = set()


def _outcome(run: CellRun) -> CellOutcome:
    error = f"{run.error_type}: {run.error}" if run.error_type else ""
    if run.ending.is_dirty_ending:
        error = run.ending.value
    return CellOutcome(run.number, run.seconds, error)


def _name_in(question: Call) -> str:
    """Of the function, or of the module, that is asked."""
    return str(getattr(question, "name", "") or getattr(question, "handle", "") or "")
