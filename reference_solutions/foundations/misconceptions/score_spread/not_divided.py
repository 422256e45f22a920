"""
en: The second number isn't divided by √d_k
es: El segundo número no está dividido por √d_k

done: Both numbers are the deviation of q·k as it is.
why: The second one is to show what the division is good for: scores of the same size whatever the width. Without it
    there is nothing to compare.
try: Call your function with d_k = 4 and d_k = 64. Which of the two numbers should stay where it is?

hecho: Los dos números son la desviación de q·k tal cual.
por_que: El segundo ha de mostrar para qué sirve la división: puntuaciones del mismo tamaño sea cual sea la anchura.
    Sin ella no hay nada que comparar.
prueba: Llama a tu función con d_k = 4 y con d_k = 64. ¿Cuál de los dos números debería quedarse donde está?

fails: scaled_spread
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The same deviation twice."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.std()), float(scores.std())
