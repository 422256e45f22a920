"""
en: The derivative of tanh isn't 1 - h
es: La derivada de tanh no es 1 - h

done: At each step you multiply by 1 - h.
why: It's right at h = 0 and at h = 1 only. Where h is negative it's more than 1, but tanh is never steeper than 1.
try: Compare (tanh(-0.49) - tanh(-0.51)) / 0.02 with your factor at h = tanh(-0.5). Which power of h makes them agree?

hecho: En cada paso multiplicas por 1 - h.
por_que: Solo es correcto en h = 0 y en h = 1. Donde h es negativa vale más de 1, y tanh nunca tiene una pendiente
    mayor que 1.
prueba: Compara (tanh(-0.49) - tanh(-0.51)) / 0.02 con tu factor en h = tanh(-0.5). ¿Qué potencia de h hace que
    coincidan?

fails: values, one_unit
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with 1 - h."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: (1 - h)[:, None] * W))
