"""Counts: one whole number of any size, such as parameters, bytes or the entries of a matrix.

They are compared exactly.  `powers_hold` and `keeps_every_digit` hold a function against itself, so that a forgotten
factor costs what it must and no more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from grader.checks.student import Settled, Student, number_text
from grader.compare import NotNumbers, numbers
from grader.model import Array, Text, Value, Verdict

__all__ = [
    "UNITS",
    "count_of",
    "finite",
    "grouped_digits",
    "keeps_every_digit",
    "number_in",
    "powers_hold",
    "ratio",
    "right_counts",
]

UNITS = {
    "kB (1 000 bytes)": 10**3,
    "KiB (1 024 bytes)": 2**10,
    "MB (10^6 bytes)": 10**6,
    "MiB (2^20 bytes)": 2**20,
    "GB (10^9 bytes)": 10**9,
    "GiB (2^30 bytes)": 2**30,
    "TB (10^12 bytes)": 10**12,
}


def number_in(value: Value) -> int | float | None:
    """The one number in `value`: Python's, NumPy's or a tensor's."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return value
    if isinstance(value, Array) and value.data.size == 1 and value.data.dtype.kind in "iuf":
        single: int | float = value.data.reshape(-1)[0].item()
        return single
    return None


def grouped_digits(number: int | float) -> str:
    """Digits in groups of three; of a number that no screen holds only the first."""
    if isinstance(number, float):
        return number_text(number)
    text = f"{number:,}".replace(",", " ")
    return text if len(text) <= 60 else text[:40] + "..."


def finite(number: int | float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def ratio(one: int | float, other: int | float) -> float:
    """one / other, also where Python's division has no answer."""
    try:
        return one / other
    except (OverflowError, ZeroDivisionError):
        return math.inf


def count_of(student: Student, role: str, args: Sequence[int], asked: str = "") -> int | float:
    """What the student's function gives: an int of any size, or a float where that came back."""
    asked = asked or call_text(student, role, args)
    reply = student.returned(student.call(role, *args, case=asked), asked)
    number = number_in(reply.value)
    if number is None:
        what = numbers(reply.value)
        came = what.what if isinstance(what, NotNumbers) else Text("an array")
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: one number is expected, but {what} came back.", {"asked": asked, "what": came}),
        )
    return number


def call_text(student: Student, role: str, args: Sequence[int]) -> str:
    return f"{student.found[role].name}({', '.join(map(str, args))})"


def right_counts(
    student: Student,
    role: str,
    cases: Sequence[Sequence[int]],
    expected: Callable[..., int],
    units: Mapping[str, int] | None = None,
) -> Text | None:
    """None where each of `cases` gives the very number; `units` are those that a right number may be in by mistake."""
    # All are asked before any is judged: one alone can't tell a forgotten factor from another of the same size.
    answers = [count_of(student, role, args) for args in cases]
    for args, got in zip(cases, answers, strict=True):
        right = expected(*args)
        if got == right:
            continue
        values: dict[str, str | int | float | Text] = {
            "asked": call_text(student, role, args),
            "got": grouped_digits(got),
            "expected": grouped_digits(right),
        }
        for name, unit in (units or {}).items():
            if got > 0 and abs(ratio(got * unit, right) - 1) < 1e-3:
                return Text(
                    "{asked}: {got} is right in {unit}; bytes were asked, exactly: {expected}.",
                    values | {"unit": name},
                )
        if finite(got) and got > 0 and math.isfinite(ratio(got, right)):
            times = number_text(ratio(got, right))
            return Text(
                "{asked}: got {got}, expected {expected}; that is {ratio} times as much.", values | {"ratio": times}
            )
        return Text("{asked}: got {got}, expected {expected}.", values)
    return None


def powers_hold(
    student: Student, role: str, args: Sequence[int], names: Sequence[str], powers: Mapping[str, int]
) -> Text | None:
    """None where an argument of `names` times 2 and times 3 multiplies the result by its power of that."""
    plain = count_of(student, role, args)
    if not (finite(plain) and plain > 0):
        return Text("{asked}: got {got}.", {"asked": call_text(student, role, args), "got": grouped_digits(plain)})
    for name, power in powers.items():
        for factor in (2, 3):
            larger = list(args)
            larger[names.index(name)] *= factor
            got = ratio(count_of(student, role, larger), plain)
            # Two digits are enough for a power, and a result rounded to GB has no more.
            if not abs(got / factor**power - 1) < 0.01:
                return Text(
                    "{asked}: {name} times {factor} must make the result {wanted} times as large. The factor in your "
                    "results is {ratio}.",
                    {
                        "asked": call_text(student, role, args),
                        "factor": factor,
                        "name": name,
                        "wanted": factor**power,
                        "ratio": number_text(got),
                    },
                )
    return None


def keeps_every_digit(student: Student, role: str, cases: Sequence[Sequence[int]]) -> Text | None:
    """None where the first argument divides the result, also where a float no longer holds every digit.

    Whatever the formula is a multiple of, a float (or an int made of one, or 64 bits that ran over) isn't a multiple of
    a large prime.
    """
    for args in cases:
        got = count_of(student, role, args)
        asked, number = call_text(student, role, args), grouped_digits(got)
        values: dict[str, str | int | float | Text] = {"asked": asked, "got": number}
        if isinstance(got, int) and got < 0:
            return Text(
                "{asked}: got {got}; no count is negative. An integer of NumPy's (32 or 64 bits) ran over: use "
                "Python's own, which grow as far as needed.",
                values,
            )
        if not finite(got) or got != int(got):
            return Text("{asked}: got {got}; a count is a whole number.", values)
        if got == 0:
            return Text("{asked}: got {got}.", values)
        if int(got) % args[0] == 0 and got > 0:
            continue
        if isinstance(got, float):
            return Text("{asked}: got {got}, a float, which has lost digits; use whole numbers all the way.", values)
        return Text(
            "{asked}: got {got}, which isn't a multiple of the first argument. Digits were lost on the way: use whole "
            "numbers (no / and no float), Python's rather than NumPy's.",
            values,
        )
    return None
