"""
en: The softmax goes over the heads
es: El softmax va sobre las cabezas

done: The scores (h, n, n) are normalised along their first axis: for each pair of tokens, the heads' weights add up
    to 1.
why: The heads then compete with each other, where each should weigh the tokens by itself. What a head gives depends on
    all the others, and no row of its weights adds up to 1.
try: Give all tokens the same value. What should each head give back for it, and what does yours?

hecho: Las puntuaciones (h, n, n) se normalizan por su primer eje: para cada par de tokens suman 1 los pesos de las
    cabezas.
por_que: Las cabezas compiten entonces entre sí, cuando cada una debería pesar los tokens por su cuenta. Lo que da una
    cabeza depende de todas las demás, y ninguna fila de sus pesos suma 1.
prueba: Dales a todos los tokens el mismo valor. ¿Qué debería devolver cada cabeza, y qué devuelve la tuya?

fails: values, equals_multihead, mask
catalogue: AT-08
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.softmax import softmax


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, normalised along another axis."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=-3)
    return weights @ V, weights
