"""A text generator in torch, rightly, with its parts where a variant can replace them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def probabilities(logits: Any, temperature: float = 1.0, top_k: int | None = None) -> Any:
    """softmax(logits / temperature) over the `top_k` largest logits; (V,) to (V,)."""
    return torch.softmax(largest(logits, top_k) / temperature, dim=-1)


def largest(logits: Any, top_k: int | None) -> Any:
    """The `top_k` largest logits, -inf elsewhere."""
    if top_k is None:
        return logits
    least = torch.topk(logits, min(top_k, len(logits))).values[-1]
    return logits.masked_fill(logits < least, float("-inf"))


def drawn(chances: Any) -> int:
    """A token at random, by `chances` (V,), which needn't add up to 1."""
    return int(torch.multinomial(chances, 1))


def generated(
    model: Any,
    tok: Any,
    prompt: str,
    length: int,
    next_token: Callable[[Any], int],
    window: Callable[[list[int]], list[int]] | None = None,
) -> str:
    """`prompt` and `length` tokens more, each the `next_token` of the model's logits (n, V)."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        for _ in range(length):
            given = ids[-model.context :] if window is None else window(ids)
            ids.append(next_token(model(torch.tensor([given]))[0]))
    text: str = tok.decode(ids)
    return text
