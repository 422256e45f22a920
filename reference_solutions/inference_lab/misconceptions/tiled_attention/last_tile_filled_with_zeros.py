"""
en: The last tile is filled up with zeros
es: El último bloque se rellena con ceros

done: You pad the keys and values with zeros to a multiple of block_size and treat the padding like real keys.
why: A key of zeros has the score 0, not -∞, and exp(0) = 1: the padding takes part in the softmax and takes weight
    from the real keys.
try: Make all values 1 and choose a tile that doesn't divide n. What comes out? Which score must a place have to get
    no weight?

hecho: Rellenas las claves y los valores con ceros hasta un múltiplo del tamaño de bloque y tratas el relleno como
    claves de verdad.
por_que: Una clave de ceros tiene puntuación 0, no -∞, y exp(0) = 1: el relleno participa en el softmax y quita peso a
    las claves reales.
prueba: Pon todos los valores a 1 y elige un bloque que no divida a n. ¿Qué sale? ¿Qué puntuación debe tener una
    posición para no recibir peso?

fails: any_block_size
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Padded to whole tiles."""
    missing = -len(K) % block_size
    return online(Q, np.pad(K, ((0, missing), (0, 0))), np.pad(V, ((0, missing), (0, 0))), block_size)
