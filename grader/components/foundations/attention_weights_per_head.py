"""What each head looks at: ``attention_weights_per_head(mha, x) -> (B, h, n, n)`` (contract, *foundations*).

`mha` is an object of the notebook's own ``MultiHeadAttention``, filled with random parameters: their reading that
explains its outputs (:mod:`grader.layouts`) tells which are the queries' and the keys', whatever they are called.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.head_weights import head_scores, multi_head_output, softmax, split
from grader.checks.matches_reference import describe_difference
from grader.checks.objects import kept
from grader.checks.student import Settled, Student, index_text, number_text, shape_text, wrong_shape
from grader.checks.token_modules import TokenModule, token_module
from grader.compare import NotNumbers, Tolerance, compare, numbers, tolerance_for
from grader.components.component import Component, Form, Role
from grader.layouts.attention import attention_readings
from grader.layouts.search import Probe, explain
from grader.layouts.weights import AttentionWeights
from grader.model import Array, CallFunction, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE, CLASS = "attention_weights_per_head", "MultiHeadAttention"
Numbers = NDArray[np.float64]
# d_model, heads, and so a d_k of 5 (with 4, half of it would be its root); batch and tokens; all different.
D, H, B, N = 15, 3, 2, 6
_SAME = Tolerance(5e-5, 1e-4)


def module_of(student: Student) -> TokenModule:
    """One module for all checks, in evaluation mode once it has been called."""
    if f"{ROLE}.module" not in student.memo:
        module = token_module(student, CLASS, D, H)
        module.called(np.zeros((1, 2, D)), None, Text("MultiHeadAttention({d}, {h})", {"d": D, "h": H}))
        student.memo[f"{ROLE}.module"] = module
    found: TokenModule = student.memo[f"{ROLE}.module"]
    return found


def weights_of(student: Student, x: Numbers, seed: int = 0) -> Array:
    """(B, h, n, n): what the student's function gives for x (B, n, d_model); other shapes are settled WRONG."""
    module = module_of(student)
    asked = Text("attention_weights_per_head of x {shape}, {h} heads", {"shape": shape_text(x.shape), "h": H})
    tokens = Array(x.astype(np.float32), "torch")
    reply = student.ask(CallFunction(student.found[ROLE].name, (kept(module.handle), tokens), seed=seed))
    value = student.returned(reply, asked).value
    wanted = (x.shape[0], H, x.shape[1], x.shape[1])
    got = _of_shape(value, wanted) or student.numbers(value, asked)
    if got.shape == wanted:
        return got
    suspects: dict[tuple[int, ...], str] = {
        (*wanted[:1], *wanted[2:]): "heads_averaged",
        wanted[1:]: "first_sample_only",
    }
    named = suspects.get(got.shape)
    raise wrong_shape(asked, got.shape, wanted, suspects=() if named is None else (f"{ROLE}/{named}",))


def _of_shape(value: Value, shape: tuple[int, ...]) -> Array | None:
    """`value`, or the first of its parts (an output beside the weights), that has this shape."""
    for part in (value, *(value if isinstance(value, tuple) else ())):
        array = numbers(part)
        if not isinstance(array, NotNumbers) and array.shape == shape:
            return array
    return None


def tokens(student: Student, label: str) -> Numbers:
    return student.dice(label).normal(0, 1, (B, N, D)).astype(np.float32).astype(np.float64)


def require_substance(student: Student) -> None:
    """Settled WRONG for weights that don't depend on the tokens, or that come out otherwise in an equal call."""
    if f"{ROLE}.substance" not in student.memo:
        one, other = tokens(student, "one"), tokens(student, "other")
        first, again, changed = (
            weights_of(student, x, seed).data.astype(np.float64) for x, seed in ((one, 1), (one, 2), (other, 1))
        )
        same = bool(np.isfinite(first).all()) and np.allclose(first, again, atol=1e-5)
        student.memo[f"{ROLE}.substance"] = same and not np.allclose(first, changed, atol=1e-3)
    if not student.memo[f"{ROLE}.substance"]:
        raise Settled(
            Verdict.WRONG,
            Text("The weights don't depend on the tokens, aren't finite, or differ between two equal calls."),
        )


def values(student: Student) -> Text | None:
    module = module_of(student)
    asked = Text("attention_weights_per_head with random parameters, {h} heads", {"h": H})
    x = tokens(student, "values")
    probes = []
    for part in (x[:1, :3], x):
        output = module.called(part, None, asked)
        probes.append(Probe((part,), output.data.astype(np.float64), tolerance_for(output.dtype)))
    explained = explain(
        lambda weights, part: multi_head_output(weights, part, H), attention_readings(module.parameters, D, H), probes
    )
    if explained is None:
        raise Settled(
            Verdict.FOR_REVIEW,
            Text(
                "What `{name}` computes isn't the multi-head attention of its parameters in any form that we know, so "
                "that its weights can't be told. Use the class that the notebook gives.",
                {"name": student.found[CLASS].name},
            ),
        )
    weights = explained.reading.weights
    got = weights_of(student, x)
    expected = softmax(head_scores(weights, x, H))
    difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
    if difference is None:
        return None
    for name, slip in _slips(weights, x).items():
        if compare(slip, got.data, tolerance_for(got.dtype, depth=2)).same:
            student.suspect(f"{ROLE}/{name}")
    return describe_difference(asked, difference)


