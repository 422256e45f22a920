"""Where a block has its residuals and its norms, seen from outside.

Written for :class:`~grader.checks.block_anatomy.Sublayers`, so for functions and modules alike.  No check here
compares with the reference, and each looks at one thing: a missing residual isn't a wrong order of the norms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.block_anatomy import Ffn, Sublayers
from grader.checks.normalisation import Suspect, tokens_of_many_sizes
from grader.checks.token_mixing import influence
from grader.model import Text

__all__ = [
    "NO_EFFECT",
    "Order",
    "broken_residuals",
    "ffn_mixes_tokens",
    "never_negative",
    "normalised_tokens",
    "only_the_attention_is_normalised",
    "wrong_order",
]

Numbers = NDArray[np.float64]
Order: TypeAlias = Literal["pre", "post"]
_SILENT = Ffn("random", 0.0)


def _nobody(misconception: str) -> None:
    """Nobody wants to know."""


def _same(a: Numbers, b: Numbers) -> bool:
    return bool(np.allclose(a, b, rtol=2e-3, atol=2e-3))


def _tokens(dice: np.random.Generator, d: int, rows: int = 6) -> Numbers:
    return tokens_of_many_sizes(dice, rows, d)[None]


def broken_residuals(
    block: Sublayers, dice: np.random.Generator, asked: Order, suspect: Suspect = _nobody
) -> Text | None:
    """None where what goes into each sublayer is also carried past it, and x as it is past the first.

    Where pre-LN was `asked`, what is carried past the second must not be normalised either, unless that is the
    post-LN norm of the first.
    """
    x, other = _tokens(dice, block.d_model), _tokens(dice, block.d_model)
    silent = block.run(x, 0.0, _SILENT)
    if _same(silent, block.run(other, 0.0, _SILENT)):
        through = Ffn("identity", 3.0)
        if _same(block.run(x, 0.0, through), block.run(other, 0.0, through)):
            suspect("block/no_residual_around_the_attention")
            return Text(
                "With attention and FFN silenced (their weights 0), the output no longer depends on the input: "
                "the residual connection around the attention is missing (x + attention(…))."
            )
        suspect("block/no_residual_around_the_ffn")
        return Text(
            "With attention and FFN silenced (their weights 0), the output no longer depends on the input: "
            "the residual connection around the FFN is missing (x + FFN(…))."
        )
    if _same(block.run(_unit(x), 1.0, Ffn()), block.run(4 * _unit(x), 1.0, Ffn())):
        suspect("block/residual_from_the_norm")
        return Text(
            "An x four times as large gives the very same output: x is normalised before anything else, and it is this "
            "normalised x that the first residual carries on, instead of x."
        )
    weight = _weight_of_the_stream(block, x) if asked == "pre" else None
    if weight is not None and abs(weight - 1) > 0.02:
        suspect("block/residual_with_a_weight")
        return Text(
            "With attention and FFN silenced (their weights 0), the block should give back x itself, but {weight} "
            "times x comes out: in the sum x + f(…), x stands once and without a factor.",
            {"weight": f"{weight:.3g}"},
        )
    if not _same(silent, x) and asked == "pre" and _second_carries_a_norm(block, x):
        suspect("block/residual_from_the_norm")
        return Text(
            "With attention and FFN silenced (their weights 0), the block should give back x itself, but x "
            "comes out changed: is it the normalised x that is added, instead of x?"
        )
    if _same(block.run(x, 1.0, _SILENT), silent):
        suspect("block/second_residual_from_the_input")
        return Text(
            "With the FFN silenced (its weights 0), what the attention gave is lost: the second residual must add the "
            "FFN to the sum of x and attention, not to x."
        )
    return None


def _weight_of_the_stream(block: Sublayers, x: Numbers) -> float | None:
    """What x is multiplied by on its way past both sublayers; None where it is more than multiplied by a number.

    A norm gives tokens of other sizes other factors, and the same token whatever its size is.
    """
    silent, larger = (block.run(size * x, 0.0, _SILENT) for size in (1.0, 4.0))
    weight = float((silent * x).sum() / (x * x).sum())
    return weight if _same(silent, weight * x) and _same(larger / 4, weight * x) else None


def _second_carries_a_norm(block: Sublayers, x: Numbers) -> bool:
    """Is the sum of x and attention carried on normalised, in a block whose attention got normalised tokens?

    The size of the FFN shows that no norm comes last.  An attention that gets x as it is grows with x, and the norm
    of that sum is post-LN's, which is another mistake; one that gets norm(x) is lost beside a very large x.
    """
    small, large = (block.run(x, 0.0, Ffn("identity", scale)) for scale in (1.0, 4.0))
    if _same(small, large):
        return False
    return _same(block.run(1e4 * x, 1.0, _SILENT), block.run(1e4 * x, 0.0, _SILENT))


def wrong_order(block: Sublayers, dice: np.random.Generator, asked: Order, suspect: Suspect) -> Text | None:
    """Pre-LN: x + f(norm(x)).  Post-LN: norm(x + f(x)).  Told apart by what grows when a sublayer's weights do."""
    found = _order(block, dice, asked)
    if found == asked:
        return None
    if found in _SUSPECTS:
        suspect(f"block/{_SUSPECTS[found]}")
    return _NAMED[found]


