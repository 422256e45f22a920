"""
en: A blocked score becomes 0
es: Una puntuación bloqueada pasa a ser 0

done: The scores of blocked keys are set to 0, or multiplied by the mask, before the softmax.
why: exp(0) is 1: a blocked key still gets a weight, and a larger one than every allowed key whose score is negative.
    The future stays visible.
try: Take the softmax of [2.0, 0.0] by hand. How much does the second one get? Which score would get nothing?

hecho: Las puntuaciones de las claves bloqueadas se ponen a 0, o se multiplican por la máscara, antes del softmax.
por_que: exp(0) es 1: una clave bloqueada sigue recibiendo un peso, y mayor que el de cualquier clave permitida con
    puntuación negativa. El futuro sigue a la vista.
prueba: Calcula a mano el softmax de [2.0, 0.0]. ¿Cuánto recibe el segundo? ¿Con qué puntuación no recibiría nada?

fails: mask
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.softmax import softmax


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """0 for blocked."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5
    weights = softmax(scores if mask is None else np.where(mask, scores, 0.0))
    return weights @ V, weights
