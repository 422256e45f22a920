"""When no known mistake explains an answer: what kind of wrong it is.

Each symptom compares what came back with what is right, on every observed input: it is named only where it
holds on all of them, since one small example can look like many things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.compare import Tolerance, compare, half_precision_of, own_tolerance, tolerance_for
from grader.model import Array, Diagnosis, Text

__all__ = ["Pair", "symptom"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pair:
    """One input's right answer and the student's; `sizes` are the lengths that a factor may be made of.

    `dtype` is the one in which `got` came back.
    """

    expected: Numbers
    got: Numbers
    sizes: tuple[tuple[str, int], ...] = ()
    dtype: str = "float64"


_NEAR = Tolerance(1e-4, 1e-3)


def symptom(pairs: Sequence[Pair]) -> Diagnosis | None:
    """The first symptom that all `pairs` show, from the most to the least telling; None where there is none."""
    wrong = [pair for pair in pairs if not _same(pair.expected, pair.got)]
    if not wrong:
        coarse = [pair for pair in pairs if _allowed(pair) != tolerance_for(pair.dtype)]
        return _too_coarse(coarse) if coarse else None
    right = [pair for pair in pairs if _same(pair.expected, pair.got)]
    for look in _LOOKS:
        found = _scaled(wrong, right) if look is _scaled else look(wrong)
        if found is not None:
            return found
    return None


def _same(expected: NDArray[Any], got: NDArray[Any]) -> bool:
    return compare(np.asarray(expected), np.asarray(got), _NEAR).same


def _only_nan(pairs: Sequence[Pair]) -> Diagnosis | None:
    if not all(pair.got.size and np.isnan(pair.got).any() for pair in pairs):
        return None
    everywhere = all(np.isnan(pair.got).all() for pair in pairs)
    where = Text("NaN everywhere") if everywhere else Text("NaN in some places")
    return Diagnosis(
        "nan",
        where,
        Text(
            "NaN comes from 0/0, infinity - infinity or 0 × infinity. Print the arrays before that line: "
            "where does the first one appear?"
        ),
    )


def _axes_exchanged(pairs: Sequence[Pair]) -> Diagnosis | None:
    for pair in pairs:
        rank = pair.expected.ndim
        if (
            rank < 2
            or rank > 4
            or not any(
                _same(pair.expected.transpose(order), pair.got)
                for order in permutations(range(rank))
                if order != tuple(range(rank))
            )
        ):
            return None
    return Diagnosis(
        "transposed",
        Text("The right values with two axes exchanged"),
        Text("Which axis stands for the queries and which for the keys (or: for positions and for columns)?"),
    )


def _reshaped(pairs: Sequence[Pair]) -> Diagnosis | None:
    squeezed = all(
        pair.got.shape != pair.expected.shape
        and pair.got.size == pair.expected.size
        and _same(pair.expected.reshape(-1), pair.got.reshape(-1))
        for pair in pairs
    )
    if not squeezed:
        return None
    return Diagnosis(
        "another_shape",
        Text("The right values in another shape"),
        Text("The numbers are right: compare the shape with the assignment's, axis by axis."),
    )


def _negated(pairs: Sequence[Pair]) -> Diagnosis | None:
    if not all(_same(-pair.expected, pair.got) for pair in pairs):
        return None
    return Diagnosis(
        "negated", Text("The right values with the opposite sign"), Text("Look for a sign that is turned round.")
    )


# So many different numbers must share a ratio: one has a ratio to any other, and two often have the same by chance.
# Where an answer is a single number, two of them do: there are no more.
FEWEST_IN_ARRAYS, FEWEST_ALONE = 3, 2


def _scaled(wrong: Sequence[Pair], right: Sequence[Pair] = ()) -> Diagnosis | None:
    """One factor of all answers, or one that follows from the sizes.  `right` are those that are as they should be."""
    factors = []
    for pair in wrong:
        factor = _factor(pair)
        if factor is None:
            return None
        factors.append(factor)
    # 0 is any multiple of 0; another number that is right is 1 times the right one.
    telling = [*wrong, *(pair for pair in right if _different(_nonzero(pair)))]
    factors += [1.0] * (len(telling) - len(wrong))
    alone = all(pair.expected.size == 1 for pair in wrong)
    fewest = FEWEST_ALONE if alone else FEWEST_IN_ARRAYS
    constant = max(factors) - min(factors) < 1e-3 * abs(factors[0])
    if _different(np.concatenate([_nonzero(pair) for pair in wrong])) < fewest or (alone and not constant):
        return None
    formula = _formula(telling, factors)
    if formula is not None:
        title = Text("The right values times {formula}", {"formula": formula})
    elif constant:
        title = Text("The right values times {factor}", {"factor": f"{factors[0]:.5g}"})
    elif (
        _follow_from_sizes(telling, factors)
        and _different(np.array(factors[: len(wrong)])) > 1
        and all(_different(_nonzero(pair)) > 1 for pair in wrong)
    ):
        title = Text("The right values times a factor that changes with the sizes")
    else:
        return None
    return Diagnosis(
        "scaled",
        title,
        Text("Something multiplies or divides once too often, or not at all. What has that value here?"),
    )


def _factor(pair: Pair) -> float | None:
    """What the right values are multiplied by, if it's the same for all of them."""
    if pair.expected.shape != pair.got.shape or not np.isfinite(pair.got).all():
        return None
    norm = float((pair.expected**2).sum())
    if norm < 1e-12:
        return None
    factor = float((pair.expected * pair.got).sum()) / norm
    return factor if abs(factor) >= 1e-6 and _same(pair.expected * factor, pair.got) else None


