"""
en: top_k is accepted and never used
es: top_k se acepta y no se usa nunca

done: Tokens beyond the k most probable come up as if nothing had been asked.
why: Top-k is there to cut off the long tail of unlikely tokens, each of which is rare, but all of which together
    derail many a sentence.
try: Draw ten times with top_k = 1. How many different tokens are possible, if the k is obeyed?

hecho: Salen tokens de más allá de los k más probables, como si no se hubiera pedido nada.
por_que: Top-k está para cortar la larga cola de tokens improbables, que son raros uno a uno, pero que juntos
    descarrilan más de una frase.
prueba: Sortea diez veces con top_k = 1. ¿Cuántos tokens distintos son posibles, si se respeta la k?

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
    """The right one without top-k."""
    return right(logits, temperature, None, top_p)
