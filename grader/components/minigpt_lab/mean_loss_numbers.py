"""The numbers that a measure of the mean loss may come to: the right ones, and those of known mistakes.

They are computed from what the model was asked and what it answered, in data in which each token has one that follows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.training_loop import Run, log_softmax

__all__ = ["right_numbers", "wrong_numbers"]

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]


def right_numbers(run: Run, following: Ids) -> list[float]:
    """The mean of the batches' means, and that of all positions (they part where the last batch is smaller); both also
    without the last position, which has no target where x and y are taken out of one window."""
    found = []
    for batches in (_losses(run, following), _losses(run, following, slice(None, -1))):
        if batches:
            found.append(float(np.mean([batch.mean() for batch in batches])))
            found.append(float(np.concatenate([batch.reshape(-1) for batch in batches]).mean()))
    return found


def wrong_numbers(run: Run, following: Ids) -> dict[str, float]:
    """What known mistakes give, by their names."""
    right = _losses(run, following)
    if not right:
        return {}
    of_softmax = [cross_entropy(np.exp(log_softmax(z)), following[ids]) for ids, z in _pairs(run)]
    return {
        "last_batch_alone": float(right[-1].mean()),
        "sum_of_the_batches": float(sum(batch.mean() for batch in right)) if len(right) > 1 else np.inf,
        "targets_not_shifted": float(np.mean([cross_entropy(z, ids).mean() for ids, z in _pairs(run)])),
        "softmax_before_cross_entropy": float(np.mean([batch.mean() for batch in of_softmax])),
        "perplexity": float(np.exp(np.mean([batch.mean() for batch in right]))),
        "last_position_alone": float(np.mean([batch[:, -1].mean() for batch in right])),
        "divided_by_the_batch_size": _by_the_batch_size(right),
        "in_bits": float(np.mean([batch.mean() for batch in right]) / np.log(2)),
    }


def _by_the_batch_size(batches: Sequence[Numbers]) -> float:
    if all(len(batch) == 1 for batch in batches):
        return np.inf  # which changes nothing
    return float(np.mean([batch.mean() / len(batch) for batch in batches]))


def _losses(run: Run, following: Ids, kept: slice = slice(None)) -> list[Numbers]:
    found = [cross_entropy(z[:, kept], following[ids[:, kept]]) for ids, z in _pairs(run)]
    return [losses for losses in found if losses.size]


def _pairs(run: Run) -> list[tuple[Ids, Numbers]]:
    """The ids and the logits of each forward."""
    return [(f.ids, f.logits) for f in run.forwards if f.ids is not None and f.logits is not None]


def cross_entropy(logits: Numbers, targets: Ids) -> Numbers:
    """-log softmax(logits)[target] of each position; (B, n, V) and (B, n) to (B, n)."""
    losses: Numbers = -np.take_along_axis(log_softmax(logits), targets[..., None], axis=-1)[..., 0]
    return losses
