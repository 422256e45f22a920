"""MiniGPT: ``MiniGPT(vocab_size, d_model=64, n_heads=4, n_layers=3, context=64)``.

``forward(idx)`` gives the logits (B, n, V).  Decoder-only, pre-LN, learned positions, GELU, a last LayerNorm,
a head with bias (contract, *minigpt*).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.explained_by_weights import minigpt_logits_explained
from grader.checks.language_model import (
    DEFAULT,
    ONE_LAYER,
    ORDER,
    SMALL,
    answer,
    asked_to_build,
    built,
    drawn,
    is_last_only,
    logits_in,
    logits_of,
    others,
    tokens,
)
from grader.checks.modules import call_module, try_build
from grader.checks.parameter_count import Sizes, deviations_that_explain, minigpt_parameters
from grader.checks.student import Settled, Student, first_array, number_text, settled_by, shape_text
from grader.components.component import Component, Form, Role
from grader.model import Array, FitModule, ReadParameters, Returned, Text, Verdict, module_from

__all__ = ["COMPONENT"]

# In float32 a token that isn't seen changes nothing at all; 1e-5 of the logits' size leaves room for
# a mask filled with a finite value.  Real leaks lie far above it, since the weights are drawn afresh.
UNSEEN = 1e-5
# What a score of -10 lets through, beside what a token does to its own logits; without a mask it's some 10 %.
_LITTLE = 1e-2

BATCH, FIT_STEPS, FIT_RATE = 4, 40, 0.01


def must_respond(student: Student) -> None:
    """The logits depend on the tokens at all: an answer that never changes is no model."""
    if "minigpt.responds" not in student.memo:
        dice = student.dice("minigpt.responds")
        handle, idx = drawn(student, SMALL, "minigpt.responds.weights"), tokens(dice, 2, 5)
        before, after = (logits_of(student, handle, part, SMALL.V) for part in (idx, others(dice, idx)))
        alive = before.shape == after.shape and not np.array_equal(before, after, equal_nan=True)
        dead = Text("MiniGPT gives the same logits whatever the tokens are.")
        dead = dead if np.isfinite(before).any() else Text("MiniGPT's logits are not finite.")
        student.memo["minigpt.responds"] = None if alive else dead
    if (dead := student.memo["minigpt.responds"]) is not None:
        raise Settled(Verdict.WRONG, dead)


def must_compute(student: Student) -> None:
    """Settled where forward is still to be written: parameters that are used for nothing are no model.

    Wrong shapes and exceptions are mistakes of an attempt, and have checks of their own.
    """
    try:
        must_respond(student)
        handle, idx = drawn(student, SMALL, "minigpt.computes"), tokens(student.dice("minigpt.computes.ids"), 2, 5)
        logits = logits_of(student, handle, idx, SMALL.V)
    except Settled as settled:
        if settled.raised is None or settled.raised.type_name == "NotImplementedError":
            raise
        return
    if SMALL.V not in logits.shape:
        raise Settled(Verdict.WRONG, Text("MiniGPT's forward gives no number for each token of the vocabulary."))


# -- the claims ------------------------------------------------------------------------------------


def parameter_count(student: Student) -> Text | None:
    _, module = built(student, DEFAULT)
    expected = minigpt_parameters(DEFAULT)
    if module.parameter_count == expected:
        must_compute(student)
        return _other_defaults(student, expected)
    difference = module.parameter_count - expected
    values: dict[str, str | int | float | Text] = {
        "asked": asked_to_build(DEFAULT),
        "got": module.parameter_count,
        "expected": expected,
        "difference": f"{difference:+d}",
        "path": ", ".join(module.unregistered[:3]),
    }
    if module.unregistered:
        student.suspect("minigpt/blocks_in_a_plain_list")
        return Text(
            "{asked} has {got} parameters, expected {expected} ({difference}). {path} sits in a plain list or dict, "
            "where torch doesn't see its parameters: use nn.ModuleList, else they are never trained.",
            values,
        )
    _, small = built(student, SMALL)
    causes = deviations_that_explain([(DEFAULT, module.parameter_count), (SMALL, small.parameter_count)])
    if not causes:
        return Text("{asked} has {got} parameters, expected {expected} ({difference}).", values)
    for cause in causes:
        if cause.misconception:
            student.suspect(f"minigpt/{cause.misconception}")
    values["causes"] = _listed(tuple(cause.meaning for cause in causes))
    return Text("{asked} has {got} parameters, expected {expected} ({difference}). It looks as if {causes}.", values)


def _other_defaults(student: Student, expected: int) -> Text | None:
    """Built with the vocabulary alone, where the constructor has defaults for all the rest: are they the contract's?"""
    vocab_size = DEFAULT.V
    _, reply = try_build(student, "MiniGPT", ORDER, {"vocab_size": vocab_size})
    module = module_from(reply.value) if isinstance(reply, Returned) else None
    if module is None or module.parameter_count == expected:
        return None
    student.suspect("minigpt/other_defaults")
    return Text(
        "MiniGPT({vocab_size}) with its own defaults has {got} parameters, expected {expected}. The defaults are to be "
        "d_model=64, n_heads=4, n_layers=3, context=64: which of yours is another?",
        {"vocab_size": str(vocab_size), "got": module.parameter_count, "expected": expected},
    )


