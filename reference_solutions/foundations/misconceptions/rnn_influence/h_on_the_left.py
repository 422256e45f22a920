"""
en: h @ W isn't W h
es: h @ W no es W h

done: Your states are those of h @ W + U @ x, which is Wᵀ h + U x; the derivative has W.
why: A vector on the left of a matrix meets its columns, one on the right its rows. W is square, so both run. The
    slopes of tanh are then those of other states.
try: Take W = [[0, 1], [0, 0]] and h = [0, 1]. What are W @ h and h @ W?

hecho: Tus estados son los de h @ W + U @ x, que es Wᵀ h + U x; la derivada lleva W.
por_que: Un vector a la izquierda de una matriz se encuentra con sus columnas; a la derecha, con sus filas. W es
    cuadrada, así que las dos cosas funcionan. Las pendientes de tanh son entonces las de otros estados.
prueba: Toma W = [[0, 1], [0, 0]] y h = [0, 1]. ¿Cuánto valen W @ h y h @ W?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with h @ W in the state."""
    return norms(accumulated(W, U, inputs, state=lambda W, U, h, x: np.tanh(h @ W + U @ x)))
