"""
en: In pre-LN the second sum takes the normalised stream, not the stream
es: En pre-LN la segunda suma toma el flujo normalizado, y no el flujo

done: What the network gives is added to what norm2 gave, and not to the result of the first sum. Your first sum is
    right.
why: Whatever the stream held before is then rescaled at the end of every block, as in post-LN. That x can go through
    all blocks untouched is what makes deep pre-LN models easy to train.
try: Let ffn give zeros. Should the result of the first sum come out as it is? Hold your two halves against each other:
    what is added in each?

hecho: Lo que da la red se suma a lo que ha dado norm2, y no al resultado de la primera suma. Tu primera suma está
    bien.
por_que: Así lo que llevaba el flujo se reescala al final de cada bloque, como en post-LN. Que x pueda cruzar intacta
    todos los bloques es lo que hace fáciles de entrenar los modelos pre-LN profundos.
prueba: Haz que ffn dé ceros. ¿Debería salir tal cual el resultado de la primera suma? Compara tus dos mitades: ¿qué se
    suma en cada una?

fails: pre_values, pre_residuals
catalogue: BL-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the normalised y in the second sum."""
    y = x + attention(norm1(x))
    z = norm2(y)
    return z + ffn(z)
