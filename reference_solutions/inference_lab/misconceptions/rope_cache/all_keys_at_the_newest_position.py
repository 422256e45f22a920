"""
en: All keys are turned by the newest token's position
es: Todas las claves se giran con la posición del token más nuevo

done: The cached keys are kept as they came, and in each step all are turned by the position of the query.
why: Query and keys then turn by the same angle, and in their dot products it cancels: the scores know nothing of
    distances.
try: Exchange two cached tokens, key and value. Does the output of the next step change? Should it?

hecho: Las claves se guardan como vinieron, y en cada paso se giran todas con la posición de la consulta.
por_que: La consulta y las claves giran entonces el mismo ángulo, que en sus productos escalares se anula: las
    puntuaciones no saben nada de distancias.
prueba: Intercambia dos tokens guardados, clave y valor. ¿Cambia la salida del paso siguiente? ¿Debería?

fails: values, keys_turned
"""

from __future__ import annotations

import numpy as np

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with one angle for all."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, k), added(v_cache, v)
    keys = rope(k_cache, np.full(len(k_cache), position))
    return mixed(turned(q, position), keys, v_cache), k_cache, v_cache
