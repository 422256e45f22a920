"""
en: The mask acts with rows and columns exchanged
es: La máscara actúa con filas y columnas intercambiadas

done: What mask[i, j] says about query i and key j, your function applies to query j and key i.
why: A causal mask becomes its opposite: everybody sees the future. A padding mask blanks the rows of the padding and
    leaves the padding visible to the real tokens.
try: Use a mask in which one query may see everything and the others a single key. Which row of the weights has more
    than one entry that isn't 0?

hecho: Lo que mask[i, j] dice de la consulta i y la clave j, tu función se lo aplica a la consulta j y la clave i.
por_que: Una máscara causal se convierte en su contraria: todos ven el futuro. Una máscara de padding vacía las filas
    del padding y lo deja a la vista de los tokens reales.
prueba: Usa una máscara en la que una consulta pueda verlo todo y las demás una sola clave. ¿Qué fila de los pesos
    tiene más de un número distinto de 0?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with the mask transposed."""
    return reference.attention(Q, K, V, None if mask is None else np.swapaxes(mask, -2, -1) != 0)
