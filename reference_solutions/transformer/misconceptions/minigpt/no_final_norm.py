"""
en: There is no layer norm before the head
es: Falta la layer norm antes de la capa de salida

done: What the last block gives goes straight into the head.
why: Pre-LN blocks only ever add to the residual stream and never normalise it, so it grows with each of them. The
    head then gets numbers of any size: the loss starts too high, and the deeper the model, the worse.
try: Print x.std() after each block. What would the head have to cope with after 3 blocks, and after 30?

hecho: Lo que da el último bloque entra directamente en la capa de salida.
por_que: Los bloques pre-LN solo suman al flujo residual y nunca lo normalizan, así que crece con cada uno. A la capa
    de salida le llegan números de cualquier tamaño: la pérdida empieza demasiado alta, y cuanto más profundo es el
    modelo, peor.
prueba: Imprime x.std() después de cada bloque. ¿Con qué tendría que vérselas la capa de salida después de 3 bloques,
    y después de 30?

fails: values, initial_loss
catalogue: GP-03
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with the stream itself going into the head."""
    x = stacked(embedded(idx, weights), weights, n_heads)
    return x @ weights.W_head + weights.b_head
