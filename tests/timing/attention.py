"""Attention in NumPy as what is timed: the baseline, and the same token by token."""

from __future__ import annotations

import numpy as np

from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.model import Array, CallFunction, Value
from grader.timing import Gap, Round, Turn

__all__ = ["BASELINE", "GAP", "NAIVE", "QUERY_BY_QUERY", "SLOW", "Attention"]

BASELINE = """
import numpy as np
def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ V
"""
# A loop over pairs of tokens: measured at 96 times the baseline's cost, on the sizes below.
NAIVE = """
import numpy as np
def attention(Q, K, V):
    output = np.empty(Q.shape)
    for b in range(len(Q)):
        for i in range(Q.shape[1]):
            scores = np.array([Q[b, i] @ K[b, j] for j in range(K.shape[1])]) / np.sqrt(Q.shape[-1])
            weights = np.exp(scores - scores.max())
            output[b, i] = weights / weights.sum() @ V[b]
    return output
"""
# A loop over the queries alone.
QUERY_BY_QUERY = NAIVE.replace("np.array([Q[b, i] @ K[b, j] for j in range(K.shape[1])])", "K[b] @ Q[b, i]")
# Over eight keys at a time, for tests that have no time: 20 times.
SLOW = NAIVE.replace(
    "np.array([Q[b, i] @ K[b, j] for j in range(K.shape[1])])",
    "np.concatenate([K[b, j : j + 8] @ Q[b, i] for j in range(0, K.shape[1], 8)])",
)
GAP = Gap(good=1.0, bad=9.0)


class Attention:
    """(B, n, d), n drawn by 5 %; float64.  At (4, 256, 32) the baseline takes 3 ms, of which 1 ms is the asking."""

    label = "attention"

    def __init__(self, batch: int = 4, n: int = 256, d: int = 32) -> None:
        self.batch, self.n, self.d = batch, n, d

    def draw(self, dice: np.random.Generator) -> Round:
        n = int(dice.integers(self.n - self.n // 20, self.n + self.n // 20 + 1))
        Q, K, V = (dice.standard_normal((self.batch, n, self.d)) for _ in range(3))
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(self.d)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        expected = weights / weights.sum(axis=-1, keepdims=True) @ V

        def is_right(value: Value) -> bool:
            got = numbers(value)
            return not isinstance(got, NotNumbers) and compare(expected, got.data, tolerance_for(got.dtype)).same

        turn = Turn(CallFunction("attention", (Array(Q), Array(K), Array(V))))
        return Round(turn, turn, is_right)
