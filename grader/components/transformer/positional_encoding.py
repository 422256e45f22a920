"""Positional encoding: ``positional_encoding(n_positions, d_model)`` (contract, *positional_encoding*).

Only `values` and `far_positions` know the frequencies.  The other checks hold for any, so that a wrong base or
exponent costs those two alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.precision import lost_precision
from grader.checks.student import Settled, Student, index_text, number_text, wrong_shape
from grader.compare import NotNumbers, compare, numbers, own_tolerance, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, Opaque, Raised, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "positional_encoding"
Numbers = NDArray[np.float64]


def called(n: int, d: int) -> Text:
    return Text("positional_encoding({n}, {d})", {"n": n, "d": d})


def table_of(student: Student, n: int, d: int) -> Array:
    """The student's (n, d) table; axes of length 1 are taken away, and of (pe, omega) the first is taken."""
    asked = called(n, d)
    reply = student.returned(student.call(ROLE, n, d, case=str(asked)), asked)
    return read_table(student, reply.value, asked, (n, d))


def read_table(student: Student, value: Value, asked: Text, shape: tuple[int, int]) -> Array:
    for part in (value, *_parts(value)):
        array = numbers(part)
        if isinstance(array, NotNumbers):
            continue
        if tuple(extent for extent in array.shape if extent != 1) == shape:
            return Array(array.data.reshape(shape), array.library, _precision(array))
    array = student.numbers(next(iter(_parts(value)), value), asked)
    raise wrong_shape(asked, array.shape, shape)


def _precision(array: Array) -> str:
    """The dtype, or float32 where a float64 table was filled with float32 numbers."""
    single = array.dtype == "float64" and np.array_equal(array.data, array.data.astype(np.float32))
    return "float32" if single else array.dtype


def _parts(value: Value) -> tuple[Value, ...]:
    parts = tuple(value.values()) if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
    return parts if any(isinstance(part, Array) and part.data.ndim > 1 for part in parts) else ()


def halves(student: Student) -> bool:
    """Are all sines in the left half and all cosines in the right one, as in another layout that is in use?"""
    if "positional_encoding.halves" not in student.memo:
        pe = table_of(student, 20, 8).data.astype(np.float64)
        left, right = pe[:, :4], pe[:, 4:]
        circles = np.allclose(left**2 + right**2, 1, atol=1e-3)
        student.memo["positional_encoding.halves"] = bool(
            circles and np.allclose(left[0], 0, atol=1e-3) and np.allclose(right[0], 1, atol=1e-3)
        )
    found: bool = student.memo["positional_encoding.halves"]
    return found


def own_layout(student: Student, pe: Numbers) -> Numbers:
    """`pe` with sine and cosine side by side, where the student keeps them in halves."""
    if not halves(student):
        return pe
    student.note(Text("Judged in your own layout: sines in the left half, cosines in the right one."))
    half = pe.shape[1] // 2
    return np.stack([pe[:, :half], pe[:, half:]], axis=2).reshape(pe.shape)


def require_substance(student: Student) -> None:
    """Settled WRONG where positions don't move along a curve: constants turn by one rotation too."""
    if "positional_encoding.substance" not in student.memo:
        pe, again = (table_of(student, 6, 8).data.astype(np.float64) for _ in range(2))
        student.memo["positional_encoding.substance"] = bool(
            np.array_equal(pe, again, equal_nan=True) and not (np.abs(np.diff(pe, n=2, axis=0)) < 1e-7).all()
        )
    if not student.memo["positional_encoding.substance"]:
        raise Settled(
            Verdict.WRONG,
            Text("All positions get the same encoding, or lie on a straight line, or get another one at each call."),
        )


def allowed_error(dtype: str, positions: NDArray[np.int64]) -> Numbers:
    """(n, 1): what rounding may cost at each position.

    float64 forms agree to 1e-12, and 1e-6 is asked.  In float32 the angle itself is rounded: measured 4e-8 * position.
    """
    if dtype == "float64":
        return np.full((len(positions), 1), 1e-6)
    return 1e-5 + 1e-7 * positions[:, None].astype(np.float64)


def table_differs(asked: Text, expected: Numbers, got: Array, positions: NDArray[np.int64]) -> Text | None:
    error = np.abs(got.data.astype(np.float64) - expected)
    off = ~(error <= allowed_error(got.dtype, positions))
    if not off.any():
        return None
    row, column = (
        int(i) for i in np.unravel_index(int(np.nan_to_num(np.where(off, error, 0), nan=9).argmax()), off.shape)
    )
    return Text(
        "{asked}: {count} of {total} values differ, most at position {position}, column {column}: "
        "got {got}, expected {expected}.",
        {
            "asked": asked,
            "count": int(off.sum()),
            "total": off.size,
            "position": int(positions[row]),
            "column": column,
            "got": number_text(float(got.data[row, column])),
            "expected": number_text(float(expected[row, column])),
        },
    )


