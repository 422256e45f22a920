"""What a recurrent network keeps of its first state: ``rnn_influence(W, U, inputs)`` (contract, *foundations*).

The norm of ∂h_t/∂h_0 at each step of h_t = tanh(W h_{t-1} + U x_t), h_0 = 0.  The contract leaves open which norm:
Frobenius and spectral are both right.  Only `values` knows the whole; with one hidden unit, or with a W that only
moves and scales, all norms agree, so that each mistake costs what it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.objects import call_function
from grader.checks.student import Settled, Student, number_text, shape_text
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, CallFunction, Observation, Raised, Returned, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "rnn_influence"
Numbers = NDArray[np.float64]

_ROW_VECTORS = Text("Your matrices stand on the right (h @ W + x @ U): they were given transposed, which is the same.")
_STEP_0 = Text("Your list begins with step 0, where ∂h_0/∂h_0 is the identity: judged from step 1 on.")
_ONE_LATE = Text(
    "Your list begins with step 0 and ends a step too early, so that it lacks the last one. That costs the values; the "
    "rest was judged on what stands from step 1 on."
)
_REVERSED = Text("Your list begins with the last step. That costs the values; the rest was judged in the right order.")
_SPECTRAL = Text("Your norm is the spectral one (the largest singular value), which is right too.")


def drawn(dice: np.random.Generator, d: int, d_in: int, steps: int, size: float) -> tuple[Numbers, Numbers, Numbers]:
    """W (d, d) with a spectral radius near `size`, U (d, d_in), inputs (steps, d_in) that bend tanh."""
    W = dice.normal(0, size * d**-0.5, (d, d))
    return W, dice.normal(0, 0.6 * d_in**-0.5, (d, d_in)), dice.normal(0, 1, (steps, d_in))


def influence_of(student: Student, W: Numbers, U: Numbers, inputs: Numbers, asked: Text) -> Array:
    """(T,): the student's norms at steps 1 ... T, where their list begins elsewhere or runs backwards too."""
    arrangement = _arrangement(student)
    if arrangement == "one_step_late":
        student.note(_ONE_LATE)
        got = listed(student, W, U, np.concatenate([inputs, np.zeros((1, inputs.shape[1]))]), asked)
        return replace(got, data=got.data[1:])
    got = listed(student, W, U, inputs, asked)
    if arrangement == "last_step_first":
        student.note(_REVERSED)
        return replace(got, data=got.data[::-1])
    return got


def _arrangement(student: Student) -> str:
    """Is the list of steps 0 ... T - 1 (`one_step_late`), or `last_step_first`?  Else empty; found out once.

    With inputs of 0, and a W that moves and multiplies by s, the influence at step t is sᵗ times the norm of the
    identity, which is √d or 1.  Norms that are divided by the first begin with 1 too; but where W² = 4 and W is 4 long,
    their second number is 1, and that of a late list 4.
    """
    if "rnn_influence.arrangement" not in student.memo:
        asked = Text("rnn_influence with inputs of 0")
        seen = len(student.observations)
        lists = {}
        for s in (0.4, 1.7):
            moved = s * np.roll(np.eye(4), 1, axis=0)
            lists[s] = listed(student, moved, np.ones((4, 3)), np.zeros((5, 3)), asked).data.astype(np.float64)
        uneven = np.zeros((4, 4))
        uneven[[0, 2], [1, 3]], uneven[[1, 3], [0, 2]] = 4.0, 1.0
        second = listed(student, uneven, np.ones((4, 3)), np.zeros((5, 3)), asked).data.astype(np.float64)[1]
        del student.observations[seen:]
        powers = {"one_step_late": np.arange(5), "last_step_first": np.arange(5, 0, -1)}
        student.memo["rnn_influence.arrangement"] = next(
            (
                name
                for name, steps in powers.items()
                if (name == "last_step_first" or second > 2)
                and any(all(np.allclose(got, c * s**steps, rtol=1e-4) for s, got in lists.items()) for c in (1.0, 2.0))
            ),
            "",
        )
    found: str = student.memo["rnn_influence.arrangement"]
    return found


def listed(student: Student, W: Numbers, U: Numbers, inputs: Numbers, asked: Text) -> Array:
    """(T,): the student's list as it is.  Gradients are recorded, for code that leaves it to autograd."""
    rows = _wants_row_vectors(student)
    if rows:
        student.note(_ROW_VECTORS)
    reply = call_function(student, ROLE, *((W.T, U.T, inputs) if rows else (W, U, inputs)), recording=True)
    got = _per_step(student, reply.value, len(inputs)) if isinstance(reply, Returned) else None
    plain = tuple(student.array(part) for part in (W, U, inputs))
    raised = reply if isinstance(reply, Raised) else None
    student.observations.append(Observation(ROLE, str(asked), plain, {}, got, raised))
    value = student.returned(reply, asked).value
    if got is not None:
        return got
    array = student.numbers(value, asked)
    raise Settled(
        Verdict.WRONG,
        Text(
            "{asked}: one number for each of the {steps} steps is expected; the shape is {got}.",
            {"asked": asked, "steps": len(inputs), "got": shape_text(array.shape)},
        ),
    )


