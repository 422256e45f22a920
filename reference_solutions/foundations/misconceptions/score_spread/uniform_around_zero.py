"""
en: Queries and keys are uniform numbers between -1 and 1
es: Consultas y claves son números uniformes entre -1 y 1

done: They are drawn with uniform(-1, 1), or 2 * rand() - 1, not from the normal distribution.
why: Their mean is 0 as it should be, but their variance is 1/3: each product then has variance 1/9, and all your
    numbers are a third of what they should be.
try: Print the variance of your q. What does the derivation of √d_k suppose of it?

hecho: Se sacan con uniform(-1, 1), o con 2 * rand() - 1, no de la distribución normal.
por_que: Su media es 0, como debe ser, pero su varianza es 1/3: cada producto tiene entonces varianza 1/9 y todos tus
    números son un tercio de lo que deberían.
prueba: Imprime la varianza de tu q. ¿Qué supone de ella la deducción de √d_k?

fails: raw_spread, scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, from uniform(-1, 1)."""
    dice = np.random.default_rng(seed)
    q = dice.uniform(-1, 1, (n, d_k))
    k = dice.uniform(-1, 1, (n, d_k))
    scores = (q * k).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
