"""
en: The weights come first, the output second
es: Primero vienen los pesos y después la salida

done: Both of your results are right, but they come back in the other order.
why: Code that unpacks them as output and weights goes on with the weights as if they were vectors. Where the shapes
    happen to agree, nothing stops it.
try: Write down the shapes of the two results for 2 queries, 5 keys and d_v = 3. Which of them does the next layer
    need?

hecho: Tus dos resultados son correctos, pero vuelven en el orden contrario.
por_que: El código que los desempaqueta como salida y pesos sigue adelante con los pesos como si fueran vectores. Si
    las formas coinciden por casualidad, nada lo detiene.
prueba: Anota las formas de los dos resultados con 2 consultas, 5 claves y d_v = 3. ¿Cuál de ellos necesita la capa
    siguiente?

fails: weights
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference's pair, reversed."""
    output, weights = reference.attention(Q, K, V, mask)
    return weights, output
