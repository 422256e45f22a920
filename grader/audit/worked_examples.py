"""The course's worked examples, which every student has in front of them: reproducing them alone earns nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["WORKED", "recited"]

_X = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
_W_Q = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
_W_K = np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
_W_V = np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])
_Q, _K, _V = _X @ _W_Q, _X @ _W_K, _X @ _W_V
_A = np.array([[0.045, 0.768, 0.187], [0.768, 0.045, 0.187], [1 / 3, 1 / 3, 1 / 3]])
_Z = np.array([[0.278, 1], [1.723, 1], [1, 1]])
_DOLOR = (np.array([0.038, 0.046, 0.038, 0.369, 0.334, 0.176]), np.array([1.516, 1.107, 0.107, 0.136]))

# By role: arguments and what the course prints for them.
WORKED: Mapping[str, tuple[tuple[tuple[Any, ...], Any], ...]] = {
    "softmax": (
        ((np.array([0.0, 2, 1]),), np.array([0.090, 0.665, 0.245])),
        ((np.array([0.0, 20, 10]),), np.array([2.1e-9, 0.9999546, 4.54e-5])),
    ),
    "attention": (((_Q, _K, _V), (_Z, _A)),),
    "self_attention": (((_X, _W_Q, _W_K, _W_V), (_Z, _A)),),
    "gato_attention": (((), (_A, _Z)), ((_X,), (_A, _Z))),
    "dolor_attention": (((), _DOLOR), (("dolor",), _DOLOR)),
    "causal_mask": (((3,), np.tri(3, dtype=bool)), ((4,), np.tri(4, dtype=bool))),
    "positional_encoding": (((1, 4), np.array([[0.0, 1, 0, 1]])),),
    "kv_cache_bytes": (
        ((100_000, 96, 12_288), 471_859_200_000),
        ((100_000, 96, 12_288, 2), 471_859_200_000),
        ((100_000, 96, 12_288, 2, 96, 12), 58_982_400_000),
    ),
}


def recited(role: str, args: tuple[Any, ...]) -> Any:
    """What the course prints for `args`; None where it doesn't."""
    for known, answer in WORKED.get(role, ()):
        if (
            len(known) <= len(args)
            and all(map(_same, known, args))
            and not any(a is not None for a in args[len(known) :])
        ):
            return answer
    return None


def _same(one: Any, other: Any) -> bool:
    return np.shape(one) == np.shape(other) and bool(np.all(np.asarray(one) == np.asarray(other)))
