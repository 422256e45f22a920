"""The reference's generator as a student would write it.

The reference works on ids and takes a function of logits and a generator of random numbers; a student's
``generate(model, tok, prompt, length, temperature, top_k)`` works on text and on a torch model.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

__all__ = ["as_text_generator"]


def as_text_generator(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` itself, or what a student would have written where it has the reference's signature."""
    if "next_logits" not in inspect.signature(function).parameters:
        return function

    def generate(
        model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
    ) -> Any:
        import numpy as np
        import torch

        def next_logits(ids: list[int]) -> Any:
            return model(torch.tensor([ids]))[0].double().numpy()

        model.eval()
        rng = np.random.default_rng(int(torch.randint(2**31, ())))
        with torch.no_grad():
            ids = function(next_logits, tok.encode(prompt), length, model.context, temperature, top_k, rng=rng)
        return tok.decode(ids)

    return generate
