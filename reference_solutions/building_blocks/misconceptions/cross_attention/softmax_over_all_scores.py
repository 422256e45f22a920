"""
en: One softmax over all scores at once
es: Un solo softmax sobre todas las puntuaciones

done: The exponentials are divided by the sum of the whole matrix, so that all its weights together add up to 1.
why: Each token of x has one unit of attention of its own to share out. Here all of them share a single one: the more
    tokens ask, the less each of them gets, and one that asks loudly takes from the others.
try: Sum the weights along each axis, and all of them. Which of the three sums is 1 in yours, and which should be?

hecho: Las exponenciales se dividen por la suma de la matriz entera, así que todos sus pesos juntos suman 1.
por_que: Cada token de x tiene una unidad de atención propia para repartir. Aquí todos comparten una sola: cuantos más
    tokens preguntan, menos recibe cada uno, y el que pregunta más fuerte les quita a los demás.
prueba: Suma los pesos a lo largo de cada eje, y luego todos. ¿Cuál de las tres sumas vale 1 en tu código, y cuál
    debería?

fails: values, weights
"""

from __future__ import annotations

from typing import Any

import numpy as np


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """All weights together add up to 1."""
    scores = (x @ W_Q) @ (memory @ W_K).T / W_Q.shape[-1] ** 0.5
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()
    return weights @ (memory @ W_V), weights
