"""
en: The scores are divided by d_k and not by its root
es: Las puntuaciones se dividen por d_k y no por su raíz

done: Your weights are those of the scores 2, 0 and 1: the products 4, 0 and 2, divided by d_k = 2.
why: A sum of d_k random products spreads like √d_k, so √d_k is what brings it back to 1. Divided by d_k, the scores
    of wide heads all come close to 0 and every word gets nearly the same weight.
try: What is the spread of a sum of four independent numbers of spread 1? And of a hundred?

hecho: Tus pesos son los de las puntuaciones 2, 0 y 1: los productos 4, 0 y 2, divididos por d_k = 2.
por_que: Una suma de d_k productos aleatorios se dispersa como √d_k, y por eso es √d_k lo que la devuelve a 1. Si
    divides por d_k, las puntuaciones de las cabezas anchas quedan todas cerca de 0 y cada palabra recibe casi el
    mismo peso.
prueba: ¿Cuál es la dispersión de una suma de cuatro números independientes de dispersión 1? ¿Y de cien?

fails: weights
catalogue: AT-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...gato_row import gato_scores, values


def gato_weights() -> NDArray[np.float64]:
    """The softmax of half the products."""
    return softmax(gato_scores() / np.sqrt(2))


def gato_output() -> NDArray[np.float64]:
    """What follows from these weights."""
    return gato_weights() @ values()
