"""
en: The KV heads are dealt out in turn
es: Las cabezas KV se reparten por turnos

done: Query head 0 reads KV head 0, head 1 reads KV head 1, and after the last one it begins again (tile, or i % kv).
why: A group is made of neighbours: with 6 query heads and 2 KV heads, heads 0 to 2 share the first one. A model
    trained so would read other keys than it learned with. The shapes fit, and nothing complains.
try: Write down for 6 query heads and 2 KV heads which reads which. Then print np.repeat and np.tile of [0, 1], or
    look up what repeat of torch does.

hecho: La cabeza de consulta 0 lee la cabeza KV 0, la 1 lee la 1, y tras la última se vuelve a empezar (tile, o i %
    kv).
por_que: Un grupo son vecinas: con 6 cabezas de consulta y 2 cabezas KV, las cabezas 0 a 2 comparten la primera. Un
    modelo entrenado así leería otras claves que aquellas con las que aprendió. Las formas encajan, y nada protesta.
prueba: Apunta para 6 cabezas de consulta y 2 cabezas KV cuál lee cuál. Luego imprime np.repeat y np.tile de [0, 1], o
    mira qué hace el repeat de torch.

fails: values, groups
"""

from __future__ import annotations

import numpy as np

from ._decode import Floats, decoded


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with tile for repeat."""
    times = (len(q) // len(k_cache), 1, 1)
    return decoded(q, np.tile(k_cache, times), np.tile(v_cache, times))