def _nonzero(pair: Pair) -> Numbers:
    """The right values that can show a factor: one that is nearly 0 agrees with any."""
    return pair.expected[np.abs(pair.expected) > 10 * _NEAR.absolute]


def _different(values: Numbers) -> int:
    """How many different numbers there are in `values`, but for rounding."""
    ordered = np.sort(values.reshape(-1))
    return int((np.diff(ordered) > _NEAR.relative * np.abs(ordered[1:])).sum()) + 1 if ordered.size else 0


def _follow_from_sizes(pairs: Sequence[Pair], factors: Sequence[float]) -> bool:
    """Has each set of sizes one factor?"""
    first: dict[tuple[tuple[str, int], ...], float] = {}
    same = (abs(first.setdefault(p.sizes, f) - f) < 1e-3 * abs(f) for p, f in zip(pairs, factors, strict=True))
    return all(same) and len(first) > 1


def _formula(pairs: Sequence[Pair], factors: Sequence[float]) -> str | None:
    """A formula in the sizes that gives every factor."""
    names = {name for name, _ in pairs[0].sizes}
    shapes: dict[str, Callable[[float], float]] = {
        "{}": lambda n: n,
        "1/{}": lambda n: 1 / n,
        "√{}": lambda n: n**0.5,
        "1/√{}": lambda n: n**-0.5,
    }
    for name in sorted(names):
        for shape, value in shapes.items():
            sizes = [dict(pair.sizes).get(name) for pair in pairs]
            if all(n is not None and abs(value(n) - f) < 1e-3 * abs(f) for n, f in zip(sizes, factors, strict=True)):
                return shape.format(name)
    return None


def _offset(pairs: Sequence[Pair]) -> Diagnosis | None:
    for pair in pairs:
        if pair.expected.shape != pair.got.shape or pair.got.size < 2 or not np.isfinite(pair.got).all():
            return None
        gap = pair.got - pair.expected
        if np.ptp(gap) > 1e-3 * max(1.0, float(np.abs(gap).max())):
            return None
    # Equal numbers are a constant away from any other equal ones.
    if sum(_different(pair.expected) - 1 for pair in pairs) < FEWEST_IN_ARRAYS - 1:
        return None
    return Diagnosis(
        "offset",
        Text("The right values plus a constant"),
        Text("The same amount is added to every value: is a mean, a maximum or a bias added or not taken away?"),
    )


def _shifted_rows(pairs: Sequence[Pair]) -> Diagnosis | None:
    for step in (1, -1):
        if all(
            pair.expected.ndim >= 2
            and pair.expected.shape == pair.got.shape
            and pair.expected.shape[-2] > 2
            and _same(_rows(pair.expected, step), _rows(pair.got, -step))
            for pair in pairs
        ):
            return Diagnosis(
                "shifted",
                Text("The right rows, moved by one"),
                Text("Do positions start at 0 or at 1? Does a range end one too early or too late?"),
            )
    return None


