"""
en: Queries and keys are uniform numbers between 0 and 1
es: Consultas y claves son números uniformes entre 0 y 1

done: They are drawn with random() or rand(), not from the normal distribution.
why: Such numbers are all positive, have mean 0.5 and variance 1/12. Their products neither have mean 0 nor variance 1,
    and the whole argument for √d_k rests on these two.
try: Print the mean and the variance of your q. What does the derivation of √d_k suppose of them? Which of NumPy's
    functions draws such numbers?

hecho: Se sacan con random() o rand(), no de la distribución normal.
por_que: Esos números son todos positivos, de media 0.5 y varianza 1/12. Sus productos no tienen media 0 ni varianza 1,
    y todo el argumento a favor de √d_k descansa en esas dos cosas.
prueba: Imprime la media y la varianza de tu q. ¿Qué supone de ellas la deducción de √d_k? ¿Qué función de NumPy saca
    números así?

fails: raw_spread, scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, from random()."""
    dice = np.random.default_rng(seed)
    scores = (dice.random((n, d_k)) * dice.random((n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
