"""
en: The values are mixed with the transposed weights
es: Los valores se mezclan con los pesos traspuestos

done: Your weights are right, but in the product with V their rows and columns are exchanged.
why: A token then doesn't collect what it looks at; it collects from those who look at it. The shares it gets this way
    don't add up to 1, and through a causal mask it sees just the future.
try: Use the identity matrix as V: the output should then be the weights themselves. Is it? Which sum is 1, that of a
    row of the output or that of a column?

hecho: Tus pesos son correctos, pero en el producto con V sus filas y columnas están intercambiadas.
por_que: Así un token no recoge de aquello que mira, sino de quienes lo miran a él. Las partes que recibe no suman 1,
    y a través de una máscara causal ve justamente el futuro.
prueba: Usa como V la matriz identidad: la salida debería ser entonces los propios pesos. ¿Lo es? ¿Qué suma 1, una
    fila de la salida o una columna?

fails: values, weights, blocked_is_invisible
catalogue: AT-12
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference's weights, transposed in the last product."""
    _, weights = reference.attention(Q, K, V, mask)
    return np.swapaxes(weights, -2, -1) @ V, weights
