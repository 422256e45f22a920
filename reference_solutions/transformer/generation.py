"""Generation: sample a token, append it, ask again.

Temperature: Hinton, Vinyals, Dean, "Distilling the Knowledge in a Neural Network" (2015), section 2, equation 1.
Top-k: Fan, Lewis, Dauphin, "Hierarchical Neural Story Generation" (2018), under "Generation".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .softmax import softmax


def next_token_probabilities(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None
) -> NDArray[np.float64]:
    """softmax(logits / temperature) over the `top_k` largest logits, 0 elsewhere; (V,) to (V,).

    Temperature 0 is the limit: all on the largest logit (the first one, if several are equal).
    Among equal logits at the edge of the top k, those of lower index are kept, so that exactly k remain.
    ValueError if the temperature is negative or `top_k` is under 1.
    """
    if temperature < 0:
        raise ValueError(f"the temperature can't be negative: {temperature}")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k must keep at least one token: {top_k}")
    if temperature == 0:
        probabilities = np.zeros(len(logits))  # (V,)
        probabilities[logits.argmax()] = 1.0
        return probabilities
    if top_k is not None:
        best = np.argsort(-logits, kind="stable")[:top_k]  # (k,)
        kept = np.full(len(logits), -np.inf)  # (V,)
        kept[best] = logits[best]
        logits = kept  # (V,)
    return softmax(logits / temperature)  # (V,)


def generate(
    next_logits: Callable[[list[int]], NDArray[np.float64]],
    prompt_ids: Sequence[int],
    length: int,
    context: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    *,
    rng: np.random.Generator,
) -> list[int]:
    """`prompt_ids` and `length` new tokens after them.

    `next_logits` takes n <= `context` ids and gives the logits (n, V) of the token after each of them.
    """
    ids = list(prompt_ids)
    for _ in range(length):
        window = ids[-context:]  # the model has no positions beyond its context
        logits = next_logits(window)[-1]  # (V,): only the last position speaks of what is still unknown
        probabilities = next_token_probabilities(logits, temperature, top_k)  # (V,)
        ids.append(int(rng.choice(len(probabilities), p=probabilities)))
    return ids
