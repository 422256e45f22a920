"""
en: Gain and bias are applied before the norm
es: La ganancia y el sesgo se aplican antes de normalizar

done: First x is multiplied by the gain and moved by the bias, and then normalised.
why: The norm takes away again what a common gain or bias did. What is left of them acts on the raw sizes, so the
    layer can no longer give a feature the scale that it needs.
try: Call your function with a gain of 2 for every feature, and with a gain of 1. Should the results be the same? What
    is the last step of the formula?

hecho: Primero x se multiplica por la ganancia y se le suma el sesgo, y después se normaliza.
por_que: La normalización deshace lo que haya hecho una ganancia o un sesgo común. Lo que queda actúa sobre los
    tamaños sin normalizar, así que la capa ya no puede dar a una característica la escala que necesita.
prueba: Llama a tu función con una ganancia de 2 para todas las características, y con una de 1. ¿Deberían salir
    iguales los resultados? ¿Cuál es el último paso de la fórmula?

fails: values, affine
catalogue: LN-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, in the wrong order."""
    moved = gamma * x + beta
    mean: NDArray[np.float64] = moved.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = moved.var(axis=-1, keepdims=True)
    return np.asarray((moved - mean) / np.sqrt(variance + eps))
