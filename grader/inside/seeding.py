"""Chance, the same for each question."""

from __future__ import annotations

import random
import sys
from functools import cache

import numpy as np

__all__ = ["seed"]


def seed(number: int) -> None:
    """All generators of chance that code may draw from without naming one."""
    random.seed(number)
    np.random.seed(number % 2**32)
    if "torch" in sys.modules:
        # For each kind of device that isn't there, manual_seed() keeps a call for later, with the whole stack as text.
        import torch

        seed_all = torch.manual_seed if _has_accelerator() else torch.default_generator.manual_seed
        seed_all(number)


@cache
def _has_accelerator() -> bool:
    import torch

    kinds = (torch.cuda, torch.backends.mps, getattr(torch, "xpu", None))
    return any(kind is not None and kind.is_available() for kind in kinds)
