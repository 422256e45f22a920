"""Ready-made maps as arguments: they compute on the numbers that were sent, and remember what they were given."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import Array, CallFunction, Library, ReadAttribute, Returned, Value
from tests.fake_student import fake_student

SOURCE = "import torch\ndef twice(f, x):\n    return f(f(x), None)\n"

X = np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]])
MATRIX = np.array([[0.5, 1.0, 0.0], [0.25, 0.0, 1.0], [1.0, -1.0, 2.0]])
OFFSET = np.array([1.0, 2.0, 3.0])
MIXING = np.array([[0.0, 1.0], [2.0, -1.0]])


@pytest.mark.parametrize("mixing", [None, MIXING])
@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_an_affine_map_is_applied_and_remembers_its_inputs(library: Library, mixing: np.ndarray | None) -> None:
    ask = fake_student(SOURCE)
    parts: dict[str, Value] = {
        "matrix": Array(MATRIX, library),
        "offset": Array(OFFSET, library),
        **({} if mixing is None else {"mixing": Array(mixing, library)}),
    }
    reply = ask(CallFunction("twice", ({"affine_map": {**parts, "keep": "f"}}, Array(X, library))))
    assert isinstance(reply, Returned), reply
    assert isinstance(reply.value, Array)
    first = (np.eye(2) if mixing is None else mixing) @ (X @ MATRIX) + OFFSET
    second = (np.eye(2) if mixing is None else mixing) @ (first @ MATRIX) + OFFSET
    np.testing.assert_allclose(reply.value.data, second)
    assert reply.value.library == library
    remembered = ask(ReadAttribute("f", ("inputs",)))
    assert isinstance(remembered, Returned)
    assert isinstance(remembered.value, tuple)
    for expected, got in zip((X, first), remembered.value, strict=True):
        assert isinstance(got, Array)
        np.testing.assert_allclose(got.data, expected)


def test_a_map_that_is_handed_over_again_has_forgotten() -> None:
    ask = fake_student(SOURCE)
    handed: Value = {"affine_map": {"matrix": Array(MATRIX), "offset": Array(OFFSET), "keep": "f"}}
    for _ in range(2):
        ask(CallFunction("twice", (handed, Array(X))))
    remembered = ask(ReadAttribute("f", ("inputs",)))
    assert isinstance(remembered, Returned)
    assert isinstance(remembered.value, tuple)
    assert len(remembered.value) == 2
