"""Calling the student's attention, whatever rank, mask and kind of answer it has.

What the function needs (leading axes, a mask always, masks of another convention) is found out once and noted.
Only real questions become observations, with the mask in the course's convention; trials don't.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import (
    CONVENTIONS,
    COURSE,
    MaskConvention,
    convention_of,
    remember,
    uneven_mask,
)
from grader.checks.student import Settled, Student, shape_text, without_leading_ones
from grader.compare import NotNumbers, numbers, own_tolerance
from grader.model import Array, CallFunction, NoReply, Raised, Returned, Text, Value, Verdict

__all__ = [
    "Attended",
    "Manner",
    "arguments",
    "arrays_in",
    "ask",
    "attend",
    "find_convention",
    "manner",
    "mixing_weights",
    "own_error",
    "read",
    "require_mask",
    "require_substance",
    "weights_of",
]

ROLE = "attention"
Numbers = NDArray[np.float64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True)
class Manner:
    """`rank`: the fewest axes that Q, K and V may have.  `always_masked`: no mask raises."""

    rank: int = 2
    always_masked: bool = False


@dataclass(frozen=True, eq=False)
class Attended:
    """`weights` is None where only the output came back; `reversed` where the weights came first.

    `asked_shape` is the shape that the output should have.
    """

    output: Array
    weights: Array | None
    asked_shape: tuple[int, ...]
    reversed: bool = False


def takes_mask(student: Student) -> bool:
    definition = student.found[ROLE]
    return definition.takes(4) or not definition.parameters


def require_mask(student: Student) -> None:
    if not takes_mask(student):
        raise Settled(
            Verdict.MISSING,
            Text("`{name}` has no parameter for a mask after Q, K and V.", {"name": student.found[ROLE].name}),
        )


def manner(student: Student) -> Manner:
    """How the function wants to be called; found out at the first use."""
    if "attention.manner" not in student.memo:
        student.memo["attention.manner"] = _find_manner(student)
    found: Manner = student.memo["attention.manner"]
    if found.rank > 2:
        student.note(
            Text("Called with arrays of {rank} axes: with (n, d) it raises an exception.", {"rank": found.rank})
        )
    return found


def _find_manner(student: Student) -> Manner:
    definition = student.found[ROLE]
    unmasked = definition.takes(3) or not definition.parameters
    everyone = np.ones((3, 3), dtype=bool)
    masks: list[Array | None] = [None] if unmasked else []
    if takes_mask(student):
        masks += [MaskConvention("keep", dtype).encode(everyone, student.library) for dtype in ("bool", "int64")]
        masks.append(MaskConvention("keep", "float").encode(everyone, student.library))
    for rank in (2, 3, 4):
        tokens = student.array(np.linspace(-1, 1, 6).reshape((1,) * (rank - 2) + (3, 2)))
        for mask in masks:
            args = (tokens, tokens, tokens) if mask is None else (tokens, tokens, tokens, mask)
            reply = student.ask(CallFunction(definition.name, args))
            if isinstance(reply, NoReply):
                return Manner(2, not unmasked)
            if isinstance(reply, Returned) and arrays_in(reply.value, rank):
                return Manner(rank, mask is not None)
    return Manner(2, not unmasked)


def arguments(
    student: Student, Q: Numbers, K: Numbers, V: Numbers, allowed: Booleans | None = None
) -> tuple[Array, ...]:
    """The arguments in the form that the student's function takes."""
    how = manner(student)
    args = tuple(student.array(x.reshape((1,) * (how.rank - x.ndim) + x.shape)) for x in (Q, K, V))
    if allowed is None and how.always_masked:
        allowed = np.ones((Q.shape[-2], K.shape[-2]), dtype=bool)
    if allowed is None:
        return args
    find_convention(student)
    return (*args, convention_of(student).encode(allowed, student.library))


def ask(
    student: Student,
    Q: Numbers,
    K: Numbers,
    V: Numbers,
    allowed: Booleans | None = None,
    *,
    asked: Text,
    gradient_of: tuple[int, ...] = (),
    cotangent: Array | None = None,
    arguments_after: bool = False,
    seed: int = 0,
) -> Returned:
    """One question, noted as an observation; a settled verdict where nothing came back."""
    args = arguments(student, Q, K, V, allowed)
    call = CallFunction(
        student.found[ROLE].name,
        args,
        gradient_of=gradient_of,
        cotangent=cotangent,
        arguments_after=arguments_after,
        seed=seed,
    )
    reply = student.ask(call)
    plain: tuple[Value, ...] = args[:3] if allowed is None else (*args[:3], Array(allowed, student.library))
    student.observe(ROLE, str(asked), plain, reply)
    return student.returned(reply, asked)


