"""MiniGPT: ``MiniGPT(vocab_size, d_model=64, n_heads=4, n_layers=3, context=64)``.

``forward(idx)`` gives the logits (B, n, V).  Decoder-only, pre-LN, learned positions, GELU, a last LayerNorm,
a head with bias (contract, *minigpt*).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.explained_by_weights import minigpt_logits_explained
from grader.checks.modules import build, call_module, randomise
from grader.checks.parameter_count import Sizes, deviations_that_explain, minigpt_parameters
from grader.checks.student import Settled, Student, number_text, settled_by, shape_text
from grader.checks.token_modules import constructor_values
from grader.components.component import Component, Form, Role
from grader.model import Array, FitModule, ModuleDescription, Returned, Text, Value, Verdict

__all__ = ["COMPONENT"]

ORDER = ("vocab_size", "d_model", "n_heads", "n_layers", "context")

# The course's own, and one whose sizes and their products are all different.
DEFAULT = Sizes(V=46, d=64, h=4, L=3, C=64)
SMALL = Sizes(V=13, d=12, h=3, L=2, C=7)
ONE_LAYER = Sizes(V=13, d=12, h=3, L=1, C=7)

# In float32 a token that isn't seen changes nothing at all; 1e-5 of the logits' size leaves room for
# a mask filled with a finite value.  Real leaks lie far above it, since the weights are drawn afresh.
UNSEEN = 1e-5

BATCH, FIT_STEPS, FIT_RATE = 4, 40, 0.01


def built(student: Student, sizes: Sizes, seed: int = 0) -> tuple[str, ModuleDescription]:
    wanted: dict[str, Value] = dict(zip(ORDER, (sizes.V, sizes.d, sizes.h, sizes.L, sizes.C), strict=True))
    values = constructor_values(student.found["MiniGPT"], **wanted)
    return build(student, "MiniGPT", ORDER, values, _asked_to_build(sizes), seed)


def _asked_to_build(sizes: Sizes) -> Text:
    return Text(
        "MiniGPT(vocab_size={V}, d_model={d}, n_heads={h}, n_layers={L}, context={C})",
        {"V": sizes.V, "d": sizes.d, "h": sizes.h, "L": sizes.L, "C": sizes.C},
    )


def drawn(student: Student, sizes: Sizes, label: str) -> str:
    """A model whose parameters are all drawn afresh, so that none hides what another does."""
    handle, module = built(student, sizes)
    randomise(student, handle, module, student.dice(label), _asked_to_build(sizes))
    return handle


def logits_of(student: Student, handle: str, idx: NDArray[Any], vocab_size: int) -> NDArray[np.float64]:
    """The logits of the tokens `idx` (B, n), in evaluation mode; else the verdict is settled."""
    asked = Text("MiniGPT's logits of tokens {shape}", {"shape": shape_text(idx.shape)})
    value = _logits_in(_answer(student, handle, idx, asked=asked), vocab_size)
    if _is_last_only(value, idx, vocab_size) and len(student.found["MiniGPT"].call_parameters) > 1:
        student.note(Text("The logits of all positions come only when targets are given; they were given."))
        value = _logits_in(_answer(student, handle, idx, idx, asked=asked), vocab_size)
    return student.numbers(value, asked).data.astype(np.float64)


def _answer(student: Student, handle: str, *args: NDArray[Any], asked: Text) -> Value:
    reply = call_module(student, "MiniGPT", handle, *args, case=str(asked))
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return reply.value


def _logits_in(value: Value, vocab_size: int) -> Value:
    """The logits out of ``logits``, ``(logits, loss)``, ``(loss, logits)`` or a dict of them."""
    parts: tuple[Value, ...] = tuple(value.values()) if isinstance(value, Mapping) else (value,)
    parts = value if isinstance(value, tuple) else parts
    arrays = [part for part in parts if isinstance(part, Array) and part.data.ndim >= 2]
    fitting: list[Value] = [array for array in arrays if array.shape[-1] == vocab_size]
    return fitting[0] if fitting else arrays[0] if arrays else value


def _is_last_only(value: Value, idx: NDArray[Any], vocab_size: int) -> bool:
    """nanoGPT without targets gives the last position's logits alone."""
    return isinstance(value, Array) and idx.shape[1] > 1 and value.shape == (len(idx), 1, vocab_size)


def tokens(dice: np.random.Generator, *shape: int, vocab_size: int = SMALL.V) -> NDArray[np.int64]:
    return dice.integers(0, vocab_size, shape)