def values(student: Student) -> Text | None:
    positions = np.arange(50)
    for d in (6, 8, 16):
        got = table_of(student, 50, d)
        expected = student.references.positional_encoding.positional_encoding(50, d)
        differs = table_differs(called(50, d), expected, got, positions)
        if differs is not None:
            difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
            lost = None if difference is None else lost_precision(called(50, d), got, difference)
            return lost or _named(student, called(50, d), got.data.astype(np.float64), expected) or differs
    return None


def _named(student: Student, asked: Text, pe: Numbers, expected: Numbers) -> Text | None:
    """The mistake by its name, where the table as a whole shows it."""
    if halves(student):
        return Text(
            "{asked}: all sines come first and all cosines after them. Here they alternate: sines in the even "
            "columns, cosines in the odd ones.",
            {"asked": asked},
        )
    if np.allclose(pe[:-1], expected[1:], atol=1e-4):
        return Text("{asked}: the first row is that of position 1; positions start at 0.", {"asked": asked})
    if np.allclose(pe[:, 0::2], expected[:, 1::2], atol=1e-4) and np.allclose(
        pe[:, 1::2], expected[:, 0::2], atol=1e-4
    ):
        return Text("{asked}: sine and cosine are exchanged.", {"asked": asked})
    if not np.allclose(pe[:, 0::2] ** 2 + pe[:, 1::2] ** 2, 1, atol=1e-3):
        return None
    return Text(
        "{asked}: column pairs turn by {got} radians per position, expected {expected}. Look at the base and the "
        "exponent of the frequencies.",
        {"asked": asked, "got": _speeds(pe), "expected": _speeds(expected)},
    )


def _speeds(pe: Numbers) -> str:
    """The angle from position 0 to 1 of the first pairs of columns."""
    angles = np.arctan2(pe[:2, 0::2], pe[:2, 1::2])
    return ", ".join(f"{speed:.3g}" for speed in (angles[1] - angles[0])[:3]) + (", ..." if pe.shape[1] > 6 else "")


def far_positions(student: Student) -> Text | None:
    # Four columns only: a table filled by two Python loops must still come in time.
    n, d = 100_001, 4
    asked = called(n, d)
    reply = student.returned(student.call(ROLE, n, d, case=str(asked)), asked)
    if isinstance(reply.value, Opaque):  # nested lists of that length aren't carried over
        n = 20_001
        got = table_of(student, n, d)
    else:
        got = read_table(student, reply.value, asked, (n, d))
    expected = student.references.positional_encoding.positional_encoding(n, d)
    data, positions = own_layout(student, got.data), np.arange(n)
    dtype = "float64" if _is_float64(reply.value) else got.dtype
    differs = table_differs(called(n, d), expected, Array(data, got.library, dtype), positions)
    if differs is not None and (np.abs(data - expected) <= allowed_error("float32", positions)).all():
        student.suspect("positional_encoding/angles_in_float32")
    return differs


def _is_float64(value: Value) -> bool:
    """An array of that type is held to what it promises, whatever it was filled with; a list promises nothing."""
    return any(
        isinstance(part, Array) and part.data.ndim > 1 and part.dtype == "float64" for part in (value, *_parts(value))
    )


def first_position(student: Student) -> Text | None:
    pe = table_of(student, 3, 8)
    expected = np.tile([0.0, 1.0], 4)
    difference = compare(expected, pe.data[0], tolerance_for(pe.dtype)).difference
    if difference is None:
        require_substance(student)
        return None
    return describe_difference(Text("row 0 of positional_encoding(3, 8), which is 0, 1, 0, 1, ..."), difference)


