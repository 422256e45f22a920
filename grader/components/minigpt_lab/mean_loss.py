"""An honest measure: ``mean_loss(model, data, ...)``, the mean cross-entropy over batches (contract, *minigpt_lab*).

The data is a cycle, so that the token that follows is known from the token alone, whatever batches are drawn; the
expectation is computed from what the model was asked and what it answered.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.loop_parameters import roles_of
from grader.checks.student import Settled, Student, number_text
from grader.checks.training_loop import CONTEXT, Run, flat_numbers, mode_now
from grader.compare import NotNumbers, Tolerance, numbers, tolerance_for
from grader.components.component import Component, Form, Role
from grader.components.minigpt_lab.left_behind import (
    note_on_the_seed,
    otherwise_in_the_model,
    otherwise_in_torch,
)
from grader.components.minigpt_lab.mean_loss_numbers import right_numbers, wrong_numbers
from grader.components.minigpt_lab.mean_loss_runs import BATCHES, OTHER_DATA, ROLE, ROWS, VOCAB, cycle, measured
from grader.components.minigpt_lab.measured_batches import of_its_batches
from grader.components.minigpt_lab.measured_windows import windows_of_all_data
from grader.model import Array, Text, Verdict
from grader.model.text import in_code

__all__ = ["COMPONENT"]

UNLIKE = 40 * VOCAB  # tokens of data that are drawn by dice
MOST_BATCHES = 1000  # of more any number is a part of the loss

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]


# -- the number ------------------------------------------------------------------------------------


def value(student: Student) -> Text | None:
    watched, following = measured(student), cycle(student)
    if student.memo.get(OTHER_DATA) is not None:
        return _of_other_data(student)
    run = of_its_batches(watched)
    got = _number(run)
    # Batches in order that hold whole cycles are alike, and each counts.
    right = right_numbers(run, following) + right_numbers(watched, following)
    if not right:
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: the model must be given ids of shape (batch, context).", {"asked": run.asked}),
        )
    # Of very many batches only the first were noted: then it's the size that counts.
    tolerance = tolerance_for("float32") if run.count <= len(run.forwards) else Tolerance(0, 0.03)
    is_right = any(_close(got, expected, tolerance) for expected in right)
    wrong = [name for name, expected in wrong_numbers(run, following).items() if _close(got, expected, tolerance)]
    # What is no mean of the batches isn't explained by their being alike; get_batch may have made them so.
    if _one_batch(run) and (is_right or not wrong):
        student.suspect("mean_loss/one_batch_again_and_again")
        return Text(
            "{asked}: the model was asked about the same {rows} windows each time. The mean is over batches that are "
            "drawn anew.",
            {"asked": run.asked, "rows": len(run.forwards[0].ids) if run.forwards[0].ids is not None else 0},
        )
    if is_right:
        return _as_many(student, run, watched)
    for name in wrong or (["first_batch_alone"] if _first_of_several(got, run, right, tolerance) else []):
        student.suspect(f"mean_loss/{name}")
    return Text(
        "{asked}: got {got}; the mean cross-entropy of the {count} batches that the model was asked about, each token "
        "against the one that follows it in the data, is {expected}.",
        {
            "asked": run.asked,
            "got": number_text(got),
            "count": len(run.forwards),
            "expected": number_text(right[0]),
        },
    )


def _one_batch(run: Run) -> bool:
    """Was there one window only, or one batch for all?  Batches of several are hardly ever drawn alike by chance.

    The data repeat themselves: batches in order that are a whole number of cycles long are alike, and rightly so.
    """
    ids = [forward.ids for forward in run.forwards if forward.ids is not None]
    if len(ids) == 1:
        return bool(ids[0].shape[0] == 1 and ids[0].shape[1] <= CONTEXT)
    return len(ids) > 1 and ids[0].size % VOCAB != 0 and all(np.array_equal(ids[0], other) for other in ids[1:])


def _first_of_several(got: float, run: Run, right: Sequence[float], tolerance: Tolerance) -> bool:
    """Is it the loss of one batch, divided by a number of batches?"""
    several = round(right[0] / got) if got > 0 else 0
    return run.count == 1 and 1 < several <= MOST_BATCHES and _close(got * several, right[0], tolerance)


def _as_many(student: Student, run: Run, watched: Run) -> Text | None:
    """Is it the mean that was asked for: over so many batches, each so large?  All at once are as good, and so is one
    window after the other, of which two in a row may be alike (`watched`).
    """
    roles = roles_of(student.found[ROLE])
    rows, each = ([len(f.ids) for f in one.forwards if f.ids is not None] for one in (run, watched))
    in_all = ROWS * BATCHES in (sum(rows), sum(each))
    # The last may be smaller for who goes through the data in order.
    if "batch_size" in roles and max(rows) != ROWS and not in_all:
        student.suspect("mean_loss/batch_size_ignored")
        return Text(
            "{asked}: with a batch size of {size} the model was given {got} windows at a time.",
            {"asked": run.asked, "size": ROWS, "got": rows[0]},
        )
    number = roles.get("batches") or roles.get("steps")
    one_by_one = len(rows) == 1 or max(each) == 1  # all at once, or window by window, and as many whatever the size
    as_asked = in_all if "batch_size" in roles else one_by_one and sum(each) % BATCHES == 0
    # An `n` may be the context.
    if number is None or len(number) == 1 or BATCHES in (run.count, watched.count) or as_asked:
        return None
    student.suspect("mean_loss/n_batches_ignored")
    return Text(
        "{asked}, with {parameter} = {expected}: the mean is over {got} batches.",
        {"asked": run.asked, "parameter": in_code([number]), "expected": BATCHES, "got": run.count},
    )


def _number(run: Run) -> float:
    found = numbers(run.value)
    if isinstance(found, NotNumbers) or found.data.size != 1:
        several = flat_numbers(run.value)
        what = Text("{count} numbers", {"count": len(several)}) if several is not None else _type(found)
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: one number is expected, but {what} came back.", {"asked": run.asked, "what": what}),
        )
    return float(found.data.reshape(-1)[0])


def _type(found: Array | NotNumbers) -> str | Text:
    return found.what if isinstance(found, NotNumbers) else Text("an array")


def _close(got: float, expected: float, tolerance: Tolerance) -> bool:
    # An infinite number stands for a mistake that shows nothing here, and its tolerance would be as infinite.
    return bool(
        np.isfinite(expected) and abs(got - expected) <= tolerance.absolute + tolerance.relative * abs(expected)
    )


def windows(student: Student) -> Text | None:
    """Out of all the data, each as long as the model's context."""
    run = measured(student)
    if student.memo.get(OTHER_DATA) is not None:
        return _of_other_data(student)
    data = student.dice("mean_loss.unlike").integers(0, VOCAB, UNLIKE)
    return windows_of_all_data(student, run, ROLE, VOCAB, data)


