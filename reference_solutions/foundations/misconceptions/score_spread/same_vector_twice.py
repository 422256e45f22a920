"""
en: Each query meets itself
es: Cada consulta se encuentra consigo misma

done: Your q and k are the same numbers.
why: q·q is a sum of squares: it's never negative, its mean is d_k, and its deviation is √(2 d_k). A query and a key
    are independent here; two generators with the same seed aren't.
try: Print a few scores. Are any of them negative? Where does k get its numbers from?

hecho: Tus q y k son los mismos números.
por_que: q·q es una suma de cuadrados: nunca es negativa, su media es d_k y su desviación √(2 d_k). Aquí una consulta y
    una clave son independientes; dos generadores con la misma semilla no lo son.
prueba: Imprime unas cuantas puntuaciones. ¿Hay alguna negativa? ¿De dónde saca k sus números?

fails: raw_spread, scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """q with itself."""
    q = np.random.default_rng(seed).standard_normal((n, d_k))
    scores = (q * q).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
