"""Multi-head attention (contract, *multihead*), in two forms.

As a function on given weights, ``multihead(X, heads, W_O, mask=None)``, and as a module,
``MultiHeadAttention(d_model, n_heads)``.  Only `values` and `one_head` compare with the reference; the others are
properties that hold whatever the numbers are, so that a wrong scale costs nothing there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.explained_by_weights import attention_explained
from grader.checks.head_axes import HEADS_MIX_TOKENS, mixed_by_head_axes
from grader.checks.mask_convention import Booleans, convention_of
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import build, try_build
from grader.checks.precision import lost_precision
from grader.checks.student import Settled, Student, first_array, of_shape, shape_text
from grader.checks.token_mixing import (
    Mixer,
    keeps_samples_apart,
    learn_masks,
    mask_hides_exactly,
    permutes_with_tokens,
    require_mixing,
    trial_mask,
)
from grader.checks.token_modules import constructor_values, require_attempt, token_module
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, Raised, Text, Value, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]
Heads = list[tuple[Numbers, Numbers, Numbers]]

# The module: h, d_k, d_model, and n and B in the checks, are all different, and different from q, k, v's 3.
_D, _H = 20, 4
_SHAPES = ("(n, n)", "(B, 1, n, n)")


def module_values(student: Student) -> Text | None:
    return attention_explained(student, _D, _H, (equivariant, mask_reaches_heads, sensible_count))


def module_one_head(student: Student) -> Text | None:
    return attention_explained(student, _D, 1, (equivariant, mask_reaches_heads, sensible_count))


def _module_mixer(student: Student) -> Mixer:
    mixer = token_module(student, "MultiHeadAttention", _D, _H).mixer
    require_mixing(mixer)
    return mixer


def equivariant(student: Student) -> Text | None:
    mixer = _module_mixer(student)
    broken = permutes_with_tokens(mixer) or keeps_samples_apart(mixer)
    if broken is not None and learn_masks(mixer).causal:
        student.suspect("multihead/causal_without_being_asked")
    if broken is not None and _differs_by_seed(student):
        student.suspect("multihead/dropout_always_on")
    return broken


def _differs_by_seed(student: Student) -> bool:
    """Does chance have a say, although the module is in evaluation mode?"""
    module = token_module(student, "MultiHeadAttention", _D, _H)
    x = student.dice("seeds").normal(0, 1, (2, 6, _D))
    one, other = (module.called(x, None, Text("a call without a mask"), seed=seed).data for seed in (1, 2))
    return not np.array_equal(one, other)


def mask_reaches_heads(student: Student) -> Text | None:
    mixer = _module_mixer(student)
    return _masked_wrongly(mixer, mask_hides_exactly(mixer, _SHAPES, lambda: _mixed_by_heads(mixer, _H)))


def _masked_wrongly(mixer: Mixer, wrong: Text | None) -> Text | None:
    if wrong is not None and learn_masks(mixer).raises:
        mixer.student.suspect("multihead/blocked_scores_raised")
    if wrong is not None and learn_masks(mixer).lowers:
        mixer.student.suspect("multihead/blocked_score_not_low_enough")
    return wrong


def _mixed_by_heads(mixer: Mixer, h: int) -> Text | None:
    found = mixed_by_head_axes(mixer, h)
    if found is None:
        return None
    mixer.student.suspect(f"multihead/{found}")
    return HEADS_MIX_TOKENS[found]


def parameter_count(student: Student) -> Text | None:
    require_attempt(token_module(student, "MultiHeadAttention", _D, _H))
    for d, h in ((_D, _H), (_D, 5), (512, 8)):
        count, loose = _count(student, d, h)
        wanted = 4 * (d * d + d)
        values: dict[str, str | int | float | Text] = {"d": d, "h": h, "count": count, "wanted": wanted}
        if count == wanted:
            continue
        suspect = "heads_in_a_plain_list" if loose else _known_counts(d, h).get(count)
        if suspect is not None:
            student.suspect(f"multihead/{suspect}")
        if loose:
            return Text(
                "MultiHeadAttention({d}, {h}) has {count} parameters that torch knows of, {wanted} were expected: "
                "those in {paths} sit in a plain list or dict, where the optimiser will never find them. "
                "Use nn.ModuleList.",
                values | {"paths": ", ".join(loose[:3])},
            )
        if count == 4 * d * d:
            return Text(
                "MultiHeadAttention({d}, {h}) has {count} parameters, {wanted} were expected: your projections have "
                "no bias. All else is judged as you wrote it.",
                values,
            )
        if count in (4 * d * d + d, 4 * d * d + 3 * d):
            return Text(
                "MultiHeadAttention({d}, {h}) has {count} parameters, {wanted} were expected: some of the four "
                "projections have no bias. All else is judged as you wrote it.",
                values,
            )
        return Text(
            "MultiHeadAttention({d}, {h}) has {count} parameters. Four projections of d_model to d_model with bias "
            "have 4(d² + d) = {wanted}, however many heads share them.",
            values,
        )
    return None


def _known_counts(d: int, h: int) -> dict[int, str]:
    """Which known mistake has how many parameters; without biases as well, where that makes another number."""
    k = d // h
    counts = {4 * d * d: "projections_without_bias"}
    counts |= dict.fromkeys((4 * d * d + d, 4 * d * d + 3 * d), "some_projections_without_bias")
    for b in (0, 1):
        out = d * d + b * d
        counts[3 * (d * d + b * d)] = "no_output_projection"
        counts[3 * (d * k + b * k) + out] = "same_head_object_repeated"
        counts[3 * (k * k + b * k) + out] = "input_cut_before_projecting"
        counts[3 * (d * d + b * d) + k * d + b * d] = "heads_merged_into_one_width"
        counts[3 * (d * h * d + b * h * d) + h * d * d + b * d] = "heads_of_full_width"
        counts[out] = "projections_not_applied"
    return counts


def sensible_count(student: Student) -> Text | None:
    """A property for the teacher's eye only: four d x d matrices, with or without biases."""
    count, _ = _count(student, _D, _H)
    if count - 4 * _D * _D in (0, _D, 3 * _D, 4 * _D):
        return None
    return Text("{count} parameters", {"count": count})


