"""The student's own parameters, put into the reference, explain what the student's module gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.checks.student import Student
from grader.model import Text

__all__ = ["minigpt_logits_explained"]

Property = Callable[[Student], Text | None]


def minigpt_logits_explained(student: Student, properties: Sequence[Property] = ()) -> Text | None:
    """None where some mapping of the weights gives the logits of the class in role ``MiniGPT``.

    Builds its own small models.  For ``Claim("values", Text("exact logits by weights"), ...)``: pass the
    component's property claims (``holds`` functions) as `properties`.  Where no mapping explains the logits, the
    verdict is WRONG if one of them is broken, and FOR_REVIEW if all of them hold (contract, *Weights*).
    """
    raise NotImplementedError
