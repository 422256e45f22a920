"""
en: The products are summed over the pairs, not over the features
es: Los productos se suman sobre los pares, no sobre los componentes

done: Your sum runs along the axis of the n pairs, and leaves d_k numbers.
why: A dot product sums the d_k products of one query and one key. Summed over all pairs, there are no scores any
    more, and the spread grows with √n instead of √d_k.
try: Print the shape of your scores for d_k = 4 and n = 1000. How many pairs are there, and how many scores should
    there be?

hecho: Tu suma recorre el eje de los n pares y deja d_k números.
por_que: Un producto escalar suma los d_k productos de una consulta y una clave. Si se suma sobre todos los pares, ya
    no hay puntuaciones, y la dispersión crece con √n en vez de con √d_k.
prueba: Imprime la forma de tus puntuaciones con d_k = 4 y n = 1000. ¿Cuántos pares hay y cuántas puntuaciones debería
    haber?

fails: raw_spread, scaled_spread, n_pairs, reproducible
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, summed over axis 0."""
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=0)
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
