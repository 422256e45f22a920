"""
en: All tokens that are left are equally likely
es: Todos los tokens que quedan son igual de probables

done: One of the k most probable tokens is drawn without its probability.
why: Top-k only says which tokens may come up. Among them the model's probabilities still hold; drawn evenly, the k-th
    comes as often as the favourite.
try: With top-k of 2 and probabilities 0.9 and 0.1, how often should the second one come up in 100 draws?

hecho: Se sortea uno de los k tokens más probables sin mirar su probabilidad.
por_que: Top-k solo dice qué tokens pueden salir. Entre ellos siguen valiendo las probabilidades del modelo; si se
    sortea por igual, el k-ésimo sale tanto como el favorito.
prueba: Con top-k de 2 y probabilidades 0.9 y 0.1, ¿cuántas veces debería salir el segundo en 100 sorteos?

fails: top_k
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one without weights after top-k."""
    if top_k is None or temperature == 0 or top_p is not None:
        return right(logits, temperature, top_k, top_p)
    return int(np.random.choice(np.argsort(-logits)[:top_k]))
