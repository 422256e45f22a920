"""The reference's recurrence in pieces, so that a variant can say in a line what it does otherwise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def next_state(W: Numbers, U: Numbers, h: Numbers, x: Numbers) -> Numbers:
    """h_t (d,) of h_{t-1} (d,) and x_t (d_in,)."""
    state: Numbers = np.tanh(W @ h + U @ x)
    return state


def by_rows(W: Numbers, h: Numbers) -> Numbers:
    """∂h_t/∂h_{t-1} (d, d) at h_t = `h` (d,): the slope of tanh scales the rows of W."""
    return (1 - h**2)[:, None] * W


def accumulated(
    W: Numbers,
    U: Numbers,
    inputs: Numbers,
    *,
    state: Callable[[Numbers, Numbers, Numbers, Numbers], Numbers] = next_state,
    factor: Callable[[Numbers, Numbers], Numbers] = by_rows,
    chain: Callable[[Numbers, Numbers], Numbers] = np.matmul,
) -> Numbers:
    """∂h_t/∂h_0 for t = 1 ... T, as (T, d, d): `chain` takes the step's factor and what the steps before gave."""
    h, jacobian = np.zeros(len(W)), np.eye(len(W))
    found = []
    for x in inputs:
        h = state(W, U, h, x)
        jacobian = chain(factor(W, h), jacobian)
        found.append(jacobian)
    return np.array(found)


def norms(jacobians: Numbers) -> Numbers:
    """(T,) of (T, d, d)."""
    return np.array([np.linalg.norm(jacobian) for jacobian in jacobians])
