"""Time is no evidence: neither when something says that it was written, nor when it was graded.

Rows 40, 72 and 124 of the catalogue.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.classroom import journal
from grader.classroom.changes import Snapshot, Standing, compared
from grader.classroom.collect import collect
from grader.classroom.journal import Circumstances
from grader.classroom.worker import GradingOptions
from grader.intake import submission_from
from tests.classroom.trees import write
from tests.submissions.adversaries import BASE
from tests.submissions.grading import rubric

FIRST = 978_307_200  # 2001-01-01, as seconds since 1970


def notebook(**metadata: object) -> bytes:
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": BASE,
    }
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": [cell]}).encode()


def test_a_files_own_times_are_not_even_a_claim(tmp_path: Path) -> None:
    """Row 72: only a roster or an LMS says when; what its author can set is never looked at."""
    dated = notebook(date="2001-01-01", last_modified="2001-01-01T00:00:00Z", submitted_at="2001-01-01")
    folder = write(tmp_path, {"ana/hw.ipynb": dated, "luis/hw.ipynb": notebook()})
    git = "commit 1\nAuthor: Ana <a@b.c>\nAuthorDate: 2001-01-01\n"
    write(folder, {"ana/.git/logs/HEAD": git.encode(), "ana/submitted_at.txt": b"2001-01-01"})
    os.utime(folder / "ana/hw.ipynb", (FIRST, FIRST))
    ana, luis = collect([folder], None).collected
    assert ana.claims == luis.claims == ()
    assert submission_from(ana.read(), "x").cells == submission_from(luis.read(), "x").cells


def snapshot(circumstances: Circumstances, points: float, sha256: str = "a" * 64) -> Snapshot:
    return Snapshot(circumstances, 10, {"ana": Standing("Ana", sha256, "graded", points, {"softmax": points})})


def circumstances() -> Circumstances:
    return Circumstances.of(GradingOptions(rubric().path, seed=7), rubric())


def test_the_same_bytes_with_another_result_are_listed_as_that() -> None:
    """Row 40: right at times.  Nothing else has changed, and that is what is said."""
    same = circumstances()
    (change,) = compared(snapshot(same, 10), snapshot(same, 3)).students
    assert change.difference == -7
    assert [str(why) for why in change.why] == [
        "Nothing else has changed: it was graded again and gave another result."
    ]


def test_another_library_is_named_and_nothing_is_taken_over_from_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Row 124: the same bytes under two versions of NumPy."""
    now = circumstances()
    assert f"numpy {version('numpy')}" in now.libraries
    monkeypatch.setattr(journal, "version", lambda name: "0.1" if name == "numpy" else version(name))
    before = circumstances()
    assert before.fingerprint != now.fingerprint
    assert before == replace(now, libraries=before.libraries)
    (change,) = compared(snapshot(before, 10), snapshot(now, 3)).students
    (why,) = map(str, change.why)
    assert "numpy 0.1" in why
    assert f"numpy {version('numpy')}" in why