# What of it is a known mistake where the other order was asked.
_SUSPECTS = {
    "pre": "pre_ln_where_post_ln_was_asked",
    "post": "post_ln_where_pre_ln_was_asked",
    "branch": "norm_on_the_branch",
}


def _order(block: Sublayers, dice: np.random.Generator, asked: Order) -> str:
    """A key of `_NAMED`; what can't be told is as it was `asked`."""
    x = _tokens(dice, block.d_model)
    plain, silent = block.run(x, 1.0, Ffn()), block.run(x, 0.0, _SILENT)
    ffn_grows = _grows(plain, block.run(x, 1.0, Ffn("random", 1e3)))
    # Where a residual is broken, what the attention adds may never arrive; then the FFN alone must do.
    whole = broken_residuals(block, dice, asked) is None
    attention_grows = _grows(block.run(x, 1.0, _SILENT), block.run(x, 30.0, _SILENT)) if whole else ffn_grows
    if _same(plain, block.run(x, 1.0, _SILENT)):
        ffn_grows = attention_grows  # an FFN that is never used has a check of its own
    input_grows = _grows(plain, block.run(100 * x, 1.0, Ffn()))
    if ffn_grows and attention_grows:
        return "none" if asked == "post" and _undoes_no_size(block, x) else "pre"
    if not ffn_grows and not attention_grows:
        if whole and input_grows and _same(silent, x):
            return "branch"
        return "last" if asked == "post" and whole and _only_the_last_sum_is_normalised(block, x) else "post"
    return "ffn" if ffn_grows else "attention"


def _only_the_last_sum_is_normalised(block: Sublayers, x: Numbers) -> bool:
    """Do both sublayers get tokens of their own size, and is what they add up to normalised?

    Biases and the softmax make a sublayer feel how large its tokens are.
    """
    small, large = (block.run(size * x, 0.0, _SILENT) for size in (10.0, 1000.0))
    if not np.allclose(small, large, atol=2e-4):
        return False  # a norm that doesn't undo a size is another mistake
    if not _same(*(block.run(x, 1.0, Ffn("identity", scale)) for scale in (1.0, 4.0))):
        return False  # the FFN doesn't get the sum that it is added to: the two work side by side
    fed = [block.run(size * x, 0.0, Ffn()) for size in (10.0, 1000.0)]
    return not _same(*fed) and not _same(*(block.run(size * _unit(x), 1.0, _SILENT) for size in (1.0, 4.0)))


def _unit(x: Numbers) -> Numbers:
    """Tokens of mean 0 and variance 1: so small that no softmax of their scores is a single 1, which feels no size."""
    unit: Numbers = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    return unit


def _undoes_no_size(block: Sublayers, x: Numbers) -> bool:
    """Without attention, does a block of tokens 100 times as large give 100 times as much?  No norm is in it then."""
    through = Ffn("identity", 1.0)
    return _same(block.run(100 * x, 0.0, through) / 100, block.run(x, 0.0, through))


_MIXED = Text(
    "One sublayer has its norm before it (pre-LN) and the other after the sum (post-LN): the {first} is "
    "pre-LN. The same order was asked for both."
)
_NAMED = {
    "none": Text(
        "No norm is at work in your block: with the attention silenced (its weights 0), 100 times as large an x gives "
        "100 times as much. Post-LN was asked, norm(x + f(x))."
    ),
    "ffn": Text(_MIXED.template, {"first": "FFN"}),
    "attention": Text(_MIXED.template, {"first": "attention"}),
    "pre": Text(
        "Your norms come before the sublayers, x + f(norm(x)): pre-LN. Here post-LN was asked, norm(x + f(x)). "
        "All else is judged as you wrote it."
    ),
    "post": Text(
        "The block's last norm comes after the sum, norm(x + f(x)): post-LN. Here pre-LN was asked, x + f(norm(x)), "
        "for both sublayers. All else is judged as you wrote it."
    ),
    "last": Text(
        "Only the last sum is normalised: x + attention(…) goes into the FFN without a norm after it. Post-LN was "
        "asked, norm(x + f(x)), for both sublayers."
    ),
    "branch": Text(
        "Your norms act on what a sublayer gives, x + norm(f(x)): neither pre-LN, x + f(norm(x)), nor "
        "post-LN, norm(x + f(x))."
    ),
}


