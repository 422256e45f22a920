"""Calling the student's rotary positions, whatever their layout, rank and order of parameters.

Which features make a pair is found out once; what is observed is told in pairs side by side, so that a mistake is
recognised in either layout.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, Student, first_array, shape_text, without_leading_ones, wrong_shape
from grader.model import Array, CallFunction, Observation, Raised, Reply, Returned, Text, Value, Verdict

__all__ = [
    "called",
    "halves",
    "note_layout",
    "paired",
    "rank_of",
    "require_substance",
    "rotated",
]

ROLE = "rope"
Numbers = NDArray[np.float64]


def called(x: Numbers, *more: str) -> Text:
    return Text("rope of x {shape}{more}", {"shape": shape_text(x.shape), "more": "".join(f", {m}" for m in more)})


def rotated(
    student: Student, x: Numbers, asked: Text, positions: Numbers | None = None, base: float | None = None
) -> Array:
    """The student's answer, in x's shape; a settled verdict where none comes back.

    What is observed is told in pairs side by side, whatever layout the student has.
    """
    seen = student.array(x)
    if positions is None and (base is not None or not _alone(student)):
        positions = np.arange(float(x.shape[-2]))
    reply = _ask(student, seen, positions, base)
    value = student.numbers(first_array(reply.value), asked) if isinstance(reply, Returned) else None
    got = None if value is None else without_leading_ones(value, x.ndim)
    rest = tuple(part for part in (None if positions is None else student.array(positions), base) if part is not None)
    student.observations.append(
        Observation(
            ROLE,
            str(asked),
            (paired(student, seen), *rest),
            {},
            None if got is None or got.shape != x.shape else paired(student, got),
            reply if isinstance(reply, Raised) else None,
        )
    )
    student.returned(reply, asked)
    assert got is not None
    if got.shape != x.shape:
        raise wrong_shape(asked, got.shape, x.shape)
    return got


def _alone(student: Student) -> bool:
    """May the positions be left out?"""
    return student.found[ROLE].takes(1) or not student.found[ROLE].parameters


def _ask(student: Student, x: Array, positions: NDArray[Any] | None, base: float | None) -> Reply:
    """Positions as integers, else as floats (an einsum of torch's takes no mixture)."""
    name = student.found[ROLE].name
    lead = (1,) * (rank_of(student) - x.data.ndim)
    shaped = Array(x.data.reshape(lead + x.shape), x.library, x.dtype)
    if positions is None:
        return student.ask(CallFunction(name, (shaped,)))
    if base is None and _base_comes_first(student):
        base = 10000.0  # no gap may be left between the arguments
    rest: tuple[Value, ...] = () if base is None else (base,)
    first: Reply | None = None
    for dtype in ("int64", None):
        reply = student.ask(CallFunction(name, (shaped, student.array(positions.astype(np.float64), dtype), *rest)))
        if not isinstance(reply, Raised):
            return reply
        first = first or reply
    assert first is not None
    return first


def _base_comes_first(student: Student) -> bool:
    names = [parameter.name.lower() for parameter in student.found[ROLE].positional]
    return len(names) > 2 and names[1] in ("base", "theta", "theta_base")


def rank_of(student: Student) -> int:
    """The fewest axes that x may have: some functions want a batch, or a batch and heads."""
    if "rope.rank" not in student.memo:
        for rank in (2, 3, 4):
            student.memo["rope.rank"] = rank
            where = None if _alone(student) else np.arange(3)
            if not isinstance(_ask(student, student.array(np.ones((3, 4))), where, None), Raised):
                break
        else:
            student.memo["rope.rank"] = 2
    found: int = student.memo["rope.rank"]
    if found > 2:
        student.note(Text("Called with arrays of {rank} axes: with (n, d) it raises an exception.", {"rank": found}))
    return found


# The layout of the pairs


def halves(student: Student) -> bool:
    """Does the student turn feature i with feature i + d/2?  Seen by which feature the first one is turned into."""
    if "rope.halves" not in student.memo:
        x = np.zeros((6, 8))
        x[:, 0] = 1.0
        reply = _ask(student, student.array(x), None if _alone(student) else np.arange(6), None)
        value = first_array(reply.value) if isinstance(reply, Returned) else None
        data = without_leading_ones(value, 2).data if isinstance(value, Array) else x
        fits = data.shape == x.shape and data.dtype.kind == "f"
        moved = np.nan_to_num(np.abs(data - x)).max(axis=0) > 1e-3 if fits else x[0] > 1
        student.memo["rope.halves"] = bool(moved[4] and not moved[1])
    found: bool = student.memo["rope.halves"]
    return found


def paired(student: Student, x: Array) -> Array:
    """`x` as it is where pairs lie side by side, else with the two halves interleaved."""
    return Array(pairs_side_by_side(x.data), x.library, x.dtype) if halves(student) else x


def pairs_side_by_side(x: NDArray[Any]) -> NDArray[Any]:
    half = x.shape[-1] // 2
    return np.stack([x[..., :half], x[..., half:]], axis=-1).reshape(x.shape)


def note_layout(student: Student) -> None:
    if halves(student):
        student.note(
            Text("Judged in your own layout: feature i is turned with feature i + d/2. Neighbouring pairs are as good.")
        )
    else:
        student.note(
            Text("Judged in your own layout: features 2i and 2i + 1 are turned together. Two halves are as good.")
        )


def require_substance(student: Student) -> None:
    """Settled WRONG unless one vector comes out otherwise at each position, and two equal calls alike."""
    if "rope.substance" not in student.memo:
        dice = student.dice("substance")
        one, other = dice.normal(0, 1, (2, 8))
        asked = Text("rope of one vector at 6 positions")
        first, again, second = (
            rotated(student, np.tile(v, (6, 1)), asked).data.astype(np.float64) for v in (one, one, other)
        )
        apart = np.abs(first[:, None] - first[None]).max(axis=-1) + np.eye(6)
        student.memo["rope.substance"] = bool(
            np.isfinite(first).all()
            and np.array_equal(first, again)
            and not np.allclose(first, second)
            and (apart > 1e-3).all()
        )
    if not student.memo["rope.substance"]:
        raise Settled(
            Verdict.WRONG,
            Text("One vector at different positions must come out differently, and in two equal calls alike."),
        )
