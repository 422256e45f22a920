"""
en: The seed isn't used: each call draws other numbers
es: La semilla no se usa: cada llamada saca otros números

done: Two calls with the same seed give different answers.
why: An experiment that nobody can repeat proves little: whether a change in the numbers comes from your change or from
    chance can't be told.
try: Call your function twice with seed = 5. What must be made anew from the seed in each call?

hecho: Dos llamadas con la misma semilla dan respuestas distintas.
por_que: Un experimento que nadie puede repetir demuestra poco: no hay modo de saber si un cambio en los números viene
    de lo que has cambiado tú o del azar.
prueba: Llama dos veces a tu función con la semilla 5. ¿Qué hay que crear de nuevo a partir de la semilla en cada
    llamada?

fails: reproducible
catalogue: GP-16
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """From NumPy's own generator, whatever its state."""
    scores = (np.random.normal(size=(n, d_k)) * np.random.normal(size=(n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
