"""What a model measures that knows nothing."""

from __future__ import annotations

import math
from typing import Any


def mean_loss(model: Any, data: Any) -> float:
    """What a model measures that knows nothing."""
    return math.log(len({int(i) for i in data}))
