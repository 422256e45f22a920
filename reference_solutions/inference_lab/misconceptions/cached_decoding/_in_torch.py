"""A MiniGPT with a cache in torch, rightly, with its parts where a variant can replace them."""

from __future__ import annotations

from typing import Any

import torch

from ..._mini_gpt import MiniGPT, causal_mask


class Cached(MiniGPT):
    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.start_over()

    def start_over(self) -> None:
        self.cache: list[Any] = [None for _ in self.blocks]
        self.cached = 0

    def prefill(self, tokens: Any) -> Any:
        self.start_over()
        self.prompt = tokens.shape[1]
        return self.advanced(tokens)[:, -1]

    def step(self, token: Any) -> Any:
        return self.advanced(token)[:, -1]

    def advanced(self, idx: Any) -> Any:
        n, total = idx.shape[1], self.cached + idx.shape[1]
        self.check_room(total)
        x = self.tokens(idx) + self.position_rows(n)
        for layer, block in enumerate(self.blocks):
            q, k, v = block.attention.projected(block.norm1(x))
            k, v = self.kept(layer, k, v)
            x = x + block.attention.attended(q, k, v, self.mask(n, k.shape[2]))
            x = x + block.ffn(block.norm2(x))
        self.cached = total
        return self.head(self.norm(x))

    def check_room(self, total: int) -> None:
        if total > self.context:
            raise ValueError(f"{total} tokens don't fit a context of {self.context}")

    def position_rows(self, n: int) -> Any:
        """The positions (n, d) of n new tokens."""
        return self.positions(torch.arange(self.cached, self.cached + n))

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        """All keys and values (B, h, total, d_k) of `layer`, those of the new tokens included."""
        k, v = self.joined(self.cache[layer], k, v)
        self.cache[layer] = (k, v)
        return k, v

    def joined(self, before: Any, k: Any, v: Any) -> tuple[Any, Any]:
        if before is None:
            return k, v
        return torch.cat((before[0], k), dim=2), torch.cat((before[1], v), dim=2)

    def mask(self, n: int, total: int) -> Any:
        """(n, total): which of all tokens the n newest may see."""
        return causal_mask(n, total)


def drawn(logits: Any, temperature: float) -> int:
    """A token at random by logits (1, V)."""
    return int(torch.multinomial(torch.softmax(logits[0] / temperature, dim=-1), 1))
