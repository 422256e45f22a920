"""Affine maps of tokens as a block's sublayers: handed to the student's code, and computed here on the same numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Student
from grader.model import Array, ReadAttribute, Returned, Value

__all__ = ["AffineMap", "inputs_of"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AffineMap:
    """x (n, d) to mixing (x matrix) + offset, with matrix (d, d), offset (d,) and mixing (n, n), or None."""

    matrix: Numbers
    offset: Numbers
    mixing: Numbers | None = None

    def __call__(self, x: Numbers) -> Numbers:
        y = x @ self.matrix if self.mixing is None else self.mixing @ (x @ self.matrix)
        moved: Numbers = y + self.offset
        return moved

    def handed(self, student: Student, handle: str) -> Value:
        """The same map as an argument; what it's given can be asked for under `handle` afterwards."""
        parts: dict[str, Value] = {"matrix": student.array(self.matrix), "offset": student.array(self.offset)}
        if self.mixing is not None:
            parts["mixing"] = student.array(self.mixing)
        return {"affine_map": {**parts, "keep": handle}}


def inputs_of(student: Student, handle: str) -> tuple[Numbers, ...]:
    """What the map under `handle` was given since it was handed over, in order; 16 arrays at most."""
    reply = student.ask(ReadAttribute(handle, ("inputs",)))
    parts = reply.value if isinstance(reply, Returned) and isinstance(reply.value, tuple) else ()
    return tuple(part.data.astype(np.float64) for part in parts if isinstance(part, Array))