def _count(student: Student, d: int, h: int) -> tuple[int, tuple[str, ...]]:
    asked = Text("MultiHeadAttention({d}, {h})", {"d": d, "h": h})
    values = constructor_values(student.found["MultiHeadAttention"], d_model=d, n_heads=h)
    _, module = build(student, "MultiHeadAttention", ("d_model", "n_heads", "dropout"), values, asked)
    return module.parameter_count, module.unregistered


def divisibility(student: Student) -> Text | None:
    require_attempt(token_module(student, "MultiHeadAttention", _D, _H))
    values = constructor_values(student.found["MultiHeadAttention"], d_model=10, n_heads=3)
    _, reply = try_build(student, "MultiHeadAttention", ("d_model", "n_heads", "dropout"), values)
    if isinstance(reply, Raised):
        return None
    _module_mixer(student)  # a forward that never works doesn't refuse
    student.suspect("multihead/remainder_dropped")
    module = token_module(student, "MultiHeadAttention", 10, 3)
    try:
        got = module.called(np.ones((2, 5, 10)), None, Text("MultiHeadAttention(10, 3)"))
    except Settled as settled:
        if settled.verdict is Verdict.RAISED:
            return None
        if settled.verdict is not Verdict.WRONG:
            raise
        return Text(
            "10 features can't be cut into 3 heads of equal size. MultiHeadAttention(10, 3) must refuse (raise "
            "an exception), not give something else: {message}",
            {"message": settled.message},
        )
    return Text(
        "10 features can't be cut into 3 heads of equal size, yet MultiHeadAttention(10, 3) was built, and gave an "
        "output of shape {shape}. Raise an exception where n_heads doesn't divide d_model.",
        {"shape": shape_text(got.shape)},
    )


# The function


def _weights(dice: np.random.Generator, h: int) -> tuple[Heads, Numbers]:
    """`h` heads with d_k = 4 and d_v = 6 at d_model = 12, and the output matrix."""
    heads = [tuple(dice.normal(0, 12**-0.5, (12, k)) for k in (4, 4, 6)) for _ in range(h)]
    return heads, dice.normal(0, (6 * h) ** -0.5, (6 * h, 12))  # type: ignore[return-value]


def _call(student: Student, x: Numbers, heads: Heads, W_O: Numbers, mask: Array | None, asked: Text) -> Array:
    plain: Value = tuple(tuple(student.array(W) for W in head) for head in heads)
    args: tuple[Value | Numbers, ...] = (x, plain, W_O)
    args = args if mask is None and not _needs_mask(student) else (*args, mask)
    reply = student.call("multihead", *args, case=str(asked))
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    return of_shape(got, x.shape, asked)


