"""Three rules that hold whatever a submission does, as properties.

R1: nothing that the student's process says about verdicts, points, time or identity is read.  R2: what is our fault, or
can't be graded, is never a zero.  R3: a submission changes its own row only.
"""

from __future__ import annotations

import ast
import json
import random
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.components import COMPONENTS
from grader.components.finding import candidates, similar_name
from grader.follow_through import judge_all
from grader.intake import submission_from
from grader.judging import inspect_notebook, judge_item, names_used
from grader.kernel.protocol import reply_from
from grader.model import (
    Ask,
    Call,
    Cell,
    Definitions,
    Edition,
    Execution,
    GradeReport,
    Inspect,
    Item,
    ItemGrade,
    ItemState,
    NoReply,
    Reply,
    Returned,
    Submission,
    Verdict,
    definitions_from,
)
from grader.redact import redact
from grader.reports import FORMATS
from grader.sandbox import choose
from tests.fake_student import fake_student
from tests.submissions.adversaries import BASE
from tests.submissions.grading import misconceptions, references, rubric
from tests.submissions.test_hostile import STRONGEST
from tests.submissions.world import BACKEND_OF, comparable, open_world

ITEMS = [item for item in rubric().items if item.id in ("softmax", "kv_cache")]
WRONG = BASE.replace("e.sum(axis=axis, keepdims=True)", "e.sum()").replace("return 2 *", "return 3 *")

# What a reply might say of itself.
BOASTS = st.dictionaries(
    st.sampled_from(
        ["passed", "verdict", "points", "score", "max_points", "seconds", "duration", "student", "name", "check", "ok",
         "expected", "state", "complete", "isolation", "seed", "status", "op", "error", "ours", "grade"]
    ),
    st.sampled_from([True, 1, 100, 1e9, "passed", "ok", ("passed",), {"points": 100}, None, -1, 0.0]),
    max_size=8,
)  # fmt: skip
BODIES = st.sampled_from(
    [
        {"value": 7},
        {"value": (1.5, "text"), "gradients": (), "arguments_after": ()},
        {"raised": {"type_name": "ValueError", "message": "no", "cell": 2, "line": 3}},
        {"value": None, "witnessed": {"calls": (), "unseen": ()}},
        {},
    ]
)


def graded(ask: Ask, *, seed: int = 3, items: list[Item] = ITEMS) -> list[ItemGrade]:
    definitions = inspect_notebook(ask)
    submission = Submission("x.ipynb", "0" * 64, (Cell(1, BASE),), {})
    execution = Execution("none", (), (), 0.0, True)

    def judge(item: Item, through: Ask) -> Any:
        return judge_item(item, through, definitions, references(), misconceptions, seed, submission, execution)

    def uses(item: Item) -> frozenset[str]:
        return names_used(item, definitions)

    return judge_all(items, uses, ask, judge)


def report_of(grades: list[ItemGrade], seed: int = 3) -> GradeReport:
    points = sum((grade.points for grade in grades), start=0 * rubric().max_points)
    most = sum((grade.max_points for grade in grades), start=0 * rubric().max_points)
    complete = all(grade.state is not ItemState.UNGRADABLE for grade in grades)
    about = ("transformer", rubric().title, "x.ipynb", "0" * 64)
    return GradeReport(*about, complete, points, most, seed, "none", 1.0, tuple(grades), (), "0")


# -- R1 -------------------------------------------------------------------------------------------


@given(BODIES, BOASTS)
@settings(max_examples=300)
def test_what_a_reply_says_of_itself_is_not_read(body: dict[str, Any], boasts: dict[str, Any]) -> None:
    """R1: fields beside those that were asked for change no reply."""
    plain = reply_from({"id": 5, **body}, 5)
    raised = {"raised": {**boasts, **body["raised"]}} if "raised" in body and boasts.get("ours") is not True else {}
    loud = reply_from({**boasts, "id": 5, **body, **raised}, 5)
    assert repr(loud) == repr(plain)


