"""
en: The softmax runs over the queries
es: El softmax recorre las consultas

done: In each head the columns of the weights add up to 1, not the rows.
why: A row is one token's attention, to be shared out among all keys. Here the queries compete for each key: some get
    more than 1 in all, others next to nothing.
try: Print the sums of one head's weights along both axes. Which of the two must be 1 for each query?

hecho: En cada cabeza suman 1 las columnas de los pesos, no las filas.
por_que: Una fila es la atención de un token, que él reparte entre todas las claves. Aquí las consultas compiten por
    cada clave: unas reúnen más de 1 y otras casi nada.
prueba: Imprime las sumas de los pesos de una cabeza por los dos ejes. ¿Cuál de las dos debe valer 1 para cada consulta?

fails: values, mask
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
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=-2)
    return weights @ V, weights
