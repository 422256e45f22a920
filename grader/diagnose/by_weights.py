"""The known-wrong variant of the reference that gives what a student's module gives, under some reading of its weights.

A module has weights of its own, so its outputs can't be held against a variant's directly: the variant is given the
module's parameters, in every form that :mod:`grader.layouts` knows, as the reference was (``explained_by_weights``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from grader.checks.explained_by_weights import Evidence, log_softmax
from grader.checks.student import Student
from grader.layouts.search import Forward, Probe, Supply, explain
from grader.model import Misconception

__all__ = ["explained_by_weights"]

# The first reading is that of most students' code; a variant that only the thousandth explains is no explanation.
_CHUNKS = (1, 47, 48, 48, 48)


def explained_by_weights(
    student: Student, misconceptions: Sequence[Misconception], right: Mapping[str, Callable[..., Any]]
) -> frozenset[str]:
    """Ids of `misconceptions` that explain the module that `student`'s value check has looked at.

    Each must do so on every probe, and what is `right` (the reference's functions by name) must not.
    """
    found: set[str] = set()
    for role, (name, as_forward) in _FORWARDS.items():
        # The first is the value check's; others are about a special case (one head).
        evidence: Evidence[Any] | None = next((student.memo[key] for key in student.memo if role in key), None)
        if evidence is None or name not in right:
            continue
        wrong = {
            m.id: _or_nothing(as_forward(m.functions[name], evidence.n_heads))
            for m in misconceptions
            if name in m.functions
        }
        correct = as_forward(right[name], evidence.n_heads)
        masked = evidence.masked()
        for probes in ((*evidence.probes, *masked), evidence.probes)[0 if masked else 1 :]:
            explaining = _first(wrong, correct, evidence, probes)
            if explaining:
                found |= explaining
                break
    return frozenset(found)


def _first(
    wrong: Mapping[str, Forward], correct: Forward, evidence: Evidence[Any], probes: Sequence[Probe]
) -> set[str]:
    """All those of `wrong` that explain `probes` under the first readings of which any does."""
    supply = evidence.readings()
    for size in _CHUNKS:
        readings = Supply(list(islice(supply, size)))
        if explain(correct, readings, probes) is not None:
            return set()
        found = {id_ for id_, forward in wrong.items() if explain(forward, readings, probes) is not None}
        if found:
            return found
    return set()


def _or_nothing(forward: Forward) -> Forward:
    """A variant may break on weights that are cut in another way than it expects: then it explains nothing."""

    def run(*args: Any) -> Any:
        try:
            return forward(*args)
        except Exception:  # noqa: BLE001
            return np.empty(0)

    return run


def _of_tokens(function: Callable[..., Any], n_heads: int) -> Forward:
    return lambda weights, x, allowed: function(x, weights, n_heads, allowed)


def _of_grouped_heads(function: Callable[..., Any], n_heads: int) -> Forward:
    """For a `function` of heads, Q (h, n, k), K and V (h_kv, n, k), between the projections of one sample each."""

    def run(weights: Any, x: Any, allowed: Any) -> Any:
        width = weights.W_Q.shape[-1] // n_heads
        outputs = []
        for i, sample in enumerate(x):
            projected = ((weights.W_Q, weights.b_Q), (weights.W_K, weights.b_K), (weights.W_V, weights.b_V))
            heads = [(sample @ W + b).reshape(len(sample), -1, width).swapaxes(0, 1) for W, b in projected]
            output = _output(function(*heads, allowed if np.ndim(allowed) < 3 else allowed[i]))
            outputs.append(output.swapaxes(0, 1).reshape(len(sample), -1) @ weights.W_O + weights.b_O)
        return np.stack(outputs)

    return run


def _of_two_sequences(function: Callable[..., Any], n_heads: int) -> Forward:
    """For a `function` of x, memory and the matrices of one head: a bias is a row of the matrix, for a feature of 1."""

    def run(weights: Any, x: Any, memory: Any) -> Any:
        width = weights.W_Q.shape[-1] // n_heads
        projected = ((weights.W_Q, weights.b_Q), (weights.W_K, weights.b_K), (weights.W_V, weights.b_V))
        whole = [np.concatenate([W, b[None]]) for W, b in projected]
        outputs = []
        for pair in zip(x, memory, strict=True):
            ours, theirs = (np.concatenate([part, np.ones((len(part), 1))], axis=1) for part in pair)
            columns = [slice(i * width, (i + 1) * width) for i in range(n_heads)]
            heads = [_output(function(ours, theirs, *(W[:, columns_] for W in whole))) for columns_ in columns]
            outputs.append(np.concatenate(heads, axis=-1) @ weights.W_O + weights.b_O)
        return np.stack(outputs)

    return run


def _output(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value


def _of_ids(function: Callable[..., Any], n_heads: int) -> Forward:
    return lambda weights, idx: log_softmax(function(idx, weights, n_heads))


# By the name of the evidence in the student's memo: the variant's function, and how it's called on a probe.
_FORWARDS: Mapping[str, tuple[str, Callable[[Callable[..., Any], int], Forward]]] = {
    "evidence-MultiHeadAttention": ("multi_head_attention", _of_tokens),
    "evidence-TransformerBlock": ("pre_ln_block", _of_tokens),
    "evidence-MiniGPT": ("minigpt", _of_ids),
    "evidence-GroupedQueryAttention": ("grouped_query_attention", _of_grouped_heads),
    "evidence-CrossAttention": ("cross_attention", _of_two_sequences),
}
