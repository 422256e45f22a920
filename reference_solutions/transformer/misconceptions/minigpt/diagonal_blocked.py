"""
en: No position may look at itself
es: Ninguna posición puede mirarse a sí misma

done: The mask begins one place below the diagonal: position i sees only what came before it.
why: The first token then has nobody to look at. A softmax over nothing is 0/0, and that NaN spreads through the
    layers until all logits are NaN.
try: Print the mask for n = 3. What does row 0 allow? What is softmax([-inf, -inf, -inf])?

hecho: La máscara empieza un lugar por debajo de la diagonal: la posición i solo ve lo que vino antes.
por_que: Al primer token no le queda nadie a quien mirar. Un softmax de nada es 0/0, y ese NaN se extiende por las
    capas hasta que todos los logits son NaN.
prueba: Imprime la máscara con n = 3. ¿Qué permite la fila 0? ¿Cuánto es softmax([-inf, -inf, -inf])?

fails: values, parameter_count, shapes, causal, order_matters, initial_loss, overfits
catalogue: MK-08
"""

from __future__ import annotations

import numpy as np

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with a diagonal less."""
    n = idx.shape[-1]
    mask = np.tril(np.ones((n, n), dtype=np.bool_), -1)
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)
