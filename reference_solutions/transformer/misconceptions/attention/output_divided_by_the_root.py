"""
en: The output is divided by √d_k, and the scores aren't
es: Se divide por √d_k la salida, y no las puntuaciones

done: The softmax gets the raw scores; weights @ V is divided by √d_k at the end.
why: The root is there for the softmax: it keeps the differences between scores small enough that a row of weights
    doesn't become a single 1. A division at the end leaves the weights as peaked as they were, and only shrinks the
    average of the values: it is no average any more.
try: Let all values be 1. Whatever the weights are, what must come out? Then look where the fraction line stands in
    softmax(QKᵀ/√d_k)V.

hecho: El softmax recibe las puntuaciones sin escalar, y al final se divide weights @ V por √d_k.
por_que: La raíz está ahí por el softmax: mantiene las diferencias entre puntuaciones lo bastante pequeñas para que una
    fila de pesos no se convierta en un único 1. Dividir al final deja los pesos igual de picudos, y solo encoge la
    media de los valores, que así deja de ser una media.
prueba: Haz que todos los valores sean 1. Sean cuales sean los pesos, ¿qué tiene que salir? Después mira dónde está la
    raya de la fracción en softmax(QKᵀ/√d_k)V.

fails: values, scaled, weights
catalogue: AT-06
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference without a scale, then the output divided."""
    root = math.sqrt(Q.shape[-1])
    output, weights = reference.attention(Q * root, K, V, mask)
    return output / root, weights
