"""
en: Top-k keeps the least probable tokens
es: Top-k se queda con los tokens menos probables

done: The k smallest logits are kept and the large ones cut: sorted the wrong way round, or a comparison turned round.
why: The model may now say only what it thinks least likely. With k = 1 it's the worst of all tokens, each time.
try: Which tokens should come up for logits [5, 1, 0] and top_k = 1? Print what is left of the logits after your cut.

hecho: Se conservan los k logits más pequeños y se descartan los grandes: ordenados al revés, o una comparación
    invertida.
por_que: Así el modelo solo puede decir lo que le parece menos probable. Con k = 1 sale siempre el peor de todos los
    tokens.
prueba: ¿Qué tokens deberían salir con los logits [5, 1, 0] y top_k = 1? Imprime lo que queda de los logits después de
    descartar.

fails: top_k
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import largest
from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one with the k smallest."""
    kept = logits if top_k is None else np.where(np.isinf(largest(-logits, top_k)), -np.inf, logits)
    return right(kept, temperature, None, top_p)
