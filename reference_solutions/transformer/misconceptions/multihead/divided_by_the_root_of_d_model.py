"""
en: The scores are divided by √d_model, not by the √d_k of one head
es: Las puntuaciones se dividen por √d_model, no por la √d_k de una cabeza

done: You divide by the root of the whole width of the model, as if there were a single head.
why: A head's dot product adds up d_k terms, not d_model. With h heads the scores come out √h times too small and the
    weights too flat. With one head it's right, so a test with one head sees nothing.
try: How many products are added in one score of one head, for d_model = 64 and 8 heads? Compare that with the number
    under your root.

hecho: Divides por la raíz del ancho de todo el modelo, como si hubiera una sola cabeza.
por_que: El producto escalar de una cabeza suma d_k términos, no d_model. Con h cabezas las puntuaciones salen √h
    veces más pequeñas y los pesos demasiado planos. Con una sola cabeza es correcto, así que una prueba con una
    cabeza no ve nada.
prueba: ¿Cuántos productos se suman en una puntuación de una cabeza, con d_model = 64 y 8 cabezas? Compáralo con el
    número que tienes dentro de la raíz.

fails: values
catalogue: AT-04
"""

from __future__ import annotations

import math

from ...attention import attention
from ...multihead import AttentionWeights
from ._around import Mask, Numbers, all_at_once


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with queries smaller by √h."""
    return all_at_once(x, weights, n_heads, mask, lambda Q, K, V, m: attention(Q / math.sqrt(n_heads), K, V, m))
