"""
en: The mean of |q·k| isn't the standard deviation
es: La media de |q·k| no es la desviación típica

done: You average the absolute values of the scores.
why: It's a measure of spread too, but another one: of numbers that are normally distributed it's 0.8 times the
    standard deviation. √d_k is what comes of the root of the mean square.
try: Take the scores 1, 1, 1 and -5. What is their mean absolute value, and what is their standard deviation?

hecho: Promedias los valores absolutos de las puntuaciones.
por_que: También es una medida de dispersión, pero otra: en números con distribución normal vale 0.8 veces la
    desviación típica. √d_k es lo que sale de la raíz de la media de los cuadrados.
prueba: Toma las puntuaciones 1, 1, 1 y -5. ¿Cuál es la media de sus valores absolutos y cuál su desviación típica?

fails: raw_spread, scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The mean absolute values."""
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)
    return float(np.abs(scores).mean()), float(np.abs(scores / math.sqrt(d_k)).mean())
