"""
en: The scores are divided by √d_model, not by √d_k
es: Las puntuaciones se dividen por √d_model y no por √d_k

done: The number under your root is the width of X, not that of the queries and keys.
why: A score is a sum of d_k products, and it's the number of these that makes it spread. With d_model = d_k nobody
    notices; as soon as several heads share the width between them, d_k is smaller and all weights come out too even.
try: Take a W_Q and a W_K with 2 columns and an X with 8. How many products are added up in one score, and which number
    do you divide by?

hecho: El número que pones bajo la raíz es la anchura de X, no la de las consultas y las claves.
por_que: Una puntuación es una suma de d_k productos, y es la cantidad de productos la que hace que se disperse. Con
    d_model = d_k nadie lo nota; en cuanto varias cabezas se reparten la anchura, d_k es menor y todos los pesos salen
    demasiado parecidos.
prueba: Toma unas W_Q y W_K de 2 columnas y una X de 8. ¿Cuántos productos se suman en una puntuación y por qué número
    divides?

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
    """As the reference, with the width of X in the root."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(X.shape[-1]))
    return A @ V, A
