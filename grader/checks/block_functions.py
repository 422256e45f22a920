"""The block as functions on given weights: called, scaled, and held against the reference in the student's style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.block_anatomy import Ffn, Sublayers, identity_ffn
from grader.checks.block_by_weights import THROUGH_NORMS
from grader.checks.mask_convention import Booleans, convention_of
from grader.checks.matches_reference import describe_difference
from grader.checks.normalisation import eps_of, unit_tokens
from grader.checks.precision import in_half_precision, lost_precision
from grader.checks.student import Settled, Student, first_array, of_shape
from grader.checks.token_mixing import Mixer, learn_masks, require_mixing, trial_mask
from grader.compare import compare
from grader.model import Array, Reply, Text, Value, Verdict

__all__ = [
    "D_MODEL",
    "GivenWeights",
    "block_values",
    "call_block",
    "function_mixer",
    "function_sublayers",
    "given_weights",
    "layer_norm_of",
]

Numbers = NDArray[np.float64]
_ROLE = "transformer_block"

D_MODEL = 8  # so small that an unbiased variance is 14 % off
_HEADS, _D_K, _D_V, _D_FF = 3, 4, 5, 32


@dataclass(frozen=True, eq=False)
class GivenWeights:
    """The arguments after x: `heads` are triples (d, d_k), (d, d_k), (d, d_v); W_O is (h*d_v, d); then the FFN's."""

    heads: tuple[tuple[Numbers, ...], ...]
    W_O: Numbers
    W1: Numbers
    b1: Numbers
    W2: Numbers
    b2: Numbers

    @property
    def rest(self) -> tuple[Numbers, ...]:
        return self.W_O, self.W1, self.b1, self.W2, self.b2


def given_weights(dice: np.random.Generator, attention: float = 1.0, ffn: Ffn | None = None) -> GivenWeights:
    """All random; `attention` multiplies the attention's, `ffn` as in :class:`Sublayers`."""
    ffn = ffn or Ffn()
    d, w = D_MODEL, _HEADS * _D_V
    heads = tuple(tuple(attention * dice.normal(0, d**-0.5, (d, k)) for k in (_D_K, _D_K, _D_V)) for _ in range(_HEADS))
    W_O = attention * dice.normal(0, w**-0.5, (w, d))
    W1, b1 = dice.normal(0, d**-0.5, (d, _D_FF)), dice.normal(0, 0.3, _D_FF)
    W2, b2 = ffn.scale * dice.normal(0, _D_FF**-0.5, (_D_FF, d)), ffn.scale * dice.normal(0, 0.3, d)
    identity = identity_ffn(d, _D_FF, ffn.scale) if ffn.kind == "identity" else None
    return GivenWeights(heads, W_O, *(identity or (W1, b1, W2, b2)))


def call_block(student: Student, x: Numbers, weights: GivenWeights, mask: Array | None, asked: Text) -> Numbers:
    """transformer_block of x (n, d), with a mask as the student's function takes it."""
    heads: Value = tuple(tuple(student.array(W) for W in head) for head in weights.heads)
    given: tuple[Value, ...] = (heads, *map(student.array, weights.rest))
    if mask is not None or not student.found[_ROLE].takes(7):
        given = (*given, mask)
    return _answer(student, student.call(_ROLE, x, *given, case=str(asked)), x, asked)


