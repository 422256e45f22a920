"""What judging leaves for a page to draw: where code stopped, and wrong matrices beside right ones."""

from __future__ import annotations

import numpy as np

from grader.model import CheckGrade
from reference_solutions.transformer.masks import causal_mask
from tests.components.judged import judge

PADDING = "def padding_mask(lengths, n_max):\n    return np.arange(n_max) < np.asarray(lengths)[:, None]"
ATTENTION = """
def attention(Q, K, V, mask=None):
    s = Q @ np.swapaxes(K, -1, -2){scale}
    {masking}
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return w @ V, w
"""
KEEP, BLOCK = "s = s if mask is None else np.where(mask, s, -1e9)", "s = s if mask is None else np.where(mask, -1e9, s)"


def checks(component: str, source: str) -> dict[str, CheckGrade]:
    return {check.id: check for check in judge(component, source, 5).checks}


def test_a_wrong_mask_is_kept_beside_the_right_one() -> None:
    found = checks("masks", f"def causal_mask(n):\n    return np.tril(np.ones((n, n)), -1)\n{PADDING}")
    figure = found["causal"].figure
    assert figure is not None
    assert np.array_equal(figure.expected or (), causal_mask(5))
    assert np.array_equal(figure.got, np.tril(np.ones((5, 5)), -1))
    assert found["padding"].figure is None


def test_an_attention_keeps_its_wrong_weights() -> None:
    found = checks("attention", ATTENTION.format(scale="", masking=KEEP))
    figure = found["values"].figure
    assert figure is not None
    assert figure.part == "weights"
    assert np.allclose(np.sum(figure.got, axis=-1), 1)


def test_under_another_convention_nothing_is_drawn() -> None:
    """The reference would read the student's masks the other way round."""
    found = checks("attention", ATTENTION.format(scale="", masking=BLOCK))
    assert found["values"].points == 0
    assert not [check.id for check in found.values() if check.figure is not None]


def test_the_place_of_an_exception_is_kept_and_that_of_a_wrong_answer_is_none() -> None:
    stopped = checks("masks", f"def causal_mask(n):\n    raise ValueError(n)\n{PADDING}")
    place = stopped["causal"].place
    assert place is not None
    assert place.line == 2
    assert stopped["padding"].place is None
