"""A sound rubric becomes exact data, and it is found where a teacher expects."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

import grader
from grader.components import COMPONENTS
from grader.course import find_rubric, load_rubric
from grader.errors import CourseError
from grader.model import CheckEntry, Disclosure, Forbidden, Limits
from grader.own_work import CONCEPTS

KNOWN = {"softmax": ("values", "stable"), "masks": ("causal",)}
SMALL = """\
format: 1
assignment: demo
title: {en: Demo, es: Demostración}
items:
  - id: softmax
    title: {en: Softmax, es: "no"}
    component: softmax
    points: 2.1
    checks: [{id: values, share: 1e-6, hidden: false}, {id: stable, share: 0.1}]
  - id: masks
    title: {en: yes, es: 'Máscaras: causal'}
    component: masks
    points: 97.9
    needs: [softmax]
    checks: [{id: causal, share: 1}]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "rubric.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("said", "disclosure"),
    [
        ("", Disclosure.NONE),
        (", hidden: true", Disclosure.NONE),
        (", hidden: false", Disclosure.FULL),
        (", disclosure: full", Disclosure.FULL),
        (", disclosure: actual-only", Disclosure.ACTUAL_ONLY),
        (", disclosure: none", Disclosure.NONE),
    ],
)
def test_a_check_says_what_students_see_of_it(tmp_path: Path, said: str, disclosure: Disclosure) -> None:
    rubric = load_rubric(written(tmp_path, SMALL.replace("share: 0.1", f"share: 0.1{said}")), KNOWN)
    entry = rubric.items[0].checks[1]
    assert Disclosure.of(entry.hidden, entry.shows_actual) is disclosure
    assert entry.hidden is (disclosure is not Disclosure.FULL)


def test_a_rubric_becomes_exact_data(tmp_path: Path) -> None:
    """Decimals are exact (2.1 + 97.9 is 100), 1e-6 is a number, yes and no are text, checks are hidden by default."""
    rubric = load_rubric(written(tmp_path, SMALL), KNOWN)
    softmax, masks = rubric.items
    assert rubric.max_points == 100
    assert (softmax.points, masks.points) == (Fraction(21, 10), Fraction(979, 10))
    assert softmax.checks == (
        CheckEntry("values", Fraction(1, 10**6), hidden=False),
        CheckEntry("stable", Fraction(1, 10), hidden=True),
    )
    assert softmax.title == {"en": "Softmax", "es": "no"}
    assert masks.title == {"en": "yes", "es": "Máscaras: causal"}
    assert masks.needs == ("softmax",)
    assert rubric.limits == Limits()
    assert rubric.assignment == "demo"
    assert rubric.path == str(tmp_path / "rubric.yaml")


def test_limits_can_be_set_one_by_one(tmp_path: Path) -> None:
    rubric = load_rubric(written(tmp_path, SMALL + "limits: {call_seconds: 2.5}\n"), KNOWN)
    assert rubric.limits == Limits(call_seconds=2.5)


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert load_rubric(path, KNOWN).max_points == 100


def test_a_component_may_be_shared_out_between_items(tmp_path: Path) -> None:
    """Two items on one component are fine while no check counts twice."""
    text = SMALL.replace("component: masks", "component: softmax").replace(", {id: stable, share: 0.1}", "")
    rubric = load_rubric(written(tmp_path, text.replace("id: causal", "id: stable")), KNOWN)
    assert [item.component for item in rubric.items] == ["softmax", "softmax"]


def test_the_rubric_that_comes_with_the_grader_is_sound() -> None:
    """100 points, both languages, and of each component exactly the checks that it has."""
    path = Path(grader.__file__).parent.parent / "rubric.yaml"
    rubric = load_rubric(
        path, {**every_check_of(path), **{name: c.check_ids for name, c in COMPONENTS.items()}}, CONCEPTS
    )
    assert rubric.max_points == 100
    assert rubric.assignment == "transformer"
    for item in rubric.items:
        if item.component in COMPONENTS:
            assert {check.id for check in item.checks} == set(COMPONENTS[item.component].check_ids)
        assert set(item.title) == {"en", "es"}


