"""Logits at random, from a model that is asked and not listened to."""

from __future__ import annotations

from typing import Any

import torch

from ..._mini_gpt import MiniGPT


class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens: Any) -> Any:
        self(tokens)
        return torch.randn(len(tokens), self.head.out_features)

    def step(self, token: Any) -> Any:
        self(token.reshape(-1, 1))
        return torch.randn(len(token), self.head.out_features)


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200) -> str:
    text: str = prompt + tok.decode(torch.randint(len(tok), (length,)))
    return text