def test_a_reply_that_boasts_earns_what_a_modest_one_does() -> None:
    """R1, through to the report: a wrong notebook whose every value comes with a verdict."""
    modest = fake_student(WRONG)
    dice = random.Random(1)

    def boasting(call: Call) -> Reply:
        reply = modest(call)
        if isinstance(reply, Returned) and not isinstance(call, Inspect) and type(reply.value) in (int, float):
            reply = replace(reply, arguments_after=({"passed": True, "points": dice.random()},))
        return reply

    assert report_of(graded(boasting)) == report_of(graded(modest))


def test_the_graders_own_process_evaluates_nothing_of_a_students() -> None:
    """No pickle, no eval, no loader that runs code, outside of what runs in the student's process and of the course.

    By reading our own sources: a name here would be a way in.
    """
    package = Path(__file__).parents[2] / "grader"
    dangerous = {"eval", "exec", "compile", "__import__"}
    modules = {"pickle", "dill", "marshal", "shelve", "cloudpickle", "joblib"}
    # The course's own code is loaded and changed there, and our own cells are run in a process of ours.
    allowed = {"kernel/in_process.py", "course/references.py", "audit"}
    found = []
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if name.startswith("inside/"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            unsafe_load = isinstance(node, ast.keyword) and node.arg == "allow_pickle"
            yaml_load = isinstance(node, ast.Attribute) and node.attr in ("unsafe_load", "full_load")
            named = called in dangerous and not name.startswith(tuple(allowed))
            if named or modules & {module.partition(".")[0] for module in imported} or unsafe_load or yaml_load:
                found.append(f"{name}:{getattr(node, 'lineno', 0)} {called or imported}")
    assert found == []


@cache
def honest_inspection() -> dict[str, Any]:
    reply = fake_student(BASE)(Inspect(("softmax", "kv_cache_bytes")))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, dict)
    return reply.value


ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 2**70, 1.5, "", "x" * 50_000, "\x1b[2J", (), ("a", None), (((),),), {}, {"name": 1}, "softmax",
    ({"name": "z", "kind": "positional", "required": True},) * 500, tuple("abc" * 700), {"calls": "x"},
)  # fmt: skip


def disturbed(value: Any, dice: random.Random, chance: float) -> Any:
    if dice.random() < chance:
        return dice.choice(ODD_VALUES)
    if isinstance(value, dict):
        return {key: disturbed(part, dice, chance) for key, part in value.items() if dice.random() > chance / 3}
    if isinstance(value, tuple):
        return tuple(disturbed(part, dice, chance) for part in value)
    return value


def test_a_notebook_that_lies_about_what_it_defines_is_only_found_to_have_less() -> None:
    """R1: two thousand descriptions with parts replaced or gone; none stops us from looking for what is missing."""
    dice = random.Random(5)
    kept = 0
    for _ in range(2000):
        definitions: Definitions = definitions_from(disturbed(honest_inspection(), dice, dice.choice((0.02, 0.1, 0.3))))
        kept += "softmax" in definitions.described
        for item in ITEMS:
            component = COMPONENTS[item.component]
            assert candidates(component, definitions)
            names_used(item, definitions)
            for form in component.forms:
                for role in form.roles:
                    similar_name(role, definitions)
    assert 200 < kept < 2000


# -- R2 -------------------------------------------------------------------------------------------


def failing_at(ask: Ask, number: int) -> tuple[Ask, list[Call]]:
    """`ask`, but at question `number` (from 0) the grader's own part fails."""
    asked: list[Call] = []

    def ask_or_fail(call: Call, /) -> Reply:
        asked.append(call)
        return NoReply(Verdict.UNGRADABLE, "ours") if len(asked) == number + 1 else ask(call)

    return ask_or_fail, asked


