"""A decoder that sees the future: is it for want of a causal mask, or does something else let later targets through?

One layer, whose cross-attention is silenced (the memory may hold the target), tells who sees whom in self-attention.
"""

from __future__ import annotations

import numpy as np

from grader.checks.head_axes import HEADS_MIX_TOKENS, reached
from grader.checks.source_and_target import HEADS, N_TGT, STILL, TGT, Booleans, built, pair
from grader.checks.source_and_target_matrices import quiet_logits, silencing
from grader.checks.student import Student
from grader.checks.zeroed_matrices import is_matrix

__all__ = ["heads_mix_targets", "nothing_is_masked"]

_CAUSAL = np.tril(np.ones((N_TGT, N_TGT), dtype=np.bool_))


def nothing_is_masked(student: Student) -> bool:
    """Does self-attention see all targets from everywhere, and that whatever the scores are?

    Where the scores alone let the future through (a softmax over the queries, a mask after the softmax), equal scores
    stop it: W_Q or W_K at zero.
    """
    seen = _own_influence(student)
    if seen is None or not seen.all():
        return False
    silent = silencing(student)
    matrices = (i for i, shape in enumerate(built(student, 1).shapes) if is_matrix(shape))
    others = (i for i in matrices if i not in silent.cross and i not in silent.own)
    without = (_own_influence(student, i) for i in others)
    return not any(seen is not None and np.array_equal(seen, _CAUSAL) for seen in without)


def heads_mix_targets(student: Student) -> str | None:
    """Which of `HEADS_MIX_TOKENS` explains, exactly, which targets self-attention sees under a causal mask."""
    seen = _own_influence(student)
    if seen is None:
        return None
    own = np.eye(N_TGT, dtype=np.bool_)  # by the residual
    return next(
        (name for name in HEADS_MIX_TOKENS if np.array_equal(seen, reached(name, HEADS, _CAUSAL) | own)),
        None,
    )


def _own_influence(student: Student, *zeroed: int) -> Booleans | None:
    """(n_tgt, n_tgt): does row i depend on target j, with these matrices and the cross-attention at zero?"""
    src, tgt = (np.repeat(ids[:1], 2 * N_TGT + 1, axis=0) for ids in pair(student, "leaking"))
    for j in range(N_TGT):  # one other token may happen to make no difference
        tgt[2 * j + 1, j] = (tgt[0, j] + 1) % TGT
        tgt[2 * j + 2, j] = (tgt[0, j] + 4) % TGT
    got = quiet_logits(student, (*silencing(student).cross, *zeroed), (src, tgt))
    if got is None:
        return None
    moved = np.abs(got[1:] - got[0]).max(axis=2) > STILL
    influence: Booleans = (moved[::2] | moved[1::2]).T
    return influence
