"""
en: The slope is the sigmoid's, not tanh's
es: La pendiente es la de la sigmoide, no la de tanh

done: At each step you multiply by h (1 - h).
why: That's the derivative of the sigmoid in terms of its own value. At h = 0, where tanh is steepest, it's 0: your
    influence is gone after one step.
try: Take inputs of 0, so that h stays 0. What slope has tanh there, and what do you multiply by?

hecho: En cada paso multiplicas por h (1 - h).
por_que: Esa es la derivada de la sigmoide en función de su propio valor. En h = 0, donde tanh es más empinada, vale
    0: tu influencia desaparece tras un paso.
prueba: Toma entradas de 0, para que h siga en 0. ¿Qué pendiente tiene tanh ahí y por cuánto multiplicas?

fails: values, one_unit, powers_of_w
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with h (1 - h)."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: (h * (1 - h))[:, None] * W))
