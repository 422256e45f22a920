"""
en: The derivative of tanh isn't 1 - |h|
es: La derivada de tanh no es 1 - |h|

done: At each step you multiply by 1 - |h|.
why: It looks right at both ends, 1 at h = 0 and 0 at h = ±1, but in between it's far too small, and over many steps
    the error multiplies: the influence seems to vanish sooner than it does.
try: Compare (tanh(0.51) - tanh(0.49)) / 0.02 with your factor at h = tanh(0.5). Which power of h makes them agree?

hecho: En cada paso multiplicas por 1 - |h|.
por_que: En los extremos parece correcto, 1 en h = 0 y 0 en h = ±1, pero entre medias es demasiado pequeño, y a lo
    largo de muchos pasos el error se multiplica: la influencia parece desvanecerse antes de lo que lo hace.
prueba: Compara (tanh(0.51) - tanh(0.49)) / 0.02 con tu factor en h = tanh(0.5). ¿Qué potencia de h hace que coincidan?

fails: values, one_unit
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with 1 - |h|."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: (1 - np.abs(h))[:, None] * W))
