"""The Transformer block (contract, *block*), in two forms.

As functions, ``layer_norm(x, eps=1e-5)`` and ``transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None)``, post-LN
with ReLU; and as a module, ``TransformerBlock(d_model, n_heads, dropout=0.1)``, pre-LN with GELU.  Only `values`
compares whole outputs with the reference, in the student's own style where that hangs together; a style that wasn't
asked for costs the check that is about it.  An activation has none, so it costs `values`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.checks.block_anatomy import Sublayers, differs_by_seed, located, module_sublayers, unregistered_parameters
from grader.checks.block_by_weights import THROUGH_NORMS, block_explained
from grader.checks.block_functions import (
    D_MODEL,
    block_values,
    call_block,
    function_mixer,
    function_sublayers,
    given_weights,
    layer_norm_of,
)
from grader.checks.block_structure import (
    NO_EFFECT,
    broken_residuals,
    ffn_mixes_tokens,
    never_negative,
    normalised_tokens,
    only_the_attention_is_normalised,
    wrong_order,
)
from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import SYNONYMS
from grader.checks.normalisation import broken_norm, tokens_of_many_sizes, wrong_eps
from grader.checks.student import Settled, Student, shape_text
from grader.checks.token_mixing import is_known_to_mix, require_mixing
from grader.checks.token_modules import require_attempt, token_module
from grader.compare import compare
from grader.components.component import Component, Form, Role
from grader.model import Text, Value, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]
_ROLE = "TransformerBlock"
_D, _H = 20, 4


# The module


def module_values(student: Student) -> Text | None:
    return block_explained(student, _D, _H, (module_residuals, module_order, module_layer_norm, module_ffn_per_token))


def _require_mixing(student: Student) -> None:
    if not is_known_to_mix(student, _ROLE):
        require_mixing(token_module(student, _ROLE, _D, _H).mixer)


def _module(student: Student, d: int, h: int, label: str) -> Sublayers:
    _require_mixing(student)
    return module_sublayers(student, _ROLE, d, h, label)


def module_residuals(student: Student) -> Text | None:
    return broken_residuals(_module(student, _D, _H, "residuals"), student.dice("residuals"), "pre", student.suspect)


def module_order(student: Student) -> Text | None:
    return wrong_order(_module(student, _D, _H, "order"), student.dice("order"), "pre", student.suspect)


def module_layer_norm(student: Student) -> Text | None:
    block = _module(student, 8, 2, "norm")
    x = tokens_of_many_sizes(student.dice("norm"), 6, 8)
    normalise = _visible(student, block, x)
    alone = normalise(x[:, None])[:, 0]
    if np.abs(alone).max() < 1e-3:
        student.suspect("block/norm_over_the_tokens")
        return Text(
            "A sequence of one token is normalised to zeros: the layer norm takes mean and variance over the "
            "tokens. Each token is normalised over its own features."
        )
    return broken_norm(alone, student.suspect) or _joint_norm(student, normalise, x)


def _visible(student: Student, block: Sublayers, x: Numbers) -> Callable[[Numbers], Numbers]:
    key = "block-differs-by-seed"
    if key not in student.memo:
        student.memo[key] = differs_by_seed(token_module(student, _ROLE, _D, _H))
    if student.memo[key]:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("What the norm does can't be seen: after eval() two equal calls differ.")
        )
    if never_negative(block, x):
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("What the norm does can't be seen: what the FFN gives is never negative.")
        )
    if only_the_attention_is_normalised(block, x):
        raise Settled(
            Verdict.NOT_APPLICABLE,
            Text("What the norm does can't be seen: the FFN gets its tokens as they are, without one."),
        )
    normalise = normalised_tokens(block, x)
    if normalise is None:
        raise Settled(
            Verdict.NOT_APPLICABLE,
            Text("What the norm does can't be seen from outside as long as a residual connection is missing."),
        )
    return normalise


def _joint_norm(student: Student, normalise: Callable[[Numbers], Numbers], x: Numbers) -> Text | None:
    """Right for a token alone, but over all tokens of a sequence together otherwise?"""
    together = normalise(x[None])[0]
    if broken_norm(together) is None or abs(float(together.mean())) > 2e-3 or abs(float(together.var()) - 1) > 5e-3:
        return None
    student.suspect("block/norm_over_everything")
    return Text(
        "The layer norm takes mean and variance over all tokens of a sequence together; each token has its own."
    )


def module_layer_norm_eps(student: Student) -> Text | None:
    block = _module(student, 8, 2, "eps")
    x = tokens_of_many_sizes(student.dice("eps"), 6, 8)
    normalise = _visible(student, block, x)
    alone = normalise(x[:, None])[:, 0]
    _require_recognisable(alone)
    return wrong_eps(lambda tokens: normalise(tokens[:, None])[:, 0], student.dice("eps-tokens"), 8, student.suspect)


def _require_recognisable(normalised: Numbers) -> None:
    """An unbiased variance is the only other fault behind which an eps can still be seen (tokens of d = 8)."""
    if broken_norm(normalised) is not None and broken_norm(normalised * (8 / 7) ** 0.5) is not None:
        raise Settled(Verdict.NOT_APPLICABLE, Text("No layer norm can be seen that an eps would belong to."))


def module_ffn_per_token(student: Student) -> Text | None:
    mixed = ffn_mixes_tokens(_module(student, _D, _H, "ffn"), student.dice("ffn"))
    if mixed is not None and _norm_mixes(student):
        raise Settled(Verdict.NOT_APPLICABLE, Text("The layer norm mixes tokens, so the FFN alone can't be seen."))
    return _ffn_suspected(student, mixed)


def _ffn_suspected(student: Student, mixed: Text | None) -> Text | None:
    if mixed is not None:
        student.suspect(f"block/{'no_ffn' if mixed == NO_EFFECT else 'ffn_mixes_tokens'}")
    return mixed


def _norm_mixes(student: Student) -> bool:
    try:
        return module_layer_norm(student) is not None
    except Settled:
        return False


def module_ffn_width(student: Student) -> Text | None:
    module = token_module(student, _ROLE, _D, _H)
    require_attempt(module)
    places = located(module)
    if places is None and module.module.unregistered:
        student.suspect("block/ffn_in_a_plain_list")
        raise Settled(Verdict.WRONG, unregistered_parameters(module))
    if places is None:
        student.suspect("block/no_ffn")
        raise Settled(Verdict.WRONG, Text("No two weight matrices of the block make an FFN of d_model to 4 d_model."))
    count = sum(module.module.parameters[i].size for i in places.parts_of_ffn())
    values: dict[str, str | int | float | Text] = {"d": _D, "width": places.ffn.width, "wanted": 4 * _D}
    values |= {"count": count, "total": 8 * _D * _D + 5 * _D}
    if places.ffn.width != 4 * _D:
        if places.ffn.width < 4 * _D:
            student.suspect("block/narrow_ffn")
        return Text("At d_model = {d} the FFN is {width} wide, and not 4 d_model = {wanted}.", values)
    if count != 8 * _D * _D + 5 * _D:
        if count < 8 * _D * _D + 5 * _D:
            student.suspect("block/ffn_without_biases")
        return Text(
            "At d_model = {d} the FFN has {count} parameters; two layers with bias have 8d² + 5d = {total}.", values
        )
    return None


def module_dropout(student: Student) -> Text | None:
    parameters = {p.name for p in student.found[_ROLE].parameters}
    settable = any(name in parameters for name in SYNONYMS["dropout"])
    more: dict[str, Value] = {"dropout": 0.5} if settable else {}
    block = token_module(student, _ROLE, _D, _H, "dropout", **more)
    _require_mixing(student)
    x = student.dice("dropout").normal(0, 1, (3, 7, _D))
    quiet, training = Text("the block after eval()"), Text("the block after train()")
    evaluated = [block.called(x, None, quiet, seed=seed).data for seed in (1, 2)]
    if not np.array_equal(evaluated[0], evaluated[1]):
        student.suspect("block/dropout_in_evaluation")
        return Text(
            "After eval() two equal calls differ: dropout must be off then. Is it nn.Dropout, or told self.training?"
        )
    trained = [block.called(x, None, training, training=True, seed=seed).data for seed in (1, 2)]
    if np.array_equal(trained[0], trained[1]):
        student.suspect("block/no_dropout")
        return (
            Text("After train(), with dropout 0.5, two calls are equal: nothing is dropped.")
            if settable
            else Text("After train(), two calls are equal: nothing is dropped, and the constructor takes no dropout.")
        )
    _note_dropped_sums(student, trained[0])
    return None


def _note_dropped_sums(student: Student, trained: Numbers) -> None:
    """A sum with x is never exactly 0, unless it was dropped itself.  The contract leaves its place open: a note."""
    share = float((trained == 0).mean())
    if share > 0.02:
        student.note(
            Text(
                "In training, {share} of the block's outputs are exactly 0: dropout acts on a sum x + f(x), and so on "
                "the residual stream itself. It belongs around f(x), before x is added.",
                {"share": f"{share:.0%}"},
            )
        )


def module_stacks(student: Student) -> Text | None:
    first, second = (token_module(student, _ROLE, _D, _H, label) for label in ("first", "second"))
    require_mixing(first.mixer)
    x = student.dice("stacks").normal(0, 1, (1, 6, _D))
    return _stacked(x, lambda z: first.mixer.run(z, None, _ONCE), lambda z: second.mixer.run(z, None, _ONCE))


_ONCE = Text("one block after another")


def _stacked(x: Numbers, first: Callable[[Numbers], Numbers], second: Callable[[Numbers], Numbers]) -> Text | None:
    once = first(x)
    twice = second(once)
    for _ in range(2):
        if not np.isfinite(twice).all():
            return Text("Blocks put one after another give values that are not finite.")
        if np.allclose(twice, once, atol=1e-4):
            return Text("A second block changes nothing in what the first one gave.")
        once, twice = twice, second(first(twice))
    return None


# The functions


def function_layer_norm(student: Student) -> Text | None:
    dice = student.dice("layer_norm")
    for d in (8, 5):
        x = tokens_of_many_sizes(dice, 6, d)
        asked = Text("layer_norm of x {shape}", {"shape": shape_text(x.shape)})
        got = layer_norm_of(student, x, asked)
        difference = compare(
            student.references.block.layer_norm(student.array(x).data.astype(np.float64)), got, THROUGH_NORMS
        ).difference
        if difference is not None:
            return broken_norm(got, student.suspect) or describe_difference(asked, difference)
    return None


def function_layer_norm_eps(student: Student) -> Text | None:
    asked = Text("layer_norm of very small features")
    # So large that an eps doesn't show, whatever it is.
    trial = layer_norm_of(student, 100 * tokens_of_many_sizes(student.dice("eps-trial"), 5, 8), asked)
    if np.allclose(trial, trial[0]):
        return Text("layer_norm gives the same for every token.")
    _require_recognisable(trial)
    return wrong_eps(lambda x: layer_norm_of(student, x, asked), student.dice("eps-tokens"), 8, student.suspect)


def function_residuals(student: Student) -> Text | None:
    block = function_sublayers(student, "residuals")
    return broken_residuals(block, student.dice("residual-tokens"), "post", student.suspect)


def function_order(student: Student) -> Text | None:
    block = function_sublayers(student, "order")
    if "layer_norm" in student.found:
        x = tokens_of_many_sizes(student.dice("sizes"), 5, 8)
        small, large = (layer_norm_of(student, size * x, Text("layer_norm")) for size in (10.0, 1000.0))
        if not np.allclose(small, large, atol=5e-3):
            raise Settled(
                Verdict.NOT_APPLICABLE,
                Text("As long as layer_norm doesn't undo a token's size, the order can't be seen."),
            )
    return wrong_order(block, student.dice("order-tokens"), "post", student.suspect)


def function_ffn_per_token(student: Student) -> Text | None:
    mixed = ffn_mixes_tokens(function_sublayers(student, "ffn"), student.dice("ffn-tokens"))
    if mixed is not None and _function_norm_mixes(student):
        raise Settled(Verdict.NOT_APPLICABLE, Text("layer_norm mixes tokens, so the FFN alone can't be seen."))
    return _ffn_suspected(student, mixed)


def _function_norm_mixes(student: Student) -> bool:
    if "layer_norm" not in student.found:
        return False
    x = tokens_of_many_sizes(student.dice("norm-mixes"), 5, 8)
    other = x.copy()
    other[0] = other[0][::-1] * 2
    before, after = (layer_norm_of(student, z, Text("layer_norm")) for z in (x, other))
    return not np.allclose(before[1:], after[1:], atol=1e-4)


def function_stacks(student: Student) -> Text | None:
    function_mixer(student)

    def block(label: str) -> Callable[[Numbers], Numbers]:
        weights = given_weights(student.dice(label))
        return lambda x: call_block(student, x[0], weights, None, _ONCE)[None]

    return _stacked(student.dice("stacks").normal(0, 1, (1, 6, D_MODEL)), block("first"), block("second"))


def not_in_this_form(student: Student) -> Text | None:
    raise Settled(Verdict.NOT_APPLICABLE, Text("The functions are given their weights, and have no mode to train in."))


_VALUES = Text("right values")
_NORM = Text("layer norm: mean 0, variance 1, for each token")
_EPS = Text("a small eps inside the root")
_RESIDUALS = Text("residual connections")
_FFN = Text("the FFN works on each token by itself")
_WIDTH = Text("an FFN 4 times as wide")
_DROPOUT = Text("dropout off in eval(), on in train()")
_STACKS = Text("two blocks stack")

COMPONENT = Component(
    "block",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role(_ROLE, "class", ("d_model", "n_heads", "dropout"), 2, ("BloqueTransformer",)),),
            (
                Claim("values", _VALUES, module_values),
                Claim("layer_norm", _NORM, module_layer_norm),
                Claim("layer_norm_eps", _EPS, module_layer_norm_eps),
                Claim("residuals", _RESIDUALS, module_residuals),
                Claim("norm_order", Text("norms before the sublayers (pre-LN)"), module_order),
                Claim("ffn_per_token", _FFN, module_ffn_per_token),
                Claim("ffn_width", _WIDTH, module_ffn_width),
                Claim("dropout", _DROPOUT, module_dropout),
                Claim("stacks", _STACKS, module_stacks),
            ),
        ),
        Form(
            "numpy",
            Text("functions on given weights"),
            "either",
            (
                Role(
                    "transformer_block",
                    "function",
                    ("x", "heads", "W_O", "W1", "b1", "W2", "b2", "mask"),
                    7,
                    ("bloque_transformer",),
                ),
                # Its own checks ask for it; the block may do without, and is followed through where it calls it.
                Role("layer_norm", "function", ("x", "eps"), 1, ("norm_capa",), optional=True),
            ),
            (
                Claim("values", _VALUES, block_values),
                Claim("layer_norm", _NORM, function_layer_norm),
                Claim("layer_norm_eps", _EPS, function_layer_norm_eps),
                Claim("residuals", _RESIDUALS, function_residuals),
                Claim("norm_order", Text("norms after the sums (post-LN)"), function_order),
                Claim("ffn_per_token", _FFN, function_ffn_per_token),
                Claim("ffn_width", _WIDTH, not_in_this_form),
                Claim("dropout", _DROPOUT, not_in_this_form),
                Claim("stacks", _STACKS, function_stacks),
            ),
            supporting=("layer_norm_eps",),
        ),
    ),
)
