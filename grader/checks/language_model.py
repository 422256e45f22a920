"""The student's MiniGPT: built at chosen sizes, its weights drawn afresh, asked for logits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.modules import build, call_module, randomise
from grader.checks.parameter_count import Sizes
from grader.checks.student import Student, settled_by, shape_text
from grader.checks.token_modules import constructor_values
from grader.model import Array, ModuleDescription, Returned, Text, Value

__all__ = [
    "DEFAULT",
    "ONE_LAYER",
    "ORDER",
    "SMALL",
    "answer",
    "asked_to_build",
    "built",
    "drawn",
    "is_last_only",
    "logits_in",
    "logits_of",
    "others",
    "tokens",
]

ORDER = ("vocab_size", "d_model", "n_heads", "n_layers", "context")

# The course's own, and one whose sizes and their products are all different.
DEFAULT = Sizes(V=46, d=64, h=4, L=3, C=64)
SMALL = Sizes(V=13, d=12, h=3, L=2, C=7)
ONE_LAYER = Sizes(V=13, d=12, h=3, L=1, C=7)


def built(student: Student, sizes: Sizes, seed: int = 0) -> tuple[str, ModuleDescription]:
    wanted: dict[str, Value] = dict(zip(ORDER, (sizes.V, sizes.d, sizes.h, sizes.L, sizes.C), strict=True))
    values = constructor_values(student.found["MiniGPT"], **wanted)
    return build(student, "MiniGPT", ORDER, values, asked_to_build(sizes), seed)


def asked_to_build(sizes: Sizes) -> Text:
    return Text(
        "MiniGPT(vocab_size={V}, d_model={d}, n_heads={h}, n_layers={L}, context={C})",
        {"V": sizes.V, "d": sizes.d, "h": sizes.h, "L": sizes.L, "C": sizes.C},
    )


def drawn(student: Student, sizes: Sizes, label: str) -> str:
    """A model whose parameters are all drawn afresh, so that none hides what another does."""
    handle, module = built(student, sizes)
    randomise(student, handle, module, student.dice(label), asked_to_build(sizes))
    return handle


def logits_of(student: Student, handle: str, idx: NDArray[Any], vocab_size: int) -> NDArray[np.float64]:
    """The logits of the tokens `idx` (B, n), in evaluation mode; else the verdict is settled."""
    asked = Text("MiniGPT's logits of tokens {shape}", {"shape": shape_text(idx.shape)})
    value = logits_in(answer(student, handle, idx, asked=asked), vocab_size)
    if is_last_only(value, idx, vocab_size) and len(student.found["MiniGPT"].call_parameters) > 1:
        student.note(Text("The logits of all positions come only when targets are given; they were given."))
        value = logits_in(answer(student, handle, idx, idx, asked=asked), vocab_size)
    return student.numbers(value, asked).data.astype(np.float64)


def answer(student: Student, handle: str, *args: NDArray[Any], asked: Text) -> Value:
    reply = call_module(student, "MiniGPT", handle, *args, case=str(asked))
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return reply.value


def logits_in(value: Value, vocab_size: int) -> Value:
    """The logits out of ``logits``, ``(logits, loss)``, ``(loss, logits)`` or a dict of them."""
    parts: tuple[Value, ...] = tuple(value.values()) if isinstance(value, Mapping) else (value,)
    parts = value if isinstance(value, tuple) else parts
    arrays = [part for part in parts if isinstance(part, Array) and part.data.ndim >= 2]
    fitting: list[Value] = [array for array in arrays if array.shape[-1] == vocab_size]
    return fitting[0] if fitting else arrays[0] if arrays else value


def is_last_only(value: Value, idx: NDArray[Any], vocab_size: int) -> bool:
    """nanoGPT without targets gives the last position's logits alone."""
    return isinstance(value, Array) and idx.shape[1] > 1 and value.shape == (len(idx), 1, vocab_size)


def tokens(dice: np.random.Generator, *shape: int, vocab_size: int = SMALL.V) -> NDArray[np.int64]:
    return dice.integers(0, vocab_size, shape)


def others(dice: np.random.Generator, idx: NDArray[np.int64]) -> NDArray[np.int64]:
    """At every place another token than in `idx`."""
    return (idx + dice.integers(1, SMALL.V, idx.shape)) % SMALL.V
