"""
en: Every seed gives the same numbers
es: Todas las semillas dan los mismos números

done: Inside your function the seed is a fixed number.
why: With other seeds you can see how far the answer depends on chance. Fixed, the experiment is always the very same
    one, and its sampling error can't be seen.
try: Call your function with seed = 5 and seed = 6. Where does the number go that you pass?

hecho: Dentro de tu función la semilla es un número fijo.
por_que: Con otras semillas se ve hasta qué punto la respuesta depende del azar. Si está fija, el experimento es
    siempre el mismo y su error de muestreo no se ve.
prueba: Llama a tu función con las semillas 5 y 6. ¿Adónde va a parar el número que pasas?

fails: reproducible
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """Always seed 0."""
    dice = np.random.default_rng(0)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
