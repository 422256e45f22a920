"""What is asked of code whose cost is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.asking import Call, CallFunction, CallModule

__all__ = ["Counted", "Each", "FillHoles", "OnDevice"]


@dataclass(frozen=True)
class Each:
    """Call a function or a module once for each entry along the first axis of its array arguments; returns the outputs,
    stacked.

    For calls that are each too short to be timed.  Where several things come back, `part` is the place of the output
    among them (an index or a key).  Gradients aren't recorded, and a module is in evaluation mode.

    With `lines`, the number of lines of Python that these calls run comes back instead.
    """

    call: CallFunction | CallModule
    part: int | str | None = None
    lines: bool = False


@dataclass(frozen=True)
class FillHoles:
    """From now on whatever is made needs new memory: what was freed before is no longer there to be used again."""


@dataclass(frozen=True)
class OnDevice:
    """Answer `call` with its tensors, and the module that it's about, on a torch device, and wait until that's through.

    ``cuda`` computes in float32 without TF32, and may take `mebibytes` of the card's memory.
    """

    call: Call
    device: str
    mebibytes: int = 4096


@dataclass(frozen=True)
class Counted:
    """Answer `call`, and count the multiplications of its matrix products: the work, whatever the machine's speed.

    Returns a mapping: ``value`` (the reply's own value), ``multiplications``, and whether any torch module was called
    in ``training`` mode or with gradients recorded (``grad``).
    """

    call: Call
