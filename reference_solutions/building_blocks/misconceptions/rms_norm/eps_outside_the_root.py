"""
en: eps is added to the root
es: eps se suma a la raíz

done: The root is taken first, and eps is added to it afterwards.
why: For tokens of ordinary size the two can hardly be told apart. For very small ones they can: an eps of 1e-5 inside
    the root acts like 3e-3 outside, and weights from a model that has it inside give other numbers in yours.
try: Multiply a token by 0.001 and compare your result with the formula on paper. On which side of the root does eps
    stand there?

hecho: Primero se calcula la raíz y después se le suma eps.
por_que: Con tokens de tamaño normal apenas se distinguen. Con los muy pequeños, sí: un eps de 1e-5 dentro de la raíz
    actúa como 3e-3 fuera de ella, y los pesos de un modelo que lo tiene dentro dan otros números en el tuyo.
prueba: Multiplica un token por 0.001 y compara tu resultado con la fórmula en papel. ¿A qué lado de la raíz está eps
    en ella?

fails: eps
catalogue: LN-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, with eps outside of the root."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return gain * x / (np.sqrt(mean_square) + eps)
