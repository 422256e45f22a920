"""
en: Top-k keeps k - 1 tokens
es: Top-k se queda con k - 1 tokens

done: The threshold is the k-th largest logit, and only what is above it stays: the k-th itself is cut.
why: One candidate fewer than was asked, and with k = 1 none at all: then the softmax of nothing but -inf is NaN.
try: Sort [4, 3, 2, 1] and keep k = 2 by your rule. Which value is your threshold, and is it to be kept or cut?

hecho: El umbral es el k-ésimo logit más grande, y solo se queda lo que lo supera: el k-ésimo se descarta.
por_que: Queda un candidato menos de los pedidos, y con k = 1 ninguno: el softmax de puros -inf es NaN.
prueba: Ordena [4, 3, 2, 1] y quédate con k = 2 según tu regla. ¿Qué valor es tu umbral, y hay que conservarlo o
    descartarlo?

fails: top_k
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one with k - 1."""
    return right(logits, temperature, None if top_k is None else top_k - 1, top_p)
