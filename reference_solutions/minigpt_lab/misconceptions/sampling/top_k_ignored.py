"""
en: top_k cuts nothing off
es: top_k no descarta nada

done: Tokens beyond the k most probable come up too: top_k isn't used, or what it cuts keeps a probability (a logit of 0
    isn't a probability of 0).
why: Top-k is there to cut off the long tail of unlikely tokens, each of which is rare, but all of which together
    derail many a sentence.
try: Draw ten times with top_k = 1. How many different tokens are possible, if the k is obeyed?

hecho: Salen también tokens de más allá de los k más probables: top_k no se usa, o lo que descarta conserva una
    probabilidad (un logit de 0 no es una probabilidad de 0).
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
