"""
en: The scores of the sentence are divided by 2, not by √2
es: Las puntuaciones de la frase se dividen por 2 y no por √2

done: Your A in gato_attention is what comes out when the scores are divided by 2: by √4, the root of the width of X,
    or by d_k = 2 without its root.
why: d_k is the width of queries and keys, 2 here: W_Q and W_K make two numbers of four. Their two products are added
    up in a score, and the formula divides by √d_k.
try: Print the shape of X @ W_Q. Which of its two numbers is d_k, and what is its root?

hecho: Tu A en gato_attention es la que sale al dividir las puntuaciones por 2: por √4, la raíz de la anchura de X, o
    por d_k = 2 sin raíz.
por_que: d_k es la anchura de consultas y claves, aquí 2: W_Q y W_K hacen dos números de cuatro. En una puntuación se
    suman sus dos productos, y la fórmula divide por √d_k.
prueba: Imprime la forma de X @ W_Q. ¿Cuál de sus dos números es d_k, y cuánto vale su raíz?

fails: gato, gato_other_sentence
catalogue: AT-04
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import EL_GATO_DUERME, W_K, W_Q, W_V

Numbers = NDArray[np.float64]


def gato_attention(X: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with the width of X in the root."""
    X = EL_GATO_DUERME if X is None else X
    A = softmax((X @ W_Q) @ (X @ W_K).T / math.sqrt(X.shape[1]))
    return A, A @ (X @ W_V)
