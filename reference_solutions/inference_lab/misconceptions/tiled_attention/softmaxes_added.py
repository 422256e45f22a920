"""
en: A softmax in each tile, then the sum
es: Un softmax en cada bloque y luego la suma

done: Each tile gets a softmax of its own, and the outputs of the tiles are added up.
why: The weights of each tile add up to 1 already, those of all tiles to the number of tiles. The result grows with
    every tile that a longer text brings.
try: Make all values 1 and use three tiles. What comes out, and what should?

hecho: Cada bloque recibe un softmax propio, y se suman las salidas de los bloques.
por_que: Los pesos de cada bloque ya suman 1; los de todos, el número de bloques. El resultado crece con cada bloque
    que trae un texto más largo.
prueba: Pon todos los valores a 1 y usa tres bloques. ¿Qué sale y qué debería salir?

fails: values, any_block_size, sums_to_one
"""

from __future__ import annotations

import numpy as np

from ....transformer.softmax import softmax
from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The sum of the tiles' outputs."""
    output = np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        output = output + softmax(scores_of(Q, K[tile])) @ V[tile]
    return output
