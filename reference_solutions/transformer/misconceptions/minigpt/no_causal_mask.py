"""
en: There is no causal mask
es: No hay máscara causal

done: The blocks are called without a mask, or it's built and doesn't reach the attention: every position sees the
    whole text.
why: In training the answer stands in the next position, open to be copied: the loss falls to almost nothing. In
    generation there's no next position, and the model has learned nothing else.
try: Change the last token of a text and compare the logits at position 0. Should they move? Then follow the mask from
    the line that makes it to the line that uses it.

hecho: Los bloques se llaman sin máscara, o se construye y no llega a la atención: cada posición ve el texto entero.
por_que: Al entrenar, la respuesta está en la posición siguiente, lista para copiar: la pérdida cae casi a cero. Al
    generar no hay posición siguiente, y el modelo no ha aprendido otra cosa.
prueba: Cambia el último token de un texto y compara los logits de la posición 0. ¿Deberían moverse? Luego sigue la
    máscara desde la línea que la crea hasta la línea que la usa.

fails: values, causal
catalogue: MK-04
"""

from __future__ import annotations

import numpy as np

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference, where all see all."""
    n = idx.shape[-1]
    mask = np.ones((n, n), dtype=np.bool_)
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)
