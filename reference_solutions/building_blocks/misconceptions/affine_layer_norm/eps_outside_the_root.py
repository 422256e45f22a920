"""
en: eps is added to the standard deviation
es: eps se suma a la desviación típica

done: The root is taken first, and eps is added to it afterwards.
why: For tokens of ordinary size the two can hardly be told apart. For a token that is nearly constant they can: an
    eps of 1e-5 inside the root acts like 3e-3 outside. Weights from a model that has it inside then give other
    numbers in yours.
try: Multiply a token of standard deviation 1 by 0.001 and compare your result with the formula on paper. On which
    side of the root does eps stand there?

hecho: Primero se calcula la raíz y después se le suma eps.
por_que: Con tokens de tamaño normal apenas se distinguen. Con un token casi constante, sí: un eps de 1e-5 dentro de
    la raíz actúa como 3e-3 fuera de ella. Los pesos de un modelo que lo tiene dentro dan entonces otros números en el
    tuyo.
prueba: Multiplica por 0.001 un token de desviación típica 1 y compara tu resultado con la fórmula en papel. ¿A qué
    lado de la raíz está eps en ella?

fails: eps
catalogue: LN-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, with eps outside of the root."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / (np.sqrt(variance) + eps) + beta
