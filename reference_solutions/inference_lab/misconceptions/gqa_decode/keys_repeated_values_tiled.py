"""
en: Keys and values are shared out in two different ways
es: Las claves y los valores se reparten de dos maneras distintas

done: Neighbouring query heads share the keys of a KV head (repeat), and its values are dealt out in turn (tile).
why: A query head then weighs the tokens by one head's keys and mixes another head's values. The shapes fit, and nothing
    complains.
try: Write down for 6 query heads and 2 KV heads whose keys and whose values each of them reads.

hecho: Las cabezas de consulta vecinas comparten las claves de una cabeza KV (repeat), y sus valores se reparten por
    turnos (tile).
por_que: Una cabeza de consulta pesa entonces los tokens con las claves de una cabeza y mezcla los valores de otra. Las
    formas encajan, y nada protesta.
prueba: Apunta, para 6 cabezas de consulta y 2 cabezas KV, de quién lee cada una las claves y de quién los valores.

fails: values, groups
"""

from __future__ import annotations

import numpy as np

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with tile for the values."""
    return decoded(q, shared(k_cache, len(q)), np.tile(v_cache, (len(q) // len(v_cache), 1, 1)))
