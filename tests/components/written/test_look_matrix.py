"""A matrix that makes "duerme" look at "gato": any that does so is right, and only such."""

from __future__ import annotations

import numpy as np
import pytest

from tests.components.judged import failed, judge

RIGHT = {
    "a query for the first number": "look_W_Q = [[1, 0], [1, 0], [1, 0], [0, 1]]",
    "another": "W_Q_mirada = np.array([[5.0, -3], [0, 1], [7, 7], [9, -9]])",
    "numbers as texts": "look_W_Q = [['1', '0'], ['1', '0'], ['1', '0'], ['0', '1']]",
    "one text": "look_W_Q = '[[1, 0], [1, 0], [1, 0], [0, 1]]'",
    "a longer key": "look_W_K = np.array([[0, 1], [1, 0], [0, 1], [3, 0]])",
    "as a function, in torch": """
        def W_K_duerme():
            return torch.tensor([[0.0, 1], [1, 0], [0, 1], [0, 5]])
        """,
    "two solutions, each for itself": """
        look_W_Q = [[1, 0], [1, 0], [1, 0], [0, 1]]
        look_W_K = [[0, 1], [1, 0], [0, 1], [1, 2]]
        """,
    "both together, three wide": """
        look_W_Q = [[0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]]
        look_W_K = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]]
        """,
    "the other one is left empty": "look_W_Q = [[1, 0], [1, 0], [1, 0], [0, 1]]\nlook_W_K = None",
}

WRONG = {
    "the example's own": ("look_W_Q = [[1, 0], [0, 1], [1, 0], [0, 1]]", "nothing_changed"),
    "the rows that duerme doesn't use": ("look_W_Q = [[1, 0], [0, 1], [9, 9], [9, 0]]", "nothing_changed"),
    "it looks at el": ("look_W_Q = [[0, 1], [0, 1], [1, 0], [0, 1]]", "looks_away"),
    "it looks at el, and at gato and duerme alike": ("look_W_K = [[0, 1], [1, 0], [1, 2], [1, 0]]", None),
    "gato looks at duerme": ("look_W_K = [[0, 1], [1, 3], [0, -2], [1, -3]]", "gato_looks_at_duerme"),
    "transposed": ("look_W_Q = [[1, 1, 1, 0], [0, 0, 0, 1]]", "transposed"),
    "the attention": ("look_W_Q = [[0, 1, 0], [1, 0, 0], [0, 1, 0]]", "weights_for_the_matrix"),
    "NaN": ("look_W_Q = np.full((4, 2), np.nan)", None),
    "a number": ("look_W_Q = 3", None),
    "the example's own as a text": ("look_W_Q = '[[1, 0], [0, 1], [1, 0], [0, 1]]'", "nothing_changed"),
    "a text": ("look_W_Q = 'W_Q[1] = W_Q[0]'", None),
    "three wide alone": ("look_W_Q = np.ones((4, 3))", None),
    "nothing": ("look_W_Q = None\nlook_W_K = None", None),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_whatever_does_so_is_right(source: str) -> None:
    assert failed("look_matrix", source, 1) == set()


@pytest.mark.parametrize(("source", "mistake"), WRONG.values(), ids=WRONG)
def test_what_doesnt_is_wrong_and_named(source: str, mistake: str | None) -> None:
    grade = judge("look_matrix", source, 1, diagnosed=True)
    assert grade.points == 0
    named = [d.id for d in grade.diagnosis if "/" in d.id]
    assert named == ([] if mistake is None else [f"look_matrix/{mistake}"])


def test_it_is_judged_by_the_attention_alone() -> None:
    """Against the attention computed here in another way, for many matrices."""
    X = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
    W_K = np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
    for seed in range(20):
        W = np.random.default_rng(seed).normal(0, 1, (4, 2)).round(2)
        scores = (X[2] @ W) @ (X @ W_K).T
        right = scores[1] > max(scores[0], scores[2]) + 0.05
        assert (failed("look_matrix", f"look_W_Q = {W.tolist()}", 1) == set()) is bool(right)
