"""
en: The softmax runs over the heads
es: El softmax recorre las cabezas

done: Your scores have the shape (batch, heads, n, n), and the softmax goes along axis 1: for each pair of tokens the
    heads' weights add up to 1.
why: The heads then compete with each other, where each should weigh the tokens by itself. A key that is blocked in
    all heads becomes 0/0, which is NaN.
try: Take one pair of tokens and print its weight in each head; then take one head and one query and print the whole
    row. Which of the two adds up to 1, and which should?

hecho: Tus puntuaciones tienen la forma (lote, cabezas, n, n) y el softmax va por el eje 1: para cada par de tokens,
    suman 1 los pesos de las cabezas.
por_que: Así las cabezas compiten entre sí, cuando cada una debería repartir su peso entre los tokens por su cuenta.
    Una clave bloqueada en todas las cabezas se convierte en 0/0, que es NaN.
prueba: Toma un par de tokens e imprime su peso en cada cabeza; luego toma una cabeza y una consulta e imprime la fila
    entera. ¿Cuál de las dos cosas suma 1, y cuál debería?

fails: values, one_head, mask_reaches_heads
catalogue: AT-09
"""

from __future__ import annotations

import math

import numpy as np

from ...multihead import AttentionWeights
from ...softmax import softmax
from ._around import Mask, Numbers, all_at_once


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with the softmax along the axis of the heads."""
    return all_at_once(x, weights, n_heads, mask, _attention)


def _attention(Q: Numbers, K: Numbers, V: Numbers, mask: Mask) -> tuple[Numbers, Numbers]:
    scores = Q @ K.swapaxes(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-3)
    return weights @ V, weights
