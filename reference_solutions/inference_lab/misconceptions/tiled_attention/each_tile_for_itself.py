"""
en: Each tile of queries sees its own tile of keys only
es: Cada bloque de consultas ve solo su propio bloque de claves

done: You cut queries and keys into tiles together, and tile number i of the queries meets tile number i of the keys.
why: That is local attention, another model: a query can't find a key in another tile. Tiled attention saves memory,
    not work: every query still meets every key.
try: How many pairs of a query and a key are there, and how many does your function compute?

hecho: Cortas consultas y claves en bloques a la vez, y el bloque número i de consultas se encuentra con el bloque
    número i de claves.
por_que: Eso es atención local, otro modelo: una consulta no puede encontrar una clave de otro bloque. La atención por
    bloques ahorra memoria, no trabajo: cada consulta se sigue encontrando con cada clave.
prueba: ¿Cuántas parejas de consulta y clave hay, y cuántas calcula tu función?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ....transformer.softmax import softmax
from ._tiles import Floats, scores_of


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The blocks on the diagonal."""
    blocks = [slice(start, start + block_size) for start in range(0, len(Q), block_size)]
    parts = [softmax(scores_of(Q[own], K[own])) @ V[own] for own in blocks]
    output: Floats = np.concatenate(parts)
    return output