def _grows(before: Numbers, after: Numbers) -> bool:
    size = float(np.sqrt(np.mean((before - before.mean()) ** 2)))
    return bool(np.isfinite(after).all()) and float(np.sqrt(np.mean((after - after.mean()) ** 2))) > 20 * (size + 1e-3)


def normalised_tokens(block: Sublayers, x: Numbers) -> Callable[[Numbers], Numbers] | None:
    """A function giving what the block's norm makes of tokens (B, n, d); None where it can't be seen.

    With a silent attention and an FFN that is the identity, a block is c*x + m*norm(x): (1, 1) for pre-LN, (0, 1)
    for post-LN, (0, 2) where the normalised x is carried on, and (1, 2) for pre-LN without an activation.  Where a
    residual has a weight, c is that.
    `x` (rows, d) is tried, each token alone, to find out which.
    """
    through = Ffn("identity", 1.0)

    def run(tokens: Numbers) -> Numbers:
        return block.run(tokens, 0.0, through)

    out, together = run(x[:, None])[:, 0], run(x[None])[0]
    if all(np.ptp(y, axis=0).max() < 1e-3 or _same(y, x) for y in (out, together)):
        return None  # nothing of x comes through, or nothing else

    def far(c: float, m: int) -> float:
        rest = (out - c * x) / m
        return float(np.abs(rest.mean(axis=1)).max() + np.abs(rest.var(axis=1) - 1).max())

    pairs: list[tuple[float, int]] = [(1.0, 1), (0.0, 1), (0.0, 2), (1.0, 2)]
    weight = _weight_of_the_stream(block, x[None])
    pairs += [(weight, 1), (weight, 2)] if weight is not None and abs(weight - 1) > 0.02 else []
    c, m = min(pairs, key=lambda pair: far(*pair))
    return lambda tokens: (run(tokens) - c * tokens) / m


def only_the_attention_is_normalised(block: Sublayers, x: Numbers) -> bool:
    """Does the FFN get the stream as it is, and the attention tokens whose size and mean a norm has undone?

    For x (rows, d).  The norm that isn't missing is then out of sight, and no fault of it shows.
    """
    added = block.run(x[None], 0.0, Ffn("identity", 1.0)) - block.run(x[None], 0.0, _SILENT)
    if not _same(added, x[None]):
        return False
    # Each token is made larger and moved by numbers of its own, which is nothing to a norm over its features.
    sizes = np.linspace(10.0, 40.0, len(x))[:, None]
    moved = sizes * x + np.linspace(5.0, -5.0, len(x))[:, None]
    heard = [block.run(z[None], 1.0, _SILENT) - block.run(z[None], 0.0, _SILENT) for z in (10 * x, moved)]
    return _same(*heard) and not _same(heard[0], 0 * heard[0])


def never_negative(block: Sublayers, x: Numbers) -> bool:
    """Does the FFN only ever add, although its weights are told to give 100 times what goes in?  For x (rows, d)."""
    added = block.run(x[None], 0.0, Ffn("identity", 100.0)) - block.run(x[None], 0.0, _SILENT)
    return float(added.max()) > 20 and float(added.min()) > -1


NO_EFFECT = Text("The FFN has no effect: with its second layer's weights at 0 the output is the same.")


def ffn_mixes_tokens(block: Sublayers, dice: np.random.Generator) -> Text | None:
    """Without attention, no token may have a say in another's output; and the FFN must do something."""
    x = dice.normal(0, 1, (2, 6, block.d_model))
    if _same(block.run(x, 0.0, Ffn()), block.run(x, 0.0, _SILENT)):
        return NO_EFFECT
    seen = influence(lambda z: block.run(z, 0.0, Ffn()), x, dice)
    if seen is None:
        return Text("With attention silenced, the output is not finite.")
    others = seen & ~np.eye(6, dtype=np.bool_)
    if not others.any():
        return None
    _, i, j = (int(v) for v in np.argwhere(others)[0])
    return Text(
        "With the attention silenced (its weights 0), the output of token {i} still moves when token {j} changes. "
        "The FFN works on each token by itself.",
        {"i": i, "j": j},
    )
