"""
en: eps is far too large
es: eps es demasiado grande

done: Something like 0.1 is added to the variance.
why: eps is there for tokens whose variance is nearly 0. One so large takes part in the norm of every small token: at
    a standard deviation of 0.3 more than a quarter of its size is lost.
try: Normalise tokens of standard deviation 1, 0.3 and 0.1. Do all three come out with variance 1? Which eps was
    asked?

hecho: Se suma algo como 0.1 a la varianza.
por_que: eps está para los tokens de varianza casi 0. Uno tan grande interviene en la norma de cualquier token
    pequeño: con una desviación típica de 0.3 se pierde más de una cuarta parte de su tamaño.
prueba: Normaliza tokens de desviación típica 1, 0.3 y 0.1. ¿Salen los tres con varianza 1? ¿Qué eps se pedía?

fails: eps
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import affine_layer_norm as reference


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, with an eps of 0.1."""
    return reference.layer_norm(x, gamma, beta, 0.1)
