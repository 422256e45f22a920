"""
en: The two numbers are in the other order
es: Los dos números están en el otro orden

done: The spread of q·k / √d_k comes first, that of q·k second.
why: Whoever uses your function unpacks the pair by its places. Both numbers are right, and each is taken for the
    other.
try: Print your pair for d_k = 64. Which of the two should be near 8?

hecho: Primero viene la dispersión de q·k / √d_k y después la de q·k.
por_que: Quien usa tu función separa el par según el lugar. Los dos números son correctos, y cada uno se toma por el
    otro.
prueba: Imprime tu par con d_k = 64. ¿Cuál de los dos debería estar cerca de 8?

fails: raw_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, in the other order."""
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)
    return float((scores / math.sqrt(d_k)).std()), float(scores.std())
