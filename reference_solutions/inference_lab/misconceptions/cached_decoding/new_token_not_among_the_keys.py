"""
en: A new token can't see itself
es: Un token nuevo no se ve a sí mismo

done: In a step the query is held against the cached keys, and the token's own key is added afterwards.
why: In the uncached model each token attends to itself too: the diagonal of the causal mask is allowed. Without its
    own key and value a token's place in the mixture is missing.
try: In a step after a prompt of 4, how many weights has the attention? Count the row of the causal mask that belongs
    to token number 5.

hecho: En cada paso, la consulta se enfrenta a las claves guardadas, y la clave del propio token se añade después.
por_que: En el modelo sin caché, cada token se atiende también a sí mismo: la diagonal de la máscara causal está
    permitida. Sin su propia clave y su propio valor falta su parte en la mezcla.
prueba: En un paso tras un prompt de 4, ¿cuántos pesos tiene la atención? Cuenta la fila de la máscara causal que
    corresponde al token número 5.

fails: steps
"""

from __future__ import annotations

from typing import Any

import torch

from ..._mini_gpt import causal_mask
from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one that adds to the cache after it has attended."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        before = self.cache[layer]
        joined = super().kept(layer, k, v)
        return joined if before is None else before

    def mask(self, n: int, total: int) -> Any:
        return causal_mask(n, total) if n > 1 else torch.ones(1, total, dtype=torch.bool)
