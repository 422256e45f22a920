"""What a ``torch.nn.Module`` of each class of the contract holds: its parameters, and the weights made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from grader.layouts.weights import AttentionWeights, BlockWeights, Floats, MiniGPTWeights

__all__ = ["ARCHITECTURES", "Architecture", "Slot"]

Initial: TypeAlias = Literal["linear", "normal", "ones", "zeros"]


@dataclass(frozen=True)
class Slot:
    """One parameter: `fan_in` bounds the uniform start of a Linear's weight and bias, as torch has it."""

    name: str
    shape: tuple[int, ...]
    owner_type: str
    initial: Initial
    fan_in: int = 1


def _linear(name: str, n_in: int, n_out: int) -> list[Slot]:
    return [
        Slot(f"{name}.weight", (n_out, n_in), "Linear", "linear", n_in),
        Slot(f"{name}.bias", (n_out,), "Linear", "linear", n_in),
    ]


def _norm(name: str, d: int) -> list[Slot]:
    return [Slot(f"{name}.weight", (d,), "LayerNorm", "ones"), Slot(f"{name}.bias", (d,), "LayerNorm", "zeros")]


def _embedding(name: str, rows: int, d: int) -> list[Slot]:
    return [Slot(f"{name}.weight", (rows, d), "Embedding", "normal")]


def _attention(d: int, prefix: str = "") -> list[Slot]:
    return [slot for name in "qkvo" for slot in _linear(f"{prefix}{name}", d, d)]


def _block(d: int, prefix: str = "") -> list[Slot]:
    return [
        *_norm(f"{prefix}norm1", d),
        *_attention(d, f"{prefix}attention."),
        *_norm(f"{prefix}norm2", d),
        *_linear(f"{prefix}up", d, 4 * d),
        *_linear(f"{prefix}down", 4 * d, d),
    ]


def _minigpt(sizes: Mapping[str, int]) -> list[Slot]:
    d, vocab = sizes["d_model"], sizes["vocab_size"]
    blocks = [slot for i in range(sizes["n_layers"]) for slot in _block(d, f"blocks.{i}.")]
    return [
        *_embedding("token_embedding", vocab, d),
        *_embedding("position_embedding", sizes["context"], d),
        *blocks,
        *_norm("norm", d),
        *_linear("head", d, vocab),
    ]


def _turned(weight: Floats) -> Floats:
    """A Linear's (out, in) as the references' (in, out); contiguous, or each product would take twice as long."""
    return np.ascontiguousarray(weight.T)


def _attention_weights(p: Sequence[Floats]) -> AttentionWeights:
    W_Q, b_Q, W_K, b_K, W_V, b_V, W_O, b_O = p
    return AttentionWeights(_turned(W_Q), _turned(W_K), _turned(W_V), _turned(W_O), b_Q, b_K, b_V, b_O)


def _block_weights(p: Sequence[Floats]) -> BlockWeights:
    return BlockWeights(
        _attention_weights(p[2:10]), p[0], p[1], p[10], p[11], _turned(p[12]), p[13], _turned(p[14]), p[15]
    )


def _minigpt_weights(p: Sequence[Floats]) -> MiniGPTWeights:
    inside = p[2:-4]
    blocks = tuple(_block_weights(inside[at : at + 16]) for at in range(0, len(inside), 16))
    return MiniGPTWeights(p[0], p[1], blocks, p[-4], p[-3], _turned(p[-2]), p[-1])


@dataclass(frozen=True)
class Architecture:
    """A class of the contract: its constructor, its parameters in order, and the reference's weights made of them.

    A parameter without a default is required.  `takes` are forward's parameters, of which the first is required.  Of a
    `layer` the weights are a tuple, and its function takes each as an argument of its own.
    """

    constructor: tuple[tuple[str, float | None], ...]
    takes: tuple[str, ...]
    slots: Callable[[Mapping[str, int]], list[Slot]]
    weights: Callable[[Sequence[Floats]], Any]
    layer: bool = False


def _layer(takes: str, sizes: Sequence[str], slots: Callable[[Mapping[str, int]], list[Slot]]) -> Architecture:
    """Matrices in Linears (out, in) reach the function as (in, out)."""

    turned = [slot.owner_type == "Linear" and len(slot.shape) == 2 for slot in slots(dict.fromkeys(sizes, 2))]

    def weights(p: Sequence[Floats]) -> tuple[Floats, ...]:
        return tuple(_turned(value) if turn else value for value, turn in zip(p, turned, strict=True))

    return Architecture(tuple((name, None) for name in sizes), (takes,), slots, weights, layer=True)


ARCHITECTURES: Mapping[str, Architecture] = {
    "MultiHeadAttention": Architecture(
        (("d_model", None), ("n_heads", None)),
        ("x", "mask"),
        lambda sizes: _attention(sizes["d_model"]),
        _attention_weights,
    ),
    "TransformerBlock": Architecture(
        (("d_model", None), ("n_heads", None), ("dropout", 0.1)),
        ("x", "mask"),
        lambda sizes: _block(sizes["d_model"]),
        _block_weights,
    ),
    "MiniGPT": Architecture(
        (("vocab_size", None), ("d_model", 64), ("n_heads", 4), ("n_layers", 3), ("context", 64)),
        ("idx",),
        _minigpt,
        _minigpt_weights,
    ),
    "Embeddings": _layer(
        "idx",
        ("vocab_size", "d_model", "n_max"),
        lambda sizes: [
            *_embedding("token_embedding", sizes["vocab_size"], sizes["d_model"]),
            *_embedding("position_embedding", sizes["n_max"], sizes["d_model"]),
        ],
    ),
    "FeedForward": _layer(
        "x",
        ("d_model",),
        lambda sizes: [
            *_linear("up", sizes["d_model"], 4 * sizes["d_model"]),
            *_linear("down", 4 * sizes["d_model"], sizes["d_model"]),
        ],
    ),
    "LayerNorm": _layer("x", ("d_model",), lambda sizes: _norm("norm", sizes["d_model"])),
    "RMSNorm": _layer("x", ("d_model",), lambda sizes: _norm("norm", sizes["d_model"])[:1]),
    "SwiGLU": _layer(
        "x",
        ("d_model", "d_ff"),
        lambda sizes: [
            *_linear("gate", sizes["d_model"], sizes["d_ff"])[:1],
            *_linear("up", sizes["d_model"], sizes["d_ff"])[:1],
            *_linear("down", sizes["d_ff"], sizes["d_model"])[:1],
        ],
    ),
}
