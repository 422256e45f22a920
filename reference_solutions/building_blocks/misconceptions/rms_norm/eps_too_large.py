"""
en: eps is far too large
es: eps es demasiado grande

done: Far more than 1e-5 is added to the mean square.
why: eps is there for tokens that are nearly 0. One so large takes part in the norm of every small token: an eps of
    0.1 takes more than a quarter from a token of size 0.3.
try: Normalise tokens of size 1, 0.3 and 0.1. Do all three come out with a root mean square of 1? Which eps was asked?

hecho: Se suma mucho más de 1e-5 a la media de los cuadrados.
por_que: eps está para los tokens que son casi 0. Uno tan grande interviene en la norma de cualquier token pequeño:
    un eps de 0.1 le quita más de una cuarta parte a un token de tamaño 0.3.
prueba: Normaliza tokens de tamaño 1, 0.3 y 0.1. ¿Salen los tres con una raíz de la media de los cuadrados igual a 1?
    ¿Qué eps se pedía?

fails: eps
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import rms_norm as reference


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """The reference with an eps of 0.1."""
    return reference.rms_norm(x, gain, 0.1)
