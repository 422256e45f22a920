"""
en: Powers of 10 instead of powers of e
es: Potencias de 10 en lugar de potencias de e

done: The base of your exponential is 10.
why: The e of the formula is Euler's number, not the e of 1e3. With base 10 a lead of 1 already means ten times the
    probability: the softmax comes close to choosing one winner and forgetting the rest.
try: The course gives softmax([0, 2, 1]) as about [0.090, 0.665, 0.245]. Divide its second number by its third, do the
    same with yours, and you have both bases before you.

hecho: La base de tu exponencial es 10.
por_que: La e de la fórmula es el número de Euler, no la e de 1e3. Con base 10, una ventaja de 1 ya significa diez
    veces más probabilidad: el softmax casi elige un ganador y se olvida del resto.
prueba: Según el curso, softmax([0, 2, 1]) es más o menos [0.090, 0.665, 0.245]. Divide su segundo número por el
    tercero, haz lo mismo con los tuyos y tendrás delante las dos bases.

fails: values
catalogue: SM-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """10^z in the proportions of the reference."""
    return reference.softmax(z * np.log(10.0), axis)
