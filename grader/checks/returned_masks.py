"""Masks that a student's function gives back: what they allow, where they depart, and what attention makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import LOW_ENOUGH, Booleans, Meaning, meaning_of
from grader.checks.student import index_text, number_text
from grader.model import Text

__all__ = ["allowed_by", "departure", "departure_in_attention"]

Numbers = NDArray[np.float64]


def allowed_by(mask: Numbers, meaning: Meaning | None) -> Booleans:
    """Who may attend to whom, as a mask of this meaning says it (the course's meaning where it has none)."""
    allowed: Booleans = mask == 0 if meaning == "block" else mask > LOW_ENOUGH if meaning == "additive" else mask != 0
    return allowed


def departure(asked: Text, mask: Numbers, expected: Booleans) -> Text | None:
    """How `mask` isn't `expected`, of the same shape, in the course's convention, or None."""
    if np.isnan(mask).any():
        return Text("{asked}: it holds NaN. 0 times infinity is NaN: choose with `where` instead.", {"asked": asked})
    if not expected.all() and meaning_of(mask, expected) == "additive":
        return Text(
            "{asked} is a mask to be added to the scores (0 and {low}); in this course True (or 1) = may attend and "
            "False (or 0) = blocked. The other checks read it in your own convention.",
            {"asked": asked, "low": number_text(float(mask.min()))},
        )
    odd = mask[~np.isin(mask, (0.0, 1.0))]
    if odd.size:
        return Text(
            "{asked}: it must hold True and False (or 1 and 0); {got} is neither.",
            {"asked": asked, "got": number_text(float(odd[0]))},
        )
    off = np.argwhere(mask != expected)
    if len(off) == 0:
        return None
    index = [int(i) for i in off[0]]
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "index": index_text(index),
        "count": len(off),
        "total": mask.size,
    }
    if expected[tuple(index)]:
        return Text("{asked}: {index} must be True (may attend) and is False; {count} of {total} are wrong.", values)
    return Text("{asked}: {index} must be False (blocked) and is True; {count} of {total} are wrong.", values)


def departure_in_attention(
    attention: Callable[..., Any], dice: np.random.Generator, asked: Text, allowed: Booleans, expected: Booleans
) -> Text | None:
    """What the reference's `attention` shows when it is given `allowed`, or None where it shows `expected`.

    Both are (n_q, n_k).
    """
    empty = ~allowed.any(axis=1)
    if empty.any():
        return Text(
            "{asked}: query {row} may attend to nothing, so its weights are undefined.",
            {"asked": asked, "row": int(empty.argmax())},
        )
    n_q, n_k = allowed.shape
    Q, K, V = dice.normal(0, 1, (n_q, 4)), dice.normal(0, 1, (n_k, 4)), dice.normal(0, 1, (n_k, 3))
    _, weights = attention(Q, K, V, allowed)
    for visible, off in ((True, (weights > 0) & ~expected), (False, (weights == 0) & expected)):
        if not off.any():
            continue
        query, key = (int(i) for i in np.argwhere(off)[0])
        values: dict[str, str | int | float | Text] = {"asked": asked, "query": query, "key": key}
        if visible:
            values |= {"weight": number_text(float(weights[query, key]))}
            return Text("{asked}: token {query} gives token {key} a weight of {weight}; it must not see it.", values)
        return Text("{asked}: token {query} can't see token {key}, and should.", values)
    return None
