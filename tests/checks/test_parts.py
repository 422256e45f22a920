"""Functions that give several values: each is compared, and less than all of them is wrong, never our fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.audit.trivial_answers import trivial_answers
from grader.checks import Settled, Student, run
from grader.checks.claim import Claim
from grader.checks.matches_reference import Case, MatchesReference
from grader.checks.own_faults import GRADER, OWN_COURSE
from grader.checks.parts import parts_of
from grader.components import Form, Role
from grader.kernel.in_process import ask_in_process
from grader.model import Array as ArrayValue
from grader.model import CheckResult, Definition, Text, Verdict

Array = NDArray[np.float64]
ROLE = Role("line", "function", ("x", "y"), 2)


class NoReferences:
    """What these checks expect is computed here."""

    def __getattr__(self, component: str) -> Any:
        raise AttributeError(component)

    def needs_torch_(self, component: str) -> bool:
        return False


def cases(dice: np.random.Generator, student: Student) -> Iterator[Case]:
    yield Case(Text("line through 8 points"), (dice.normal(0, 2, 8), dice.normal(0, 2, 8)))


def judged(code: str, reference: Callable[..., Any]) -> CheckResult:
    ask = ask_in_process(f"import numpy as np\n{code}")
    found = {"line": Definition("line", "function")}
    student = Student(ask, found, "numpy", 3, NoReferences())
    return run(MatchesReference("values", Text("right values"), "line", cases, reference), student)


def slope_and_intercept(references: object, x: Array, y: Array) -> tuple[Any, ...]:
    return tuple(np.polyfit(x, y, 1))


def line_and_residuals(references: object, x: Array, y: Array) -> tuple[Any, ...]:
    line = np.polyfit(x, y, 1)
    return line, y - np.polyval(line, x)


PAIR = "def line(x, y):\n    a, b = np.polyfit(x, y, 1)\n    return "
UNEQUAL = "def line(x, y):\n    a = np.polyfit(x, y, 1)\n    r = y - np.polyval(a, x)\n    return "


@pytest.mark.parametrize("answer", ["a, b", "[a, b]", "{'slope': a, 'intercept': b}", "np.array([a, b])"])
def test_several_values_are_right_in_any_container(answer: str) -> None:
    assert judged(PAIR + answer, slope_and_intercept).verdict is Verdict.PASSED


def test_values_of_unequal_shapes_are_compared_one_by_one() -> None:
    assert judged(UNEQUAL + "a, r", line_and_residuals).verdict is Verdict.PASSED
    result = judged(UNEQUAL + "a, -r", line_and_residuals)
    assert result.verdict is Verdict.WRONG
    assert str(result.message).startswith("line through 8 points, value 2 of 2: 8 of 8 values differ")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("a", "a tuple of 2 values is expected, but array came back."),  # two numbers, and still not the two values
        ("a[0]", "a tuple of 2 values is expected, but float64 came back."),
        ("None", "a tuple of 2 values is expected, but None came back."),
        ("a, r, r", "2 values are expected, but 3 came back."),
        ("(a,)", "2 values are expected, but 1 came back."),
        ("r, a", "value 1 of 2: the shape is (8,), expected (2,)."),
    ],
)
def test_less_or_more_than_all_values_is_wrong_and_told(answer: str, told: str) -> None:
    result = judged(UNEQUAL + answer, line_and_residuals)
    assert result.verdict is Verdict.WRONG
    assert told in str(result.message)


def test_a_claim_takes_an_array_of_values_apart_as_well() -> None:
    """As `MatchesReference` does: right work of one style must not fail one check of two."""
    rows = parts_of(ArrayValue(np.array([2.0, 3.0])), 2, Text("line"))
    assert [float(row.data) for row in rows if isinstance(row, ArrayValue)] == [2.0, 3.0]
    with pytest.raises(Settled):
        parts_of(ArrayValue(np.array([2.0, 3.0])), 2, Text("line"), stacked=False)


def test_an_empty_body_answers_one_none_where_several_values_are_asked() -> None:
    """A check that takes the answer apart unseen breaks on it; the audit must try what an unwritten function gives."""
    form = Form("function", Text("function"), "either", (ROLE,), ())
    references = {"line": lambda x, y: line_and_residuals(None, x, y)}
    nothing = next(t for t in trivial_answers(form, "numpy", references) if t.name == "None")
    assert nothing.functions["line"](np.arange(8.0), np.arange(8.0) ** 2) is None


@pytest.mark.parametrize("students", [False, True])
def test_a_check_that_breaks_off_is_told_with_the_line_of_the_courses_own_file(tmp_path: Path, students: bool) -> None:
    """The innermost line that the course's writer wrote, though the exception is NumPy's; not the exception's text.

    Whoever reads it would else report it to us; in the students' edition that file lies in our package.
    """
    file = (Path(GRADER, OWN_COURSE, "components") if students else tmp_path) / "course.py"
    source = "import numpy as np\n\n\ndef holds(student):\n    return np.linalg.inv(np.zeros((2, 3)))\n"
    namespace: dict[str, object] = {}
    exec(compile(source, str(file), "exec"), namespace)
    check = Claim("inverse", Text("an inverse"), namespace["holds"])  # type: ignore[arg-type]
    result = run(check, Student(ask_in_process(), {}, "numpy", 3, NoReferences()))
    assert result.verdict is Verdict.UNGRADABLE
    said = str(result.message)
    assert "report" not in said
    assert said.startswith("The course's own code failed in this check (LinAlgError, course.py:5), which is no fault")


@pytest.mark.parametrize("given", [True, False, "the line is wrong"])
def test_a_claim_that_gives_no_text_is_told_what_to_give(given: object) -> None:
    """Such an answer was taken for a message, and the whole grading broke off where the report is written."""
    check = Claim("line", Text("a line"), lambda student: given)  # type: ignore[arg-type, return-value]
    result = run(check, Student(ask_in_process(), {}, "numpy", 3, NoReferences()))
    assert result.verdict is Verdict.UNGRADABLE
    assert f"The claim `line` gives {type(given).__name__}." in str(result.message)


def test_a_case_without_a_text_or_a_tuple_is_refused_where_it_is_made() -> None:
    with pytest.raises(TypeError, match="name must be a Text"):
        Case("10 points", (1,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="args must be a tuple"):
        Case(Text("10 points"), np.arange(10.0))  # type: ignore[arg-type]
