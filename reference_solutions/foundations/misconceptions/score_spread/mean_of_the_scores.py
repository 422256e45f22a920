"""
en: The mean comes back, not the standard deviation
es: Se devuelve la media, no la desviación típica

done: Both numbers are means of the scores.
why: q·k is as often positive as negative, so its mean is near 0 whatever d_k is. How far the scores lie from it is
    what makes the softmax saturate, and that's what the standard deviation measures.
try: Take d_k = 64 and print ten of your scores. How large are they, and what is their mean?

hecho: Los dos números son medias de las puntuaciones.
por_que: q·k es tantas veces positivo como negativo, así que su media está cerca de 0 sea cual sea d_k. Lo que satura
    el softmax es cuánto se apartan de ella las puntuaciones, y eso lo mide la desviación típica.
prueba: Toma d_k = 64 e imprime diez de tus puntuaciones. ¿Qué tamaño tienen y cuál es su media?

fails: raw_spread, scaled_spread, n_pairs, reproducible
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The means."""
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)
    return float(scores.mean()), float((scores / math.sqrt(d_k)).mean())
