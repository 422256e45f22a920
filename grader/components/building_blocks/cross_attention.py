"""Cross-attention (contract, *building_blocks*), in two forms.

As a function on given weights, ``cross_attention(x, memory, W_Q, W_K, W_V)``, and as a module,
``CrossAttention(d_model, n_heads)`` with ``forward(x, memory, mask=None)``.  Only `values` compares with the reference;
who is asked and who answers is seen by what moves when one token changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import Attended, arrays_in, read
from grader.checks.claim import Claim
from grader.checks.explained_by_weights import Evidence, scale_slips, unexplained
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import call_module
from grader.checks.student import Settled, Student, first_array, number_text, shape_text, wrong_shape
from grader.checks.token_modules import TokenModule, token_module
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.layouts.attention import attention_readings, scaled
from grader.layouts.search import Probe
from grader.layouts.weights import AttentionWeights
from grader.model import Array, Text, Value, Verdict

__all__ = ["COMPONENT"]

FUNCTION, CLASS = "cross_attention", "CrossAttention"
Numbers = NDArray[np.float64]
Matrices = tuple[Numbers, Numbers, Numbers]
# (n_q, d) and (n_k, d) to (n_q, anything)
Cross = Callable[[Numbers, Numbers], Numbers]


def called(x: Numbers, memory: Numbers) -> Text:
    return Text("x {x} and memory {memory}", {"x": shape_text(x.shape), "memory": shape_text(memory.shape)})


def require_shape(asked: Text, got: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if got != expected:
        raise wrong_shape(asked, got, expected)


# What both forms have in common


def require_substance(student: Student, cross: Cross) -> None:
    """Settled WRONG unless the output depends on memory and, in no straight line, on x; and on nothing else."""
    if "cross.substance" not in student.memo:
        dice = student.dice("substance")
        x, memory = dice.normal(0, 1, (5, 8)), dice.normal(0, 1, (5, 8))
        step = dice.normal(0, 1, x.shape)
        trials = ((x, memory), (x, memory), (x + step, memory), (x - step, memory), (x, -memory))
        first, again, ahead, behind, by_memory = (cross(*pair) for pair in trials)
        student.memo["cross.substance"] = bool(
            np.isfinite(first).all()
            and np.array_equal(first, again)
            and not np.allclose(first, by_memory)
            and not np.allclose(first, ahead)
            and not np.allclose(ahead + behind, 2 * first, rtol=1e-3, atol=1e-3)  # a mean and a sum are affine
        )
    if not student.memo["cross.substance"]:
        raise Settled(
            Verdict.WRONG,
            Text("No attention is at work here yet: the output must depend on x and on memory alone, by weights."),
        )


def sources(student: Student, cross: Cross) -> Text | None:
    """A token of x asks for itself alone; a token of memory answers all.  As many of one as of the other, so that
    nothing raises where they are exchanged."""
    dice = student.dice("sources")
    x, memory = dice.normal(0, 0.7, (5, 8)), dice.normal(0, 0.7, (5, 8))
    before = cross(x, memory)
    require_shape(called(x, memory), before.shape[:1], (5,))

    def moved(in_x: bool, token: int) -> set[int]:
        pair = [x.copy(), memory.copy()]
        pair[0 if in_x else 1][token] += dice.choice([-1.0, 1.0], 8) * dice.uniform(0.5, 1.5, 8)
        change = np.abs(cross(pair[0], pair[1]) - before).max(axis=1)
        return {int(row) for row in np.flatnonzero(~(change <= 1e-5))}

    by_x, by_memory = ([moved(in_x, token) for token in range(5)] for in_x in (True, False))
    everyone = set(range(5))
    if by_memory == [everyone] * 5 and (by_x == [{i} for i in range(5)] or _keys_and_values_of_memory(student, cross)):
        require_substance(student, cross)
        return None
    if not any(by_memory):
        student.suspect("cross_attention/memory_ignored")
        return Text("Nothing changes when memory changes: x attends to itself. Keys and values come from memory.")
    if by_memory == [{i} for i in range(5)] and by_x == [everyone] * 5:
        student.suspect("cross_attention/x_and_memory_exchanged")
        return Text("x and memory are exchanged: the queries come from x, the keys and values from memory.")
    if by_x == [set()] * 5:
        return Text("Nothing changes when x changes: the queries come from x.")
    token = next((i for i in range(5) if by_x[i] != {i}), None)
    if token is not None and not by_x[token]:
        return Text(
            "When token {token} of x changes, no output changes; its own must, for its query decides what is read of "
            "memory.",
            {"token": token},
        )
    if token is not None:
        return Text(
            "When token {token} of x changes, the outputs of tokens {rows} change; only its own may. Keys and values "
            "come from memory.",
            {"token": token, "rows": ", ".join(map(str, sorted(by_x[token]))) or "-"},
        )
    token = next(j for j in range(5) if by_memory[j] != everyone)
    return Text(
        "When token {token} of memory changes, only the outputs of tokens {rows} change; every query must see all of "
        "memory.",
        {"token": token, "rows": ", ".join(map(str, sorted(by_memory[token]))) or "-"},
    )


def _keys_and_values_of_memory(student: Student, cross: Cross) -> bool:
    """A softmax over the wrong axis lets the queries compete, so that a token of x moves other outputs too.

    What comes from where shows all the same.  A single token of memory is all that a single query can read: what it
    gets then depends on x only if x is among the values.  And keys or values of x alone are too few or too many where
    the lengths differ.
    """
    dice = student.dice("single tokens")
    x, other, memory, far = (dice.normal(0, 0.7, (1, 8)) for _ in range(4))
    try:
        single, by_x, by_memory = cross(x, memory), cross(other, memory), cross(x, far)
        several = cross(dice.normal(0, 0.7, (2, 8)), dice.normal(0, 0.7, (5, 8)))
    except Settled as settled:
        if settled.verdict.is_dirty_ending:
            raise
        return False
    return len(several) == 2 and bool(np.abs(by_x - single).max() < 1e-5 < np.abs(by_memory - single).max())


def lengths(student: Student, cross: Cross) -> Text | None:
    """Whatever the lengths are, there is an output for each query, and each token of memory has a say in it."""
    require_substance(student, cross)
    dice = student.dice("lengths")
    for n_q, n_k in ((2, 6), (6, 3)):
        x, memory = dice.normal(0, 0.5, (n_q, 8)), dice.normal(0, 0.5, (n_k, 8))
        before = cross(x, memory)
        require_shape(called(x, memory), before.shape[:1], (n_q,))
        for token in range(n_k):
            other = memory.copy()
            other[token] += dice.choice([-1.0, 1.0], 8) * dice.uniform(0.5, 1.5, 8)
            still = ~(np.abs(cross(x, other) - before).max(axis=1) > 1e-5)
            if still.any():
                return Text(
                    "{asked}: when token {token} of memory changes, the output of token {row} stays as it is; every "
                    "query must see all of memory, whatever the lengths.",
                    {"asked": called(x, memory), "token": token, "row": int(still.argmax())},
                )
    return None


# The function


def _ask(student: Student, x: Numbers, memory: Numbers, weights: Matrices, asked: Text) -> Attended:
    value = _value(student, x, memory, weights, asked)
    return read(student, value, x, memory, np.zeros((len(memory), weights[2].shape[1])), asked)


def _value(student: Student, x: Numbers, memory: Numbers, weights: Matrices, asked: Text) -> Value:
    return student.returned(student.call(FUNCTION, x, memory, *weights, case=str(asked)), asked).value


def _matrices(dice: np.random.Generator, d: int, d_k: int, d_v: int) -> Matrices:
    W_Q, W_K, W_V = (dice.normal(0, d**-0.5, (d, width)) for width in (d_k, d_k, d_v))
    return W_Q, W_K, W_V


def _function(student: Student) -> Cross:
    weights = _matrices(student.dice("matrices"), 8, 4, 6)

    def cross(x: Numbers, memory: Numbers) -> Numbers:
        asked = called(x, memory)
        output = _ask(student, x, memory, weights, asked).output.data.astype(np.float64)
        require_shape(asked, output.shape, (len(x), 6))
        return output

    return cross


def function_values(student: Student) -> Text | None:
    dice = student.dice("values")
    for n_q, n_k, d, d_k, d_v in ((3, 7, 6, 4, 5), (6, 4, 9, 9, 3), (1, 5, 8, 2, 7)):
        x, memory = dice.normal(0, 1, (n_q, d)), dice.normal(0, 1, (n_k, d))
        weights = _matrices(dice, d, d_k, d_v)
        asked = called(x, memory)
        got = _ask(student, x, memory, weights, asked).output
        exact = [student.array(a).data.astype(np.float64) for a in (x, memory, *weights)]
        expected, _ = student.references.cross_attention.cross_attention(*exact)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return describe_difference(asked, difference)
    return None


def function_sources(student: Student) -> Text | None:
    return sources(student, _function(student))


def function_lengths(student: Student) -> Text | None:
    return lengths(student, _function(student))


def function_weights(student: Student) -> Text | None:
    require_substance(student, _function(student))
    dice = student.dice("weights")
    x, memory = dice.normal(0, 1, (3, 8)), dice.normal(0, 1, (7, 8))
    matrices = _matrices(dice, 8, 4, 5)
    asked = called(x, memory)
    value = _value(student, x, memory, matrices, asked)
    got = read(student, value, x, memory, np.zeros((7, 5)), asked)
    if got.weights is None:
        others = [array.shape for array in arrays_in(value, 2) if array.shape != got.output.shape]
        if (7, 3) in others:
            return Text(
                "{asked}: the weights have shape {got}. A row belongs to a query, a column to a token of memory.",
                {"asked": asked, "got": "(7, 3)"},
            )
        if others:
            raise wrong_shape(Text("the weights for {asked}", {"asked": asked}), others[0], (3, 7))
        student.suspect("cross_attention/weights_not_returned")
        return Text(
            "{asked}: no weights of shape {expected} came back; return the pair (output, weights), with a row for each "
            "query.",
            {"asked": asked, "expected": "(3, 7)"},
        )
    weights = got.weights.data.astype(np.float64)
    totals = weights.sum(axis=1)
    worst = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    if not abs(totals[worst] - 1) <= 1e-5 or weights.min() < 0:
        return Text(
            "{asked}: each row of the weights must be positive and add up to 1; row {row} adds up to {total}.",
            {"asked": asked, "row": worst, "total": number_text(float(totals[worst]))},
        )
    if got.reversed:
        return Text("{asked}: the weights came first; return (output, weights) in this order.", {"asked": asked})
    mixed = weights @ (memory @ matrices[2])
    if not compare(mixed, got.output.data, tolerance_for("float32")).same:
        return Text("{asked}: the output isn't memory's values, mixed by the weights that came back.", {"asked": asked})
    return None


# The module

_D, _H = 8, 2


def _module(student: Student) -> TokenModule:
    if "cross.module" not in student.memo:
        student.memo["cross.module"] = token_module(student, CLASS, _D, _H)
    module: TokenModule = student.memo["cross.module"]
    return module


def _called(student: Student, x: Numbers, memory: Numbers) -> Array:
    """The module's output for x (B, n_q, d) and memory (B, n_k, d)."""
    asked = called(x, memory)
    reply = call_module(student, CLASS, _module(student).handle, x, memory, case=str(asked))
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    require_shape(asked, got.shape, x.shape)
    return got