def every_check_of(path: Path) -> dict[str, tuple[str, ...]]:
    """For components that don't exist yet: whatever the rubric itself names."""
    import yaml

    items = yaml.safe_load(path.read_text(encoding="utf-8"))["items"]
    return {item["component"]: tuple(check["id"] for check in item["checks"]) for item in items}


def test_only_the_named_rubric_or_the_checkouts_own_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rubric in the folder where somebody stands may be a student's, and the references beside it would be run."""
    written(tmp_path, SMALL)
    monkeypatch.chdir(tmp_path)
    assert find_rubric(tmp_path / "other.yaml") == tmp_path / "other.yaml"
    assert find_rubric() == Path(grader.__file__).parent.parent / "rubric.yaml"


def test_no_rubric_anywhere_is_a_course_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "__file__", str(tmp_path / "site-packages" / "grader" / "__init__.py"))
    (tmp_path / "site-packages" / "rubric.yaml").mkdir(parents=True)  # a folder of that name is no rubric
    with pytest.raises(CourseError, match=r"came without a rubric\.yaml: say which to grade by with --rubric FILE"):
        find_rubric()


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda path: None, "there is no such file: correct the path"),
        (lambda path: path.mkdir(), "this is not a file"),
        (os.mkfifo, "this is not a file"),
        (lambda path: path.write_bytes(b"#" * (1 << 20) + b"\n"), "the file is larger than 1048576 bytes"),
        (lambda path: path.write_bytes(b""), "the file is empty: start from"),
        (lambda path: path.write_bytes(b"# only a comment\n"), "the file is empty: start from"),
    ],
)
def test_a_file_that_is_no_rubric(tmp_path: Path, make: object, what: str) -> None:
    """Each is one problem at 1:1, and exit code 3."""
    path = tmp_path / "rubric.yaml"
    assert callable(make)
    make(path)
    with pytest.raises(CourseError) as caught:
        load_rubric(path, KNOWN)
    (problem,) = caught.value.problems
    assert problem.startswith(f"{path}:1:1: {what}")
    assert caught.value.exit_code == 3


def test_what_an_item_forbids_is_read_with_its_cost(tmp_path: Path) -> None:
    line = "    forbidden: {concepts: [softmax], costs_percent: 40}\n"
    text = SMALL.replace("    checks:", line + "    checks:", 1)
    forbidden = load_rubric(written(tmp_path, text), KNOWN, ("softmax",)).items[0].forbidden
    assert forbidden == Forbidden(("softmax",), Fraction(2, 5))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("forbidden: {concepts: [softmaxx]}", "there is no concept 'softmaxx': did you mean 'softmax'?"),
        ("forbidden: {concepts: []}", "concepts must not be empty"),
        ("forbidden: {}", "forbidden lacks the key 'concepts'"),
        ("forbidden: [softmax]", "forbidden must be a mapping"),
        ("forbidden: {concepts: [softmax], costs_percent: 120}", "costs_percent must be greater than 0"),
        ("forbidden: {concepts: [softmax], cost: 1}", "forbidden has an unknown key 'cost'"),
    ],
)
def test_a_faulty_prohibition_is_told_with_its_place(tmp_path: Path, line: str, what: str) -> None:
    text = SMALL.replace("    checks:", f"    {line}\n    checks:", 1)
    path = written(tmp_path, text)
    row = 1 + next(number for number, row in enumerate(text.splitlines()) if "forbidden" in row)
    with pytest.raises(CourseError) as caught:
        load_rubric(path, KNOWN, ("softmax",))
    assert any(problem.startswith(f"{path}:{row}:") and what in problem for problem in caught.value.problems)
