"""The example's matrices, as they stand in the notebook."""

from __future__ import annotations


def look_W_Q() -> object:  # noqa: N802 - the matrix is called so
    return [[1, 0], [0, 1], [1, 0], [0, 1]]


def look_W_K() -> object:  # noqa: N802 - the matrix is called so
    return [[0, 1], [1, 0], [0, 1], [1, 0]]
