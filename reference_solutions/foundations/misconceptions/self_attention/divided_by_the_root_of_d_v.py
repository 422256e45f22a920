"""
en: The scores are divided by √d_v, not by √d_k
es: Las puntuaciones se dividen por √d_v y no por √d_k

done: The number under your root is the width of the values, not that of the queries and keys.
why: A score is a sum of d_k products of a query and a key, and it's the number of these that makes it spread. The
    values have no part in it: they are mixed afterwards, and may be of any width. With d_v = d_k nobody notices.
try: Take a W_V with 9 columns, and a W_Q and a W_K with 4. How many products are added up in one score? Does that
    number change with the columns of W_V?

hecho: El número que pones bajo la raíz es la anchura de los valores, no la de las consultas y las claves.
por_que: Una puntuación es una suma de d_k productos de una consulta y una clave, y es la cantidad de productos la que
    hace que se disperse. Los valores no intervienen: se mezclan después y pueden tener cualquier anchura. Con d_v =
    d_k nadie lo nota.
prueba: Toma una W_V de 9 columnas y unas W_Q y W_K de 4. ¿Cuántos productos se suman en una puntuación? ¿Cambia ese
    número con las columnas de W_V?

fails: values, scaled
catalogue: AT-04
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with the width of the values in the root."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(V.shape[-1]))
    return A @ V, A
