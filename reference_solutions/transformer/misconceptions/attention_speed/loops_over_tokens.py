"""
en: A Python loop goes over the tokens
es: Un bucle de Python recorre los tokens

done: The right output, one query after the other (or one pair of tokens after the other).
why: Each turn of a Python loop costs microseconds, whatever is computed in it. A matrix product and one softmax over
    the last axis do the same for all queries at once, in compiled code: that is why attention is written in matrices,
    and why it runs on accelerators.
try: Measure your function for 100 and for 200 tokens. Which line runs once for each token? What shape would its result
    have for all tokens together?

hecho: La salida correcta, una consulta tras otra (o un par de tokens tras otro).
por_que: Cada vuelta de un bucle de Python cuesta microsegundos, se calcule lo que se calcule en ella. Un producto de
    matrices y un único softmax sobre el último eje hacen lo mismo para todas las consultas a la vez, en código
    compilado: por eso la atención se escribe con matrices y por eso corre en aceleradores.
prueba: Mide tu función con 100 y con 200 tokens. ¿Qué línea se ejecuta una vez por token? ¿Qué forma tendría su
    resultado para todos los tokens juntos?

fails: vectorised
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, for one query at a time."""
    if Q.ndim > 2:
        masks = [None] * len(Q) if mask is None else np.broadcast_to(mask, (*Q.shape[:-1], K.shape[-2]))
        rows = [attention(q, k, v, m) for q, k, v, m in zip(Q, K, V, masks, strict=True)]
        return np.stack([output for output, _ in rows]), np.stack([weights for _, weights in rows])
    outputs, weights = [], []
    for i, query in enumerate(Q):
        scores = K @ query / np.sqrt(len(query))
        if mask is not None:
            scores = np.where(np.broadcast_to(mask, (len(Q), len(K)))[i], scores, -np.inf)
        weights.append(softmax(scores, axis=-1))
        outputs.append(weights[-1] @ V)
    return np.stack(outputs), np.stack(weights)
