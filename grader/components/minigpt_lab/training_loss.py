"""Which loss a training loop goes down, and of which targets: the gradient that comes back to the logits tells both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.checks.student import Student, index_text
from grader.checks.training_loop import (
    Step,
    gradient_of_cross_entropy,
    is_multiple,
    log_softmax,
    steps_of,
)
from grader.components.minigpt_lab.training_batches import places
from grader.components.minigpt_lab.training_runs import corpus, trained
from grader.model import Text

__all__ = ["cross_entropy", "next_token"]


def next_token(student: Student) -> Text | None:
    run = trained(student)
    data = corpus(student)
    for step in steps_of(run, 6):
        for row, targets in zip(step.ids, step.targets, strict=True):
            found = places(data, row)
            if not found:
                return Text(
                    "{asked}: the model was given the tokens {row}, which don't stand in the data one after another.",
                    {"asked": run.asked, "row": index_text([int(token) for token in row[:12]])},
                )
            expected = np.array([data[place + 1 : place + 1 + len(row)] for place in found])
            wrong = (targets >= 0) & ~(expected == targets).any(axis=0)
            if wrong.any():
                at = int(np.argmax(wrong))
                _name_targets(student, steps_of(run, 6))
                return Text(
                    "{asked}: after the tokens {row} the model is taught to say {got}; in the data {expected} comes "
                    "next. The targets are the inputs moved by one.",
                    {
                        "asked": run.asked,
                        "row": index_text([int(token) for token in row[: at + 1]]),
                        "got": int(targets[at]),
                        "expected": int(expected[0, at]),
                    },
                )
    return None


def _name_targets(student: Student, steps: Sequence[Step]) -> None:
    ids = np.concatenate([step.ids for step in steps])
    targets = np.concatenate([step.targets for step in steps])
    known = targets >= 0
    ways = {
        "targets_not_shifted": (targets, ids, known),
        "targets_shifted_twice": (targets[:, :-2], ids[:, 2:], known[:, :-2]),
        "targets_shifted_back": (targets[:, 1:], ids[:, :-1], known[:, 1:]),
        "targets_rolled": (targets, np.roll(ids, -1, axis=1), known),
    }
    for name, (theirs, theory, where) in ways.items():
        if where.any() and (theirs == theory)[where].all():
            student.suspect(f"training/{name}")
            return


def cross_entropy(student: Student) -> Text | None:
    run = trained(student)
    for number, step in enumerate(steps_of(run, 3)):
        n = step.ids.shape[1]
        # Where x and y are taken out of one window, its last position has no target.  After the first step a gradient
        # may be 0 just because the model is sure.
        lacking = ~step.counts[:, : max(1, n - 1)]
        if number == 0 and lacking.any():
            if not step.counts[:, :-1].any():
                student.suspect("training/last_position_alone")
            return Text(
                "{asked}: of {all} positions that the model answered for, only {some} count in the loss. Every one of "
                "them predicts a token, so every one can teach.",
                {"asked": run.asked, "all": step.ids.size, "some": int(step.counts.sum())},
            )
        if step.uphill:
            student.suspect("training/uphill")
            return Text(
                "{asked}: the gradient that comes back to the logits is that of their mean cross-entropy with its sign "
                "turned. Each step makes the loss larger.",
                {"asked": run.asked},
            )
        expected = gradient_of_cross_entropy(step.logits, step.targets)
        if not is_multiple(step.gradient[step.counts], expected[step.counts]):
            if _is_of_softmax(step):
                student.suspect("training/softmax_before_cross_entropy")
            return Text(
                "{asked}: the gradient that comes back to the logits isn't that of their mean cross-entropy, "
                "softmax(logits) minus 1 at the target. The logits go into it as they are.",
                {"asked": run.asked},
            )
    return None


def _is_of_softmax(step: Step) -> bool:
    """Does the gradient belong to cross_entropy(softmax(logits))?  The chain rule through the first softmax."""
    p = np.exp(log_softmax(step.logits))
    inner = gradient_of_cross_entropy(p, step.targets)
    through = p * (inner - (p * inner).sum(axis=-1, keepdims=True))
    return is_multiple(step.gradient[step.counts], through[step.counts])
