"""
en: The slopes of tanh scale the columns of W
es: Las pendientes de tanh escalan las columnas de W

done: In W * (1 - h**2) NumPy lines the slopes up with the columns of W.
why: Unit i of h_t goes through its own tanh, and its slope belongs to all that flows into it: to row i of W. Column j
    is what flows out of unit j of the state before. The shapes fit both ways, so nothing warns you.
try: Take d = 2, h = [0, 0.99]. Which row of ∂h_t/∂h_{t-1} must be almost 0, and which one is in yours?

hecho: En W * (1 - h**2) NumPy alinea las pendientes con las columnas de W.
por_que: La unidad i de h_t pasa por su propia tanh, y su pendiente corresponde a todo lo que entra en ella: a la fila
    i de W. La columna j es lo que sale de la unidad j del estado anterior. Las formas encajan de las dos maneras, así
    que nada te avisa.
prueba: Toma d = 2 y h = [0, 0.99]. ¿Qué fila de ∂h_t/∂h_{t-1} ha de ser casi 0 y cuál lo es en la tuya?

fails: values
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with the slopes along the columns of W."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: W * (1 - h**2)))
