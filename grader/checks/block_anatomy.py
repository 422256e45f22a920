"""A Transformer block of the student's whose sublayers can be silenced, magnified, or made the identity.

With the weights under our control, a block shows its structure whatever its numbers are: with both sublayers
silent, only residuals and norms are left; with an FFN that is the identity, the norm before it can be read off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grader.checks.modules import build
from grader.checks.student import Settled, Student
from grader.checks.token_modules import TokenModule, constructor_values, token_module
from grader.layouts.block import FeedForward, feed_forwards
from grader.layouts.pieces import Matrix, Pieces, pieces_of
from grader.layouts.unplaced import Search, pieces_placed
from grader.layouts.weights import BlockWeights
from grader.model import Array, ReadParameters, Returned, Text, Verdict

__all__ = [
    "Ffn",
    "Sublayers",
    "differs_by_seed",
    "identity_ffn",
    "located",
    "module_sublayers",
    "unregistered_parameters",
]

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Ffn:
    """What the FFN is made to do.

    ``random``: its second layer's random weights times `scale`; ``identity``: `scale` times its input.
    """

    kind: Literal["random", "identity"] = "random"
    scale: float = 1.0


@dataclass(frozen=True, eq=False)
class Sublayers:
    """`run(x, attention, ffn)` is the block's output for x (B, n, d), with norms of gain 1 and bias 0.

    `attention` multiplies all of the attention's weights and biases; 0 silences it, as a scale of 0 does the FFN.
    """

    d_model: int
    run: Callable[[Numbers, float, Ffn], Numbers]


def identity_ffn(d: int, width: int, scale: float) -> tuple[Numbers, Numbers, Numbers, Numbers] | None:
    """W1, b1, W2, b2 such that the FFN gives `scale` times its input; None if it's too narrow.

    φ(z) - φ(-z) = z holds for ReLU, GELU (exact or tanh) and SiLU alike, so that no activation needs to be known.
    """
    W1, b1, W2, b2 = np.zeros((d, width)), np.zeros(width), np.zeros((width, d)), np.zeros(d)
    eye = np.eye(d)
    if width >= 2 * d:
        W1[:, :d], W1[:, d : 2 * d] = eye, -eye
        W2[:d], W2[d : 2 * d] = scale * eye, -scale * eye
    elif width >= d:
        # Far to the right, each of them is the identity.
        W1[:, :d], W2[:d] = eye, scale * eye
        b1[:d], b2[:] = 40.0, -40.0 * scale
    else:
        return None
    return W1, b1, W2, b2


@dataclass(frozen=True, eq=False)
class Located:
    """Which parameters, by place, are whose.  Raw vectors that can't be told are counted to the attention."""

    ffn: FeedForward
    gains: frozenset[int]
    biases: frozenset[int]

    def parts_of_ffn(self) -> dict[int, str]:
        first, second = self.ffn.first, self.ffn.second
        places = {first.index: "W1", second.index: "W2"}
        places |= {m.bias.index: name for m, name in ((first, "b1"), (second, "b2")) if m.bias is not None}
        return places


def located(module: TokenModule) -> Located | None:
    """Where the FFN and the norms are, by shapes alone; None where no two matrices can be an FFN.

    Raw vectors that the search for the values has found the places of are there.
    """
    fresh = _fresh_values(module)
    unplaced: Search[BlockWeights] | None = module.student.memo.get(f"unplaced-{module.role}")
    if unplaced is not None and unplaced.placement:
        groups = [pieces_placed(module.parameters, unplaced.placement, module.d_model, module.n_heads)]
    else:
        groups = pieces_of(module.parameters, module.d_model, module.n_heads)
    for pieces in sorted(groups, key=_unlike_two_norms):
        for ffn in feed_forwards(pieces.matrices, module.d_model):
            if ffn.width == module.d_model and not _by_themselves(module, pieces, ffn):
                continue  # any two of the attention's matrices have these shapes too
            gains, biases = set(), set()
            for norm in pieces.norms:
                first, second = norm.gain, norm.bias
                # A norm that was written by hand still starts at gain 1 and bias 0.
                if second is not None and not norm.sure and _all_ones(fresh, second.index):
                    first, second = second, first
                gains |= {first.index} if first is not None else set()
                biases |= {second.index} if second is not None else set()
            return Located(ffn, frozenset(gains), frozenset(biases))
    return None


def _by_themselves(module: TokenModule, pieces: Pieces, ffn: FeedForward) -> bool:
    """Are the two the only matrices in the module that holds them?"""
    parents = {m.index: module.parameters[m.index].owner.rpartition(".")[0] for m in pieces.matrices}
    home = parents[ffn.first.index]
    return [i for i, parent in parents.items() if parent == home] == sorted((ffn.first.index, ffn.second.index))