def _of_other_data(student: Student) -> Text:
    student.suspect("mean_loss/other_data")
    told: Text = student.memo[OTHER_DATA]
    return told


# -- what it leaves behind -------------------------------------------------------------------------


def no_gradient(student: Student) -> Text | None:
    run = measured(student)
    if any(forward.grad for forward in run.forwards):
        student.suspect("mean_loss/gradients_recorded")
        return Text(
            "{asked}: the model was called with gradients recorded. To measure needs none, and each batch keeps all "
            "its activations in memory.",
            {"asked": run.asked},
        )
    return None


def evaluation_mode(student: Student) -> Text | None:
    run = measured(student)
    if any(forward.training for forward in run.forwards):
        student.suspect("mean_loss/training_mode")
        return Text(
            "{asked}: the model was in training mode while it was measured, so a dropout would have been active.",
            {"asked": run.asked},
        )
    return None


def as_it_was(student: Student) -> Text | None:
    run = measured(student)
    note_on_the_seed(student, run)
    if mode_now(student, run) is True:
        mistake = "mean_loss/gradients_left_off"
        return otherwise_in_torch(student, run, mistake) or otherwise_in_the_model(student, run, mistake)
    student.suspect("mean_loss/left_in_evaluation_mode")
    return Text(
        "{asked}: the model was in training mode before the call and isn't after it. Training would go on without its "
        "dropout, and nothing would say so.",
        {"asked": run.asked},
    )


COMPONENT = Component(
    "mean_loss",
    (
        Form(
            "torch",
            Text("function"),
            "torch",
            (
                Role(ROLE, "function", ("model", "data"), 2, ("perdida_media",)),
                Role("MiniGPT", "class", ("vocab_size", "d_model", "n_heads", "n_layers", "context"), 1, optional=True),
            ),
            (
                Claim("value", Text("the mean cross-entropy of the next tokens"), value),
                Claim("windows", Text("its windows come out of all the data, as long as the model's context"), windows),
                Claim("no_gradient", Text("no gradient is recorded"), no_gradient),
                Claim("evaluation_mode", Text("the model is in evaluation mode while it's measured"), evaluation_mode),
                Claim("mode_restored", Text("it leaves all as it was, in training mode"), as_it_was),
            ),
            supporting=("mode_restored", "windows"),  # who never changes the mode, or measures nothing, has them too
        ),
    ),
)
