"""What a machine of the cluster does by itself: it asks its own isolation, and grades one after the other."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from grader.classroom import worker
from grader.classroom.worker import GradingOptions, Outcome, grade_bytes
from tests.classroom.trees import notebook

RUBRIC = str(Path(__file__).parents[2] / "rubric.yaml")


def test_a_machine_that_can_t_isolate_refuses_by_itself_and_says_so() -> None:
    """The machine that hands out the work may be another one."""
    outcome = grade_bytes(GradingOptions(RUBRIC, 1, "none"), "a.ipynb", notebook())
    assert not outcome.report
    assert not outcome.unreadable, "it's no fault of the file, so it isn't kept"
    assert "--allow-weak-isolation" in str(outcome.failure)


def test_an_unreadable_file_is_told_before_anything_is_started() -> None:
    outcome = grade_bytes(GradingOptions(RUBRIC, 1, "none"), "a.ipynb", notebook()[:40])
    assert outcome.unreadable
    assert outcome.failure is not None


def test_threads_of_one_worker_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[int] = []
    most: list[int] = []

    def slow(*_: object) -> Outcome:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.02)
        inside.pop()
        return Outcome()

    monkeypatch.setattr(worker, "_graded", slow)
    threads = [threading.Thread(target=grade_bytes, args=(GradingOptions(RUBRIC, 1), "a", b"")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]
