"""A prompt's forward, and then each token's own: no cache, no text."""

from __future__ import annotations

from typing import Any

from ..._mini_gpt import MiniGPT


class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens: Any) -> Any:
        return self(tokens)[:, -1]

    def step(self, token: Any) -> Any:
        return self(token.reshape(-1, 1))[:, -1]
