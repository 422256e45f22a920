"""
en: The scores aren't divided by √d
es: Las puntuaciones no se dividen por √d

done: The dot products of the turned query and keys go into the softmax as they are.
why: They spread like √d, so that the softmax comes close to a single 1. A rotation changes no length, so the scaling
    is as needed as without it.
try: Compare the largest weight of a step for d = 8 and for d = 128 with random vectors. Which factor of the formula
    should keep the two alike?

hecho: Los productos escalares de la consulta y las claves giradas entran en el softmax tal cual.
por_que: Se dispersan como √d, así que el softmax se acerca a un único 1. Un giro no cambia ninguna longitud, de modo
    que el escalado hace tanta falta como sin él.
prueba: Compara el mayor peso de un paso para d = 8 y para d = 128 con vectores aleatorios. ¿Qué factor de la fórmula
    debería mantenerlos parecidos?

fails: values
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with scores √d times as large."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, position) * np.sqrt(len(q)), k_cache, v_cache), k_cache, v_cache
