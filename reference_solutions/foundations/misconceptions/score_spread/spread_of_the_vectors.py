"""
en: The spread of the vectors is measured, not that of the scores
es: Se mide la dispersión de los vectores, no la de las puntuaciones

done: Your first number is 1 at every width: that's the deviation of single entries, of q or k or of their products
    before they are summed.
why: The entries were drawn with deviation 1, so this had to come out. What grows with d_k is their dot product, a
    single number for each pair.
try: How many numbers does the array have whose deviation you take: n, or n times d_k?

hecho: Tu primer número es 1 con cualquier anchura: esa es la desviación de los elementos sueltos, de q, de k o de sus
    productos antes de sumarlos.
por_que: Los elementos se han sacado con desviación 1, así que tenía que salir eso. Lo que crece con d_k es su producto
    escalar, un único número por cada par.
prueba: ¿Cuántos números tiene el array cuya desviación tomas: n, o n por d_k?

fails: raw_spread, scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The deviation of the queries' entries."""
    q = np.random.default_rng(seed).standard_normal((n, d_k))
    return float(q.std()), float((q / math.sqrt(d_k)).std())
