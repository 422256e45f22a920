"""
en: SiLU where GELU was asked
es: SiLU en lugar de GELU

done: Each hidden number is multiplied by its sigmoid. That is SiLU, also called Swish.
why: The two curves look alike, but GELU multiplies by the distribution function of a normal variable and not by a
    sigmoid. Near -1 they are 0.11 apart: enough for weights trained with one of them not to work with the other.
try: Print your activation of -1: SiLU gives -0.269, GELU -0.159. Which of the two do you see, and which probability
    does the formula of GELU speak of?

hecho: Cada número de la capa oculta se multiplica por su sigmoide. Eso es SiLU, también llamada Swish.
por_que: Las dos curvas se parecen, pero GELU multiplica por la función de distribución de una normal y no por una
    sigmoide. Cerca de -1 se separan 0.11: lo bastante para que los pesos entrenados con una no sirvan con la otra.
prueba: Imprime tu activación de -1: SiLU da -0.269 y GELU, -0.159. ¿Cuál de las dos ves, y de qué probabilidad habla
    la fórmula de GELU?

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
    """As the reference, with SiLU."""
    hidden = x @ W1 + b1
    return np.asarray(hidden / (1.0 + np.exp(-hidden)) @ W2 + b2)
