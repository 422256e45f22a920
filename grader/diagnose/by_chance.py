"""A module that gives something else each time in evaluation mode: dropout that never stops, positions drawn anew.

Whatever else its answers look like is chance, so this comes before any cause but a known mistake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from grader.compare import NotNumbers, numbers
from grader.model import Ask, Call, CallModule, Diagnosis, Reply, Returned, Several, Text, Value

__all__ = ["LastInEvaluation", "explain_chance"]


@dataclass
class LastInEvaluation:
    """An `Ask` that remembers the last module that answered in evaluation mode, and what it had been asked."""

    ask: Ask
    call: CallModule | None = None

    def __call__(self, call: Call, /) -> Reply:
        reply = self.ask(call)
        asked = call.calls[-1] if isinstance(call, Several) else call
        if isinstance(asked, CallModule) and asked.training is False and isinstance(reply, Returned):
            self.call = asked
        return reply


def explain_chance(seen: LastInEvaluation) -> Diagnosis | None:
    """The same question once more under each of two seeds: whose answer depends on them draws something."""
    if seen.call is None:
        return None
    question = replace(seen.call, gradient_of=(), cotangent=None)
    first, again, other = (_answer(seen.ask, replace(question, seed=seed)) for seed in (1, 1, 2))
    if first is None or again is None or other is None or first.shape != other.shape:
        return None
    # One that answers differently under one seed keeps something between two calls, which is another fault.
    if not np.array_equal(first, again, equal_nan=True) or np.allclose(first, other, equal_nan=True):
        return None
    return Diagnosis(
        "chance_in_evaluation",
        Text("In evaluation mode the same input gives something else each time"),
        Text(
            "Call your module in evaluation mode twice with the same input and compare. What in it is drawn at random? "
            "Dropout belongs to training only: `nn.Dropout` sees to that, `F.dropout` must be told by "
            "`training=self.training`. And what is drawn once, in the constructor, isn't drawn again in forward."
        ),
    )


def _answer(ask: Ask, call: CallModule) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None:
    reply = ask(call)
    if not isinstance(reply, Returned):
        return None
    value: Value = reply.value[0] if isinstance(reply.value, tuple) and reply.value else reply.value
    found = numbers(value)
    return None if isinstance(found, NotNumbers) else found.data.astype(np.float64)
