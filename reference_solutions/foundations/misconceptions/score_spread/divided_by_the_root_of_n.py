"""
en: Divided by √n instead of √d_k
es: Se divide entre √n en vez de entre √d_k

done: The scores are divided by the root of the number of pairs.
why: n only says how often you measure. What makes q·k large is the number of its terms, d_k, and that has to be
    undone.
try: Call your function with n = 100 and n = 10 000. Should the second number change by more than chance?

hecho: Las puntuaciones se dividen entre la raíz del número de pares.
por_que: n solo dice cuántas veces mides. Lo que hace grande a q·k es su número de términos, d_k, y eso es lo que hay
    que deshacer.
prueba: Llama a tu función con n = 100 y con n = 10 000. ¿Debería cambiar el segundo número más de lo que hace el
    azar?

fails: scaled_spread
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """As the reference, with √n."""
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)
    return float(scores.std()), float((scores / math.sqrt(n)).std())
