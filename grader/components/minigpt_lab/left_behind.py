"""What a function that trains or measures leaves otherwise than it found it, for all that the notebook does next.

The course asks for "a model that is left exactly as it was" by a measure.  Settings of the whole process are nobody's
to leave changed: with autograd off the next training stops.
"""

from __future__ import annotations

from collections.abc import Collection

from grader.checks.student import Student
from grader.checks.training_loop import Run
from grader.model import Text
from grader.model.text import in_code

__all__ = ["frozen_since", "note_on_the_seed", "otherwise_in_the_model", "otherwise_in_torch"]


def otherwise_in_torch(student: Student, run: Run, mistake: str) -> Text | None:
    """A setting of torch's that isn't as it was; `mistake` is the misconception's name where it's autograd."""
    if "autograd" in run.left:
        student.suspect(mistake)
        return Text(
            "{asked}: gradients were recorded before the call, and aren't after it. A training that comes next in the "
            "notebook has none, and stops.",
            {"asked": run.asked},
        )
    for setting in ("dtype", "device"):
        if setting in run.left:
            before, after = run.left[setting]
            return Text(
                "{asked}: torch's default {setting} was {before} before the call and is {after} after it, for the "
                "whole notebook.",
                {"asked": run.asked, "setting": setting, "before": in_code([before]), "after": in_code([after])},
            )
    return None


def otherwise_in_the_model(student: Student, run: Run, mistake: str) -> Text | None:
    """Parameters that are frozen since, which is `mistake`, or have changed."""
    frozen = frozen_since(student, run, mistake)
    if frozen is not None:
        return frozen
    if run.updates > 0:
        return Text(
            "{asked}: the model's parameters aren't after the call what they were before it. To measure changes none.",
            {"asked": run.asked},
        )
    return None


def frozen_since(student: Student, run: Run, mistake: str, *, but: Collection[str] = ()) -> Text | None:
    """A parameter that is frozen since, `but` those that another check has told of."""
    frozen = [name for name in run.left.get("frozen", ()) if name not in but]
    if not frozen:
        return None
    student.suspect(mistake)
    return Text(
        "{asked}: {names} needed gradients before the call and doesn't after it. A training that goes on leaves it "
        "as it is.",
        {"asked": run.asked, "names": in_code(frozen[:1])},
    )


def note_on_the_seed(student: Student, run: Run) -> None:
    """Nothing hangs on it: measures that take the same batches each time are comparable, and many want them so."""
    after = run.left.get("seed", ("", ""))[1]
    if after.isdecimal() and int(after) < 2**32:  # torch.seed() draws one of 64 bits
        student.note(
            Text(
                "Each call sets torch's seed to {seed}, for the whole notebook: a training that measures now and then "
                "draws the same batches again after each measure.",
                {"seed": after},
            )
        )
