"""Heads that take a mask one way and a model that makes it the other: each is right, and together they aren't.

No answer of either tells: the heads are judged by their own kind of mask, and what the model gives is wrong in whatever
depends on who sees whom.  It's found out by trying: with heads that read the mask as the model means it, all is well.
So are two slips beside it: a block that hands its heads another kind of mask than it was given, and a mask that has a
large positive number where something is to be blocked, which is no kind of mask at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.checks.mask_convention import Meaning
from grader.model import Diagnosis, Text

__all__ = ["ID", "MADE", "RAISED", "TURNED", "Disagreement", "Made", "disagreement"]

ID = "masks_that_disagree"
TURNED = "mask_turned_by_the_block"
RAISED = "mask_of_large_positive_numbers"

Made: TypeAlias = Meaning | Literal["raised"]
# What a mask may mean, in the order in which it's tried: +inf and 0 are True and False too, but nobody means that.
MADE: tuple[Made, ...] = ("additive", "keep", "raised", "block")

_MEANS: Mapping[Meaning, Text] = {
    "keep": Text("True (1) = may attend"),
    "block": Text("True (1) = blocked"),
    "additive": Text("0 = may attend, -inf = blocked"),
}


@dataclass(frozen=True)
class Disagreement:
    """What to tell: `message` of the check about who sees whom, the `cause`, and a `note` on what was judged again."""

    message: Text
    cause: Diagnosis
    note: Text


def disagreement(heads: str, taken: Meaning, made: Made, inside: Meaning) -> Disagreement:
    """The class `heads` takes a mask to mean `taken`; the item that calls it hands it one that means `made`.

    `inside` is what those heads take that `heads` calls itself; where it calls none, it's `taken`.
    """
    values: dict[str, str | int | float | Text] = {"heads": heads, "taken": _MEANS[taken]}
    if made == "raised":
        return _raised(values)
    values["made"] = _MEANS[made]
    message = Text(
        "The mask that comes from here means: {made}. `{heads}` takes it as: {taken}. So the wrong tokens are hidden, "
        "or none.",
        values,
    )
    cause = _turned(values) if made == inside != taken else _named(values)
    note = Text(
        "`{heads}` and this part don't agree on what a mask means. It was judged again with heads that read "
        "the mask as it's meant here: beyond the check of the mask, that costs nothing.",
        {"heads": heads},
    )
    return Disagreement(message, cause, note)


def _named(values: Mapping[str, str | int | float | Text]) -> Diagnosis:
    return Diagnosis(
        ID,
        Text("The heads read the mask otherwise than the model means it"),
        Text(
            "Give your model 3 tokens and print the weights of one head. Which keys does the first token see, and "
            "which one alone should it see? Then compare the line that makes the mask with the line that uses it."
        ),
        Text(
            "Your model makes a mask in which {made}; in `{heads}`, the line that uses it takes {taken}. Each of them "
            "is right by itself, but they must agree: as it is, the tokens that should be hidden are seen, or those "
            "that should be seen are hidden. In this course True (1) = may attend.",
            dict(values),
        ),
    )


def _turned(values: Mapping[str, str | int | float | Text]) -> Diagnosis:
    return Diagnosis(
        TURNED,
        Text("The block turns the mask round before its heads get it"),
        Text(
            "Print the mask as it comes into your block, and once more as its attention gets it. Are they the same? "
            "What is the line between them meant to do?"
        ),
        Text(
            "Your model makes a mask in which {made}, and your heads take it so. `{heads}`, which stands between them, "
            "hands them another one: as a whole it takes {taken}. So the tokens that should be hidden are seen, or "
            "those that should be seen are hidden.",
            dict(values),
        ),
    )


def _raised(values: Mapping[str, str | int | float | Text]) -> Disagreement:
    message = Text(
        "The mask that comes from here marks what is blocked by a large positive number, or +inf. `{heads}` takes a "
        "mask as: {taken}. So the wrong tokens are hidden, or none.",
        values,
    )
    cause = Diagnosis(
        RAISED,
        Text("The mask marks what is blocked by a large positive number"),
        Text(
            "Add one row of your mask to three scores of 1 and print their softmax. Which key gets all the weight, and "
            "which should get none?"
        ),
        Text(
            "In your model's mask, what may not be seen has a large positive number, or +inf. Added to a score, that "
            "makes the blocked key the one that is seen most, or NaN; and `{heads}` takes a mask as: {taken}.",
            dict(values),
        ),
    )
    note = Text(
        "The mask that is made here means what it should in no kind of mask. This part was judged again with heads "
        "that read it as it's meant: beyond the check of the mask, that costs nothing."
    )
    return Disagreement(message, cause, note)
