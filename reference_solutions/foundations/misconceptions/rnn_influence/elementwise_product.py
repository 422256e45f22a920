"""
en: The factors are multiplied entry by entry
es: Los factores se multiplican elemento a elemento

done: Between the new factor and the Jacobian so far stands *, not @.
why: * multiplies each entry with the one in the same place. The chain rule sums over all ways: unit j acts on unit i
    through every unit of the state between. With the identity at the start, * leaves the diagonal alone.
try: Print your Jacobian after the first step. Which of its entries are 0, and should they be?

hecho: Entre el factor nuevo y el jacobiano acumulado hay un *, no un @.
por_que: * multiplica cada elemento por el que está en el mismo lugar. La regla de la cadena suma sobre todos los
    caminos: la unidad j actúa sobre la i a través de todas las unidades del estado intermedio. Como se empieza con la
    identidad, * solo deja la diagonal.
prueba: Imprime tu jacobiano tras el primer paso. ¿Qué elementos son 0 y deberían serlo?

fails: values, powers_of_w
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with * for @."""
    return norms(accumulated(W, U, inputs, chain=np.multiply))