def _unlike_two_norms(pieces: Pieces) -> bool:
    return len(pieces.norms) != 2


def _all_ones(fresh: tuple[Numbers, ...], index: int) -> bool:
    return index < len(fresh) and bool((fresh[index] == 1).all())


def _fresh_values(module: TokenModule) -> tuple[Numbers, ...]:
    """The parameters as the constructor leaves them, asked for once; empty where they can't be read."""
    memo, key = module.student.memo, f"fresh-{module.role}-{module.d_model}-{module.n_heads}"
    if key not in memo:
        memo[key] = _read_fresh_values(module)
    values: tuple[Numbers, ...] = memo[key]
    return values


def _read_fresh_values(module: TokenModule) -> tuple[Numbers, ...]:
    student, definition = module.student, module.student.found[module.role]
    values = constructor_values(definition, d_model=module.d_model, n_heads=module.n_heads)
    handle, _ = build(student, module.role, ("d_model", "n_heads", "dropout"), values, Text("building the block"))
    reply = student.ask(ReadParameters(handle))
    if not isinstance(reply, Returned) or not isinstance(reply.value, tuple):
        return ()
    return tuple(v.data.astype(np.float64) for v in reply.value if isinstance(v, Array))


def module_sublayers(student: Student, role: str, d_model: int, n_heads: int, label: str) -> Sublayers:
    """The class in `role` with its sublayers in our hands; settled WRONG where it has no FFN."""
    module = token_module(student, role, d_model, n_heads, label)
    places = located(module)
    registered = sum(p.size for p in module.module.parameters)
    if module.module.unregistered and (places is None or registered < 12 * d_model**2):
        # It costs `values` and what counts parameters; nothing else can be seen until they are in our hands.
        raise Settled(Verdict.NOT_APPLICABLE, unregistered_parameters(module))
    if places is None:
        raise Settled(
            Verdict.WRONG,
            Text("No two weight matrices of the block make an FFN: one from d_model to d_ff and one back."),
        )

    known = places
    current: list[tuple[float, Ffn]] = []

    def run(x: Numbers, attention: float, ffn: Ffn) -> Numbers:
        asked = Text("the block with weights chosen to show its structure")
        if current != [(attention, ffn)]:
            module.set(_settings(module, known, attention, ffn), asked)
            current[:] = [(attention, ffn)]
        return module.called(x, None, asked).data.astype(np.float64)

    return Sublayers(d_model, run)


def unregistered_parameters(module: TokenModule) -> Text:
    """Where the parameters are that torch doesn't know of."""
    return Text(
        "torch doesn't see the parameters in {paths}: they sit in a plain Python list or dict.",
        {"paths": ", ".join(module.module.unregistered[:3])},
    )


def differs_by_seed(module: TokenModule) -> bool:
    """Does chance have a say in what it gives, although it's in evaluation mode?"""
    x = module.student.dice("differs-by-seed").normal(0, 1, (2, 6, module.d_model))
    one, other = (module.called(x, None, Text("a call without a mask"), seed=seed).data for seed in (1, 2))
    return not np.array_equal(one, other)


def _settings(module: TokenModule, places: Located, attention: float, ffn: Ffn) -> dict[int, Numbers]:
    parts = places.parts_of_ffn()
    width = places.ffn.width
    identity = identity_ffn(module.d_model, width, ffn.scale) if ffn.kind == "identity" else None
    if ffn.kind == "identity" and identity is None:
        raise Settled(Verdict.NOT_APPLICABLE, Text("The FFN is too narrow to look through."))
    settings: dict[int, Numbers] = {}
    for i, value in enumerate(module.values):
        if i in places.gains or i in places.biases:
            settings[i] = np.full(value.shape, 1.0 if i in places.gains else 0.0)
        elif i not in parts:
            settings[i] = attention * value
        elif identity is None:
            settings[i] = ffn.scale * value if parts[i] in ("W2", "b2") else value
        else:
            chosen = dict(zip(("W1", "b1", "W2", "b2"), identity, strict=True))[parts[i]]
            matrix = places.ffn.first if parts[i] == "W1" else places.ffn.second
            turned = parts[i] in ("W1", "W2") and _is_out_in(matrix, chosen.shape)
            settings[i] = (chosen.T if turned else chosen).reshape(value.shape)
    return settings


def _is_out_in(matrix: Matrix, shape: tuple[int, ...]) -> bool:
    return matrix.out_in is True or matrix.data.shape != shape
