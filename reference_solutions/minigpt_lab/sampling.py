"""Sampling: from the logits of the last position to the next token.

Temperature: Hinton, Vinyals, Dean, "Distilling the Knowledge in a Neural Network" (2015), section 2, equation 1.
Top-k: Fan, Lewis, Dauphin, "Hierarchical Neural Story Generation" (2018), under "Generation".
Top-p: Holtzman, Buys, Du, Forbes, Choi, "The Curious Case of Neural Text Degeneration" (2020), section 3.1, equation 3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.softmax import softmax


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """A token drawn from softmax(logits / temperature), (V,), over those that `top_k` and `top_p` leave.

    Temperature 0 is the limit: the most probable token.
    """
    if temperature == 0:
        return int(logits.argmax())
    z = logits / temperature  # (V,)
    if top_k is not None:
        z = largest(z, top_k)  # (V,)
    probabilities = softmax(z)  # (V,)
    if top_p is not None:
        probabilities = nucleus(probabilities, top_p)  # (V,)
    # NumPy's global generator: one seed at the top of a notebook decides on every draw.
    return int(np.random.choice(len(probabilities), p=probabilities))


def largest(z: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """`z` (V,) with all but its `k` largest values at -inf; of equal ones those of lower index stay."""
    best = np.argsort(-z, kind="stable")[:k]  # (k,)
    kept = np.full(len(z), -np.inf)  # (V,)
    kept[best] = z[best]
    return kept


def nucleus(probabilities: NDArray[np.float64], p: float) -> NDArray[np.float64]:
    """The smallest set of the most probable tokens whose mass reaches `p`, scaled to a sum of 1; (V,) to (V,)."""
    order = np.argsort(-probabilities, kind="stable")  # (V,): from the most probable down
    before = np.cumsum(probabilities[order]) - probabilities[order]  # (V,): the mass in front of each
    kept = order[before < p]  # the token that crosses p is still needed to reach it
    nucleus = np.zeros(len(probabilities))  # (V,)
    nucleus[kept] = probabilities[kept]
    scaled: NDArray[np.float64] = nucleus / nucleus.sum()
    return scaled
