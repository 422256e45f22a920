"""
en: Post-LN where pre-LN was asked
es: Post-LN donde se pedía pre-LN

done: Your pre-LN forward normalises the sums, and not what goes into the sublayers.
why: Then there is no path on which x goes through the block untouched: every block rescales the whole stream, and
    gradients with it. That is why deep post-LN models need a slow start of training and pre-LN ones do not.
try: Let attention and ffn give zeros. What must come out of a pre-LN block then, and what comes out of yours?

hecho: Tu pre-LN normaliza las sumas, y no lo que entra en las subcapas.
por_que: Así no queda ningún camino por el que x cruce el bloque intacta: cada bloque reescala todo el flujo, y con él
    los gradientes. Por eso los modelos post-LN profundos necesitan empezar a entrenarse despacio, y los pre-LN no.
prueba: Haz que attention y ffn den ceros. ¿Qué debe salir entonces de un bloque pre-LN, y qué sale del tuyo?

fails: pre_values, pre_residuals, pre_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import block_orders as reference
from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """In the other order."""
    return reference.post_ln_forward(x, attention, ffn, norm1, norm2)
