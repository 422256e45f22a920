"""
en: In post-LN both norms are left out
es: En post-LN faltan las dos normas

done: Both sums go on as they are: neither norm is called.
why: The stream then grows with every block. That each sum is brought back to one size is what post-LN is named after,
    and without it models of more than a few blocks can't be trained.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: Las dos sumas siguen tal como están: no se llama a ninguna de las normas.
por_que: Así el flujo crece con cada bloque. Post-LN se llama así porque cada suma vuelve al mismo tamaño; sin eso, un
    modelo de más de unos pocos bloques no se puede entrenar.
prueba: ¿Cuántos de los cinco argumentos aparecen en el cuerpo de esta función? ¿Cuál falta, y dónde lo tiene la
    fórmula?

fails: post_values, post_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the norms."""
    y = x + attention(x)
    return y + ffn(y)
