"""
en: The logits are multiplied by the temperature
es: Los logits se multiplican por la temperatura

done: logits * temperature stands where they should be divided.
why: Cold is hot: a low temperature, meant to be careful, makes the text wild, and a high one makes it repeat itself.
    At 1 nothing shows.
try: Work out softmax([2, 0] / 0.5) and softmax([2, 0] * 0.5). In which of the two is the favourite surer to win?

hecho: Hay un logits * temperature donde debería haber una división.
por_que: El frío quema: una temperatura baja, que debía dar prudencia, vuelve loco el texto, y una alta lo hace
    repetirse. Con 1 no se nota nada.
prueba: Calcula softmax([2, 0] / 0.5) y softmax([2, 0] * 0.5). ¿En cuál de los dos tiene más asegurada la victoria el
    favorito?

fails: temperature, greedy
catalogue: GE-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one with z T."""
    return right(logits * temperature, 1.0, top_k, top_p)
