"""
en: The temperature divides the probabilities, not the logits
es: La temperatura divide las probabilidades, no los logits

done: First comes the softmax, then the division by the temperature.
why: All probabilities shrink or grow alike, so their ratios stay as they were, and drawing in proportion to them
    gives the same as before: the temperature has no effect. A sampler that insists on a sum of 1 stops with an error.
try: Work out [0.7, 0.2, 0.1] / 0.5 and scale it back to a sum of 1. What has changed? Where must a division act if
    it's to change ratios?

hecho: Primero va el softmax, después la división por la temperatura.
por_que: Todas las probabilidades encogen o crecen por igual, así que sus proporciones se quedan como estaban, y
    sortear según ellas da lo mismo que antes: la temperatura no tiene efecto. Un sorteo que exija que sumen 1 se
    detiene con un error.
prueba: Calcula [0.7, 0.2, 0.1] / 0.5 y vuelve a escalarlo para que sume 1. ¿Qué ha cambiado? ¿Dónde tiene que actuar
    una división para cambiar las proporciones?

fails: temperature
catalogue: GE-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...sampling import largest, nucleus


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one with p / T, drawn in proportion."""
    if temperature == 0:
        return int(logits.argmax())
    z = logits if top_k is None else largest(logits, top_k)
    chances = softmax(z) if top_p is None else nucleus(softmax(z), top_p)
    with np.errstate(all="ignore"):
        chances = chances / np.float64(temperature)
        return int(np.random.choice(len(chances), p=chances / chances.sum()))
