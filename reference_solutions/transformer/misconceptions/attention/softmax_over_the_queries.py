"""
en: The softmax runs over the queries
es: El softmax recorre las consultas

done: In your weights each column adds up to 1, not each row.
why: A query wants to know how to share its attention among the keys. Here each key is shared among the queries: some
    queries get more than 1 in all, others next to nothing. And even under a causal mask the later queries take part
    in the sums, so the future leaks in.
try: Print weights.sum(axis=0) and weights.sum(axis=1) for 2 queries and 5 keys. In which of the two do you find the
    ones, and whose attention adds up to 1 there?

hecho: En tus pesos suma 1 cada columna, no cada fila.
por_que: Una consulta quiere saber cómo repartir su atención entre las claves. Aquí es cada clave la que se reparte
    entre las consultas: unas reciben más de 1 en total y otras casi nada. Y aun con máscara causal, las consultas
    posteriores entran en las sumas, así que el futuro se filtra.
prueba: Imprime weights.sum(axis=0) y weights.sum(axis=1) con 2 consultas y 5 claves. ¿En cuál de las dos están los
    unos, y de quién es la atención que suma 1 ahí?

fails: values, weights, mask_before_softmax
catalogue: AT-08
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with the softmax along the axis of the queries."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-2)
    return weights @ V, weights