def _per_step(student: Student, value: Value, steps: int) -> Array | None:
    """(steps,) numbers in `value` or in the first of its parts that holds as many; without step 0, where it's there."""
    for part in (value, *(value if isinstance(value, tuple) else ())):
        array = numbers(part)
        if isinstance(array, NotNumbers) or array.data.size != max(array.shape, default=0):
            continue
        flat = array.data.reshape(-1)
        if flat.size == steps + 1:
            student.note(_STEP_0)
        if flat.size in (steps, steps + 1):
            return Array(flat[-steps:], array.library, array.dtype)
    return None


def _wants_row_vectors(student: Student) -> bool:
    """Does it fail with W (d, d) and U (d, d_in), and run with both transposed?  Found out once."""
    if "rnn_influence.rows" not in student.memo:
        W, U, inputs = drawn(student.dice("rows"), 3, 2, 4, 1.0)
        name = student.found[ROLE].name
        runs = [
            isinstance(student.ask(CallFunction(name, tuple(map(student.array, args)), recording=True)), Returned)
            for args in ((W, U, inputs), (W.T, U.T, inputs))
        ]
        student.memo["rnn_influence.rows"] = runs == [False, True]
    found: bool = student.memo["rnn_influence.rows"]
    return found


def require_substance(student: Student) -> None:
    """Settled WRONG unless two equal calls agree, and W and U matter: a column of the inputs moves with them too."""
    if "rnn_influence.substance" not in student.memo:
        W, U, inputs = drawn(student.dice("substance"), 4, 3, 6, 1.0)
        asked = Text("rnn_influence with other matrices")
        first, again, by_W, by_U = (
            influence_of(student, *case, asked).data.astype(np.float64)
            for case in ((W, U, inputs), (W, U, inputs), (-1.4 * W.T, U, inputs), (W, 2 * U, inputs))
        )
        steady = bool(np.isfinite(first).all()) and np.allclose(first, again, rtol=1e-5)
        student.memo["rnn_influence.substance"] = (
            Text("The numbers aren't finite, or differ in equal calls.")
            if not steady
            else Text("What comes out doesn't depend on W.")
            if np.allclose(first, by_W, rtol=1e-3)
            else Text("What comes out doesn't depend on U, and so not on the inputs.")
            if np.allclose(first, by_U, rtol=1e-3)
            else None
        )
    lack: Text | None = student.memo["rnn_influence.substance"]
    if lack is not None:
        raise Settled(Verdict.WRONG, lack)


def values(student: Student) -> Text | None:
    dice = student.dice("values")
    asked = Text("rnn_influence of a W of shape (5, 5)")
    answers = []
    for size in (0.8, 1.6):
        case = drawn(dice, 5, 3, 8, size)
        got = listed(student, *case, asked)
        given = [exact(student.array(part)) for part in case]
        answers.append((got, student.references.rnn_influence.jacobians(*given), _factors(*given)))
    by_norm = {
        order: [
            compare(np.linalg.norm(jacobians, order, (1, 2)), got.data, tolerance_for(got.dtype)).difference
            for got, jacobians, _ in answers
        ]
        for order in ("fro", 2)
    }
    for order, differences in by_norm.items():
        if not any(differences):
            if order == 2:
                student.note(_SPECTRAL)
            return None
    if arrangement := _arrangement(student):
        student.suspect(f"rnn_influence/{arrangement}")
    _name(student, answers)
    nearest = min(by_norm.values(), key=lambda found: sum(d.largest for d in found if d is not None))
    difference = next(d for d in nearest if d is not None)
    return Text("{difference} Steps count from 0 here.", {"difference": describe_difference(asked, difference)})


