"""
en: The scores are divided by the root of the number of tokens
es: Las puntuaciones se dividen por la raíz del número de tokens

done: Under the root stands how many tokens there are, not how wide a key is.
why: The same query then looks in another way at the same two tokens as soon as a third one joins them. What makes a
    dot product grow is its number of terms.
try: Print the shape of your keys and, beside it, the number under the root. Which axis did you want?

hecho: Bajo la raíz está cuántos tokens hay y no lo ancha que es una clave.
por_que: La misma consulta mira entonces de otra manera los mismos dos tokens en cuanto llega un tercero. Lo que hace
    crecer un producto escalar es cuántos términos suma.
prueba: Imprime la forma de tus claves y, al lado, el número que está bajo la raíz. ¿Qué eje querías?

fails: values, scaled
catalogue: AT-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with another divisor."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / len(X) ** 0.5)
    return A @ V, A
