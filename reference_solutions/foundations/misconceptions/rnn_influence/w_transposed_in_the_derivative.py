"""
en: W is transposed in the derivative
es: W está traspuesta en la derivada

done: The states are right, but the Jacobian of a step is made with Wᵀ.
why: Entry (i, j) of ∂h_t/∂h_{t-1} says how unit i moves with unit j of the state before, and that is what W[i, j]
    weighs. W is square, so that nothing warns you.
try: Take W = [[0, 1], [0, 0]]. Which unit of h_t hears of the other? Where must the Jacobian have its only entry?

hecho: Los estados son correctos, pero el jacobiano de cada paso se hace con Wᵀ.
por_que: El elemento (i, j) de ∂h_t/∂h_{t-1} dice cuánto se mueve la unidad i con la unidad j del estado anterior, y
    eso es lo que pesa W[i, j]. W es cuadrada, así que nada te avisa.
prueba: Toma W = [[0, 1], [0, 0]]. ¿Qué unidad de h_t se entera de la otra? ¿Dónde debe tener el jacobiano su único
    elemento?

fails: values
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with W transposed in the Jacobian alone."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: (1 - h**2)[:, None] * W.T))
