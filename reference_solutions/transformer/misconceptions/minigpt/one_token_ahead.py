"""
en: Each position sees one token too many
es: Cada posición ve un token de más

done: The diagonal of the mask is shifted by one: position i may look at i + 1.
why: And i + 1 is just what position i has to predict. The model learns to copy it, reports a loss near 0, and
    generates nonsense.
try: Print row 0 of your mask. How many places are open in it, and how many should the very first token see?

hecho: La diagonal de la máscara está desplazada en uno: la posición i puede mirar a i + 1.
por_que: Y i + 1 es justo lo que la posición i tiene que predecir. El modelo aprende a copiarlo, anuncia una pérdida
    cercana a 0 y genera disparates.
prueba: Imprime la fila 0 de tu máscara. ¿Cuántos lugares tiene abiertos, y cuántos debería ver el primer token de
    todos?

fails: values, causal
catalogue: MK-07
"""

from __future__ import annotations

import numpy as np

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with a diagonal more."""
    n = idx.shape[-1]
    mask = np.tril(np.ones((n, n), dtype=np.bool_), 1)
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)
