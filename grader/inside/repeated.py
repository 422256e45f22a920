"""One question asked many times over: for answers that are drawn at random, and for calls too short to be timed."""

from __future__ import annotations

import contextlib
import random
import sys
from typing import Any, Callable, Iterator

from . import wire
from .plain import to_plain
from .stub_model import seed_generators_of

__all__ = ["each", "repeated"]

MOST = 10_000


def repeated(
    function: Any,
    arguments: Callable[[], list[Any]],
    keywords: dict[str, Any],
    times: int,
    seed: int,
    deaf: bool,
) -> Any:
    """The values of `times` calls; `arguments` makes fresh ones for each, so that none sees what another changed.

    The global generators are `deaf` where a function may set no seed.
    """
    seed_generators_of(function, seed)
    with _deaf() if deaf else contextlib.nullcontext():
        return [to_plain(function(*arguments(), **keywords)) for _ in range(min(times, MOST))]


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Meanwhile ``random.seed``, ``np.random.seed`` and ``torch.manual_seed`` do nothing."""
    import numpy as np

    torch = sys.modules.get("torch")
    of_torch = [] if torch is None else [(torch, "manual_seed"), (torch.random, "manual_seed")]
    places: list[tuple[Any, str]] = [(random, "seed"), (np.random, "seed"), *of_torch]
    before = [getattr(place, name) for place, name in places]

    def unheard(*_: Any, **__: Any) -> Any:
        return None

    def unheard_by_torch(*_: Any, **__: Any) -> Any:
        return None if torch is None else torch.default_generator  # what manual_seed gives back

    try:
        for place, name in places:
            setattr(place, name, unheard_by_torch if name == "manual_seed" else unheard)
        yield
    finally:
        for (place, name), own in zip(places, before):
            setattr(place, name, own)


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
