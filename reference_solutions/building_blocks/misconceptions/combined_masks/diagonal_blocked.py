"""
en: A token can't see itself
es: Un token no se ve a sí mismo

done: The diagonal is blocked too.
why: The first token then sees nothing at all: its row of weights is NaN, and NaN spreads through the whole model.
try: Which keys are left for token 0?

hecho: La diagonal también está bloqueada.
por_que: El primer token no ve entonces nada: su fila de pesos es NaN, y el NaN se extiende por todo el modelo.
prueba: ¿Qué claves le quedan al token 0?

fails: future
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """Strictly lower."""
    return padding_mask(lengths, n)[:, None, None, :] & np.tril(causal_mask(n), -1)