def _rows(array: Numbers, step: int) -> Numbers:
    return array[..., step:, :] if step > 0 else array[..., :step, :]


def _columns_reordered(pairs: Sequence[Pair]) -> Diagnosis | None:
    for pair in pairs:
        if pair.expected.ndim < 2 or pair.expected.shape != pair.got.shape or pair.expected.shape[-1] < 2:
            return None
        want = pair.expected.reshape(-1, pair.expected.shape[-1]).T
        have = pair.got.reshape(-1, pair.got.shape[-1]).T
        order = [next((i for i, column in enumerate(have) if _same(wanted, column)), -1) for wanted in want]
        if sorted(order) != list(range(len(order))):
            return None
    return Diagnosis(
        "columns_reordered",
        Text("The right columns in another order"),
        Text("Every column is right, but not where it belongs: in which order are they put together?"),
    )


# Rows are compared one by one; a table of 100 000 positions would take seconds.
MOST_ROWS = 500


def _some_rows(pairs: Sequence[Pair]) -> Diagnosis | None:
    which = set()
    for pair in pairs:
        if pair.expected.ndim < 2 or pair.expected.shape != pair.got.shape:
            return None
        if not 3 <= pair.expected.shape[-2] <= MOST_ROWS:
            return None
        good = [_same(pair.expected[..., i, :], pair.got[..., i, :]) for i in range(pair.expected.shape[-2])]
        # A row of zeros and ones (position 0 of an encoding) is right whatever the formula's mistake.
        if sum(good) != 1 or np.isin(pair.expected[..., good.index(True), :], (0.0, 1.0)).all():
            return None
        which.add("first" if good[0] else "last" if good[-1] else "other")
    if which == {"first"}:
        title = Text("Only the first row is right")
        hint = Text(
            "What is different for that row? Nothing stands before it, and at position 0 nothing is turned; a loop "
            "that returns too early stops there too."
        )
    elif which == {"last"}:
        title = Text("Only the last row is right")
        hint = Text(
            "What is different for that row? A causal mask hides nothing from it; a loop that overwrites its result "
            "keeps it alone too."
        )
    else:
        return None
    return Diagnosis("one_row_right", title, hint)


def _too_coarse(pairs: Sequence[Pair]) -> Diagnosis | None:
    """Right as far as half precision, or the decimals to which all is rounded, can tell."""
    for pair in pairs:
        allowed = _allowed(pair)
        if allowed == tolerance_for(pair.dtype) or not compare(pair.expected, pair.got, allowed).same:
            return None
    if all(half_precision_of(Array(pair.got, dtype=pair.dtype)) for pair in pairs):
        return Diagnosis(
            "half_precision",
            Text("The right values, in half precision"),
            Text(
                "Between 1 and 2, float16 knows 1024 numbers and bfloat16 only 128, and each step of a model loses "
                "more. Look for `half()`, `astype(np.float16)` or a table that was made so: what dtype has your input, "
                "and where does it change?"
            ),
        )
    return Diagnosis(
        "rounded",
        Text("The right values, rounded"),
        Text(
            "Other code goes on computing with what you return, and each rounded step adds its error. Where you want "
            "few digits to read, round in the print."
        ),
    )


def _allowed(pair: Pair) -> Tolerance:
    return own_tolerance(Array(pair.got, dtype=pair.dtype))


def _imprecise(pairs: Sequence[Pair]) -> Diagnosis | None:
    near = Tolerance(3e-3, 1e-2)
    if not all(compare(pair.expected, pair.got, near).same for pair in pairs):
        return None
    if all(pair.expected.size == 1 and not pair.sizes for pair in pairs):
        return None  # a count, or a number on paper: no arithmetic of arrays made it, so there's no eps in it
    return Diagnosis(
        "imprecise",
        Text("Nearly right: the difference is small, but larger than rounding"),
        Text(
            "Look for a constant that isn't quite the one of the formula, a lower precision, or an eps in "
            "another place."
        ),
    )


_LOOKS: tuple[Callable[[Sequence[Pair]], Diagnosis | None], ...] = (
    _only_nan,
    _axes_exchanged,
    _reshaped,
    _negated,
    _too_coarse,
    _imprecise,
    _scaled,
    _offset,
    _shifted_rows,
    _columns_reordered,
    _some_rows,
)
