"""How far apart two right answers may be: from the dtype and the depth of the operation."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["HALF", "Tolerance", "tolerance_for"]


@dataclass(frozen=True)
class Tolerance:
    """Same where ``|got - expected| <= absolute + relative * |expected|``."""

    absolute: float
    relative: float

    def scaled(self, factor: float) -> Tolerance:
        return Tolerance(self.absolute * factor, self.relative * factor)


# Measured on correct variants against a float64 reference (variation of 73 public
# implementations): single components err by at most 1.1e-6 in float32, 3e-3 in float16 and
# 2e-2 in bfloat16.  A float64 answer may have passed through float32 inside (a cast, a float32
# table), which is no fault of the mathematics, so float64 isn't held to more than 1e-6.
# Every catalogued mistake lies above 4.7e-4 on the inputs that we choose.
_BY_DTYPE = {
    "float64": Tolerance(2e-6, 2e-6),
    "float32": Tolerance(1e-5, 1e-4),
}
HALF = {
    "float16": Tolerance(4e-3, 4e-3),
    "bfloat16": Tolerance(2.5e-2, 2.5e-2),
}


def tolerance_for(dtype: str, depth: int = 1) -> Tolerance:
    """The tolerance for an answer of `dtype` that is `depth` components deep.

    Depth 1 is a single component (softmax, attention, a norm), 2 a block, 3 or more a model of
    several layers.  The error of float32 grows about tenfold from a component to a model.
    Integers and booleans are compared as float64 values; an answer in half precision is held to float32, since
    nobody was given less (contract).  What its own coarseness allows is `own_tolerance`.
    """
    base = _BY_DTYPE.get("float32" if dtype in HALF else dtype, _BY_DTYPE["float64"])
    return base.scaled({1: 1.0, 2: 4.0}.get(depth, 10.0))
