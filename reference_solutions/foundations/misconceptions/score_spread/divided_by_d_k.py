"""
en: The scores are divided by d_k, not by its root
es: Las puntuaciones se dividen por d_k, no por su raíz

done: Your second number falls like 1/√d_k.
why: Variances add up, deviations don't: d_k terms of variance 1 have variance d_k and deviation √d_k. Divided by d_k
    the scores of a wide head come together at 0, and its softmax can't tell the keys apart.
try: Print your second number for d_k = 4, 16 and 64. By which power of d_k does it fall?

hecho: Tu segundo número baja como 1/√d_k.
por_que: Se suman las varianzas, no las desviaciones: d_k términos de varianza 1 tienen varianza d_k y desviación √d_k.
    Divididas por d_k, las puntuaciones de una cabeza ancha se juntan en 0 y su softmax no distingue unas claves de
    otras.
prueba: Imprime tu segundo número para d_k = 4, 16 y 64. ¿Con qué potencia de d_k baja?

fails: scaled_spread
catalogue: AT-02
"""

from __future__ import annotations

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, without the root."""
    dice = np.random.default_rng(seed)
    scores = (dice.standard_normal((n, d_k)) * dice.standard_normal((n, d_k))).sum(axis=1)
    return float(scores.std()), float((scores / d_k).std())
