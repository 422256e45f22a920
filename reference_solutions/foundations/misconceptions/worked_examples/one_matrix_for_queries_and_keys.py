"""
en: Queries and keys come from the same matrix
es: Las consultas y las claves salen de la misma matriz

done: In gato_attention the queries and the keys are made with one matrix, W_Q or W_K, so that both are alike.
why: Then "el" looks mostly at "el": each word finds what is like itself. In the example W_K exchanges the two columns
    of W_Q, so that a word can look for something else than it is.
try: Print Q and K of the three words. Should they be equal?

hecho: En gato_attention las consultas y las claves se calculan con una sola matriz, W_Q o W_K, así que son iguales.
por_que: Entonces «el» mira sobre todo a «el»: cada palabra encuentra lo que se le parece. En el ejemplo, W_K
    intercambia las dos columnas de W_Q para que una palabra pueda buscar algo distinto de lo que es.
prueba: Imprime Q y K de las tres palabras. ¿Deberían ser iguales?

fails: gato, gato_other_sentence
catalogue: AT-23
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import EL_GATO_DUERME, W_Q, W_V

Numbers = NDArray[np.float64]


def gato_attention(X: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with the queries as keys."""
    X = EL_GATO_DUERME if X is None else X
    A = softmax((X @ W_Q) @ (X @ W_Q).T / math.sqrt(2))
    return A, A @ (X @ W_V)
