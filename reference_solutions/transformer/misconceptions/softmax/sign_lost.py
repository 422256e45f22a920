"""
en: A score of -3 counts as much as one of 3
es: Una puntuación de -3 cuenta igual que una de 3

done: Scores that differ only in their sign get the same probability: an absolute value takes it away.
why: A very negative score says "not this one". Without its sign it says "this one above all", and -inf, the strongest
    no there is, becomes the strongest yes.
try: Compare your results for [-3, 0, 1] and for [3, 0, 1]. Which operation of yours can't tell -3 from 3, and what
    was it there for?

hecho: Las puntuaciones que solo se diferencian en el signo reciben la misma probabilidad: un valor absoluto se lo
    quita.
por_que: Una puntuación muy negativa dice «este no». Sin su signo dice «este más que ninguno», y -inf, el no más
    rotundo que existe, pasa a ser el sí más rotundo.
prueba: Compara tus resultados con [-3, 0, 1] y con [3, 0, 1]. ¿Qué operación tuya no distingue -3 de 3, y para qué la
    habías puesto?

fails: values, shift_invariant, stable, minus_infinity
catalogue: SM-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The reference of |z|."""
    return reference.softmax(np.abs(z), axis)
