"""Plain data: all that may cross the line between the student's process and ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Library", "Opaque", "Value"]

Library: TypeAlias = Literal["numpy", "torch"]


@dataclass(frozen=True, eq=False)
class Array:
    """An array of either library, as bytes that we hold.

    `data` is always a NumPy array of ours; `library` says what it was, or shall become,
    in the student's process.  `dtype` is the name on that side: it differs from
    ``data.dtype`` only for types that NumPy lacks (``bfloat16`` arrives as float32).
    """

    data: npt.NDArray[Any]
    library: Library = "numpy"
    dtype: str = ""

    def __post_init__(self) -> None:
        if not self.dtype:
            object.__setattr__(self, "dtype", self.data.dtype.name)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape


@dataclass(frozen=True)
class Opaque:
    """Stands for a returned object that isn't plain data; only its type's name came over."""

    type_name: str


# Sequences are tuples here: the wire doesn't tell a list from a tuple, and nothing may depend on it.
Value: TypeAlias = (
    "None | bool | int | float | str | Array | Opaque | tuple[Value, ...] | Mapping[str, Value]"
)
