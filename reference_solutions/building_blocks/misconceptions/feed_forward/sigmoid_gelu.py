"""
en: The quick approximation of GELU by a sigmoid
es: La aproximación rápida de GELU con una sigmoide

done: The hidden numbers are multiplied by the sigmoid of 1.702 times themselves.
why: It is a known shortcut, but a rough one: it is up to 0.02 away from GELU, forty times as far as the approximation
    by tanh. In a deep model such differences add up.
try: Compare your activation at -2 with the exact one, -0.0455. How many digits agree? Which other approximation does
    the paper give?

hecho: Los números de la capa oculta se multiplican por la sigmoide de 1.702 veces ellos mismos.
por_que: Es un atajo conocido, pero basto: se aleja hasta 0.02 de GELU, cuarenta veces más que la aproximación con tanh.
    En un modelo profundo esas diferencias se acumulan.
prueba: Compara tu activación en -2 con la exacta, -0.0455. ¿Cuántas cifras coinciden? ¿Qué otra aproximación da el
    artículo?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As the reference, with x times the sigmoid of 1.702 x."""
    hidden = x @ W1 + b1
    return np.asarray(hidden / (1.0 + np.exp(-1.702 * hidden)) @ W2 + b2)
