"""
en: The list begins with step 0 and lacks the last step
es: La lista empieza en el paso 0 y le falta el último

done: Your first number is the norm of ∂h_0/∂h_0, and your last one that of step T - 1.
why: ∂h_0/∂h_0 is the identity whatever W is, so that number says nothing. What the last input does to the influence
    isn't in the list at all.
try: Call it with one input only. Does the number change with W? Does a step append before or after it has multiplied?

hecho: Tu primer número es la norma de ∂h_0/∂h_0, y el último, la del paso T - 1.
por_que: ∂h_0/∂h_0 es la identidad sea cual sea W, así que ese número no dice nada. Y lo que la última entrada hace
    con la influencia no está en la lista.
prueba: Llámala con una sola entrada. ¿Cambia el número con W? ¿Se añade el número de cada paso antes o después de
    multiplicar?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, each number noted before the step."""
    return np.array([np.linalg.norm(np.eye(len(W))), *norms(accumulated(W, U, inputs))[:-1]])
