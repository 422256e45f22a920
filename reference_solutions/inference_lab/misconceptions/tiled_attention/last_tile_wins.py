"""
en: Only the last tile is left
es: Solo queda el último bloque

done: Each tile's output replaces that of the tile before: it's assigned where it should be added, or the running
    maximum stays at -∞, and the factor exp(-∞ - new maximum) = 0 wipes out all earlier sums.
why: The result is attention over the last few keys. Everything earlier has been computed and thrown away, and the
    shape gives no hint.
try: Change a value in the first tile. Does the output move?

hecho: La salida de cada bloque sustituye a la del anterior: la asignas donde habría que sumarla, o el máximo acumulado
    se queda en -∞ y el factor exp(-∞ - máximo nuevo) = 0 borra todas las sumas anteriores.
por_que: El resultado es la atención sobre las últimas claves. Todo lo anterior se ha calculado y se ha tirado, y la
    forma no da ninguna pista.
prueba: Cambia un valor del primer bloque. ¿Se mueve la salida?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ....transformer.softmax import softmax
from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """What is summed up is overwritten."""
    output = np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        output = softmax(scores_of(Q, K[tile])) @ V[tile]
    return output
