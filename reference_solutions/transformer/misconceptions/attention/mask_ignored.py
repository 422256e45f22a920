"""
en: The mask is never used
es: La máscara no se usa nunca

done: The function takes a mask, but its result is the same with and without one.
why: A model that sees the next token while it learns to predict it has nothing to learn: the loss falls beautifully,
    and the text it writes later is nonsense.
try: Call it with no mask and with a mask that leaves each query one key only. Then look in the body of your function:
    on which lines does the mask appear?

hecho: La función acepta una máscara, pero su resultado es el mismo con ella y sin ella.
por_que: Un modelo que ve el token siguiente mientras aprende a predecirlo no tiene nada que aprender: la pérdida baja
    de maravilla, y el texto que escribe después no tiene sentido.
prueba: Llámala sin máscara y con una que le deje a cada consulta una sola clave. Luego mira el cuerpo de tu función:
    ¿en qué líneas aparece la máscara?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-04
alike: attention/masked_scores_discarded
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference without the mask."""
    return reference.attention(Q, K, V)
