"""
en: tanh is taken twice in the slope
es: La pendiente lleva tanh dos veces

done: The slope is 1 - tanh(h)², and h is tanh of something already.
why: tanh'(z) = 1 - tanh(z)², and tanh(z) is h_t itself: 1 - h². Another tanh makes h smaller and the slope larger, so
    that the influence fades too slowly.
try: Compare (tanh(0.51) - tanh(0.49)) / 0.02 with your slope at h = tanh(0.5). Where do they part?

hecho: La pendiente es 1 - tanh(h)², y h ya es la tanh de algo.
por_que: tanh'(z) = 1 - tanh(z)², y tanh(z) es el propio h_t: 1 - h². Otra tanh hace h menor y la pendiente mayor, de
    modo que la influencia se desvanece demasiado despacio.
prueba: Compara (tanh(0.51) - tanh(0.49)) / 0.02 con tu pendiente en h = tanh(0.5). ¿En qué se separan?

fails: values, one_unit
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with 1 - tanh(h)²."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: (1 - np.tanh(h) ** 2)[:, None] * W))
