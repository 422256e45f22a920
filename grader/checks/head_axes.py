"""Heads that are cut or merged by a reshape alone, told by who influences whom: no weights, no reference.

(n, d) read as (h, n, d_k) without exchanging axes is the same numbers in the same order, so a head's position holds a
piece of another token; (h, n, d_k) read as (n, d) makes an output row of pieces of other tokens.  Under a mask that
lets each token attend to itself alone, right heads leave every output to its own token.  These don't, and which tokens
reach which rows follows from the axes, provided that the mask does what it should in each head.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from grader.checks.mask_convention import CONVENTIONS, Booleans
from grader.checks.student import Settled
from grader.checks.token_mixing import Mixer, influence
from grader.model import Text

__all__ = ["HEADS_MIX_TOKENS", "mixed_by_head_axes", "reached"]

# What mixes the tokens, by the multihead misconception's name.
HEADS_MIX_TOKENS: Mapping[str, Text] = {
    "merged_without_transpose": Text(
        "The mask does what it should in every head: it's where the heads are put together again that tokens get mixed."
    ),
    "split_without_transpose": Text(
        "The mask does what it should in every head: it's where the features are cut into heads that tokens get mixed."
    ),
    "split_and_merged_without_transpose": Text(
        "The mask does what it should in every head: it's where the features are cut into heads, and where these are "
        "put together again, that tokens get mixed."
    ),
}
_N = 7  # not a multiple of any number of heads that is asked for
_SMALL = 0.4


def mixed_by_head_axes(mixer: Mixer, heads: int) -> str | None:
    """Which of `HEADS_MIX_TOKENS` explains, exactly, what reaches what where each token may attend to itself alone."""
    dice = mixer.student.dice("head-axes")
    x = dice.normal(0, _SMALL, (mixer.batch, _N, mixer.d_model))
    alone = np.eye(_N, dtype=np.bool_)
    moves = int(dice.integers(2**31))
    for convention in CONVENTIONS:
        mask = convention.encode(alone, mixer.library)
        run = lambda z, m=mask: mixer.run(z, m, Text("mask"))
        try:
            seen = influence(run, x, np.random.default_rng(moves), _SMALL)
        except Settled as settled:
            if settled.verdict.is_dirty_ending:
                raise
            continue
        if seen is None:
            continue
        for name in HEADS_MIX_TOKENS:
            if (seen == reached(name, heads)).all():
                return name
    return None


def reached(name: str, heads: int, allowed: Booleans | None = None) -> Booleans:
    """(n, n): does output row i depend on token j, where position p of each head attends to q if ``allowed[p, q]``?

    To itself alone, if nothing else is said.
    """
    allowed = np.eye(_N, dtype=np.bool_) if allowed is None else allowed
    n = len(allowed)
    pieces = np.repeat(np.arange(n), heads)  # whose is each piece of (n, d), in the order of memory
    by_head = pieces.reshape(heads, n) if "split" in name else pieces.reshape(n, heads).T
    told = (by_head[:, None, :, None] == np.arange(n)) & allowed[:, :, None]  # (head, p, q, token)
    seen = told.any(axis=2)
    rows = seen.reshape(n, heads, n) if "merged" in name else seen.swapaxes(0, 1)
    found: Booleans = rows.any(axis=1)
    return found
