"""Ready-made maps of tokens that remember what they were given, to be handed over as a block's sublayers.

(``token_functions`` has others, for questions about order; they remember nothing.)
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

__all__ = ["AffineMap", "affine_map"]

REMEMBERED = 16


class AffineMap:
    """x (..., n, d) to mixing (x matrix) + offset; without `mixing` each token by itself.

    It gives back the kind of array that it's given.  `inputs` are the first arrays that it was given.  Further
    arguments (a mask) are taken and change nothing.
    """

    def __init__(self, matrix: Any, offset: Any, mixing: Any = None) -> None:
        self.matrix = matrix
        self.offset = offset
        self.mixing = mixing
        self.inputs: list[Any] = []

    def __call__(self, x: Any, *_: Any, **__: Any) -> Any:
        torch = sys.modules.get("torch")
        tensor = torch is not None and isinstance(x, torch.Tensor)
        if len(self.inputs) < REMEMBERED:
            self.inputs.append(x.detach().clone() if tensor else np.array(x))
        y = x @ self._like(x, self.matrix, tensor)
        if self.mixing is not None:
            y = self._like(x, self.mixing, tensor) @ y
        return y + self._like(x, self.offset, tensor)

    forward = __call__

    def _like(self, x: Any, value: Any, tensor: bool) -> Any:
        """`value` in the library of `x`, and in its precision where that's a tensor (which has no rules of its own)."""
        if not tensor:
            return np.asarray(value)
        torch = sys.modules["torch"]
        return torch.as_tensor(value).to(x.dtype if x.is_floating_point() else torch.float32)


def affine_map(kept: Any, options: dict[str, Any]) -> AffineMap:
    """The map of ``matrix``, ``offset`` and perhaps ``mixing``; it's kept under ``keep``, so that it can be asked."""
    made = AffineMap(options["matrix"], options["offset"], options.get("mixing"))
    kept[str(options["keep"])] = made
    return made