def attend(
    student: Student, Q: Numbers, K: Numbers, V: Numbers, allowed: Booleans | None = None, *, asked: Text
) -> Attended:
    """The output, and the weights where they came back too."""
    return read(student, ask(student, Q, K, V, allowed, asked=asked).value, Q, K, V, asked)


def read(student: Student, value: Value, Q: Numbers, K: Numbers, V: Numbers, asked: Text) -> Attended:
    """Output and weights out of what came back: an array, a pair, a longer tuple, a mapping."""
    rank = Q.ndim
    found = [without_leading_ones(array, rank) for array in arrays_in(value, rank)]
    if not found:
        student.numbers(value, asked)
        raise Settled(
            Verdict.WRONG, Text("{asked}: no array of {rank} axes came back.", {"asked": asked, "rank": rank})
        )
    output_shape = (*Q.shape[:-1], V.shape[-1])
    weights_shape = (*Q.shape[:-1], K.shape[-2])
    at = next((i for i, array in enumerate(found) if array.shape == output_shape), 0)
    others = [(i, array) for i, array in enumerate(found) if i != at and array.shape == weights_shape]
    if not others:
        return Attended(found[at], None, output_shape)
    where, weights = others[0]
    return Attended(found[at], weights, output_shape, reversed=where < at)


def arrays_in(value: Value, rank: int) -> list[Array]:
    """The arrays of at least `rank` axes in `value`; nested lists count as arrays."""
    parts = tuple(value.values()) if isinstance(value, Mapping) else value if isinstance(value, tuple) else (value,)
    found = [part for part in map(numbers, parts) if not isinstance(part, NotNumbers) and part.data.ndim >= rank]
    if found:
        return found
    whole = numbers(value)
    return [whole] if not isinstance(whole, NotNumbers) and whole.data.ndim >= rank else []


def mixing_weights(got: Attended, asked: Text) -> Numbers:
    """The weights with which values were really mixed in `got`, an answer to V = identity."""
    shape = got.output.shape
    keys = got.asked_shape[1]
    if shape != got.asked_shape:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: with V of shape {v} the output must have shape {expected}; it has {got}.",
                {
                    "asked": asked,
                    "v": shape_text((keys, keys)),
                    "expected": shape_text(got.asked_shape),
                    "got": shape_text(shape),
                },
            ),
        )
    return got.output.data.astype(np.float64)


def weights_of(student: Student, Q: Numbers, K: Numbers, allowed: Booleans | None = None, *, asked: Text) -> Numbers:
    """(n_q, n_k): what the softmax gave.

    The returned weights where they are a distribution over the keys, so that a mistake made with the values doesn't
    count here again; else what V = identity shows.
    """
    got = attend(student, Q, K, np.eye(len(K)), allowed, asked=asked)
    if got.weights is not None and is_distribution(got.weights.data):
        return got.weights.data.astype(np.float64)
    return mixing_weights(got, asked)


def own_error(student: Student) -> float:
    """How far the student's numbers may be from those that they stand for: half precision and rounding are coarse.

    That costs `values`; a property is judged as far as such numbers show it.
    """
    if "attention.own_error" not in student.memo:
        dice = student.dice("own error")
        Q, K, V = (dice.normal(0, 1, (5, d)) for d in (4, 4, 6))
        got = attend(student, Q, K, V, asked=Text("attention(Q, K, V)"))
        parts = [got.output] if got.weights is None else [got.output, got.weights]
        student.memo["attention.own_error"] = max(own_tolerance(part).absolute for part in parts)
    error: float = student.memo["attention.own_error"]
    return error


def is_distribution(weights: NDArray[Any]) -> bool:
    """Is every row made of non-negative weights that add up to 1?"""
    return bool((weights >= 0).all() and (np.abs(weights.sum(axis=-1) - 1) < 1e-5).all())


def find_convention(student: Student) -> MaskConvention | None:
    """The mask convention under which blocked keys vanish, found out at the first use; None where there is none."""
    if "attention.convention" not in student.memo:
        # Set before the search: it calls the function, which may need a mask just to run.
        student.memo["attention.convention"] = None
        convention = _find_convention(student)
        student.memo["attention.convention"] = convention
        remember(student, convention)
    found: MaskConvention | None = student.memo["attention.convention"]
    return found


def trial(student: Student) -> tuple[Numbers, Numbers, Booleans]:
    """Q, K and a mask with which a convention shows: no weight is small unless blocked, and no score is near 0."""
    dice = student.dice("mask convention")
    return dice.uniform(0.3, 0.9, (5, 4)), dice.uniform(0.3, 0.9, (5, 4)), uneven_mask(dice, 5, 5)