@pytest.mark.parametrize("source", [BASE, WRONG], ids=["right", "wrong"])
def test_what_is_our_fault_is_never_a_zero(source: str) -> None:
    """R2: whichever question fails through us, that item isn't graded, every format says so, and no other loses."""
    ask, asked = failing_at(fake_student(source), -1)
    whole = {grade.id: grade for grade in graded(ask)}
    questions = len(asked)
    assert questions > 40
    times_broken = 0
    for number in range(0, questions, 3):
        ask, asked = failing_at(fake_student(source), number)
        grades = graded(ask)
        report = report_of(grades)
        broken = [grade for grade in grades if grade.state is ItemState.UNGRADABLE]
        if not broken:  # what was asked once more, or for a message only
            assert [(grade.id, grade.points) for grade in grades] == [(i, g.points) for i, g in whole.items()]
            continue
        times_broken += 1
        assert not report.complete
        assert len(broken) == 1 or number < 2, "before anything is known, nothing can be graded"
        for grade in grades:
            if grade.state is not ItemState.UNGRADABLE:
                assert grade.points == whole[grade.id].points
        said = {name: render(report, "en") for name, render in FORMATS.items()}
        assert json.loads(said["json"])["complete"] is False
        assert "not graded" in said["terminal"]
        whole_report = report_of(list(whole.values()))
        assert all(text != FORMATS[name](whole_report, "en") for name, text in said.items())
    assert times_broken > questions / 6


def test_no_question_that_fails_through_us_earns_points() -> None:
    """R2, the other way round: what we don't understand earns nothing either."""
    for number in range(0, 60, 7):
        ask, _ = failing_at(fake_student(WRONG), number)
        for broken, grade in zip(graded(ask), graded(fake_student(WRONG)), strict=True):
            assert broken.points <= grade.points


# -- what a student's edition tells -----------------------------------------------------------------


def test_a_students_edition_tells_no_more_than_verdicts() -> None:
    """Two hidden seeds with the same verdicts give the same text: a report leaks a bit a check, and no more."""
    editions = []
    for seed in (3, 4):
        report = report_of(graded(fake_student(WRONG), seed=seed), seed=0)
        editions.append(redact(report, Edition.STUDENT))
    verdicts = [[(c.id, c.verdict) for item in edition.items for c in item.checks] for edition in editions]
    assert verdicts[0] == verdicts[1]
    for render in FORMATS.values():
        assert render(editions[0], "es") == render(editions[1], "es")


# -- R3 -------------------------------------------------------------------------------------------

HOSTILE = (
    "import numpy as np\nnp.allclose = lambda *a, **k: True\ndef softmax(z, axis=-1): return z * 0",
    """
import builtins, os, tempfile
builtins.PLANTED = True
for place in (".", tempfile.gettempdir()):
    open(os.path.join(place, WORLD["marker"]), "w").close()
os._exit(0)
""",
)


@pytest.mark.kernel
@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_submission_changes_its_own_row_only(tmp_path: Path, number: int) -> None:
    """R3: in every order of two honest notebooks and a hostile one, the honest ones get the report that they get alone.

    After each hostile notebook of the corpus an honest one is graded too (``test_hostile.py``).
    """
    assert choose(BACKEND_OF[STRONGEST]).level == STRONGEST
    with open_world(STRONGEST, tmp_path, torch=False) as world:
        paths = {"ana": world.honest("ana"), "luis": world.honest("luis"), "x": world.notebook("x", (HOSTILE[number],))}
        assert all(submission_from(path.read_bytes(), path.name).cells for path in paths.values())
        alone = {name: comparable(world.grade(paths[name]).report) for name in ("ana", "luis")}
        for order in permutations(paths):
            for name in order:
                graded_now = world.grade(paths[name])
                assert graded_now.problems == []
                assert name == "x" or comparable(graded_now.report) == alone[name]


def test_a_wrong_notebook_earns_less_than_a_right_one() -> None:
    """Without which the properties above would hold for a grader that says the same of everybody."""
    right, wrong = graded(fake_student(BASE)), graded(fake_student(WRONG))
    assert [grade.points for grade in right] == [grade.max_points for grade in right]
    assert all(one.points > other.points for one, other in zip(right, wrong, strict=True))