def layer_norm_of(student: Student, x: Numbers, asked: Text) -> Numbers:
    """layer_norm of x (rows, d), with the eps that is its default."""
    if "layer_norm" not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` is not defined.", {"name": "layer_norm"}))
    return _answer(student, student.call("layer_norm", x, case=str(asked)), x, asked)


def _answer(student: Student, reply: Reply, x: Numbers, asked: Text) -> Numbers:
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    return of_shape(got, x.shape, asked).data.astype(np.float64)


def function_mixer(student: Student) -> Mixer:
    """The block with random weights as something that mixes tokens; settled WRONG where it doesn't."""
    weights = given_weights(student.dice("weights"))
    mixer = Mixer(
        student,
        _ROLE,
        student.library,
        D_MODEL,
        1,
        student.found[_ROLE].takes(8),
        lambda x, mask, asked: call_block(student, x[0], weights, mask, asked)[None],
    )
    require_mixing(mixer)
    return mixer


def function_sublayers(student: Student, label: str) -> Sublayers:
    """The block with its sublayers in our hands."""
    function_mixer(student)

    def run(x: Numbers, attention: float, ffn: Ffn) -> Numbers:
        weights = given_weights(student.dice(label), attention, ffn)
        asked = Text("transformer_block with weights chosen to show its structure")
        return np.stack([call_block(student, one, weights, None, asked) for one in x])

    return Sublayers(D_MODEL, run)


def block_values(student: Student) -> Text | None:
    """None where the outputs are the reference's, in the student's own order of norms and kind of variance."""
    dice = student.dice("values")
    weights = given_weights(dice)
    masks = learn_masks(function_mixer(student))
    if masks.convention is None:
        if not student.found[_ROLE].takes(8):
            student.suspect("block/mask_not_forwarded")
            return Text("transformer_block takes no mask; a parameter mask=None at the end was asked.")
        masked: tuple[Booleans, ...] = ()
    else:
        masked = (trial_mask(dice, 6), np.tril(np.ones((6, 6), dtype=np.bool_)))
    cases: list[tuple[Numbers, Booleans | None, Numbers, Text]] = []
    for allowed in (None, *masked):
        x = dice.normal(0, 2, (6, 8))
        asked = Text(
            "transformer_block of x (6, 8), 3 heads, W1 (8, 32){mask}",
            {"mask": "" if allowed is None else Text(", with a mask")},
        )
        mask = None if allowed is None else convention_of(student).encode(allowed, student.library)
        got = call_block(student, x, weights, mask, asked)
        cases.append((x, allowed, got, asked))
    for order, activation, unbiased in _STYLES:
        right = _styled(student, weights, order, activation, unbiased)
        if all(compare(right(x, allowed), got, THROUGH_NORMS).same for x, allowed, got, _ in cases):
            coarse = next((found for *_, got, asked in cases if (found := in_half_precision(asked, Array(got)))), None)
            return coarse or _style_costs(student, order, activation, unbiased) or _mask_costs(student, masked)
    right = _styled(student, weights, "post", "relu", False)
    for x, allowed, got, asked in cases:
        difference = compare(right(x, allowed), got, THROUGH_NORMS).difference
        if difference is not None:
            return lost_precision(asked, Array(got), difference) or describe_difference(asked, difference)
    return None


# Order of the norms, activation, unbiased variance: what was asked first.
_STYLES = [(o, a, u) for u in (False, True) for a in ("relu", "gelu", "gelu_tanh") for o in ("post", "pre")]


def _style_costs(student: Student, order: str, activation: str, unbiased: bool) -> Text | None:
    """What a style costs here: nothing but for the activation, which no other check is about."""
    if order == "pre":
        student.note(Text("Judged as a pre-LN block, which yours is; post-LN was asked."))
    if unbiased:
        student.note(Text("Judged with norms that divide by d - 1 in the variance, as yours do; d was asked."))
    if activation == "relu":
        return None
    student.suspect("block/gelu_for_relu")
    return Text("transformer_block: the outputs are right but for one thing: GELU where ReLU was asked.")


def _mask_costs(student: Student, masked: tuple[Booleans, ...]) -> Text | None:
    if masked:
        return None
    student.suspect("block/mask_not_forwarded")
    return Text(
        "transformer_block: right without a mask, but no mask does what it should. Is it handed to the attention?"
    )


def _styled(
    student: Student, weights: GivenWeights, order: str, activation: str, unbiased: bool
) -> Callable[[Numbers, Booleans | None], Numbers]:
    """The reference's parts in another order, on the numbers as they were rounded for the student."""
    block, multihead = student.references.block, student.references.multihead.multihead
    heads = [tuple(_seen(student, W) for W in head) for head in weights.heads]
    W_O, W1, b1, W2, b2 = (_seen(student, W) for W in weights.rest)
    gain, eps = ((D_MODEL - 1) / D_MODEL) ** 0.5 if unbiased else 1.0, _own_eps(student)

    def norm(x: Numbers) -> Numbers:
        normalised: Numbers = gain * block.layer_norm(x, eps)
        return normalised

    def run(x: Numbers, allowed: Booleans | None) -> Numbers:
        x = _seen(student, x)
        sublayers: list[Callable[[Numbers], Numbers]] = [
            lambda z: multihead(z, heads, W_O, allowed),
            lambda z: block.feed_forward(z, W1, b1, W2, b2, getattr(block, activation)),
        ]
        for sublayer in sublayers:
            x = norm(x + sublayer(x)) if order == "post" else x + sublayer(norm(x))
        return x

    return run


def _own_eps(student: Student) -> float:
    """The eps of the student's own layer norm: its size has a check of its own, and shows in values from 1e-4 on."""
    if "layer_norm" not in student.found:
        return 1e-5
    if "own-eps" not in student.memo:
        u = unit_tokens(student.dice("own-eps"), D_MODEL)
        found = eps_of(lambda x: layer_norm_of(student, x, Text("layer_norm")), u)
        inside = found is not None and found.place == "inside" and found.size < 1
        student.memo["own-eps"] = found.size if found is not None and inside else 1e-5

    eps: float = student.memo["own-eps"]
    return eps


def _seen(student: Student, data: Numbers) -> Numbers:
    """The numbers as they were rounded for the student."""
    return student.array(data).data.astype(np.float64)
