"""No attack gains a point, learns a secret, changes another's row, outlives its session, or costs the grader much.

Each notebook of ``hostile/`` is graded through the real pipeline at the level of isolation that grading would take
here, and at the weaker ones where they promise to withstand it; after each an honest one is graded, as in a class.
Each of ``honest/`` looks odd and earns what it must: a grader that refuses everything would fail here.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.model import GradeReport
from grader.pipeline import grade
from grader.sandbox import BACKENDS
from tests.submissions.adversaries import LEVELS, Adversary, load_adversaries
from tests.submissions.world import BACKEND_OF, GROWS_MIB, SEED, Graded, World, comparable, open_world

pytestmark = pytest.mark.kernel

UNAVAILABLE = {level: BACKENDS[backend].unavailable() for level, backend in BACKEND_OF.items()}
STRONGEST = next(level for level in LEVELS if UNAVAILABLE[level] is None)
SECONDS = 60.0
# A forged message is the same at every level; set this to try them all at each, too.
ALL = "GRADER_TEST_ALL_LEVELS" in os.environ

OpenWorld = Callable[[str], World]


@pytest.fixture(scope="module")
def world_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenWorld]:
    """The world of a level, made when it's first asked for."""
    worlds: dict[str, World] = {}
    with contextlib.ExitStack() as stack:

        def world(level: str) -> World:
            if level not in worlds:
                folder = tmp_path_factory.mktemp(level)
                worlds[level] = stack.enter_context(open_world(level, folder, torch=level == STRONGEST))
            return worlds[level]

        yield world


@pytest.fixture(scope="module")
def alone(world_of: OpenWorld) -> Callable[[str, str], dict[str, Any]]:
    """The report of an honest notebook that was graded before any other, and at the strongest level by itself."""
    reports: dict[tuple[str, str], dict[str, Any]] = {}

    def report(level: str, which: str) -> dict[str, Any]:
        if (level, which) not in reports:
            world = world_of(level)
            if level == STRONGEST:
                rubric = Path(world.course({}).rubric.path)
                found = grade(world.honest(which), seed=SEED, rubric=rubric, sandbox=BACKEND_OF[level])
            else:
                found = world.grade(world.honest(which)).report
            assert found.points == found.max_points
            reports[level, which] = comparable(found)
        return reports[level, which]

    return report


def cases(kind: Any) -> list[Any]:
    """Every case at each level that promises to withstand it; where a level can't be had, it says why."""
    found = []
    for level in LEVELS:
        for case in load_adversaries(kind):
            if level not in case.levels or (case.torch and level != STRONGEST):
                continue
            if level != STRONGEST and not (kind == "hostile" and (case.everywhere or ALL)):
                continue
            marks = [pytest.mark.xfail(reason=case.known[level], strict=True)] if level in case.known else []
            reason = UNAVAILABLE[level]
            if reason is not None:
                marks.append(pytest.mark.skip(reason=f"{level}: {reason}"))
            found.append(pytest.param(level, case, id=f"{level}-{case.name}", marks=marks))
    return found


@pytest.mark.parametrize(("level", "case"), cases("hostile"))
def test_it_is_withstood(
    level: str,
    case: Adversary,
    world_of: OpenWorld,
    alone: Callable[[str, str], dict[str, Any]],
    capfd: pytest.CaptureFixture[str],
) -> None:
    world = world_of(level)
    which = ("ana", "luis")[load_adversaries("hostile").index(case) % 2]
    before = alone(level, which)
    capfd.readouterr()
    graded = world.grade_case(case)
    assert broken_promises(case, graded) == []
    assert capfd.readouterr() == ("", ""), "nothing of it reaches the teacher's terminal"
    after = world.grade(world.honest(which))
    assert after.problems == []
    assert comparable(after.report) == before, "who is graded afterwards gets the same report"


@pytest.mark.parametrize(("level", "case"), cases("honest"))
def test_what_only_looks_odd_earns_what_it_must(level: str, case: Adversary, world_of: OpenWorld) -> None:
    graded = world_of(level).grade_case(case)
    assert broken_promises(case, graded) == []


def broken_promises(case: Adversary, graded: Graded) -> list[str]:
    """What of the case's header doesn't hold, and what was seen around it; empty if it was withstood."""
    found = [*graded.problems, *_other_points(case, graded.report), *_other_verdicts(case, graded.report)]
    found += _other_endings(case, graded.report)
    if graded.report.complete is not case.complete:
        found.append(f"the report is{'' if graded.report.complete else ' not'} complete")
    allowed = GROWS_MIB if case.grows_mib is None else case.grows_mib
    if graded.grown_mib > allowed:
        found.append(f"the grader's memory grew by {graded.grown_mib:.0f} MiB, more than {allowed}")
    if graded.seconds > SECONDS:
        found.append(f"it took {graded.seconds:.0f} s, more than {SECONDS:g}")
    return found


def _other_points(case: Adversary, report: GradeReport) -> Iterator[str]:
    for item in report.items:
        wanted = case.earns[item.id]
        holds = {
            "all": item.points == item.max_points,
            "part": 0 < item.points < item.max_points,
            "0": item.points == 0,
        }
        if not any(holds[word] for word in wanted.split("|")):
            said = [f"{check.id} {check.verdict.value}: {check.message}" for check in item.checks]
            yield f"{item.id}: {float(item.points):g} points, not {wanted}; {said}; {list(map(str, report.findings))}"


def _other_verdicts(case: Adversary, report: GradeReport) -> Iterator[str]:
    came = {f"{item.id}.{check.id}": check.verdict.value for item in report.items for check in item.checks}
    for check, wanted in case.verdicts.items():
        if came[check] not in wanted:
            yield f"{check}: {came[check]}, not {'|'.join(sorted(wanted))}"


def _other_endings(case: Adversary, report: GradeReport) -> Iterator[str]:
    """Its own cells that didn't end well; the first cell of the notebook is the world's."""
    told = [finding for finding in report.findings if finding.cell is not None and "ending" in finding.details]
    came = {(finding.cell or 0) - case.cells_before: finding.details["ending"] for finding in told}
    for number, wanted in case.endings.items():
        if came.get(number, "well") not in wanted:
            yield f"cell {number} ended {came.get(number, 'well')}, not {'|'.join(sorted(wanted))}"
    if unexpected := came.keys() - case.endings.keys():
        yield f"cells {sorted(unexpected)} didn't end well: {list(map(str, report.findings))}"
