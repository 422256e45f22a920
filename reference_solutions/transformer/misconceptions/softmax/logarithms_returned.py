"""
en: The logarithms of the probabilities come back
es: Se devuelven los logaritmos de las probabilidades

done: Your results are all below 0: each is the logarithm of the probability that was asked for.
why: Losses like to work with these logarithms, but nobody can take a weighted average with them: in attention every
    value would be subtracted, and the smallest weight would count most.
try: Print the sum of a row of your result, then the sum of np.exp of that row. Which step separates the two?

hecho: Tus resultados están todos por debajo de 0: cada uno es el logaritmo de la probabilidad que se pedía.
por_que: A las funciones de pérdida les vienen bien esos logaritmos, pero con ellos nadie puede hacer una media
    ponderada: en la atención se restarían todos los valores, y el peso más pequeño sería el que más cuenta.
prueba: Imprime la suma de una fila de tu resultado y después la suma de np.exp de esa fila. ¿Qué paso separa la una
    de la otra?

fails: values, sums_to_one, minus_infinity
catalogue: SM-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The log-softmax."""
    moved = z - z.max(axis=axis, keepdims=True)
    return np.asarray(moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True)))
