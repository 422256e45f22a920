"""A module some of whose parameters are zero for a while."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

__all__ = ["zeros"]


@contextmanager
def zeros(module: Any, positions: list[int]) -> Iterator[None]:
    """See ``grader.model.several.WithZeros``."""
    import torch

    parameters = list(module.parameters())
    if any(not 0 <= i < len(parameters) for i in positions):
        raise ValueError("the module's parameters have changed in number")
    chosen = [parameters[i] for i in positions]
    kept = [parameter.detach().clone() for parameter in chosen]
    try:
        with torch.no_grad():
            for parameter in chosen:
                parameter.zero_()
        yield
    finally:
        with torch.no_grad():
            for parameter, value in zip(chosen, kept):
                parameter.copy_(value)
