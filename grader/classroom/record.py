"""A report as it lies on disk: the frozen dataclasses of :mod:`grader.model` as JSON, and back to the same objects.

What is kept is the report itself, untranslated and with exact points, and not one of its formats: so another language,
edition or share of points needs no notebook to be run again.  Reading builds nothing but the declared types, by their
annotations: a file can't name a class, as a pickle can.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

__all__ = ["packed", "shape", "unpacked"]

T = TypeVar("T")
_PLAIN = (str, int, float, bool)


def packed(value: Any) -> Any:
    """`value` as what JSON can hold; a dataclass is a list of its fields in their order."""
    if value is None or type(value) in _PLAIN:
        return value
    if is_dataclass(value):
        return [packed(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {key: packed(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [packed(entry) for entry in value]
    return _PLAIN[[isinstance(value, kind) for kind in _PLAIN].index(True)](value)  # a subclass, such as np.float64


def unpacked(kind: type[T], data: Any) -> T:
    """The `kind` that `packed` made `data` of.  Raises ValueError, TypeError or KeyError for anything else."""
    return typing.cast(T, _of(kind, data))


def _of(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        return _one_of(typing.get_args(kind), data)
    if origin is not None:
        return _collection(origin, typing.get_args(kind), data)
    if is_dataclass(kind):
        return _built(kind, data)
    if kind is Fraction or issubclass(kind, Enum):
        return kind(data)
    if kind is float and type(data) is int:
        return float(data)
    if type(data) is not kind:
        raise TypeError(f"this is no {kind}")
    return data


def _built(kind: Any, data: Any) -> Any:
    hints = _fields(kind)
    if not isinstance(data, list) or len(data) != len(hints):
        raise ValueError(f"this is no {kind}")
    return kind(*map(_of, hints, data))


def _one_of(kinds: Sequence[Any], data: Any) -> Any:
    """Of a union: plain values are themselves, a list is the dataclass or tuple among `kinds`."""
    if data is None and type(None) in kinds:
        return None
    if type(data) in kinds:
        return data
    if type(data) is int and float in kinds:
        return float(data)
    (kind,) = (kind for kind in kinds if kind not in (*_PLAIN, type(None)))
    return _of(kind, data)


def _collection(origin: Any, arguments: Sequence[Any], data: Any) -> Any:
    if origin is tuple and isinstance(data, list):
        return tuple(_of(arguments[0], entry) for entry in data)
    if issubclass(origin, Mapping) and isinstance(data, dict):
        return {key: _of(arguments[1], entry) for key, entry in data.items()}
    raise TypeError(f"this is no {origin}")


@cache
def _fields(kind: Any) -> tuple[Any, ...]:
    hints = typing.get_type_hints(kind)
    return tuple(hints[field.name] for field in fields(kind))


def shape(kind: Any) -> str:
    """The fields of `kind` and of all that is in it: what was packed under another shape isn't unpacked."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [kind]
    while waiting:
        next_one: Any = waiting.pop()
        waiting += typing.get_args(next_one)
        if _is_dataclass(next_one) and next_one.__name__ not in found:
            found[next_one.__name__] = tuple(field.name for field in fields(next_one))
            waiting += _fields(next_one)
    return "; ".join(f"{name}: {', '.join(names)}" for name, names in sorted(found.items()))


def _is_dataclass(kind: Any) -> bool:
    return is_dataclass(kind)
