"""
en: The variance comes back, not the standard deviation
es: Se devuelve la varianza, no la desviación típica

done: Your first number is d_k: that's the variance of q·k. (The second is 1 either way.)
why: The variance is in squared units. What goes into the softmax is a score, and how far scores lie apart is told by
    the standard deviation; that's why the root is in the formula.
try: For d_k = 64, look at a few scores. Are they about 8 in size, or about 64?

hecho: Tu primer número es d_k: esa es la varianza de q·k. (El segundo es 1 en ambos casos.)
por_que: La varianza está en unidades al cuadrado. Lo que entra en el softmax es una puntuación, y cuánto se separan
    las puntuaciones lo dice la desviación típica; por eso está la raíz en la fórmula.
prueba: Con d_k = 64, mira unas cuantas puntuaciones. ¿Son de un tamaño de unos 8 o de unos 64?

fails: raw_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """Variances."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.var()), float((scores / math.sqrt(d_k)).var())