def _factors(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """∂h_t/∂h_{t-1} for t = 1 ... T, as (T, d, d)."""
    h, found = np.zeros(len(W)), []
    for x in inputs:
        h = np.tanh(W @ h + U @ x)
        found.append((1 - h**2)[:, None] * W)
    return np.array(found)


def _name(student: Student, answers: list[tuple[Array, Numbers, Numbers]]) -> None:
    """Name the mistakes that come out otherwise in each norm, where only one of the two has a variant to compare with.

    `answers` hold what came back (T,), the right Jacobians (T, d, d) and the factors of the steps (T, d, d).
    """
    for name, accumulated in _SLIPS.items():
        for order in ("fro", 2):
            if all(
                compare(accumulated(factors, order), got.data, tolerance_for(got.dtype)).same
                for got, _, factors in answers
            ):
                student.suspect(f"rnn_influence/{name}")


def _norms(matrices: Numbers, order: Any) -> Numbers:
    """(T,) of (T, d, d)."""
    norms: Numbers = np.linalg.norm(matrices, order, (1, 2))
    return norms


_SLIPS: Mapping[str, Callable[[Numbers, Any], Numbers]] = {
    "product_of_the_norms": lambda factors, order: _norms(factors, order).cumprod(),
    "factors_in_the_wrong_order": lambda factors, order: _norms(np.array([*accumulate(factors, np.matmul)]), order),
}


def one_unit(student: Student) -> Text | None:
    """With one hidden unit it's a product of numbers: every norm agrees, and no order of factors matters."""
    dice = student.dice("one unit")
    inputs = dice.uniform(0.3, 0.9, (6, 2)) * dice.choice([-1.0, 1.0], (6, 1))
    case = (np.array([[-1.3]]), np.array([[0.7, 0.6]]), inputs)
    asked = Text("rnn_influence with one hidden unit, W = [[-1.3]]")
    got = influence_of(student, *case, asked)
    expected = student.references.rnn_influence.rnn_influence(*(exact(student.array(part)) for part in case))
    difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
    if difference is None:
        return None
    return Text(
        "{asked}, step {step}: got {got}, expected {expected}. By the chain rule each step multiplies by W and by the "
        "derivative of tanh at that step.",
        {
            "asked": asked,
            "step": difference.index[0] + 1 if difference.index else 1,
            "got": number_text(difference.got),
            "expected": number_text(difference.expected),
        },
    )


def powers_of_w(student: Student) -> Text | None:
    """Inputs of 0 keep h at 0, where tanh has slope 1: a W that moves and scales by s multiplies by s at each step."""
    dice = student.dice("powers")
    moved = np.roll(np.eye(4), 1, axis=0) * dice.choice([-1.0, 1.0], 4)
    first: float | None = None
    for s in (0.5, 1.5):
        asked = Text("rnn_influence with inputs of 0 and a W that multiplies every length by {s}", {"s": s})
        got = influence_of(student, s * moved, dice.normal(0, 1, (4, 3)), np.zeros((6, 3)), asked)
        norms = got.data.astype(np.float64)
        unit = norms / s ** np.arange(1, 7)
        first = float(unit[0]) if first is None else first
        if not (np.isfinite(norms).all() and norms[0] > 1e-3):
            student.observations.clear()  # zeros have many causes
            return Text("{asked}: the norm of the first step is {got}.", {"asked": asked, "got": number_text(norms[0])})
        off = ~(np.abs(unit - first) <= 1e-4 * first)
        if off.any():
            step = int(off.argmax())
            return Text(
                "{asked}: after {step} steps the influence must have been multiplied {step} times by {s}: expected "
                "{expected}, which is {factor} times the norm of the identity ({identity}); got {got}.",
                {
                    "asked": asked,
                    "step": step + 1,
                    "s": s,
                    "expected": number_text(first * s ** (step + 1)),
                    "factor": number_text(s ** (step + 1)),
                    "identity": number_text(first),
                    "got": number_text(float(norms[step])),
                },
            )
    return None


def only_the_past(student: Student) -> Text | None:
    """An input acts on the influence from its own step on, and on no earlier one."""
    require_substance(student)
    dice = student.dice("past")
    W, U, inputs = drawn(dice, 4, 3, 6, 1.0)
    inputs[3] = 0.0
    other = inputs.copy()
    other[3] = 4 * np.sign(U[0])  # the first unit saturates: its row of W all but vanishes
    asked = Text("rnn_influence with another input at step 4")
    before, after = (influence_of(student, W, U, x, asked) for x in (inputs, other))
    tolerance = tolerance_for(before.dtype)
    if not compare(before.data[:3], after.data[:3], tolerance).same:
        return Text(
            "{asked}: the influence at steps 1 to 3 changes too, though nothing is different there yet.",
            {"asked": asked},
        )
    change = abs(float(after.data[3]) - float(before.data[3]))
    if change > 1e-3 * abs(float(before.data[3])):
        return None
    return Text(
        "{asked}: the influence at step 4 stays as it is. tanh has another slope there, and the slope is part of the "
        "derivative.",
        {"asked": asked},
    )


COMPONENT = Component(
    "rnn_influence",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (Role(ROLE, "function", ("W", "U", "inputs"), 3, ("influencia_rnn",)),),
            (
                Claim("values", Text("right norms at every step"), values),
                Claim("one_unit", Text("one hidden unit: the chain rule in numbers"), one_unit),
                Claim("powers_of_w", Text("inputs of 0: grows or fades like the powers of W"), powers_of_w),
                Claim("only_the_past", Text("an input acts from its own step on"), only_the_past),
            ),
        ),
    ),
)
