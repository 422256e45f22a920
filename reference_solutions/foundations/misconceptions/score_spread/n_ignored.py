"""
en: n isn't used
es: n no se usa

done: However many pairs are asked, you draw the same number of them.
why: n decides how far the measured deviation may stray from the true one: four times the pairs, half the error. Who
    can't change it can't tell a real effect from chance.
try: Call your function with n = 10 and with n = 100 000, a few times each with other seeds. Which answers should
    scatter more?

hecho: Se pidan los pares que se pidan, sacas siempre la misma cantidad.
por_que: n decide cuánto puede apartarse la desviación medida de la verdadera: con cuatro veces más pares, la mitad de
    error. Quien no puede cambiarlo no distingue un efecto real del azar.
prueba: Llama a tu función con n = 10 y con n = 100 000, varias veces con otras semillas. ¿Qué respuestas deberían
    variar más?

fails: n_pairs
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """Always 10 000 pairs."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((10_000, d_k)) * dice.standard_normal((10_000, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
