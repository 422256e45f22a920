"""Every fault that can be planted in a course is found, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.audit.rows import Outcome
from grader.errors import CourseError, UsageError
from tests.audit.tiny_course import DOCSTRING, FINE, FINE_FAILS, RUBRIC, SOFTMAX, TinyCourse


def test_a_sound_course_has_no_fault(tmp_path: Path) -> None:
    report = TinyCourse(tmp_path).audited(quick=False)
    assert report.faults == ()
    assert report.ok
    assert {row.kind for row in report.rows} >= {"rubric", "file", "reference", "misconception", "trivial", "mutant"}


def test_several_processes_say_the_same_as_one(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("harmless", SOFTMAX, "values")
    one, two = course.audited(), course.audited(jobs=2)
    assert [(row.subject, row.got, row.outcome) for row in one.rows] == [
        (row.subject, row.got, row.outcome) for row in two.rows
    ]


def test_a_wrong_reference_is_found_with_its_check(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, softmax=FINE)
    row = course.rows("reference")["softmax (either)"]
    assert row.outcome is Outcome.FAULT
    assert row.got.startswith("80 of 100 points: stable: ")


def test_a_reference_without_its_function_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, softmax="def soft_max(z):\n    return z\n")
    assert "none of the functions softmax" in course.rows("reference")["softmax"].got


def test_a_misconception_that_fails_nothing_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("harmless", SOFTMAX, "values")
    row = course.rows("misconception")["softmax/harmless"]
    assert row.outcome is Outcome.FAULT
    assert "passes values" in row.got
    assert course.faults("misconception") == {"softmax/harmless"}


def test_a_misconception_that_declares_a_wrong_check_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("no_max_subtraction", FINE, "stable, values")
    got = course.rows("misconception")["softmax/no_max_subtraction"].got
    assert "passes values" in got
    assert "also fails" not in got


def test_a_misconception_that_fails_more_than_it_declares_is_found_with_the_message(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("no_exponential", "def softmax(z, axis=-1):\n    return 2 * z / abs(z).sum()\n", "values")
    got = course.rows("misconception")["softmax/no_exponential"].got
    assert "also fails" in got
    assert "sums_to_one (softmax of a (2, 3, 5) array" in got


def test_a_check_that_does_not_exist_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("no_max_subtraction", FINE, "stable, stabel")
    assert "softmax has no check stabel" in course.rows("misconception")["softmax/no_max_subtraction"].got


def test_a_misconception_without_a_role_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("misnamed", "def soft_max(z, axis=-1):\n    return z\n", "values")
    assert "defines no function or class of softmax" in course.rows("misconception")["softmax/misnamed"].got


def test_a_misconception_that_is_not_diagnosed_as_itself_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    # Each call gives something else, so that its outputs can't be recognised.
    code = (
        "import itertools\nimport numpy as np\nn = itertools.count(1)\n"
        "def softmax(z, axis=-1):\n"
        "    e = np.exp(z - z.max(axis=axis, keepdims=True))\n"
        "    return e / e.sum(axis=axis, keepdims=True) * (1 + next(n) / 10)\n"
    )
    course.misconception("never_the_same", code, "values")
    assert "is diagnosed as scaled" in course.rows("misconception")["softmax/never_the_same"].got


def test_two_that_cannot_be_told_apart_are_found_unless_they_say_so(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("overflow", FINE.replace("e = np.exp(z)", "e = np.exp(z * 1.0)"), FINE_FAILS)
    pair = "softmax/no_max_subtraction and overflow"
    assert course.rows("alike")[pair].outcome is Outcome.FAULT
    course.misconception("overflow", FINE, FINE_FAILS, more="alike: softmax/no_max_subtraction")
    assert course.rows("alike")[pair].outcome is Outcome.OK
    assert course.faults("misconception", "alike") == set()


def test_two_that_say_they_are_alike_and_are_not_are_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("zeros", "def softmax(z, axis=-1):\n    return 0 * z\n", "values", more="alike: softmax/other")
    course.misconception("no_max_subtraction", FINE, FINE_FAILS, more="alike: softmax/zeros")
    rows = course.rows("alike")
    assert rows["softmax/no_max_subtraction and zeros"].got == "can be told apart: remove `alike`"
    assert "is said to be like softmax/other" in course.rows("misconception")["softmax/zeros"].got


def test_a_missing_section_of_a_docstring_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    short = DOCSTRING.replace("prueba: Qué probar.\n", "")
    course.misconception("no_max_subtraction", FINE, FINE_FAILS, docstring=short)
    row = course.rows("misconception")["softmax"]
    assert row.outcome is Outcome.FAULT
    assert "the docstring lacks prueba" in row.got


def test_an_unaccounted_file_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    for name in ("old_softmax.py", "misconceptions/softmaks/__init__.py", "misconceptions/softmax/notes.txt"):
        (course.references / name).parent.mkdir(exist_ok=True)
        (course.references / name).write_text("x = 1\n")
    assert course.faults("file") == {
        "old_softmax.py",
        "misconceptions/softmaks/__init__.py",
        "misconceptions/softmax/notes.txt",
    }


def test_a_file_that_a_reference_imports_is_accounted_for(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, softmax=f"from .powers import exp\n{SOFTMAX}")
    (course.references / "powers.py").write_text("from numpy import exp\n")
    assert course.faults("file", "reference") == set()


@pytest.mark.parametrize(
    ("planted", "problem"),
    [
        (RUBRIC.replace("points: 100", "points: 90"), "points add up to 90, not 100"),
        (RUBRIC.replace("id: values,", "id: valeus,"), "has no check 'valeus'"),
        (RUBRIC.replace("component: softmax", "component: softmacs"), "there is no component 'softmacs'"),
    ],
)
def test_a_faulty_rubric_is_found_and_the_rest_is_audited(tmp_path: Path, planted: str, problem: str) -> None:
    report = TinyCourse(tmp_path, rubric=planted).audited()
    assert any(problem in row.got for row in report.faults)
    assert any(row.kind == "reference" and row.subject == "softmax (either)" and row.ok for row in report.rows)


def test_a_check_that_the_rubric_leaves_out_is_noted(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, rubric=RUBRIC.replace("      - {id: input_untouched, share: 1}\n", ""))
    row = course.rows("rubric")["softmax"]
    assert (row.outcome, row.got) == (Outcome.NOTE, "never asked: input_untouched")


def test_no_file_is_to_be_removed_while_the_rubric_cannot_be_read(tmp_path: Path) -> None:
    """Its fault is one thing to mend; the files of a component that it would name are no fault of their own."""
    course = TinyCourse(tmp_path, rubric=RUBRIC.replace("component: softmax", "component: soft_max"))
    assert course.faults("rubric") == {"rubric"}
    assert {row.outcome for row in course.rows("file").values()} == {Outcome.NOTE}


def test_trivial_answers_that_earn_points_are_found(tmp_path: Path) -> None:
    """A rubric that asks nothing but what an odd width does pays for random numbers."""
    odd = RUBRIC.partition("    checks:")[0].replace("softmax", "positional_encoding")
    course = TinyCourse(tmp_path, rubric=f"{odd}    checks:\n      - {{id: odd_width, share: 1}}\n")
    (course.references / "positional_encoding.py").write_text("")
    rows = course.rows("trivial")
    assert rows["positional_encoding (either): random numbers"].got.startswith("100 points: odd_width; ask more there")
    assert rows["positional_encoding (either): zeros"].outcome is Outcome.OK


def test_a_solved_notebook_that_loses_points_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    course.notebook("samples/perfect_en.ipynb", "import numpy as np", SOFTMAX)
    course.notebook("samples/perfect_es.ipynb", "import numpy as np", FINE)
    course.notebook("solved.ipynb", "import numpy as np\nraise ValueError('stop')", "1 / 0", SOFTMAX)
    rows = course.rows("solved")
    assert {name: row.outcome for name, row in rows.items()} == {
        "perfect_en.ipynb": Outcome.OK,
        "perfect_es.ipynb": Outcome.FAULT,
        "solved.ipynb": Outcome.OK,  # an error in one cell doesn't stop the others
    }
    assert "softmax stable: " in rows["perfect_es.ipynb"].got


def test_a_starter_that_earns_points_is_found_and_a_missing_one_is_noted(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    assert course.rows("starter")["tiny"].outcome is Outcome.NOTE
    course.notebook("starter_en.ipynb", "def softmax(z, axis=-1):\n    raise NotImplementedError")
    course.notebook("starter_es.ipynb", SOFTMAX)
    rows = course.rows("starter")
    assert rows["starter_en.ipynb"].outcome is Outcome.OK
    assert rows["starter_es.ipynb"].outcome is Outcome.FAULT
    assert "softmax earns values" in rows["starter_es.ipynb"].got


USELESS_LINE = SOFTMAX.replace("    return exp", "    exponentials = exponentials + 0.0\n    return exp")
SURVIVOR = "softmax.py, softmax: exponentials = exponentials - 0.0"


def test_an_unexplained_survivor_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, softmax=USELESS_LINE)
    assert SURVIVOR in course.faults("mutant")
    assert course.faults("reference") == set()


def test_an_explained_survivor_is_noted_and_a_stale_explanation_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path, softmax=USELESS_LINE)
    (course.references / "mutants.yaml").write_text(
        "softmax:\n"
        "  'softmax: exponentials = exponentials - 0.0': nothing is added\n"
        "  'softmax: without exponentials = exponentials + 0.0': nothing is added\n"
        "  'softmax: return exponentials * exponentials.sum(axis=axis, keepdims=True)': killed, in fact\n"
        "  'softmax: gone': there was such a line\n"
    )
    rows = course.rows("mutant")
    assert rows[SURVIVOR].got == "survives: nothing is added"
    assert rows[SURVIVOR].outcome is Outcome.NOTE
    assert {name: row.got for name, row in rows.items() if not row.ok} == {
        "softmax.py, softmax: return exponentials * exponentials.sum(axis=axis, keepdims=True)": (
            "it is killed: remove it from mutants.yaml"
        ),
        "softmax.py, softmax: gone": "there is no such mutant: remove it from mutants.yaml",
    }


def test_an_explanation_without_a_reason_is_found(tmp_path: Path) -> None:
    course = TinyCourse(tmp_path)
    (course.references / "mutants.yaml").write_text("softmax:\n  'softmax: gone': ''\n")
    assert "a reason is missing" in course.rows("mutant")["softmax"].got


def test_a_mutant_on_which_the_grader_itself_fails_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr("grader.components.transformer.softmax.describe_difference", broken)
    monkeypatch.setattr("grader.checks.matches_reference.describe_difference", broken)
    course = TinyCourse(tmp_path)
    assert any("the check itself breaks off: " in row.got for row in course.rows("mutant").values())


def test_what_cannot_be_audited_is_an_error(tmp_path: Path) -> None:
    from grader.audit import audit

    with pytest.raises(CourseError):
        audit(tmp_path / "rubric.yaml", seed=0)
    course = TinyCourse(tmp_path / "course")
    with pytest.raises(UsageError, match="no component 'sofmax'"):
        audit(course.folder / "rubric.yaml", components=("sofmax",), seed=0)
