"""
en: In SiLU the sigmoid has the wrong sign
es: En SiLU la sigmoide tiene el signo cambiado

done: Your activation is z / (1 + exp(z)): z times the sigmoid of -z.
why: The sigmoid is 1 / (1 + exp(-z)), and it opens for large z. With the other sign the gate closes just where x
    W_gate is large and lets the negative numbers through.
try: Print your activation of 10 and of -10. SiLU gives 9.9995 and -0.0005. Which of the two do you get where?

hecho: Tu activación es z / (1 + exp(z)): z por la sigmoide de -z.
por_que: La sigmoide es 1 / (1 + exp(-z)) y se abre con z grandes. Con el otro signo, la puerta se cierra justo donde x
    W_gate es grande y deja pasar los números negativos.
prueba: Imprime tu activación de 10 y de -10. SiLU da 9.9995 y -0.0005. ¿Cuál de los dos te sale en cada caso?

fails: values
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with x times the sigmoid of -x."""
    gate = x @ W_gate
    return np.asarray(((gate - silu(gate)) * (x @ W_up)) @ W_down)
