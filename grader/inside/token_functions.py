"""Functions of tokens, (..., n, d) to (..., n, d), that the student's code can be handed as an argument."""

from __future__ import annotations

import sys
from typing import Any, Callable

import numpy as np

__all__ = ["token_function"]


def token_function(options: dict[str, Any]) -> Callable[..., Any]:
    """A function of one array that does what `options` says, in this order:

    ``before``: an array that is added to the tokens; ``matrix`` (d, d): the softmax of x matrix xᵀ mixes the tokens,
    else with ``mean`` each becomes the mean of all, else each is doubled; ``decimals``: how many are kept;
    ``exchanged``: two rows that change places; ``after``: an array that is added to the result.

    It gives back the kind of array that it's given, in its dtype.  Computed in float64.
    """

    def f(tokens: Any) -> Any:
        torch = sys.modules.get("torch")
        tensor = torch is not None and isinstance(tokens, torch.Tensor)
        x = np.asarray(tokens.detach() if tensor else tokens)
        dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
        y = _applied(x.astype(np.float64), options).astype(dtype)
        return torch.from_numpy(y) if tensor and torch is not None else y

    return f


def _applied(x: np.ndarray[Any, Any], options: dict[str, Any]) -> np.ndarray[Any, Any]:
    if "before" in options:
        x = x + options["before"]
    if "matrix" in options:
        scores = x @ options["matrix"] @ np.swapaxes(x, -2, -1)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        y = (weights / weights.sum(axis=-1, keepdims=True)) @ x
    elif options.get("mean"):
        y = np.broadcast_to(x.mean(axis=-2, keepdims=True), x.shape).copy()
    else:
        y = 2.0 * x
    if "decimals" in options:
        y = np.round(y, options["decimals"])
    if "exchanged" in options:
        one, other = options["exchanged"]
        y[..., [one, other], :] = y[..., [other, one], :]
    if "after" in options:
        y = y + options["after"]
    return np.asarray(y)
