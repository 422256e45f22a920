"""
en: The gradient of a sum isn't the Jacobian
es: El gradiente de una suma no es el jacobiano

done: Your number is the norm of the gradient of h_t.sum(), one row that is the sum of the Jacobian's rows.
why: In a sum, what one unit gains and another one loses cancels. The Jacobian keeps a row for each unit. Autograd
    only gives the gradient of one number at a time.
try: How many numbers does your gradient have, and how many has ∂h_t/∂h_0? What would you have to ask autograd for,
    and how often?

hecho: Tu número es la norma del gradiente de h_t.sum(), una sola fila, que es la suma de las filas del jacobiano.
por_que: En una suma se cancela lo que una unidad gana y otra pierde. El jacobiano guarda una fila para cada unidad.
    Autograd solo da el gradiente de un número cada vez.
prueba: ¿Cuántos números tiene tu gradiente y cuántos tiene ∂h_t/∂h_0? ¿Qué habría que pedirle a autograd y cuántas
    veces?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The norm of the sum of the Jacobian's rows."""
    return np.array([np.linalg.norm(jacobian.sum(axis=0)) for jacobian in accumulated(W, U, inputs)])
