"""0 to 7.  As W_K it would do: a matrix that does so by luck can't be told from one that was thought out."""

from __future__ import annotations


def look_W_Q() -> object:  # noqa: N802 - the matrix is called so
    return [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]
