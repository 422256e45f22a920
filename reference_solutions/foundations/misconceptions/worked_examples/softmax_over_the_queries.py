"""
en: The softmax of the sentence runs down the columns
es: El softmax de la frase recorre las columnas

done: In your A the columns add up to 1, not the rows.
why: Row "el" says how "el" shares its attention out; it must add up to 1.
try: Print A.sum(axis=0) and A.sum(axis=1). Which axis do you give to the softmax?

hecho: En tu A suman 1 las columnas, no las filas.
por_que: La fila «el» dice cómo reparte «el» su atención; tiene que sumar 1.
prueba: Imprime A.sum(axis=0) y A.sum(axis=1). ¿Qué eje le das al softmax?

fails: gato, gato_other_sentence
catalogue: AT-08
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import EL_GATO_DUERME, W_K, W_Q, W_V

Numbers = NDArray[np.float64]


def gato_attention(X: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with the softmax down the columns."""
    X = EL_GATO_DUERME if X is None else X
    A = softmax((X @ W_Q) @ (X @ W_K).T / math.sqrt(2), axis=0)
    return A, A @ (X @ W_V)
