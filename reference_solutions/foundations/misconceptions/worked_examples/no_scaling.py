"""
en: The scores of the sentence aren't divided by √d_k
es: Las puntuaciones de la frase no se dividen por √d_k

done: In gato_attention the products q·k go into the softmax as they are.
why: With d_k = 2 the scores 0, 4 and 2 should become 0, 2.83 and 1.41 first. Without that every row comes out too sure
    of itself.
try: Compute the first row by hand: softmax([0, 2.83, 1.41]). Which number do you divide by, and where?

hecho: En gato_attention los productos q·k entran en el softmax tal cual.
por_que: Con d_k = 2, las puntuaciones 0, 4 y 2 deberían convertirse antes en 0, 2.83 y 1.41. Sin eso todas las filas
    salen demasiado seguras de sí mismas.
prueba: Calcula a mano la primera fila: softmax([0, 2.83, 1.41]). ¿Por qué número divides y dónde?

fails: gato, gato_other_sentence
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import EL_GATO_DUERME, W_K, W_Q, W_V

Numbers = NDArray[np.float64]


def gato_attention(X: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, without the division."""
    X = EL_GATO_DUERME if X is None else X
    A = softmax((X @ W_Q) @ (X @ W_K).T)
    return A, A @ (X @ W_V)