def try_mask(student: Student, mask: Array | None) -> Numbers | Raised | NoReply | None:
    """The (5, 5) weights in the trial with `mask` as it is; None where what came back can't be read as weights."""
    Q, K, _ = trial(student)
    V = np.eye(len(K))
    rank = manner(student).rank
    args = [student.array(x.reshape((1,) * (rank - 2) + x.shape)) for x in (Q, K, V)]
    reply = student.ask(CallFunction(student.found[ROLE].name, (*args, mask) if mask is not None else tuple(args)))
    if not isinstance(reply, Returned):
        return reply
    if not arrays_in(reply.value, 2):
        return None
    got = read(student, reply.value, Q, K, V, Text("a trial of masks"))
    returned = got.weights if got.weights is not None and is_distribution(got.weights.data) else got.output
    if returned.shape != (5, 5) or not np.isfinite(returned.data).all() or (returned.data < 0).any():
        return None
    return returned.data.astype(np.float64)


def _find_convention(student: Student) -> MaskConvention | None:
    """The first that makes blocked keys vanish and leaves the others in their proportions.

    Of the course's own the first half is enough.  Else the first that does the second half: a mask that blocks badly
    (times 0, filled with 0 ...) makes nothing vanish, but has a meaning.  So has one that lowers by too little, as
    (1 - mask) * -10 does: handed 0 and -inf it blocks too, but doesn't only add them.
    """
    _, _, allowed = trial(student)
    badly: list[tuple[bool, MaskConvention]] = []
    lowered = False
    for convention in CONVENTIONS:
        weights = try_mask(student, convention.encode(allowed, student.library))
        if not isinstance(weights, np.ndarray):
            continue
        vanished = np.array_equal(weights > 1e-6, allowed)
        if vanished and convention.meaning == COURSE.meaning:
            return convention
        everyone = convention.encode(np.ones_like(allowed), student.library)
        free = try_mask(student, everyone if manner(student).always_masked else None)
        if not isinstance(free, np.ndarray) or not (free > 0).all():
            continue
        ratio = weights / free
        # In a softmax over the queries, another mistake, the columns keep their proportions.
        if _in_proportion(ratio, allowed) or _in_proportion(ratio.T, allowed.T):
            if vanished and not (lowered and convention.meaning == "additive"):
                return convention
            most = _largest_of_the_blocked(ratio, allowed)
            # 1 - mask for the mask leaves proportions too, and lifts the blocked ones: it's the last to be believed.
            badly.append((most > 1, convention))
            # A mask of True and False that is added lowers by 1.
            lowered = lowered or (convention == COURSE and most < math.exp(-1.5))
    return min(badly, key=lambda found: found[0], default=(True, None))[1]


def _largest_of_the_blocked(ratio: Numbers, allowed: Booleans) -> float:
    """By how much the mask multiplies a blocked weight at most, beside the allowed ones of its row."""
    usual = np.array([[np.median(row[keep])] for row, keep in zip(ratio, allowed, strict=True)])
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.nan_to_num(ratio / usual, nan=np.inf)[~allowed].max())


def _in_proportion(ratio: Numbers, allowed: Booleans) -> bool:
    """Are the allowed entries of each row multiplied by one number, and most of the blocked ones by others?"""
    usual = np.array([[np.median(row[keep])] for row, keep in zip(ratio, allowed, strict=True)])
    kept = np.abs(ratio - usual) <= 1e-3 * usual
    return bool((usual > 0).all() and kept[allowed].all() and kept[~allowed].mean() < 0.5)


def require_substance(student: Student) -> None:
    """Settled WRONG unless the output depends on Q and on K or V, and on nothing else.

    Constants, uniform weights and random numbers satisfy many properties.
    """
    if "attention.substance" not in student.memo:
        student.memo["attention.substance"] = _lack_of_substance(student)
    lack: Text | None = student.memo["attention.substance"]
    if lack is not None:
        raise Settled(Verdict.WRONG, lack)


def _lack_of_substance(student: Student) -> Text | None:
    dice = student.dice("substance")
    Q, other_Q, K, other_K, V, other_V = (dice.normal(0, 1, (5, 4)) for _ in range(6))
    asked = Text("attention(Q, K, V)")
    first, again, by_query, by_key = (
        attend(student, *args, asked=asked).output.data.astype(np.float64)
        for args in ((Q, K, V), (Q, K, V), (other_Q, K, V), (Q, other_K, other_V))
    )
    if not _alike(first, again):
        return Text("Two calls with the same Q, K and V give different outputs.")
    if _alike(first, by_query):
        return Text("The output doesn't depend on the queries.")
    if _alike(first, by_key):
        return Text("The output doesn't depend on the keys and values.")
    return None


def _alike(one: Numbers, other: Numbers) -> bool:
    return one.shape == other.shape and bool(np.allclose(one, other, atol=1e-6, equal_nan=True))
