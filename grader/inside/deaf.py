"""While a student's function is called, the seeds that it sets by itself do nothing.

For checks that look at what may be drawn, and not at chance: a seed within the function is told elsewhere.  Meant are
the global generators, those that the notebook keeps, and those that the function makes: a new ``torch.Generator()`` is
the same each time even without a seed.
"""

from __future__ import annotations

import contextlib
import inspect
import random
import sys
from typing import Any, Callable, Iterator

__all__ = ["without_own_seeds"]


@contextlib.contextmanager
def without_own_seeds(function: Any) -> Iterator[None]:
    """Meanwhile nothing in `function` seeds a generator; a new one gets its seed from Python's global generator."""
    import numpy as np

    namespace: dict[str, Any] = getattr(inspect.unwrap(function), "__globals__", {})
    instead = _instead(np, sys.modules.get("torch"))
    replaced: list[tuple[Callable[[Any], None], Any]] = []
    try:
        for place, name, other in instead:
            own = getattr(place, name)
            replaced.append((_setter(place, name), own))
            setattr(place, name, other)
        by_value = {id(own): other for (_, own), (_, _, other) in zip(replaced, instead)}
        classes = {own: other for (_, own), (_, _, other) in zip(replaced, instead) if isinstance(own, type)}
        for key, value in list(namespace.items()):
            # ``from numpy.random import default_rng``, or a generator that the notebook keeps.
            other = by_value.get(id(value))
            if other is None and type(value) in classes:
                other = _with_state_of(value, classes[type(value)])
            if other is not None:
                replaced.append((_entry(namespace, key), value))
                namespace[key] = other
        yield
    finally:
        for put_back, own in reversed(replaced):
            put_back(own)


def _setter(place: Any, name: str) -> Callable[[Any], None]:
    return lambda own: setattr(place, name, own)


def _entry(namespace: dict[str, Any], key: str) -> Callable[[Any], None]:
    return lambda own: namespace.__setitem__(key, own)


def _instead(np: Any, torch: Any) -> list[tuple[Any, str, Any]]:
    """What stands where, and what is to stand there meanwhile."""

    def unheard(*_: Any, **__: Any) -> None:
        return None

    made = np.random.default_rng

    def unseeded_rng(*_: Any, **__: Any) -> Any:
        return made(random.getrandbits(63))

    class UnseededState(np.random.RandomState):  # type: ignore[misc]
        def __init__(self, *_: Any, **__: Any) -> None:
            super().__init__(random.getrandbits(32))

        seed = unheard

    class UnseededRandom(random.Random):
        def __init__(self, *_: Any) -> None:
            super().__init__(random.getrandbits(63))
            self.ready = True

        def seed(self, *args: Any, **keywords: Any) -> None:
            if not hasattr(self, "ready"):  # its own constructor
                super().seed(*args, **keywords)

    instead: list[tuple[Any, str, Any]] = [
        (random, "seed", unheard),
        (random, "Random", UnseededRandom),
        (np.random, "seed", unheard),
        (np.random, "default_rng", unseeded_rng),
        (np.random, "RandomState", UnseededState),
    ]
    if torch is not None:

        def unheard_by_torch(*_: Any, **__: Any) -> Any:
            return torch.default_generator  # what manual_seed gives back

        class UnseededGenerator(torch.Generator):  # type: ignore[misc]
            def __init__(self, *_: Any, **__: Any) -> None:
                super().manual_seed(random.getrandbits(63))

            def manual_seed(self, _: Any) -> Any:
                return self

        instead += [
            (torch, "manual_seed", unheard_by_torch),
            (torch.random, "manual_seed", unheard_by_torch),
            (torch, "Generator", UnseededGenerator),
        ]
    return instead


def _with_state_of(generator: Any, cls: type) -> Any:
    """One of `cls` that goes on where `generator` stands."""
    other = cls()
    for read, write in (("getstate", "setstate"), ("get_state", "set_state")):
        if hasattr(generator, read):
            getattr(other, write)(getattr(generator, read)())
            break
    return other
