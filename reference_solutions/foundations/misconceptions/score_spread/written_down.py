"""
en: A number of the theory stands in the place of a measured one
es: Un número de la teoría ocupa el lugar de uno medido

done: One of your two numbers doesn't come out of the draws. It's √d_k or 1 as the theory has it, or the deviation of
    scores that were divided by their own deviation, which is 1 whatever the scores are.
why: The experiment is there to find out whether √d_k is the right divisor. A number that can't come out otherwise finds
    out nothing: it would be 1 for any divisor and for any draws.
try: Call your function with n = 8 and five seeds, and print both numbers. Which of them stays the same? Then divide by
    d_k in the place of √d_k: does it notice?

hecho: Uno de tus dos números no sale de las muestras. Es √d_k o 1, tal como dice la teoría, o la desviación de unas
    puntuaciones divididas por su propia desviación, que da 1 sean cuales sean las puntuaciones.
por_que: El experimento sirve para averiguar si √d_k es el divisor adecuado. Un número que no puede salir de otro modo
    no averigua nada: sería 1 con cualquier divisor y con cualquier muestra.
prueba: Llama a tu función con n = 8 y cinco semillas e imprime los dos números. ¿Cuál de ellos no cambia? Después
    divide por d_k en lugar de √d_k: ¿lo nota?

fails: scaled_spread
"""

from __future__ import annotations

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The scores divided by their own deviation."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / scores.std()).std())
