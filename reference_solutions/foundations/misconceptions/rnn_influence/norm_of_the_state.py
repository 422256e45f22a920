"""
en: The norm is that of the state, not of its derivative
es: La norma es la del estado, no la de su derivada

done: Your number is the length of h_t.
why: How large a state is says nothing of what it has kept of h_0. What is asked is how h_t moves when h_0 moves a
    little: a matrix, the product of all steps' Jacobians.
try: Take W = 0. What is left of h_0 after one step, and what does your function say?

hecho: Tu número es la longitud de h_t.
por_que: Lo grande que sea un estado no dice nada de lo que conserva de h_0. Se pregunta cuánto se mueve h_t cuando
    h_0 se mueve un poco: una matriz, el producto de los jacobianos de todos los pasos.
prueba: Toma W = 0. ¿Qué queda de h_0 tras un paso y qué dice tu función?

fails: values, one_unit, powers_of_w
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, next_state


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The length of the state."""
    h, lengths = np.zeros(len(W)), []
    for x in inputs:
        h = next_state(W, U, h, x)
        lengths.append(np.linalg.norm(h))
    return np.array(lengths)
