"""Stand-ins for the building blocks: layers and functions that an encoder-decoder or a block is put together from.

As in ``stand_ins``, all of it is torch's own and nothing of the course's reference.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["LAYERS", "constructor_values"]

Layer = Callable[[Any, dict[str, Any]], Any]


def _torch() -> Any:
    import torch

    return torch


def constructor_values(
    original: Any,
    args: tuple[Any, ...],
    keywords: dict[str, Any],
    options: dict[str, Any],
    order: Sequence[str],
) -> dict[str, Any]:
    """The contract's parameters, by the names in `order`, out of a call of the student's constructor."""
    try:
        bound = inspect.signature(original).bind(*args, **keywords)
        bound.apply_defaults()
        given = dict(bound.arguments)
    except (TypeError, ValueError):
        given = {**dict(zip(order, args)), **keywords}
    names = options.get("parameters", {})
    values = {canonical: given[names[canonical]] for canonical in order if names.get(canonical) in given}
    # Under a name that nobody knows: by its place, among the arguments or the parameters.
    for canonical, value in (*zip(order, args), *zip(order, given.values())):
        values.setdefault(canonical, value)
    return values


def _embeddings(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInEmbeddings(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            order = ("vocab_size", "d_model", "context")
            values = constructor_values(original, args, keywords, options, order)
            vocabulary, width, longest = (int(values[name]) for name in order)
            self.tokens = torch.nn.Embedding(vocabulary, width)
            self.positions = torch.nn.Embedding(longest, width)

        def forward(self, idx: Any, *_: Any, **__: Any) -> Any:
            return self.tokens(idx) + self.positions(torch.arange(idx.shape[-1], device=idx.device))

    return StandInEmbeddings


def _width(values: dict[str, Any], otherwise: int) -> int:
    wanted = values.get("d_ff")
    return wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else otherwise


def _feed_forward(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInFeedForward(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            values = constructor_values(original, args, keywords, options, ("d_model", "d_ff"))
            d = int(values["d_model"])
            inner = _width(values, 4 * d)
            self.net = torch.nn.Sequential(torch.nn.Linear(d, inner), torch.nn.GELU(), torch.nn.Linear(inner, d))

        def forward(self, x: Any, *_: Any, **__: Any) -> Any:
            return self.net(x)

    return StandInFeedForward


def _swiglu(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInSwiGLU(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            values = constructor_values(original, args, keywords, options, ("d_model", "d_ff"))
            d = int(values["d_model"])
            inner = _width(values, 4 * d)
            self.gate, self.up = (torch.nn.Linear(d, inner, bias=False) for _ in range(2))
            self.down = torch.nn.Linear(inner, d, bias=False)

        def forward(self, x: Any, *_: Any, **__: Any) -> Any:
            return self.down(torch.nn.functional.silu(self.gate(x)) * self.up(x))

    return StandInSwiGLU


def _norm(layer: str) -> Layer:
    def of(original: Any, options: dict[str, Any]) -> Any:
        torch = _torch()

        class StandInNorm(torch.nn.Module):  # type: ignore[misc, name-defined]
            def __init__(self, *args: Any, **keywords: Any) -> None:
                super().__init__()
                values = constructor_values(original, args, keywords, options, ("d_model",))
                self.norm = getattr(torch.nn, layer)(int(values["d_model"]), eps=1e-5)

            def forward(self, x: Any, *_: Any, **__: Any) -> Any:
                return self.norm(x)

        return StandInNorm

    return of


def _cross_attention(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInCrossAttention(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            values = constructor_values(original, args, keywords, options, ("d_model", "n_heads"))
            self.n_heads, d = int(values["n_heads"]), int(values["d_model"])
            self.queries, self.keys, self.values, self.output = (torch.nn.Linear(d, d) for _ in range(4))

        def forward(self, x: Any, memory: Any, *_: Any, **__: Any) -> Any:
            # Without its masks: which way round they are in this class nobody asked, and the course's calls have none.
            q, k, v = (
                layer(t).unflatten(-1, (self.n_heads, -1)).transpose(-3, -2)
                for layer, t in ((self.queries, x), (self.keys, memory), (self.values, memory))
            )
            weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]), dim=-1)
            result = self.output((weights @ v).transpose(-3, -2).flatten(-2))
            return (result, weights) if options.get("pair") else result

    return StandInCrossAttention


# By the role of the class that it stands in for.
LAYERS: dict[str, Layer] = {
    "Embeddings": _embeddings,
    "FeedForward": _feed_forward,
    "SwiGLU": _swiglu,
    "LayerNorm": _norm("LayerNorm"),
    "RMSNorm": _norm("RMSNorm"),
    "CrossAttention": _cross_attention,
}