def _listed(causes: tuple[Text, ...]) -> Text:
    first, *rest = causes
    for cause in rest:
        first = Text("{first}, and {second}", {"first": first, "second": cause})
    return first


def shapes(student: Student) -> Text | None:
    try:
        must_respond(student)
    except Settled as settled:
        if settled.raised is not None and _works_at_full_length(student):
            # What is added to (B, n, d) parts from it at axis 1; a mask parts from the scores at their last axis.
            positions = "non-singleton dimension 1" in settled.raised.message
            student.suspect(f"minigpt/{'positions_of_the_whole_context' if positions else 'mask_not_cropped'}")
        raise
    handle, _ = built(student, SMALL)
    dice = student.dice("minigpt.shapes")
    for n in (1, 4, SMALL.C):
        got = logits_of(student, handle, tokens(dice, 2, n), SMALL.V)
        if got.shape != (2, n, SMALL.V):
            if got.shape in {(2, SMALL.V), (2, 1, SMALL.V)}:
                student.suspect("minigpt/last_position_only")
            if got.shape == (2, SMALL.V, n):
                student.suspect("minigpt/logits_transposed")
            return Text(
                "Logits of 2 sequences of {n} tokens (vocabulary {V}, context {C}): "
                "the shape is {got}, expected {expected}.",
                {
                    "n": n,
                    "V": SMALL.V,
                    "C": SMALL.C,
                    "got": shape_text(got.shape),
                    "expected": shape_text((2, n, SMALL.V)),
                },
            )
    return None


def _works_at_full_length(student: Student) -> bool:
    handle, _ = built(student, SMALL)
    idx = tokens(student.dice("minigpt.full-length"), 2, SMALL.C)
    return isinstance(call_module(student, "MiniGPT", handle, idx), Returned)


def causal(student: Student) -> Text | None:
    """Other tokens from position j on: nothing before j may move, and position j must."""
    dice = student.dice("minigpt.causal")
    handle, idx = drawn(student, SMALL, "minigpt.causal.weights"), tokens(dice, 2, SMALL.C)
    changed = others(dice, idx)
    before = _per_position(logits_of(student, handle, idx, SMALL.V), idx)
    scale = float(np.abs(before).max())
    for j in range(SMALL.C - 1, 0, -1):
        future = np.concatenate([idx[:, :j], changed[:, j:]], axis=1)
        moved = np.abs(_per_position(logits_of(student, handle, future, SMALL.V), idx) - before).max(axis=(0, 2))
        if not np.isfinite(moved).all():
            return Text("MiniGPT's logits are not finite.")
        if not moved[j] > UNSEEN * scale:
            return Text("Changing token {j} doesn't change the logits at position {j}.", {"j": j})
        earlier = int(moved[:j].argmax())
        if moved[earlier] > UNSEEN * scale:
            if moved[earlier] < _LITTLE * moved[j]:
                student.suspect("minigpt/blocked_score_not_low_enough")
            return Text(
                "Changing the tokens from position {j} on moved the logits at position {earlier} by {moved}: "
                "it sees the future. (Positions count from 0.)",
                {"j": j, "earlier": earlier, "moved": number_text(float(moved[earlier]))},
            )
    return None


def _per_position(logits: NDArray[np.float64], idx: NDArray[Any]) -> NDArray[np.float64]:
    """The logits, if there are some for each position; their last axis may have any length here."""
    if logits.ndim != 3 or logits.shape[:2] != idx.shape:
        raise Settled(
            Verdict.WRONG,
            Text(
                "For tokens {tokens} the logits have the shape {got}: there must be some for every position.",
                {"tokens": shape_text(idx.shape), "got": shape_text(logits.shape)},
            ),
        )
    return logits


