"""
en: Top-k keeps k + 1 tokens
es: Top-k se queda con k + 1 tokens

done: What is cut begins one place too late in the sorted list: at k + 1, or behind a threshold that is the logit of
    the place k, counted from 0.
why: One candidate more than was asked. With k = 1 it should be the most probable token alone, and here there are two.
try: Draw 100 times with top_k = 1 from logits [1, 1.1, 0.9]. How many different ids may come up, and how many do?

hecho: Lo que se descarta empieza un puesto más tarde de lo debido en la lista ordenada: en k + 1, o tras un umbral que
    es el logit del puesto k, contando desde 0.
por_que: Queda un candidato más de los pedidos. Con k = 1 debería quedar solo el token más probable, y aquí quedan dos.
prueba: Sortea 100 veces con top_k = 1 de los logits [1, 1.1, 0.9]. ¿Cuántos ids distintos pueden salir, y cuántos
    salen?

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
    """The right one with k + 1."""
    return right(logits, temperature, None if top_k is None else top_k + 1, top_p)
