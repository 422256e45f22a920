"""
en: The norms come after the sublayers, before the sums
es: Las normas van tras las subcapas, antes de las sumas

done: In pre-LN each sublayer is given the stream as it is, and its output is normalised before it is added.
why: What a sublayer is given then grows from block to block, which the norm was to prevent. And every sublayer adds
    something of size 1, even where it has nothing to say.
try: In one line each, write down what the attention is given in pre-LN and what is added to x. In which of the two
    does the norm stand?

hecho: En pre-LN cada subcapa recibe el flujo tal como está, y su salida se normaliza antes de sumarla.
por_que: Así lo que recibe una subcapa crece de bloque en bloque, que es lo que la norma debía evitar. Y cada subcapa
    suma algo de tamaño 1 incluso cuando no tiene nada que decir.
prueba: Escribe en una línea qué recibe la atención en pre-LN, y en otra qué se suma a x. ¿En cuál de las dos está la
    norma?

fails: pre_values, pre_residuals, pre_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """With the norms in the wrong place."""
    y = x + norm1(attention(x))
    return y + norm2(ffn(y))