def others(dice: np.random.Generator, idx: NDArray[np.int64]) -> NDArray[np.int64]:
    """At every place another token than in `idx`."""
    return (idx + dice.integers(1, SMALL.V, idx.shape)) % SMALL.V


def must_respond(student: Student) -> None:
    """The logits depend on the tokens at all: an answer that never changes is no model."""
    if "minigpt.responds" not in student.memo:
        dice = student.dice("minigpt.responds")
        handle, idx = drawn(student, SMALL, "minigpt.responds.weights"), tokens(dice, 2, 5)
        before, after = (logits_of(student, handle, part, SMALL.V) for part in (idx, others(dice, idx)))
        alive = before.shape == after.shape and not np.array_equal(before, after, equal_nan=True)
        student.memo["minigpt.responds"] = alive
    if not student.memo["minigpt.responds"]:
        raise Settled(Verdict.WRONG, Text("MiniGPT gives the same logits whatever the tokens are."))


# -- the claims ------------------------------------------------------------------------------------


def parameter_count(student: Student) -> Text | None:
    _, module = built(student, DEFAULT)
    expected = minigpt_parameters(DEFAULT)
    if module.parameter_count == expected:
        return None
    difference = module.parameter_count - expected
    values: dict[str, str | int | float | Text] = {
        "asked": _asked_to_build(DEFAULT),
        "got": module.parameter_count,
        "expected": expected,
        "difference": f"{difference:+d}",
        "path": ", ".join(module.unregistered[:3]),
    }
    if module.unregistered:
        return Text(
            "{asked} has {got} parameters, expected {expected} ({difference}). {path} sits in a plain list or dict, "
            "where torch doesn't see its parameters: use nn.ModuleList, else they are never trained.",
            values,
        )
    _, small = built(student, SMALL)
    causes = deviations_that_explain([(DEFAULT, module.parameter_count), (SMALL, small.parameter_count)])
    if not causes:
        return Text("{asked} has {got} parameters, expected {expected} ({difference}).", values)
    values["causes"] = _listed(causes)
    return Text("{asked} has {got} parameters, expected {expected} ({difference}). It looks as if {causes}.", values)


def _listed(causes: tuple[Text, ...]) -> Text:
    first, *rest = causes
    for cause in rest:
        first = Text("{first}, and {second}", {"first": first, "second": cause})
    return first


def shapes(student: Student) -> Text | None:
    must_respond(student)
    handle, _ = built(student, SMALL)
    dice = student.dice("minigpt.shapes")
    for n in (1, 4, SMALL.C):
        got = logits_of(student, handle, tokens(dice, 2, n), SMALL.V)
        if got.shape != (2, n, SMALL.V):
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
    swapped = idx[:, [0, 1, 3, 2, 4, 5, 6]]
    elsewhere = [0, 1, 4, 5, 6]
    moved = np.abs(_per_position(logits_of(student, handle, swapped, SMALL.V), idx) - before)
    if moved[:, elsewhere].max() > 1e-3 * moved[:, [2, 3]].max():
        return None
    replaced = idx.copy()
    replaced[:, 2:4] = others(dice, idx)[:, 2:4]
    felt = np.abs(_per_position(logits_of(student, handle, replaced, SMALL.V), idx) - before)[:, elsewhere].max()
    if felt > UNSEEN * np.abs(before).max():
        return Text(
            "With one layer, exchanging two neighbouring tokens changes nothing at the other positions: "
            "the model doesn't know the order of its tokens. Are the positions added?"
        )
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
            return Text(
                "The model returns probabilities: they add up to 1. Logits are asked for. The loss applies "
                "the softmax itself; applied twice, it can't fall below {bound}.",
                {"bound": number_text(_floor_of_double_softmax(DEFAULT.V))},
            )
        losses.append(cross_entropy(logits, targets))
    loss, expected = float(np.mean(losses)), float(np.log(DEFAULT.V))
    if abs(loss - expected) <= 0.08 * expected:
        return None
    return Text(
        "Before any training, the loss on random tokens is {loss} on average; a model that knows nothing has "
        "ln(vocabulary) = {expected}. Within 8 % is fine. Look at the scale of the initial weights and at "
        "the last LayerNorm.",
        {"loss": number_text(loss), "expected": number_text(expected)},
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
    last_only = _is_last_only(_logits_in(_answer(student, handle, idx, asked=Text("MiniGPT")), sizes.V), idx, sizes.V)
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
    return minigpt_logits_explained(student, (parameter_count, shapes, causal, order_matters, initial_loss), logits_of)


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
            supporting=("parameter_count", "shapes", "initial_loss"),
        ),
    ),
)
