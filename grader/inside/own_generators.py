"""Generators of chance that the notebook keeps for itself: ``rng = np.random.default_rng(0)`` at its top.

A seed of ours reaches those that a student's function can reach: as a global name, in a dict or list of such a name, as
an attribute of a class or of an object, as a default, or in the function that made this one.
"""

from __future__ import annotations

import functools
import inspect
import random
import sys
import types
from typing import Any, Collection, Iterator

import numpy as np

__all__ = ["generator_of", "seed_generators_of"]

Found = tuple[str, Any]
MOST_PARTS = 100
# What most names and parts are: no generator, nor a method of one.  There may be thousands, looked at in each question.
_OTHERS = frozenset({
    bool, bytes, complex, dict, float, frozenset, int, list, set, str, tuple, type, type(None),
    types.FunctionType, types.ModuleType,
})  # fmt: skip


def seed_generators_of(function: Any, seed: int, spared: Collection[str] = ()) -> None:
    """Seed the notebook's own generators but for those that only the `spared` names lead to.

    A name is that of a variable, or ``owner.name``, where the owner is a class, a dict or the function that encloses.
    """
    names: dict[int, set[str]] = {}
    generators: dict[int, Any] = {}
    for name, value in _held(function):
        generator = _in(value)
        if generator is not None:
            generators[id(generator)] = generator
            names.setdefault(id(generator), set()).add(name)
    for key, generator in generators.items():
        if not names[key] & set(spared):
            _seed(generator, seed)


def generator_of(library: str, seed: int) -> Any:
    """A new one, to be handed over as an argument."""
    if library == "torch":
        import torch

        return torch.Generator().manual_seed(seed)
    return np.random.default_rng(seed) if library == "numpy" else random.Random(seed)


def _seed(generator: Any, seed: int) -> None:
    if isinstance(generator, np.random.Generator):
        generator.bit_generator.state = type(generator.bit_generator)(seed).state
    elif isinstance(generator, np.random.RandomState):
        generator.seed(seed % 2**32)
    elif isinstance(generator, random.Random):
        generator.seed(seed)
    else:
        generator.manual_seed(seed)


def _in(value: Any) -> Any:
    """The generator that `value` is, or that it's a method of: ``draw = rng.random``."""
    if type(value) in _OTHERS:
        return None
    torch = sys.modules.get("torch")
    kinds = (np.random.Generator, np.random.RandomState, random.Random, *(() if torch is None else (torch.Generator,)))
    if not issubclass(type(value), kinds):
        is_method = issubclass(type(value), (types.BuiltinFunctionType, types.MethodType))
        value = getattr(value, "__self__", None) if is_method else None
    # The libraries' own are seeded anyway, and `random.choice` is a method of one.
    own = issubclass(type(value), kinds) and value not in (getattr(random, "_inst", None), np.random.mtrand._rand)
    return value if own and (torch is None or value is not torch.default_generator) else None


def _held(function: Any) -> Iterator[Found]:
    function = inspect.unwrap(function)
    if isinstance(function, functools.partial):
        yield from _parts("partial", function)
        function = inspect.unwrap(function.func)
    owner = getattr(function, "__self__", None)
    if owner is not None:
        yield from _parts(type(owner).__name__, owner)
    namespace = getattr(getattr(function, "__func__", function), "__globals__", {})
    home = namespace.get("__name__")
    yield from _of_function(function)
    for name, value in list(namespace.items()):
        yield str(name), value
        kind = type(value)
        own = value if kind is type else kind
        if kind in (dict, list, tuple, functools.partial):
            yield from _parts(str(name), value)
        elif kind is types.FunctionType and value.__module__ == home:
            yield from _of_function(value)
        elif vars(own).get("__module__") == home:
            yield from _parts(own.__name__, value)
            yield from _parts(str(name), value)
            yield from _parts(own.__name__, own)


def _of_function(function: Any) -> Iterator[Found]:
    """What stands in a function's defaults, in its attributes and in the variables of the one that encloses it."""
    name = str(getattr(function, "__name__", ""))
    defaults = getattr(function, "__defaults__", None) or ()
    for value in (*defaults, *(getattr(function, "__kwdefaults__", None) or {}).values()):
        yield f"{name}.default", value
    yield from _parts(name, function)
    enclosing = str(getattr(function, "__qualname__", "")).split(".<locals>.")[-2:][0].rpartition(".")[2]
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    for variable, cell in zip(getattr(code, "co_freevars", ()), cells):
        try:
            yield f"{enclosing}.{variable}", cell.cell_contents
        except ValueError:  # nothing in it yet
            continue


def _parts(name: str, value: Any) -> Iterator[Found]:
    """Entries of a dict or list, arguments of a partial, attributes of what is neither."""
    if isinstance(value, functools.partial):
        entries: Any = {**dict(enumerate(value.args)), **value.keywords}
    elif type(value) in (list, tuple):
        entries = dict(enumerate(value[:MOST_PARTS]))
    else:
        entries = value if type(value) is dict else getattr(value, "__dict__", {})
    for key, part in list(entries.items())[:MOST_PARTS]:
        yield f"{name}.{key}", part
