"""
en: top_p is accepted and never used
es: top_p se acepta y no se usa nunca

done: Tokens beyond the nucleus come up as if nothing had been asked.
why: Top-p is there to cut off the tail when the model is sure, and to leave many candidates when it isn't. Without
    it, improbable tokens keep slipping in.
try: Draw 100 times from probabilities [0.9, 0.05, 0.05] with top_p = 0.5. Which tokens may come up?

hecho: Salen tokens de fuera del núcleo, como si no se hubiera pedido nada.
por_que: Top-p está para cortar la cola cuando el modelo está seguro y dejar muchos candidatos cuando no lo está. Sin
    él, se siguen colando tokens improbables.
prueba: Sortea 100 veces de las probabilidades [0.9, 0.05, 0.05] con top_p = 0.5. ¿Qué tokens pueden salir?

fails: top_p
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one without top-p."""
    return right(logits, temperature, top_k)
