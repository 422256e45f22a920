"""
en: The slope of tanh is that of the step before
es: La pendiente de tanh es la del paso anterior

done: The factor 1 - h² of step t is made with h_{t-1}, before the new state is computed.
why: ∂h_t/∂h_{t-1} is the slope of tanh where step t evaluates it, at W h_{t-1} + U x_t. There tanh is h_t. With the
    state before, x_t has no part in its own step.
try: Change only the last input and look at the last number. Should it move? Which of the two lines of your loop must
    come first?

hecho: El factor 1 - h² del paso t se hace con h_{t-1}, antes de calcular el estado nuevo.
por_que: ∂h_t/∂h_{t-1} es la pendiente de tanh allí donde la evalúa el paso t, en W h_{t-1} + U x_t. Allí tanh vale
    h_t. Con el estado anterior, x_t no interviene en su propio paso.
prueba: Cambia solo la última entrada y mira el último número. ¿Debería moverse? ¿Cuál de las dos líneas de tu bucle ha
    de ir antes?

fails: values, one_unit, only_the_past
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The Jacobian first, with the old state; then the new state."""
    h = np.zeros(len(W))
    jacobian = np.eye(len(W))
    norms = []
    for x in inputs:
        jacobian = ((1 - h**2)[:, None] * W) @ jacobian
        h = np.tanh(W @ h + U @ x)
        norms.append(np.linalg.norm(jacobian))
    return np.array(norms)
