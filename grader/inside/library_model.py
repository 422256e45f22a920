"""A tiny language model made of library layers, for code of the student's that takes any model.

What it says about a token depends on that token alone, so text of any length fits it, and it learns in a
fraction of a second.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any

from .stub_model import CONTEXT_NAMES

__all__ = ["library_model", "optimizer_of"]


def library_model(vocab_size: int, d_model: int, context: int) -> Any:
    """Ids (B, n) to logits (B, n, vocab_size).  `context` is only what its attributes say."""
    return _class()(vocab_size, d_model, context)


@cache
def _class() -> Any:
    """Made when it's needed, so that nobody waits for torch, and named in this module: there pickle looks for it."""
    import torch

    class MiniGPT(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, vocab_size: int, d_model: int, context: int) -> None:
            super().__init__()
            self.tok_emb = torch.nn.Embedding(vocab_size, d_model)
            self.head = torch.nn.Linear(d_model, vocab_size)
            self.vocab_size, self.d_model, self.device = vocab_size, d_model, torch.device("cpu")
            sizes = dict.fromkeys(CONTEXT_NAMES, context)
            for name, value in sizes.items():
                setattr(self, name, value)
            self.config = self.cfg = types.SimpleNamespace(**sizes, vocab_size=vocab_size, d_model=d_model)

        def forward(self, idx: Any) -> Any:
            return self.head(self.tok_emb(idx))

    MiniGPT.__qualname__ = MiniGPT.__name__
    globals()[MiniGPT.__name__] = MiniGPT
    return MiniGPT


def optimizer_of(module: Any) -> Any:
    """For a loop that wants one handed in."""
    import torch

    return torch.optim.AdamW(module.parameters(), lr=3e-3)