def order_matters(student: Student) -> Text | None:
    """Two neighbours change places: that must be felt elsewhere.

    One layer, since with more even a model without positions feels the order, through the causal mask.
    """
    dice = student.dice("minigpt.order")
    handle = drawn(student, ONE_LAYER, "minigpt.order.weights")
    idx = np.stack([dice.permutation(SMALL.V)[: SMALL.C] for _ in range(3)])
    before = _per_position(logits_of(student, handle, idx, SMALL.V), idx)
    if np.isnan(before[:, 0]).all() and not np.isnan(before[:, 1:]).any():
        student.suspect("minigpt/diagonal_blocked")
    # With one layer, a token that may see nothing leaves the others alone.
    if not np.isfinite(before).all():
        return Text("MiniGPT's logits are not finite.")
    swapped = idx[:, [0, 1, 3, 2, 4, 5, 6]]
    elsewhere = [0, 1, 4, 5, 6]
    moved = np.abs(_per_position(logits_of(student, handle, swapped, SMALL.V), idx) - before)
    if moved[:, elsewhere].max() > 1e-3 * moved[:, [2, 3]].max():
        return None
    replaced = idx.copy()
    replaced[:, 2:4] = others(dice, idx)[:, 2:4]
    felt = np.abs(_per_position(logits_of(student, handle, replaced, SMALL.V), idx) - before)[:, elsewhere].max()
    if felt > UNSEEN * np.abs(before).max():
        student.suspect("minigpt/no_positions")
        return Text(
            "With one layer, exchanging two neighbouring tokens changes nothing at the other positions: "
            "the model doesn't know the order of its tokens. Are the positions added?"
        )
    student.suspect("minigpt/head_on_the_embedding")
    return Text(
        "Other tokens at positions 2 and 3 change nothing at any other position: "
        "each position's logits depend on its own token alone."
    )


# The sample is fixed: a verdict about the model's initialisation mustn't depend on the grading's seed.
INITIALISATIONS = (101, 102, 103, 104, 105, 106)


def initial_loss(student: Student) -> Text | None:
    """ln V within 8 %: the course's own model starts 4 % above it, one without its last LayerNorm 9 %."""
    must_respond(student)
    dice = np.random.default_rng(INITIALISATIONS[0])
    losses = []
    for seed in INITIALISATIONS:
        handle, _ = built(student, DEFAULT, seed)
        idx, targets = (tokens(dice, 4, DEFAULT.C, vocab_size=DEFAULT.V) for _ in range(2))
        logits = _per_position(logits_of(student, handle, idx, DEFAULT.V), idx)
        if logits.shape[-1] != DEFAULT.V:
            raise Settled(
                Verdict.WRONG, Text("There are {got} logits, not {V}.", {"got": logits.shape[-1], "V": DEFAULT.V})
            )
        if (logits >= 0).all() and np.allclose(logits.sum(axis=-1), 1, atol=1e-3):
            student.suspect("minigpt/softmax_in_the_forward")
            return Text(
                "The model returns probabilities: they add up to 1. Logits are asked for. The loss applies "
                "the softmax itself; applied twice, it can't fall below {bound}.",
                {"bound": number_text(_floor_of_double_softmax(DEFAULT.V))},
            )
        losses.append(cross_entropy(logits, targets))
    loss, expected = float(np.mean(losses)), float(np.log(DEFAULT.V))
    if abs(loss - expected) <= 0.08 * expected:
        return None
    if _starts_large(student):
        student.suspect("minigpt/large_initial_weights")
    return Text(
        "Before any training, the loss on random tokens is {loss} on average; a model that knows nothing has "
        "ln(vocabulary) = {expected}. Within 8 % is fine. Look at the scale of the initial weights and at "
        "the last LayerNorm.",
        {"loss": number_text(loss), "expected": number_text(expected)},
    )


def _starts_large(student: Student) -> bool:
    """Does some matrix that isn't a table start more than 3 times as large as torch's own would?"""
    handle, module = built(student, DEFAULT, INITIALISATIONS[0])
    reply = student.ask(ReadParameters(handle))
    values = reply.value if isinstance(reply, Returned) and isinstance(reply.value, tuple) else ()
    return any(
        isinstance(value, Array) and value.data.ndim == 2 and float(value.data.std()) > 3 * value.data.shape[-1] ** -0.5
        for value, parameter in zip(values, module.parameters, strict=False)
        if parameter.owner_type != "Embedding"
    )