def _one(student: Student) -> Cross:
    return lambda x, memory: _called(student, x[None], memory[None]).data[0].astype(np.float64)


def module_sources(student: Student) -> Text | None:
    return sources(student, _one(student))


def module_lengths(student: Student) -> Text | None:
    return lengths(student, _one(student))


def module_values(student: Student) -> Text | None:
    module = _module(student)
    require_substance(student, _one(student))
    dice = student.dice("module values")
    probes = []
    for batch, n_q, n_k in ((1, 3, 4), (3, 5, 7), (2, 6, 1)):
        x, memory = (dice.normal(0, 1, (batch, n, _D)).astype(np.float32).astype(np.float64) for n in (n_q, n_k))
        got = _called(student, x, memory)
        probes.append(Probe((x, memory), got.data.astype(np.float64), tolerance_for(got.dtype)))
    evidence = Evidence(_H, tuple(probes), lambda: attention_readings(module.parameters, _D, _H))
    student.memo[f"evidence-{CLASS}"] = evidence  # where the diagnosis looks for it
    reference = student.references.cross_attention.multi_head_cross_attention

    def right(weights: AttentionWeights, x: Numbers, memory: Numbers) -> Numbers:
        output: Numbers = reference(x, memory, weights, _H)
        return output

    if evidence.explained(right) is not None:
        return None
    asked = Text("CrossAttention({d}, {h}) with random parameters", {"d": _D, "h": _H})
    for factor, what, mistake in scale_slips(_D, _H):
        change = lambda r, f=factor: replace(r, weights=scaled(r.weights, f))
        if evidence.explained(right, change) is not None:
            student.suspect(f"cross_attention/{mistake}")
            return Text("{asked}: the outputs are right but for one thing: {what}.", {"asked": asked, "what": what})
    raise unexplained(student, evidence, right, module.module, asked, (module_sources, module_lengths))


def not_in_this_form(student: Student) -> Text | None:
    raise Settled(Verdict.NOT_APPLICABLE, Text("A module need not return its weights."))


_VALUES = Text("right values")
_SOURCES = Text("queries from x, keys and values from memory")
_LENGTHS = Text("the two lengths may differ")
_WEIGHTS = Text("weights returned, a row for each query")

COMPONENT = Component(
    "cross_attention",
    (
        Form(
            "numpy",
            Text("function on given weights"),
            "either",
            (Role(FUNCTION, "function", ("x", "memory", "W_Q", "W_K", "W_V"), 5, ("atencion_cruzada",)),),
            (
                Claim("values", _VALUES, function_values),
                Claim("sources", _SOURCES, function_sources),
                Claim("lengths", _LENGTHS, function_lengths),
                Claim("weights", _WEIGHTS, function_weights),
            ),
        ),
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role(CLASS, "class", ("d_model", "n_heads"), 2, ("AtencionCruzada",)),),
            (
                Claim("values", _VALUES, module_values),
                Claim("sources", _SOURCES, module_sources),
                Claim("lengths", _LENGTHS, module_lengths),
                Claim("weights", _WEIGHTS, not_in_this_form),
            ),
        ),
    ),
)
