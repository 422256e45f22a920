"""A class is graded as what most of its notebooks are for; where they disagree, the teacher says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.majority import LOOKED_AT, Majority, majority
from grader.classroom.run import Entry
from grader.cli import main
from grader.model import Submission

KNOWN = "transformer", "foundations"


def notebook(assignment: str | None, source: str = "") -> bytes:
    metadata = {} if assignment is None else {"grader": {"assignment": assignment}}
    cell: dict[str, Any] = {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": metadata, "cells": [cell]}).encode()


def entry(data: bytes) -> Entry:
    return Entry("ana", "", "ana.ipynb", "ana.ipynb", "0" * 64, lambda: data)


def by_names(submission: Submission) -> str | None:
    return "transformer" if "softmax" in submission.source else None


@pytest.mark.parametrize(
    ("class_", "found"),
    [
        ([], None),
        ([notebook(None)], None),
        ([b"not a notebook"], None),
        ([notebook("foundations")], Majority("foundations", 1, 1, ())),
        ([notebook("a course elsewhere"), notebook(None, "softmax = 1")], Majority("transformer", 1, 1, ())),
        ([notebook("foundations"), b"{", notebook("foundations"), notebook(None, "softmax = 1")],
         Majority("foundations", 2, 3, ("transformer",))),
    ],
)  # fmt: skip
def test_what_most_notebooks_say_counts(class_: list[bytes], found: Majority | None) -> None:
    """Their metadata, else the names in them; those that can't be read or say nothing have no vote."""
    assert majority(list(map(entry, class_)), KNOWN, by_names) == found


def test_half_of_them_are_no_majority() -> None:
    half = majority([entry(notebook("foundations")), entry(notebook("transformer"))], KNOWN, by_names)
    assert half is not None
    assert not half.clear


def test_of_a_large_class_some_are_read_from_all_over_it() -> None:
    read: list[int] = []

    def numbered(number: int) -> Entry:
        def data() -> bytes:
            read.append(number)
            return notebook("foundations" if number < 600 else "transformer")

        return Entry("", "", "", "", "", data)

    found = majority(list(map(numbered, range(1000))), KNOWN, by_names)
    assert found == Majority("foundations", 24, 40, ("transformer",))
    assert len(read) == LOOKED_AT


def test_several_assignments_are_refused_before_anything_is_graded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, assignment in (("ana", "foundations"), ("ben", "transformer")):
        (tmp_path / f"{name}.ipynb").write_bytes(notebook(assignment))
    assert main(["class", str(tmp_path), "-o", str(tmp_path / "out"), "--sandbox", "none", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "foundations, transformer" in said
    assert "--assignment" in said
