"""
en: The causal mask is one row and one column too large
es: La máscara causal tiene una fila y una columna de más

done: For n tokens you return a mask of n + 1.
why: The scores of n tokens are (n, n); a larger mask can't be laid over them, and attention stops with an error about
    shapes that speaks of anything but masks.
try: Print the shape of causal_mask(3). On which line does the extra one come in: at a range that ends too late, or at
    an n that was meant for something else?

hecho: Para n tokens devuelves una máscara de n + 1.
por_que: Las puntuaciones de n tokens son (n, n); una máscara mayor no se les puede poner encima, y la atención se
    para con un error de formas que habla de todo menos de máscaras.
prueba: Imprime la forma de causal_mask(3). ¿En qué línea se cuela el uno de más: un rango que acaba tarde, o una n
    que era para otra cosa?

fails: causal, in_attention, combined
catalogue: MK-19
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The reference's for one token more."""
    return np.tril(np.ones((n + 1, n + 1), dtype=np.bool_))
