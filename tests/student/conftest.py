"""A part of the core assignment as students have it: written down once, read back from its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.choosing import read_rubric
from grader.course import load_references
from grader.release.recording import record
from grader.student.public import PublicChecks

ROOT = Path(__file__).parents[2]
# Quick to write down: NumPy functions, and none that trains.
ITEMS = ("softmax", "masks", "kv_cache")


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> PublicChecks:
    rubric = read_rubric(ROOT / "rubric.yaml")
    part = replace(rubric, items=tuple(item for item in rubric.items if item.id in ITEMS))
    recorded = record(part, load_references(ROOT / "reference_solutions", rubric.assignment), ())
    file = tmp_path_factory.mktemp("public") / "transformer.checks.json"
    file.write_text(recorded.as_json(), encoding="utf-8")
    return PublicChecks.read(file)
