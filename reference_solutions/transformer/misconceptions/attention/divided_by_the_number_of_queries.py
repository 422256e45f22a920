"""
en: The scores are divided by the root of how many queries there are
es: Las puntuaciones se dividen por la raíz del número de consultas

done: The size under your root is the number of rows of Q.
why: A query's answer then depends on its company: asked alone, its scores are divided by 1; asked among a hundred, by
    10. When a model generates token by token, it does ask with one query at a time.
try: Compute attention for one query, then for the same query together with four others. Should its row of weights
    change? Print it both times.

hecho: El tamaño que hay bajo tu raíz es el número de filas de Q.
por_que: La respuesta a una consulta depende entonces de su compañía: si pregunta sola, sus puntuaciones se dividen
    por 1; si pregunta entre cien, por 10. Y cuando un modelo genera token a token, pregunta justamente con una sola.
prueba: Calcula la atención de una consulta y después la de esa misma consulta junto con otras cuatro. ¿Debería
    cambiar su fila de pesos? Imprímela las dos veces.

fails: values, scaled
catalogue: AT-20
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with √n_q in √d_k's place."""
    return reference.attention(Q * math.sqrt(Q.shape[-1] / Q.shape[-2]), K, V, mask)
