"""Parameters in another order are found by name; names that say nothing leave the contract's order."""

from __future__ import annotations

import numpy as np
import pytest

from grader.components import COMPONENTS
from grader.components.parameter_order import Reordered, order_by_name
from grader.model import Array, CallFunction, Inspect, Returned, definitions_from
from tests.fake_student import fake_student
from tests.test_follow_through import SOFTMAX, grades

ATTENTION = next(role for role in COMPONENTS["attention"].forms[0].roles if role.name == "attention")


@pytest.mark.parametrize(
    ("signature", "order"),
    [
        ("Q, K, V, mask=None", None),
        ("k, q, v", (1, 0, 2)),
        ("valores, claves, consultas, mascara=None", (2, 1, 0, 3)),
        ("query, key, value, mask=None", None),
        ("a, b, c", None),
        ("mask, q, k, v", (1, 2, 3, 0)),
        ("v, q, k, dropout=0.0", (1, 2, 0)),
        ("k, q, extra, v", None),
        ("q, q2, k", None),
        ("Q, K, V, *, mask=None", (0, 1, 2, "mask")),
        ("K, Q, V, *, mascara=None", (1, 0, 2, "mascara")),
        ("a, b, c, *, dropout=0.0", None),
    ],
)
def test_the_order_is_what_the_names_say_and_only_that(signature: str, order: tuple[int | str, ...] | None) -> None:
    reply = fake_student(f"def attention({signature}):\n    pass")(Inspect(("attention",)))
    assert isinstance(reply, Returned)
    assert order_by_name(ATTENTION, definitions_from(reply.value).described["attention"]) == order


def test_what_comes_back_by_position_is_in_the_contracts_order() -> None:
    ask = Reordered(fake_student("def f(k, q):\n    k += 10\n    return q - k"), {"f": (1, 0)})
    q, k = Array(np.array([1.0])), Array(np.array([2.0]))
    reply = ask(CallFunction("f", (q, k), arguments_after=True))
    assert isinstance(reply, Returned)
    after = [part.data.item() for part in reply.arguments_after if isinstance(part, Array)]
    assert after == [1.0, 12.0]


def test_a_right_attention_with_its_parameters_in_another_order_loses_nothing() -> None:
    source = """
    def attention(claves, consultas, valores, mascara=None):
        scores = consultas @ np.swapaxes(claves, -1, -2) / np.sqrt(claves.shape[-1])
        if mascara is not None:
            scores = np.where(mascara, scores, -np.inf)
        weights = softmax(scores)
        return weights @ valores, weights
    """
    grade = grades(SOFTMAX, source, only=("attention",))["attention"]
    assert grade.points == grade.max_points
    assert any("another order" in str(note) for note in grade.notes)
