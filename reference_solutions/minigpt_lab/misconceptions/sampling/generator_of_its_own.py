"""
en: The numbers come from a generator that no seed reaches
es: Los números vienen de un generador al que no llega ninguna semilla

done: Each call makes a new generator without a seed.
why: The draws are fair, but nobody can repeat them, not even you: a text that went wrong can't be looked at again.
try: Set a seed, draw five tokens, set the same seed, draw five more. Which generator does your function draw from,
    and where is it made?

hecho: Cada llamada crea un generador nuevo y sin semilla.
por_que: Los sorteos son justos, pero nadie puede repetirlos, ni siquiera tú: un texto que salió mal no se puede
    volver a examinar.
prueba: Fija una semilla, sortea cinco tokens, fija la misma semilla y sortea otros cinco. ¿De qué generador sortea tu
    función, y dónde se crea?

fails: reproducible
catalogue: GP-16
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one, after a shake that no seed foresees."""
    np.random.seed(int(np.random.default_rng().integers(2**32)))
    return right(logits, temperature, top_k, top_p)
