"""Gives lazy modules (``nn.LazyLinear``) their parameters: by one forward, as in a notebook."""

from __future__ import annotations

import copy
import sys
from typing import Any, Callable, Sequence

__all__ = ["materialise"]

Inputs = Callable[[], Sequence[Any]]


def materialise(module: Any, candidates: Sequence[Inputs]) -> None:
    """Call `module`, where it has parameters without a shape, with the first of `candidates` that it takes.

    Each is tried on a copy first: a forward that stops half-way has given shapes to some of the parameters already.
    Raises what the first candidate led to where none will do.
    """
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(module, torch.nn.Module) or not _is_lazy(torch, module):
        return
    first_error: Exception | None = None
    for inputs in candidates:
        try:
            _call(torch, copy.deepcopy(module), inputs())
        except Exception as error:  # whatever a student's forward says to an input that isn't its own
            first_error = first_error or error
            continue
        _call(torch, module, inputs())
        if not _is_lazy(torch, module):
            return
    if first_error is not None:
        raise first_error


def _is_lazy(torch: Any, module: Any) -> bool:
    return any(torch.nn.parameter.is_lazy(parameter) for parameter in module.parameters())


def _call(torch: Any, module: Any, inputs: Sequence[Any]) -> None:
    """In evaluation mode, and back in the modes that there were."""
    modes = [(part, part.training) for part in module.modules()]
    module.eval()
    try:
        with torch.no_grad():
            module(*inputs)
    finally:
        for part, training in modes:
            part.training = training
