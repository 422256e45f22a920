"""Nothing but ones."""

from __future__ import annotations


def look_W_Q() -> object:  # noqa: N802 - the matrix is called so
    return [[1.0, 1.0]] * 4


def look_W_K() -> object:  # noqa: N802 - the matrix is called so
    return [[1.0, 1.0]] * 4
