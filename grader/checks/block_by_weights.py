"""A block's own parameters, put into the reference's block, explain its outputs; deviations of style are named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from grader.checks.block_anatomy import differs_by_seed, located, unregistered_parameters
from grader.checks.explained_by_weights import (
    Evidence,
    experiment,
    masked_probes,
    module_probes,
    scale_slips,
    unexplained,
)
from grader.checks.mask_convention import Booleans
from grader.checks.student import References, Settled, Student
from grader.checks.token_mixing import learn_masks
from grader.checks.token_modules import token_module
from grader.compare import Tolerance
from grader.layouts.attention import scaled
from grader.layouts.block import block_readings, with_unbiased_variance
from grader.layouts.search import Forward, Reading
from grader.layouts.unplaced import unplaced_in_block
from grader.layouts.weights import BlockWeights
from grader.model import Text, Verdict

__all__ = ["STYLES", "Style", "block_explained"]

Numbers = NDArray[np.float64]
Change = Callable[[BlockWeights], BlockWeights]

# eps may be anything from 1e-12 to 1e-3, which changes outputs by up to 1e-3; mistakes change them by a hundred
# times as much.
THROUGH_NORMS = Tolerance(2e-3, 2e-3)


@dataclass(frozen=True)
class Style:
    """A way to write a block that hangs together, asked for or not (contract: named, and costs its own check only)."""

    order: str = "pre"
    activation: str = "gelu"
    unbiased: bool = False


STYLES = tuple(
    Style(order, activation, unbiased)
    for unbiased, activation, order in product((False, True), ("gelu", "gelu_tanh", "relu"), ("pre", "post"))
)


def block_explained(
    student: Student, d_model: int, n_heads: int, properties: Sequence[Callable[[Student], Text | None]]
) -> Text | None:
    """None where some reading of its parameters explains the class in role ``TransformerBlock`` in some style.

    Another order of the norms or an unbiased variance is noted, and left to the checks that are about them; another
    activation has no check but this one.
    """
    module = token_module(student, "TransformerBlock", d_model, n_heads)
    asked = Text("TransformerBlock({d}, {h}) with random parameters", {"d": d_model, "h": n_heads})
    if differs_by_seed(module):
        return Text("{asked}: after eval() two equal calls differ, so nothing can be compared.", {"asked": asked})
    masks = learn_masks(module.mixer)
    probes = module_probes(module, asked, THROUGH_NORMS, spread=3.0)
    trials = experiment(module, probes, asked)
    unplaced = unplaced_in_block(module.parameters, d_model, n_heads, trials, student.dice("unplaced"))
    student.memo["unplaced-TransformerBlock"] = unplaced
    evidence = Evidence(
        n_heads,
        probes,
        lambda: block_readings(module.parameters, d_model, n_heads),
        lambda: masked_probes(module, asked, THROUGH_NORMS, spread=3.0),
        unplaced,
    )
    student.memo["evidence-TransformerBlock"] = evidence
    for style in STYLES:
        found = evidence.explained(_forward(student.references, style, n_heads), _changed(style))
        if found is None:
            continue
        _note_style(student, style)
        if found.reading.note is not None:
            student.note(found.reading.note)
        if style.activation == "relu":
            student.suspect("block/relu_for_gelu")
            return Text(
                "{asked}: the outputs are right but for one thing: ReLU where GELU was asked.", {"asked": asked}
            )
        if masks.lowers:
            student.suspect("block/blocked_score_not_low_enough")
            return _LOWERED
        if masks.convention is None or masks.causal:
            student.suspect(f"block/{'causal_without_being_asked' if masks.causal else 'mask_not_forwarded'}")
            return _MASKLESS if not masks.causal else _CAUSAL
        return None
    if module.module.unregistered:
        del student.memo["evidence-TransformerBlock"]  # no variant explains a module of which we hold a part only
        student.suspect(f"block/{'ffn' if located(module) is None else 'attention'}_in_a_plain_list")
        raise Settled(Verdict.WRONG, unregistered_parameters(module))
    what = _slip(student, evidence, n_heads)
    if what is not None:
        return Text("{asked}: the outputs are right but for one thing: {what}.", {"asked": asked, "what": what})
    raise unexplained(
        student, evidence, _forward(student.references, Style(), n_heads), module.module, asked, properties
    )


_MASKLESS = Text(
    "Without a mask the outputs are right; a mask given to forward(x, mask) doesn't do what it should. Does the block "
    "hand it on to its attention?"
)
_LOWERED = Text(
    "Without a mask the outputs are right; with one, what it blocks keeps a small weight: the number that stands for "
    '"blocked" isn\'t low enough.'
)
_CAUSAL = Text(
    "The outputs are right for a block that is causal by itself; forward(x, mask=None) was asked, where without a mask "
    "every token sees every other."
)


def _note_style(student: Student, style: Style) -> None:
    if style.order == "post":
        student.note(Text("Judged as a post-LN block, which yours is; pre-LN was asked."))
    if style.unbiased:
        student.note(Text("Judged with norms that divide by d - 1 in the variance, as yours do; d was asked."))


def _slip(student: Student, evidence: Evidence[BlockWeights], n_heads: int) -> Text | None:
    """What is wrong, where one thing is: the norms, the activation or the scale of the scores."""
    shared = _shared_norm(student, evidence, n_heads)
    if shared is not None:
        return shared
    for activation, what, misconception in _ACTIVATIONS:
        for order in ("pre", "post"):
            forward = _forward(student.references, Style(order), n_heads, activation)
            if evidence.explained(forward) is not None:
                student.suspect(f"block/{misconception}")
                return what
    d_model = evidence.probes[0].output.shape[-1]
    for style in (s for s in STYLES if not s.unbiased and s.activation != "relu"):
        for factor, what, _ in scale_slips(d_model, n_heads):
            if evidence.explained(_forward(student.references, style, n_heads), _slipped(factor)) is not None:
                return what
    return None


def _shared_norm(student: Student, evidence: Evidence[BlockWeights], n_heads: int) -> Text | None:
    """One norm before both sublayers: the only one that there is, or one of two."""
    forward = _forward(student.references, Style(), n_heads)

    def shared(weights: BlockWeights, x: Numbers, allowed: Booleans | None) -> Numbers:
        return forward(replace(weights, gain2=weights.gain1, bias2=weights.bias1), x, allowed)

    found = evidence.explained(shared)
    if found is None:
        return None
    # A norm that isn't there is read as one of gain 1 and bias 0; all that are there hold random numbers.
    idle = found.reading.weights
    if (idle.gain2 == 1).all() and not idle.bias2.any():
        student.suspect("block/one_norm_for_both")
        return Text("there is one layer norm, and both sublayers share it")
    student.suspect("block/one_of_two_norms_unused")
    return Text("there are two layer norms, but the same one stands before both sublayers")


Activation = Callable[[Numbers], Numbers]
_ACTIVATIONS: tuple[tuple[Activation, Text, str], ...] = (
    (lambda z: z, Text("the FFN has no activation, so its two layers are one linear map"), "no_activation"),
    (lambda z: z / (1 + np.exp(-z)), Text("the FFN has SiLU where GELU was asked"), "silu_for_gelu"),
    (
        lambda z: z / (1 + np.exp(-1.702 * z)),
        Text("the FFN has z·sigmoid(1.702 z), a rough GELU, where GELU was asked"),
        "rough_gelu",
    ),
)


def _forward(references: References, style: Style, n_heads: int, activation: Activation | None = None) -> Forward:
    block = references.block
    run = block.pre_ln_block if style.order == "pre" else block.post_ln_block
    activation = activation or getattr(block, style.activation)

    def forward(weights: BlockWeights, x: Numbers, allowed: Booleans | None) -> Numbers:
        output: Numbers = run(x, weights, n_heads, allowed, activation)
        return output

    return forward


def _changed(style: Style) -> Callable[[Reading[BlockWeights]], Reading[BlockWeights]]:
    if not style.unbiased:
        return lambda reading: reading
    return lambda reading: replace(reading, weights=with_unbiased_variance(reading.weights))


def _slipped(factor: float) -> Callable[[Reading[BlockWeights]], Reading[BlockWeights]]:
    def change(reading: Reading[BlockWeights]) -> Reading[BlockWeights]:
        w = reading.weights
        return replace(reading, weights=replace(w, attention=scaled(w.attention, factor)))

    return change