def cross_entropy(logits: NDArray[np.float64], targets: NDArray[np.int64]) -> float:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_normaliser = np.log(np.exp(shifted).sum(axis=-1))
    return float((log_normaliser - np.take_along_axis(shifted, targets[..., None], axis=-1)[..., 0]).mean())


def _floor_of_double_softmax(vocab_size: int) -> float:
    """The least cross-entropy of a softmax of probabilities: all of it on the right token."""
    return float(np.log(np.e + vocab_size - 1) - 1)


def overfits(student: Student) -> Text | None:
    """One batch, learned by heart.  Softmax twice can't get under ln(e + V - 1) - 1."""
    sizes = Sizes(V=13, d=24, h=3, L=1, C=7)
    dice = student.dice("minigpt.overfits")
    handle, _ = built(student, sizes, int(dice.integers(2**31)))
    idx, targets = tokens(dice, BATCH, sizes.C), tokens(dice, BATCH, sizes.C)
    idx[:, 0] = dice.permutation(sizes.V)[:BATCH]  # no two beginnings are the same, so all can be told apart
    whole = logits_of(student, handle, idx, sizes.V)
    last_only = is_last_only(logits_in(answer(student, handle, idx, asked=Text("MiniGPT")), sizes.V), idx, sizes.V)
    asked = Text("{steps} steps of Adam on one batch", {"steps": FIT_STEPS})
    fit = FitModule(
        handle, Array(idx, "torch"), Array(targets[:, -1:] if last_only else targets, "torch"), FIT_STEPS, FIT_RATE
    )
    reply = student.ask(fit)
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    fitted = logits_of(student, handle, idx, sizes.V)
    at = slice(-1, None) if last_only else slice(None)
    before, after = (cross_entropy(_per_position(part, idx)[:, at], targets[:, at]) for part in (whole, fitted))
    bar = 0.6 * _floor_of_double_softmax(sizes.V)
    if after < bar:
        return None
    if math.isnan(before):
        return Text("MiniGPT's logits are not finite.")
    return Text(
        "{asked} of {count} tokens brought the loss from {before} to {after} only; a model that learns "
        "knows so small a batch by heart (under {bar}).",
        {
            "asked": asked,
            "count": idx.size,
            "before": number_text(before),
            "after": number_text(after),
            "bar": number_text(bar),
        },
    )


def values(student: Student) -> Text | None:
    try:
        broken = minigpt_logits_explained(
            student, (parameter_count, shapes, causal, order_matters, initial_loss), logits_of
        )
    except Settled:
        _name_what_shows(student)
        raise
    if broken is not None:
        _name_what_shows(student)
    return broken


def _name_what_shows(student: Student) -> None:
    """Mistakes that no reading of the weights explains, but a look at the model from outside does."""
    two, one = (built(student, sizes)[1] for sizes in (SMALL, ONE_LAYER))
    if two.unregistered:
        return
    depths = (minigpt_parameters(replace(SMALL, L=layers)) for layers in range(3, 13))
    if two.parameter_count == one.parameter_count and two.parameter_count in depths:
        student.suspect("minigpt/n_layers_ignored")
    handle, idx = drawn(student, SMALL, "minigpt.chance"), tokens(student.dice("minigpt.chance.idx"), 2, 5)
    replies = [call_module(student, "MiniGPT", handle, idx, seed=seed) for seed in (1, 2)]
    outputs = [first_array(reply.value) for reply in replies if isinstance(reply, Returned)]
    arrays = [output.data for output in outputs if isinstance(output, Array)]
    if len(arrays) == 2 and not np.array_equal(arrays[0], arrays[1], equal_nan=True):
        student.suspect("minigpt/dropout_in_evaluation")


COMPONENT = Component(
    "minigpt",
    (
        Form(
            "torch",
            Text("class"),
            "torch",
            (Role("MiniGPT", "class", ORDER, 1),),
            (
                Claim("values", Text("exact logits by weights"), values),
                Claim("parameter_count", Text("160 110 parameters at vocabulary 46"), parameter_count),
                Claim("shapes", Text("logits for every position, up to the context"), shapes),
                Claim("causal", Text("never looks at later tokens"), causal),
                Claim("order_matters", Text("the order of the tokens matters"), order_matters),
                Claim("initial_loss", Text("starts near ln(vocabulary)"), initial_loss),
                Claim("overfits", Text("learns one batch by heart"), overfits),
            ),
        ),
    ),
    own_mask="causal",
)
