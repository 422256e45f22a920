"""
en: The root is taken twice
es: La raíz se saca dos veces

done: Your second number grows like d_k to the power of 1/4.
why: Half of the growth is still there. Where q and k are both divided by that fourth root, all is well; the product
    then has been divided by √d_k.
try: Print your second number for d_k = 16 and 256. Where in your code is the second root?

hecho: Tu segundo número crece como d_k elevado a 1/4.
por_que: La mitad del crecimiento sigue ahí. Si se dividen q y k, los dos, por esa raíz cuarta, todo está bien: el
    producto queda entonces dividido por √d_k.
prueba: Imprime tu segundo número para d_k = 16 y 256. ¿En qué parte de tu código está la segunda raíz?

fails: scaled_spread
catalogue: AT-07
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, with the fourth root."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(math.sqrt(d_k))).std())
