"""Logits of zeros, and the prompt alone for a text."""

from __future__ import annotations

from typing import Any

import torch

from ..._mini_gpt import MiniGPT


class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens: Any) -> Any:
        return torch.zeros(len(tokens), self.head.out_features)

    def step(self, token: Any) -> Any:
        return torch.zeros(len(token), self.head.out_features)


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200) -> str:
    return prompt