def sines_and_cosines(student: Student) -> Text | None:
    """For any frequency: a pair (sin, cos) lies on a circle, and starts at (0, 1) or turns from its first to second."""
    require_substance(student)
    table = table_of(student, 40, 8)
    pe = table.data.astype(np.float64)
    circle = pe[:, 0::2] ** 2 + pe[:, 1::2] ** 2
    near = max(1e-4, 4 * own_tolerance(table).absolute)  # of numbers near 1, squared and added up
    off = ~(np.abs(circle - 1) <= near)
    if off.any():
        row, pair = (int(i) for i in np.argwhere(off)[0])
        return Text(
            "columns {even} and {odd} must be sine and cosine of the same angle, so that their squares add up to 1; "
            "at position {row} they add up to {total}.",
            {"even": 2 * pair, "odd": 2 * pair + 1, "row": row, "total": number_text(float(circle[row, pair]))},
        )
    start = np.abs(pe[0, 0::2]) + np.abs(pe[0, 1::2] - 1) < near
    angles = np.arctan2(pe[:, 0::2], pe[:, 1::2])
    steps = np.angle(np.exp(1j * np.diff(angles, axis=0)))
    forward = (steps > 0).all(axis=0)
    wrong = ~(start | forward)
    if not wrong.any():
        return None
    pair = int(wrong.argmax())
    return Text(
        "column {even} must be the sine and column {odd} the cosine of an angle that grows with the position; at "
        "positions 0 and 1 they are {first} and {second}.",
        {
            "even": 2 * pair,
            "odd": 2 * pair + 1,
            "first": ", ".join(map(number_text, pe[0, 2 * pair : 2 * pair + 2])),
            "second": ", ".join(map(number_text, pe[1, 2 * pair : 2 * pair + 2])),
        },
    )


def rotation(student: Student) -> Text | None:
    """PE(pos + k) is PE(pos) turned, by an angle for each pair of columns that is the same for all positions."""
    require_substance(student)
    dice = student.dice("rotation")
    table = table_of(student, 60, 8)
    near = max(1e-4, 4 * own_tolerance(table).absolute)
    pe = own_layout(student, table.data.astype(np.float64))
    points = pe[:, 1::2] + 1j * pe[:, 0::2]
    for k in sorted(int(step) for step in dice.choice(np.arange(2, 20), 3, replace=False)):
        turned = points[k:] * np.conj(points[:-k])
        off = ~(np.abs(turned - turned[0]) + np.abs(np.abs(turned) - 1) <= near)
        if off.any():
            row, pair = (int(i) for i in np.argwhere(off)[0])
            lengths = np.abs(points[[row, row + k], pair]) ** 2
            if not (np.abs(lengths - 1) <= near).all():
                at = row if not abs(lengths[0] - 1) <= near else row + k
                return Text(
                    "a step can only be a rotation where columns {even} and {odd} stay on a circle of radius 1: at "
                    "position {row} their squares add up to {total}.",
                    {
                        "even": 2 * pair,
                        "odd": 2 * pair + 1,
                        "row": at,
                        "total": number_text(float(np.abs(points[at, pair]) ** 2)),
                    },
                )
            return Text(
                "from position pos to pos + {k}, columns {even} and {odd} must turn by the same angle for every pos: "
                "they turn by {first} from position 0 and by {other} from position {row}.",
                {
                    "k": k,
                    "even": 2 * pair,
                    "odd": 2 * pair + 1,
                    "row": row,
                    "first": number_text(float(np.angle(turned[0, pair]))),
                    "other": number_text(float(np.angle(turned[row, pair]))),
                },
            )
    return None


def odd_width(student: Student) -> Text | None:
    """An odd d_model works or raises; a table of another width, or with an empty column, is neither."""
    require_substance(student)
    asked = called(5, 7)
    reply = student.call(ROLE, 5, 7, case=str(asked))
    if isinstance(reply, Raised):
        return None
    pe = read_table(student, student.returned(reply, asked).value, asked, (5, 7)).data.astype(np.float64)
    if not np.isfinite(pe).all():
        return Text(
            "{asked}: the value at {index} is not finite.",
            {"asked": asked, "index": index_text([int(i) for i in np.argwhere(~np.isfinite(pe))[0]])},
        )
    constant = np.flatnonzero(np.ptp(pe, axis=0) == 0)
    if len(constant) == 0:
        return None
    return Text(
        "{asked}: column {column} is the same at every position. An odd d_model should work, or raise an exception.",
        {"asked": asked, "column": int(constant[0])},
    )


COMPONENT = Component(
    "positional_encoding",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("n_positions", "d_model"),
                    2,
                    ("codificacion_posicional", "codificacion_sinusoidal"),
                ),
            ),
            (
                Claim("values", Text("right values at the first 50 positions"), values),
                Claim("far_positions", Text("right values up to position 100 000"), far_positions),
                Claim("first_position", Text("position 0 is 0, 1, 0, 1, ..."), first_position),
                Claim("sines_and_cosines", Text("sines in even columns, cosines in odd ones"), sines_and_cosines),
                Claim("rotation", Text("a step is the same rotation everywhere"), rotation),
                Claim("odd_width", Text("an odd width works or raises"), odd_width),
            ),
            supporting=("odd_width",),
        ),
    ),
)
