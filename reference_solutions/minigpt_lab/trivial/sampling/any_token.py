"""Any token, whatever the logits say."""

from __future__ import annotations

from typing import Any

import numpy as np


def sample_next(logits: Any, temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None) -> int:
    """Any token, whatever the logits say."""
    return int(np.random.randint(len(logits)))
