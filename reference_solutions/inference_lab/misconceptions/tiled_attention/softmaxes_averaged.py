"""
en: A softmax in each tile, then the average
es: Un softmax en cada bloque y luego la media

done: Each tile gets a softmax of its own, and the outputs of the tiles are averaged.
why: Every tile then has the same say, even one in which no key suits the query. A softmax over all keys gives a tile
    as much as its exponentials are of the whole sum.
try: Which numbers of a tile would you have to keep to know how much it counts beside the next one?

hecho: Cada bloque recibe un softmax propio, y se hace la media de las salidas de los bloques.
por_que: Entonces todos los bloques pesan lo mismo, también uno en el que ninguna clave encaja con la consulta. Un
    softmax sobre todas las claves da a cada bloque lo que sus exponenciales son de la suma total.
prueba: ¿Qué números de un bloque tendrías que guardar para saber cuánto cuenta al lado del siguiente?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ....transformer.softmax import softmax
from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The mean of the tiles' outputs."""
    outputs = [softmax(scores_of(Q, K[tile])) @ V[tile] for tile in tiles(len(K), block_size)]
    averaged: Floats = np.mean(outputs, axis=0)
    return averaged
