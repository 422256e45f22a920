"""
en: The parameter `axis` has no effect
es: El parámetro `axis` no tiene efecto

done: Your function accepts `axis`, but always works along the last one.
why: As long as the last axis is what people want, nobody notices. Whoever asks for another one gets wrong numbers of
    the right shape, without any error.
try: Call it with axis=0 and with axis=1 on the same (3, 3) array and compare. Then look in the body of your function:
    on which lines does the parameter appear?

hecho: Tu función acepta `axis`, pero siempre trabaja por el último eje.
por_que: Mientras el último eje sea el que se quiere, nadie lo nota. Quien pida otro recibe números equivocados con la
    forma correcta, y sin ningún error.
prueba: Llámala con axis=0 y con axis=1 sobre el mismo array de (3, 3) y compara. Luego mira el cuerpo de tu función:
    ¿en qué líneas aparece el parámetro?

fails: any_axis
catalogue: SM-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The reference along the last axis, whatever `axis` says."""
    return reference.softmax(z)
