"""References that answer from what was written down."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import Verdict
from grader.student.public import Answer, Asked, PublicChecks, PublicItem
from grader.student.recorded import NotRecorded, RecordedReferences


def references(
    *answers: tuple[tuple[object, ...], object], raised: tuple[str, str] | None = None
) -> RecordedReferences:
    given = [Answer(n, value, raised) for n, (_, value) in enumerate(answers)]
    public = PublicChecks(
        assignment="a",
        title={},
        seed=1,
        items=(PublicItem("softmax", {}, "softmax", {}, 0),),
        inputs=[Asked(args) for args, _ in answers],
        references={"softmax": {"softmax": given}},
        constants={"softmax": {"EPS": 1e-5}},
    )
    return RecordedReferences(public)


Z = np.array([[1.0, 2.0], [3.0, 4.0]])


def test_the_same_question_gets_the_answer_that_was_written_down() -> None:
    recorded = references(((Z, -1), Z * 2), ((Z, 0), Z * 3))
    np.testing.assert_array_equal(recorded.softmax.softmax(Z.copy(), 0), Z * 3)
    np.testing.assert_array_equal(recorded.softmax.softmax(Z.copy(), -1), Z * 2)
    assert recorded.softmax.EPS == 1e-5
    assert recorded.missed_ == 0


def test_another_machines_last_digit_makes_no_other_question() -> None:
    recorded = references(((Z,), Z * 2))
    np.testing.assert_array_equal(recorded.softmax.softmax(Z * (1 + 4e-16)), Z * 2)


def test_of_two_near_questions_the_nearer_is_meant() -> None:
    """Finite differences ask at points that lie close together."""
    recorded = references(((Z,), 1.0), ((Z + 4e-10,), 2.0))
    assert recorded.softmax.softmax(Z + 3.9e-10) == 2.0
    assert recorded.softmax.softmax(Z + 1e-11) == 1.0


@pytest.mark.parametrize(
    "args",
    [(Z + 1e-6,), (Z.T,), (Z[:1],), (Z.astype(int),), (Z, 0), (Z > 1,), ((Z,),), (None,), (lambda: 0,), ()],
    ids=["other numbers", "transposed", "shape", "integers", "an axis", "bools", "nested", "None", "function", "none"],
)
def test_another_question_has_no_answer(args: tuple[object, ...]) -> None:
    recorded = references(((Z,), Z * 2))
    with pytest.raises(NotRecorded) as missed:
        recorded.softmax.softmax(*args)
    assert missed.value.verdict is Verdict.NOT_APPLICABLE
    assert recorded.missed_ == 1


def test_a_function_or_a_component_that_was_never_asked_has_no_answer() -> None:
    recorded = references(((Z,), Z))
    with pytest.raises(NotRecorded):
        recorded.softmax.other(Z)
    with pytest.raises(NotRecorded):
        recorded.attention.attention(Z, Z, Z)
    assert recorded.missed_ == 2


def test_a_check_that_writes_into_an_answer_changes_no_later_one() -> None:
    recorded = references(((Z,), (Z.copy(), {"a": Z.copy()})))
    first, named = recorded.softmax.softmax(Z)
    first[:] = 0
    named["a"][:] = 0
    again, named = recorded.softmax.softmax(Z)
    np.testing.assert_array_equal(again, Z)
    np.testing.assert_array_equal(named["a"], Z)


@pytest.mark.parametrize("type_name", ["ValueError", "KeyError", "UnicodeDecodeError", "AxisError", "exit"])
def test_an_exception_is_raised_by_its_name_and_text(type_name: str) -> None:
    recorded = references(((Z,), None), raised=(type_name, "no good"))
    with pytest.raises(Exception) as told:
        recorded.softmax.softmax(Z)
    assert (type(told.value).__name__, str(told.value)) == (type_name, "no good")


def test_nan_is_a_number_like_another() -> None:
    odd = np.array([np.nan, np.inf, 1.0])
    recorded = references(((odd,), "odd"))
    assert recorded.softmax.softmax(odd.copy()) == "odd"
    with pytest.raises(NotRecorded):
        recorded.softmax.softmax(np.array([np.nan, -np.inf, 1.0]))
