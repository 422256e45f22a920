"""Attackers in the same class change nothing of an honest student's report; ``hostile_class.py`` has all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.sandbox import BACKENDS
from tests.classroom.hostile_class import HONEST, graded, hostile, reports_of_the_honest

HANDFUL = (
    "hostile_kills_who_it_can",
    "hostile_leaves_notes_for_the_next",
    "curious_leaves_a_mark_for_the_next",
    "hostile_patches_the_comparators",
    "hostile_writes_the_report_itself",
    "hostile_leaves_processes_behind",
    "hostile_plants_startup_files",
    "hostile_forks_without_end",
    "hostile_takes_all_memory",
)
COSTLY = ("hostile_forks_without_end", "hostile_takes_all_memory")  # what only a limit ends


@pytest.mark.kernel
@pytest.mark.skipif(BACKENDS["bubblewrap"].unavailable() is not None, reason="grade class wants full isolation")
def test_among_attackers_the_honest_ones_come_out_as_alone_in_either_order(tmp_path: Path) -> None:
    cases = hostile(HANDFUL)
    assert len(cases) == len(HANDFUL)
    alone = reports_of_the_honest(graded(tmp_path, "alone", []))
    assert len(alone) == 2 * len(HONEST)
    assert len({json.loads(alone[f"students/{name}.json"])["points"] for name in HONEST}) > 2
    quick = [case for case in cases if case.name not in COSTLY]
    for label, some, backwards in (("among", cases, False), ("backwards", quick, True)):
        output = graded(tmp_path, label, some, backwards=backwards)
        assert reports_of_the_honest(output) == alone
        rows = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
        assert len(rows) == len(HONEST) + len(some)
