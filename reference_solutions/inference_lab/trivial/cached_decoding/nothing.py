"""Methods that do nothing."""

from __future__ import annotations

from typing import Any

from ..._mini_gpt import MiniGPT


class CachedMiniGPT(MiniGPT):
    def prefill(self, _: Any) -> Any:
        return None

    def step(self, _: Any) -> Any:
        return None


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200) -> None:
    return None
