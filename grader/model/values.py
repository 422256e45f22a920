"""Plain data: all that may cross the line between the student's process and ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:  # the nouns must load before NumPy does: a kernel is spawned in between
    import numpy as np
    import numpy.typing as npt

__all__ = ["Array", "Library", "Opaque", "Value", "count_of", "entries_of", "text_of", "unstyled"]

Library: TypeAlias = Literal["numpy", "torch"]


@lru_cache(maxsize=64)
def _name_of(dtype: np.dtype[Any]) -> str:
    """NumPy puts the name together anew each time, for 7 µs: as long as it takes to multiply small matrices."""
    return dtype.name


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
            object.__setattr__(self, "dtype", _name_of(self.data.dtype))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape


@dataclass(frozen=True)
class Opaque:
    """Stands for a returned object that isn't plain data; only its type's name came over."""

    type_name: str


# Sequences are tuples here: the wire doesn't tell a list from a tuple, and nothing may depend on it.
Value: TypeAlias = "bool | int | float | str | Array | Opaque | tuple[Value, ...] | Mapping[str, Value] | None"


def text_of(value: object) -> str:
    """`value` if it's text, else nothing: for reading fields of what came from the student's process."""
    return value if isinstance(value, str) else ""


# ECMA-48: control sequences (colours), strings up to their terminator (links), and the shorter escapes.
_STYLES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x9d])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]"
)


def unstyled(text: str) -> str:
    """`text` without what would make it bold or coloured in a terminal."""
    return _STYLES.sub("", text)


def count_of(value: object) -> int | None:
    """`value` if it's a positive whole number of a sane size."""
    return value if type(value) is int and 0 < value < 10**9 else None


def entries_of(value: Value) -> list[Mapping[str, Value]]:
    """The mappings in a sequence; anything else counts as none."""
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, tuple) else []
