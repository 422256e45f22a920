"""
en: The queries are taken in tiles, but each tile sees all the keys at once
es: Las consultas van por bloques, pero cada bloque ve todas las claves a la vez

done: A few queries at a time get their whole rows of scores, n_k columns, and an ordinary softmax.
why: block_size is how many keys a tile has. With whole rows no online softmax is needed, and the memory still grows
    with the text: one tile of 128 queries over 128 000 keys is 16 million scores, 66 MB for a single head. In the
    tiles of FlashAttention it is 128 x 128, however long the text.
try: Call your function with as many queries as block_size, and print the shape of the scores for 100 keys and for
    1000. Which number should have stayed the same?

hecho: Unas cuantas consultas cada vez reciben sus filas enteras de puntuaciones, de n_k columnas, y un softmax normal.
por_que: El tamaño de bloque es cuántas claves tiene un bloque. Con filas enteras no hace falta ningún softmax en línea,
    y la memoria sigue creciendo con el texto: un bloque de 128 consultas con 128 000 claves son 16 millones de
    puntuaciones, 66 MB para una sola cabeza. En los bloques de FlashAttention son 128 x 128, sea cual sea el texto.
prueba: Llama a tu función con tantas consultas como el tamaño de bloque e imprime la forma de las puntuaciones con 100
    claves y con 1000. ¿Qué número debería haber sido el mismo?

fails: no_column_for_each_key
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Whole rows of scores, of `block_size` queries at a time."""
    rows = []
    for start in range(0, len(Q), block_size):
        scores = Q[start : start + block_size] @ K.T / np.sqrt(Q.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        rows.append(weights / weights.sum(axis=1, keepdims=True) @ V)
    return np.concatenate(rows)
