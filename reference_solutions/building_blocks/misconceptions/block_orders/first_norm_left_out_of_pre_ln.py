"""
en: In pre-LN the attention's norm is left out
es: En pre-LN falta la norma de la atención

done: The attention is given x as it is: norm1 is never called. Your second half is right.
why: The stream grows with every block, and the scores of the attention grow with it, until each softmax looks at a
    single token and hardly any gradient gets through.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: La atención recibe x tal como está: norm1 no se llama nunca. Tu segunda mitad está bien.
por_que: El flujo crece con cada bloque, y con él las puntuaciones de la atención, hasta que cada softmax mira a un
    solo token y apenas pasa gradiente.
prueba: ¿Cuántos de los cinco argumentos aparecen en el cuerpo de esta función? ¿Cuál falta, y dónde lo tiene la
    fórmula?

fails: pre_values, pre_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the first norm."""
    y = x + attention(x)
    return y + ffn(norm2(y))
