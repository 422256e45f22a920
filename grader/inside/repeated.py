"""One question asked many times over: for answers that are drawn at random, and for calls too short to be timed."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Collection

from . import wire
from .deaf import without_own_seeds
from .own_generators import seed_generators_of
from .plain import to_plain

__all__ = ["each", "repeated"]

MOST = 10_000


def repeated(
    function: Any,
    arguments: Callable[[], list[Any]],
    keywords: dict[str, Any],
    times: int,
    seed: int,
    deaf: bool,
    spared: Collection[str] = (),
) -> Any:
    """The values of `times` calls; `arguments` makes fresh ones for each, so that none sees what another changed.

    `deaf`: where the function may set no seed; `spared`: names of generators that aren't seeded beforehand.
    """
    seed_generators_of(function, seed, spared)
    with without_own_seeds(function) if deaf else contextlib.nullcontext():
        return [to_plain(function(*arguments(), **keywords)) for _ in range(min(times, MOST))]


def each(function: Any, arguments: list[Any], keywords: dict[str, Any], part: Any) -> Any:
    """What `function` gives for each entry along the first axis of the arrays among its arguments, stacked."""
    import numpy as np

    given = [*arguments, *keywords.values()]
    count = next(len(value) for value in given if hasattr(value, "shape"))
    outputs = []
    for i in range(count):
        args = [value[i] if hasattr(value, "shape") else value for value in arguments]
        named = {key: value[i] if hasattr(value, "shape") else value for key, value in keywords.items()}
        value = function(*args, **named)
        output = to_plain(value if part is None else value[part])
        if not isinstance(output, wire.Tensor):
            raise TypeError(f"an array was expected, not {type(value).__name__}")
        outputs.append(output)
    first = outputs[0]
    return wire.Tensor(np.stack([output.data for output in outputs]), first.library, first.dtype)
