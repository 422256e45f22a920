"""
en: The numbers come from a generator that no seed reaches
es: Los números vienen de un generador al que no llega ninguna semilla

done: The tokens are drawn from a generator that is made without a seed, or with one that is never the same twice.
why: The draws are fair, but nobody can repeat them, not even you: a text that went wrong can't be looked at again.
try: Set a seed at the top of your notebook, run all of it, and note five tokens. Restart, run it again: are they the
    same? Which generator does your function draw from, and where is it made?

hecho: Los tokens se sortean con un generador que se crea sin semilla, o con una que nunca es la misma dos veces.
por_que: Los sorteos son justos, pero nadie puede repetirlos, ni siquiera tú: un texto que salió mal no se puede
    volver a examinar.
prueba: Fija una semilla al principio de tu cuaderno, ejecútalo entero y apunta cinco tokens. Reinicia y ejecútalo otra
    vez: ¿son los mismos? ¿De qué generador sortea tu función, y dónde se crea?

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
