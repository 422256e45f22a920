"""
en: The seed is set again in each call
es: La semilla se vuelve a fijar en cada llamada

done: manual_seed (or a new generator with a fixed seed) stands inside the function.
why: Every draw then uses the same random number. It isn't chance any more: the same probabilities always give the
    same token, and the frequencies mean nothing.
try: Call your function ten times with logits [0, 0]. How many of each token do you expect, and how many are there?
    Who should set the seed, and how often?

hecho: manual_seed (o un generador nuevo con semilla fija) está dentro de la función.
por_que: Cada sorteo usa entonces el mismo número al azar. Ya no es azar: las mismas probabilidades dan siempre el
    mismo token, y las frecuencias no significan nada.
prueba: Llama a tu función diez veces con los logits [0, 0]. ¿Cuántos esperas de cada token, y cuántos hay? ¿Quién
    debería fijar la semilla, y cuántas veces?

fails: temperature, reproducible
catalogue: GP-16
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one, seeded anew in each call."""
    np.random.seed(0)
    return right(logits, temperature, top_k, top_p)
