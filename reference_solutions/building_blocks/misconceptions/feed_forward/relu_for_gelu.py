"""
en: ReLU where GELU was asked
es: ReLU en lugar de GELU

done: Between the two layers every negative number becomes 0 and every positive one stays as it is.
why: That is the activation of the 2017 paper, and it works. GPT and BERT take GELU, which is smooth and lets a little
    of what is slightly negative through, so a unit that is off for a token still gets a gradient. This part asks for
    that one.
try: Print your activation of -1. A ReLU gives 0; the GELU gives -0.159. Which function of NumPy's or torch's do you
    call there?

hecho: Entre las dos capas, todo número negativo pasa a ser 0 y todo positivo se queda como está.
por_que: Esa es la activación del artículo de 2017, y funciona. GPT y BERT usan GELU, que es suave y deja pasar un poco
    de lo ligeramente negativo, de modo que una unidad apagada para un token sigue recibiendo gradiente. En esta parte
    se pide esa.
prueba: Imprime tu activación de -1. Una ReLU da 0; la GELU da -0.159. ¿A qué función de NumPy o de torch llamas ahí?

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
    """As the reference, with ReLU."""
    return np.asarray(np.maximum(x @ W1 + b1, 0.0) @ W2 + b2)
