"""How many parameters a MiniGPT has, and what the difference to the course's own comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from grader.model import Text

__all__ = ["Deviation", "Sizes", "deviations_that_explain", "minigpt_parameters"]


@dataclass(frozen=True)
class Sizes:
    """The arguments of ``MiniGPT(V, d, h, L, C)``: vocabulary, width, heads, layers, context."""

    V: int
    d: int
    h: int
    L: int
    C: int


def block_parameters(d: int) -> int:
    """q, k, v and output with bias; a feed-forward layer 4d wide with bias; two norms with gain and bias."""
    return 4 * (d * d + d) + (8 * d * d + 5 * d) + 2 * (2 * d)


def minigpt_parameters(s: Sizes) -> int:
    """Tokens, learned positions, the blocks, a last norm, and a head with bias."""
    return s.V * s.d + s.C * s.d + s.L * block_parameters(s.d) + 2 * s.d + s.d * s.V + s.V


@dataclass(frozen=True)
class Deviation:
    """A way of building it differently and by how much that changes the number of parameters.

    `misconception` is the name of the known-wrong variant of MiniGPT that does so, if there is one.
    """

    difference: Callable[[Sizes], int]
    meaning: Text
    misconception: str = ""


# The commoner before the rarer: of several explanations with equally many parts, the first is told.
DEVIATIONS = (
    Deviation(lambda s: -3 * s.d * s.L, Text("the projections to q, k and v have no bias"), "attention_without_biases"),
    Deviation(lambda s: -s.d * s.L, Text("the attention's output projection has no bias"), "attention_without_biases"),
    Deviation(lambda s: -2 * s.d, Text("there is no LayerNorm after the last block"), "no_final_norm"),
    Deviation(lambda s: -s.V, Text("the head has no bias"), "head_without_bias"),
    Deviation(
        lambda s: -s.V * s.d, Text("the head shares the weights of the token embedding"), "head_tied_to_the_embedding"
    ),
    Deviation(lambda s: -s.C * s.d, Text("the positions are not learned"), "positions_not_learned"),
    Deviation(
        lambda s: -(s.L - 1) * block_parameters(s.d),
        Text("one and the same block is used in every layer"),
        "one_block_repeated",
    ),
    Deviation(lambda s: -5 * s.d * s.L, Text("the feed-forward layers have no bias")),
    Deviation(lambda s: -(2 * s.L + 1) * s.d, Text("the LayerNorms have no bias")),
    Deviation(
        lambda s: -(4 * s.d**2 + 2 * s.d) * s.L, Text("the feed-forward layer is 2 d_model wide, not 4"), "narrow_ffn"
    ),
    Deviation(
        lambda s: -(6 * s.d**2 + 3 * s.d) * s.L,
        Text("the feed-forward layer is d_model wide, not 4 d_model"),
        "narrow_ffn",
    ),
    Deviation(lambda s: -(8 * s.d**2 + 5 * s.d) * s.L, Text("there is no feed-forward layer")),
    Deviation(lambda s: -(s.d**2 + s.d) * s.L, Text("the attention has no output projection")),
    Deviation(lambda s: -4 * s.d * s.L, Text("the LayerNorms inside the blocks are missing or have no parameters")),
    Deviation(lambda s: -2 * s.d * s.L, Text("both halves of a block share one LayerNorm")),
    Deviation(lambda s: 2 * s.d, Text("there is one LayerNorm more")),
    Deviation(
        lambda s: s.C**2,
        Text("the mask is a parameter; register_buffer keeps it out of training"),
        "mask_as_a_parameter",
    ),
    Deviation(
        lambda s: s.L * s.C**2,
        Text("the mask is a parameter; register_buffer keeps it out of training"),
        "mask_as_a_parameter",
    ),
    Deviation(lambda s: s.d, Text("there is one position more than the context")),
    Deviation(lambda s: 2 * s.d + 1, Text("there is one token more than the vocabulary")),
    Deviation(lambda s: 4 * s.d**2 * s.L, Text("the feed-forward layer has a third matrix (a gate)")),
)


def deviations_that_explain(counts: Sequence[tuple[Sizes, int]]) -> tuple[Deviation, ...]:
    """The fewest deviations (at most three) that explain the counts at all sizes; none if none do.

    With sizes whose products are all different, hardly two explanations fit.
    """
    missing = [count - minigpt_parameters(sizes) for sizes, count in counts]
    for number in (1, 2, 3):
        for chosen in combinations(DEVIATIONS, number):
            sums = [sum(deviation.difference(sizes) for deviation in chosen) for sizes, _ in counts]
            if sums == missing:
                return chosen
    return ()