def _needs_mask(student: Student) -> bool:
    return not student.found["multihead"].takes(3)


def _function_mixer(student: Student) -> Mixer:
    heads, W_O = _weights(student.dice("weights"), 3)
    mixer = Mixer(
        student,
        "multihead",
        student.library,
        12,
        1,
        student.found["multihead"].takes(4),
        lambda x, mask, asked: _call(student, x[0], heads, W_O, mask, asked).data.astype(np.float64)[None],
    )
    require_mixing(mixer)
    return mixer


def _equals_reference(student: Student, h: int) -> Text | None:
    dice = student.dice(f"values-{h}")
    heads, W_O = _weights(dice, h)
    masked = False
    if student.found["multihead"].takes(4):
        masked = learn_masks(_function_mixer(student)).convention is not None
    for n, allowed in ((5, None), (7, None), (5, trial_mask(dice, 5)), (7, np.tril(np.ones((7, 7), dtype=np.bool_)))):
        if allowed is not None and not masked:
            continue
        x = dice.normal(0, 1, (n, 12))
        asked = Text(
            "multihead of X ({n}, 12) with {h} heads, W_Q and W_K (12, 4), W_V (12, 6), W_O ({w}, 12){mask}",
            {"n": n, "h": h, "w": 6 * h, "mask": "" if allowed is None else Text(", and a mask")},
        )
        mask = None if allowed is None else convention_of(student).encode(allowed, student.library)
        got = _call(student, x, heads, W_O, mask, asked)
        expected = _expected(student, x, heads, W_O, allowed)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return lost_precision(asked, got, difference) or describe_difference(asked, difference)
    return None


def _expected(student: Student, x: Numbers, heads: Heads, W_O: Numbers, allowed: Booleans | None) -> Numbers:
    def seen(data: Numbers) -> Numbers:
        return student.array(data).data.astype(np.float64)  # as rounded for the student

    rounded = [tuple(seen(W) for W in head) for head in heads]
    expected: Numbers = student.references.multihead.multihead(seen(x), rounded, seen(W_O), allowed)
    return expected


def function_values(student: Student) -> Text | None:
    return _equals_reference(student, 3)


def function_one_head(student: Student) -> Text | None:
    return _equals_reference(student, 1)


def function_equivariant(student: Student) -> Text | None:
    return permutes_with_tokens(_function_mixer(student))


def function_mask(student: Student) -> Text | None:
    mixer = _function_mixer(student)
    return _masked_wrongly(mixer, mask_hides_exactly(mixer, ("(n, n)",), lambda: _mixed_by_heads(mixer, 3)))


def not_in_this_form(student: Student) -> Text | None:
    raise Settled(Verdict.NOT_APPLICABLE, Text("The weights are given to the function: there is nothing to build."))


_VALUES = Text("right values")
_ONE_HEAD = Text("one head is plain attention and W_O")
_COUNT = Text("4(d² + d) parameters, however many heads")
_DIVISIBILITY = Text("refuses a d_model that n_heads doesn't divide")
_EQUIVARIANT = Text("permuting tokens permutes the output; samples stay apart")
_MASK = Text("the mask reaches every head")

COMPONENT = Component(
    "multihead",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role("MultiHeadAttention", "class", ("d_model", "n_heads"), 2, ("AtencionMultiCabeza",)),),
            (
                Claim("values", _VALUES, module_values),
                Claim("one_head", _ONE_HEAD, module_one_head),
                Claim("parameter_count", _COUNT, parameter_count),
                Claim("divisibility", _DIVISIBILITY, divisibility),
                Claim("equivariant", _EQUIVARIANT, equivariant),
                Claim("mask_reaches_heads", _MASK, mask_reaches_heads),
            ),
        ),
        Form(
            "numpy",
            Text("function on given weights"),
            "either",
            (Role("multihead", "function", ("X", "heads", "W_O", "mask"), 3, ("multi_head", "multicabeza")),),
            (
                Claim("values", _VALUES, function_values),
                Claim("one_head", _ONE_HEAD, function_one_head),
                Claim("parameter_count", _COUNT, not_in_this_form),
                Claim("divisibility", _DIVISIBILITY, not_in_this_form),
                Claim("equivariant", _EQUIVARIANT, function_equivariant),
                Claim("mask_reaches_heads", _MASK, function_mask),
            ),
        ),
    ),
)
