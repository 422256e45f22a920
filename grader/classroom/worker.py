"""One submission after the other in one process: what every scheduler runs, on this machine or another.

A process opens the course once and forks its kernels from one zygote.  What comes and goes is plain data, so that
nothing of the course, and no object of ours, has to travel.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
import time
import traceback
import warnings
from contextlib import closing
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from grader.classroom.record import packed
from grader.errors import GraderError, SandboxUnavailable, UnreadableSubmission
from grader.inside.launch import end_with_parent
from grader.intake.notebook import submission_from
from grader.kernel.warm import Zygote, start_warm
from grader.model import Text
from grader.pipeline import CHECKOUT, OpenCourse, grade_submission, open_course
from grader.reports.inert import visible
from grader.sandbox import Confinement, choose
from grader.timing.gate import gate_here

__all__ = ["GradingOptions", "Outcome", "begin", "confinement", "grade_bytes"]


@dataclass(frozen=True)
class GradingOptions:
    """All that a grading depends on beside the submission.  `rubric` is a path, on the machine that grades.

    `weak_isolation` lets a machine grade that can't confine notebooks in full.
    """

    rubric: str
    seed: int
    sandbox: str = "auto"
    only: tuple[str, ...] = ()
    weak_isolation: bool = False


@dataclass(frozen=True)
class Outcome:
    """A report (`grader.classroom.record` as JSON text, without its duration), or why there is none.

    `complete` is the report's, `unreadable` says that the lack of one is the file's fault, and `language` is what the
    notebook says of its own (``es``; empty where it says nothing).
    """

    report: str = ""
    failure: Text | None = None
    unreadable: bool = False
    complete: bool = False
    language: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0


# A cluster's worker may have several threads, and a zygote answers one at a time.
_turn = threading.Lock()
_notebook: ContextVar[str] = ContextVar("notebook", default="")
_ENDING = (signal.SIGINT, signal.SIGTERM)
# Opened at a process's first task.
_open: dict[GradingOptions, tuple[OpenCourse, Zygote]] = {}


def grade_bytes(options: GradingOptions, name: str, data: bytes) -> Outcome:
    """Grade the notebook in `data`, a file called `name`.  Whatever happens, there's an outcome."""
    with _turn:
        under_way = _notebook.set(name)
        try:
            return _graded(options, name, data)
        except SystemExit:  # of `_end`: a pool would take it for the task's result, and give this worker the next one
            for opened in [*_open]:
                _close(opened)
            os._exit(1)
        finally:
            _notebook.reset(under_way)


def _graded(options: GradingOptions, name: str, data: bytes) -> Outcome:
    began, cpu = time.monotonic(), _cpu_seconds()
    from grader.choosing import another_assignment

    try:
        submission = submission_from(data, name)
        course, zygote = _opened(options)
        findings = another_assignment(submission, course.rubric)
        with closing(gate_here()) as gate:
            gate.shared()
            report = grade_submission(
                submission, zygote, course, seed=options.seed, only=options.only, findings=findings, gate=gate
            )
        outcome = Outcome(
            report=json.dumps(packed(replace(report, duration_seconds=0.0))),
            complete=report.complete,
            language=submission.metadata.get("grader", {}).get("language", ""),
        )
    except UnreadableSubmission as error:
        outcome = Outcome(failure=_said(error), unreadable=True)
    except GraderError as error:
        outcome = Outcome(failure=_said(error))
        _close(options)  # a broken zygote isn't used again
    except Exception as error:  # noqa: BLE001 - our own mistake: this row is left open, the others go on
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} ({Path(where.filename).name}:{where.lineno})"
        outcome = Outcome(failure=Text("The grader itself failed ({type}). Please report it.", {"type": what}))
        _close(options)
    return replace(outcome, seconds=time.monotonic() - began, cpu_seconds=_cpu_seconds() - cpu)


def confinement(options: GradingOptions) -> Confinement:
    """How notebooks are confined on this machine; `SandboxUnavailable` if that is too weak to go on."""
    chosen = choose(options.sandbox)
    if chosen.level != "full" and not options.weak_isolation:
        raise SandboxUnavailable(
            Text(
                "notebooks would be isolated at the level {level} only ({reason}). `grade doctor` says what is "
                "missing; --allow-weak-isolation grades all the same",
                {"level": chosen.level, "reason": chosen.shortfall or options.sandbox},
            )
        )
    return chosen


def _opened(options: GradingOptions) -> tuple[OpenCourse, Zygote]:
    if options not in _open:
        from grader.choosing import read_rubric

        rubric = Path(options.rubric)
        zygote = start_warm(
            confinement(options),
            preload_torch=True,
            modules=("matplotlib.pyplot",),
            hidden=[CHECKOUT, rubric.absolute().parent],
        )
        try:
            _open[options] = (open_course(read_rubric(rubric)), zygote)
        except BaseException:
            zygote.close()
            raise
    return _open[options]


def _close(options: GradingOptions) -> None:
    if options in _open:
        _open.pop(options)[1].close()


def _said(error: Exception) -> Text:
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Text) else Text("{message}", {"message": visible(str(error))})


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class _AsTheCommand(logging.Formatter):
    """A line that says whose it is: the command's, and of which notebook."""

    def format(self, record: logging.LogRecord) -> str:
        parts = ("grade", _notebook.get(), super().format(record))
        return visible(": ".join(filter(None, parts)))


def begin() -> None:
    """What a worker does first.  It was started with SIGINT held back (`grader.classroom.schedule`)."""
    end_with_parent()  # a worker whose parent is killed must not go on: it would grade for nobody
    for number in _ENDING:
        signal.signal(number, _end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # A new process has Python's defaults, by which warnings about our own arithmetic would reach the terminal.
    warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.NullHandler())
    handler = logging.StreamHandler()
    handler.setFormatter(_AsTheCommand())
    handler.setLevel(logging.WARNING)
    logging.getLogger("grader").addHandler(handler)


def _end(number: int, frame: object) -> NoReturn:
    """Asked to end: the notebook under way is given up, and what it has on this machine is put away."""
    for each in _ENDING:  # once: Ctrl-C reaches us by itself, and then our parent asks too
        signal.signal(each, lambda *_: None)  # of one that is on its way already, SIG_IGN would make a message
    if not (_open or _notebook.get()):
        os._exit(128 + number)  # there's nothing to put away, and no one who would catch the other
    raise SystemExit(128 + number)
