"""Checkpoints: all that is needed to have a model again, in another process and another year.

That is three things: the weights, the sizes that the model is built with, and the vocabulary by which its ids mean
something.  They are saved as plain data, so that loading the file runs nothing (``torch.load`` with ``weights_only``).

PyTorch, "Saving and Loading Models" (tutorial, section "Saving & Loading a General Checkpoint").
"""

from __future__ import annotations

from typing import Any

import torch

from ..inference_lab._mini_gpt import MiniGPT as Uncached
from .tokenizer import CharTokenizer


class MiniGPT(Uncached):
    """The course's model, which remembers what it was built with."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.config = {
            "vocab_size": vocab_size,
            "d_model": d_model,
            "n_heads": n_heads,
            "n_layers": n_layers,
            "context": context,
        }


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    """The model's sizes and weights, and the tokenizer's alphabet."""
    torch.save({"config": model.config, "weights": model.state_dict(), "alphabet": tok.alphabet}, path)


def load_checkpoint(path: str) -> tuple[Any, Any]:
    """The model, in evaluation mode, and the tokenizer."""
    saved = torch.load(path)
    model = MiniGPT(**saved["config"])
    model.load_state_dict(saved["weights"])
    model.eval()
    # The alphabet is sorted and has each character once, so the tokenizer of it as a text is the same one.
    return model, CharTokenizer("".join(saved["alphabet"]))
