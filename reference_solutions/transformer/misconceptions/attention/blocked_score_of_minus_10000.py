"""
en: -10000 looks low, but scores can lie below it
es: -10000 parece bajo, pero puede haber puntuaciones menores

done: A blocked score is replaced by -1e4, a number that comes from models in half precision.
why: It works until a model produces very negative scores, as happens when training goes astray or when nothing
    divides them. From then on the mask lets everything through, just when you are hunting for another fault.
try: Build Q and K so that all their scores are about -1e5, and print the weights under a mask. What would have to be
    filled in so that the size of the scores didn't matter?

hecho: Una puntuación bloqueada se sustituye por -1e4, un número que viene de los modelos en media precisión.
por_que: Funciona hasta que un modelo produce puntuaciones muy negativas, como ocurre cuando el entrenamiento se
    desboca o cuando nada las divide. Desde ese momento la máscara lo deja pasar todo, justo cuando estás buscando
    otro fallo.
prueba: Construye Q y K de modo que todas sus puntuaciones ronden -1e5 e imprime los pesos con una máscara. ¿Con qué
    habría que rellenar para que el tamaño de las puntuaciones no importara?

fails: mask_before_softmax
catalogue: MK-16
alike: attention/blocked_score_of_minus_100
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with -1e4 in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -1e4)
    weights = softmax(scores)
    return weights @ V, weights