def _slips(weights: AttentionWeights, x: Numbers) -> Mapping[str, Numbers]:
    """What comes of known mistakes, by their names."""
    scores = head_scores(weights, x, H)
    q, k = x @ weights.W_Q + weights.b_Q, x @ weights.W_K + weights.b_K
    root = math.sqrt(D // H)
    cut = (B, H, N, D // H)
    right = softmax(scores)
    v = x @ weights.W_V + weights.b_V

    def map_of(queries: Numbers, keys: Numbers) -> Numbers:
        return softmax(split(queries, H) @ split(keys, H).swapaxes(-2, -1) / root)

    return {
        "no_scaling": softmax(scores * root),
        "divided_by_the_root_of_d_model": softmax(scores / math.sqrt(H)),
        "divided_by_d_k": softmax(scores / root),
        "multiplied_by_the_root": softmax(scores * root**2),
        "softmax_over_the_queries": softmax(scores, -2),
        "softmax_over_the_heads": softmax(scores, -3),
        "scores_returned": scores,
        "queries_meet_queries": map_of(q, q),
        "keys_times_queries": map_of(k, q),
        "values_for_keys": map_of(q, v),
        "no_projections": map_of(x, x),
        "biases_left_out": map_of(x @ weights.W_Q, x @ weights.W_K),
        "weights_not_transposed": map_of(x @ weights.W_Q.T, x @ weights.W_K.T),
        "mean_for_every_head": np.broadcast_to(right.mean(axis=1, keepdims=True), scores.shape),
        "one_softmax_over_the_full_width": np.broadcast_to(
            softmax(q @ k.swapaxes(-2, -1) / root)[:, None], scores.shape
        ),
        "causal_mask": softmax(np.where(np.tri(N, dtype=bool), scores, -np.inf)),
        "heads_cut_without_transpose": softmax(q.reshape(cut) @ k.reshape(cut).swapaxes(-2, -1) / root),
        "first_head_for_all": np.broadcast_to(right[:, :1], scores.shape),
    }


def rows_sum_to_one(student: Student) -> Text | None:
    require_substance(student)
    got = weights_of(student, tokens(student, "rows")).data.astype(np.float64)
    totals = got.sum(axis=-1)
    worst = np.unravel_index(int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax()), totals.shape)
    if abs(totals[worst] - 1) <= 1e-4 and got.min() >= 0:
        return None
    if got.min() < 0:
        return Text("A weight can't be negative; the smallest is {least}.", {"least": number_text(float(got.min()))})
    return Text(
        "Each row of each head must add up to 1; row {index} (sample, head, query) adds up to {total}.",
        {"index": index_text([int(i) for i in worst]), "total": number_text(float(totals[worst]))},
    )


def heads_differ(student: Student) -> Text | None:
    """Random parameters give each head a pattern of its own."""
    require_substance(student)
    got = weights_of(student, tokens(student, "heads")).data.astype(np.float64)
    for one in range(H):
        for other in range(one):
            if np.abs(got[:, one] - got[:, other]).max() < 1e-3:
                return Text(
                    "Heads {other} and {one} have the same weights, though their parameters differ.",
                    {"one": one, "other": other},
                )
    return None


def samples_apart(student: Student) -> Text | None:
    require_substance(student)
    x = tokens(student, "samples")
    together = weights_of(student, x)
    alone = np.concatenate([weights_of(student, x[i : i + 1]).data for i in range(B)])
    difference = compare(alone, together.data, _SAME).difference
    if difference is None:
        return None
    asked = Text("a batch of {count}", {"count": B})
    return Text(
        "Each sample of a batch must come out as it does alone. {difference}",
        {"difference": describe_difference(asked, difference)},
    )


COMPONENT = Component(
    ROLE,
    (
        Form(
            "torch",
            Text("function of a module"),
            "torch",
            (
                Role(ROLE, "function", ("mha", "x"), 2, ("pesos_por_cabeza",)),
                Role(CLASS, "class", ("d_model", "n_heads", "dropout"), 2, ("AtencionMultiCabeza",)),
            ),
            (
                Claim("values", Text("right weights, by the module's parameters"), values),
                Claim("rows_sum_to_one", Text("every row of every head adds up to 1"), rows_sum_to_one),
                Claim("heads_differ", Text("each head has its own weights"), heads_differ),
                Claim("samples_apart", Text("the samples of a batch don't see each other"), samples_apart),
            ),
        ),
    ),
)
