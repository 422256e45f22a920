"""
en: Tanh where GELU was asked
es: Tanh en lugar de GELU

done: Between the two layers every number is replaced by its hyperbolic tangent.
why: The approximation of GELU has a tanh in it, but isn't one: GELU grows with its input, while tanh stops at 1. Units
    that are far out then hardly change any more, and no gradient gets through them.
try: Print your activation of 3: GELU gives 2.996, tanh 0.995. In the formula of GELU, what is the tanh multiplied by?

hecho: Entre las dos capas, cada número se sustituye por su tangente hiperbólica.
por_que: La aproximación de GELU lleva dentro una tanh, pero no es una tanh: GELU crece con su entrada y la tanh se
    queda en 1. Las unidades que están lejos de 0 apenas cambian ya, y no dejan pasar gradiente.
prueba: Imprime tu activación de 3: GELU da 2.996 y tanh, 0.995. En la fórmula de GELU, ¿por qué se multiplica la tanh?

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
    """As the reference, with tanh."""
    return np.asarray(np.tanh(x @ W1 + b1) @ W2 + b2)
