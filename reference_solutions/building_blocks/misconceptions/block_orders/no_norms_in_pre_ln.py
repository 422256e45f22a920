"""
en: In pre-LN both norms are left out
es: En pre-LN faltan las dos normas

done: Both sublayers are given the stream as it is: neither norm is called.
why: The residuals alone make the stream grow with every block, and nothing brings what the sublayers are given back to
    a size that their weights are used to. Models of more than a few blocks can't be trained so.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: Las dos subcapas reciben el flujo tal como está: no se llama a ninguna de las normas.
por_que: Con los residuos solos el flujo crece en cada bloque, y nada devuelve lo que reciben las subcapas a un tamaño
    al que estén acostumbrados sus pesos. Un modelo de más de unos pocos bloques no se puede entrenar así.
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
    """As the reference, without the norms."""
    y = x + attention(x)
    return y + ffn(y)
