"""Heads that take a mask one way and a model that makes it the other: each is right, and together they aren't.

No answer of either tells: the heads are judged by their own kind of mask, and what the model gives is wrong in whatever
depends on who sees whom.  It's found out by trying: with heads that read the mask as the model means it, all is well.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.mask_convention import Meaning
from grader.model import Diagnosis, Text

__all__ = ["ID", "disagreement"]

ID = "masks_that_disagree"

_MEANS: Mapping[Meaning, Text] = {
    "keep": Text("True (1) = may attend"),
    "block": Text("True (1) = blocked"),
    "additive": Text("0 = may attend, -inf = blocked"),
}


def disagreement(heads: str, taken: Meaning, made: Meaning) -> tuple[Text, Diagnosis]:
    """What to tell of the check about who sees whom, and the cause.

    The class `heads` takes a mask to mean `taken`; the item that calls it hands it one that means `made`.
    """
    values: dict[str, str | int | float | Text] = {"heads": heads, "taken": _MEANS[taken], "made": _MEANS[made]}
    message = Text(
        "The mask that comes from here means: {made}. `{heads}` takes it as: {taken}. So the wrong tokens are hidden, "
        "or none.",
        values,
    )
    return message, _named(values)


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
